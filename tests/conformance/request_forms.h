// The requests of conformance files: their keywords, and what each can have beneath it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "tests/conformance/script.h"

namespace sheaf::conformance {

struct RequestForm {
  RequestKind kind;
  std::set<std::string> parameters;
  std::set<std::string> parts = {};  // of a transaction or batch: the keywords of its actions or lookups
};

// By keyword.
const std::map<std::string, RequestForm>& request_forms();

// The parameters of a part of a transaction or batch.
const std::set<std::string>& part_parameters(RequestKind whole, RequestKind part);

bool has_subject(RequestKind kind);

}  // namespace sheaf::conformance
