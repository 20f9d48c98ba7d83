// Verdict: why a call may be refused. Where the rules leave open which of several reasons is given, each is one.
#pragma once

#include <set>

#include "engine/base/status.h"

namespace sheaf::model {

// The statuses with which a call may be refused; none when it must succeed.
using Refusals = std::set<StatusCode>;

struct Verdict {
  Refusals codes = {};
  std::set<Error> errors = {};

  // Whether it must be refused.
  bool is_refusal() const { return !codes.empty() || !errors.empty(); }
  bool allows(const Status& status) const {
    return status.ok() ? !is_refusal() : codes.contains(status.code()) || errors.contains(status.error());
  }
  void add(const Verdict& other) {
    codes.insert(other.codes.begin(), other.codes.end());
    errors.insert(other.errors.begin(), other.errors.end());
  }
};

}  // namespace sheaf::model
