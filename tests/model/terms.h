// Terms: the expressions of one write, query or scan: the text that the engine gets, the trees that the reference evaluates, the
// names and values of the placeholders, and how a walk is done. In a workload they are one JSON object whose members may be left out:
//
//   {"condition":["v = :a",[<tree>]], "update":["REMOVE w",[<actions>]],                of writes
//    "key":["h = :a",[<comparisons, joined by AND>]], "filter":["#x < :b",[<tree>]],     of queries and scans
//    "projection":["v, w[1]",[<paths>]], "index":"i", "backward":true, "count":true, "content":"keys-only" or "full-item",
//    "row-limit":3, "page-bytes":200,
//    "names":{"#x":"x y"}, "values":{":a":{"S":"a"}}}
//
// With "key" a walk is a query, without it a scan.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/model/expression.h"
#include "tests/model/reference_table.h"

namespace sheaf::model {

struct Written {
  std::string text;
  std::vector<Tree> trees;  // of a condition or a filter one
};

struct Terms {
  std::optional<Written> condition = {};
  std::optional<Written> update = {};
  std::optional<Written> key = {};
  std::optional<Written> filter = {};
  std::optional<Written> projection = {};
  std::string index = {};  // "" is the table itself
  bool is_backward = false;
  bool counts_only = false;
  RefContent content = RefContent::kStored;
  uint64_t row_limit = 0;   // none
  uint64_t page_bytes = 0;  // DynamoDB's
  std::map<std::string, std::string> names = {};
  RefItem values = {};  // by placeholder
};

std::string json_text(const Terms& terms);

// Throws std::invalid_argument when the JSON is no such object.
Terms read_terms(const Json& json);

}  // namespace sheaf::model
