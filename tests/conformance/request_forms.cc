#include "tests/conformance/request_forms.h"

namespace sheaf::conformance {
namespace {

using Words = std::set<std::string>;

Words with(Words some, const Words& more) {
  some.insert(more.begin(), more.end());
  return some;
}

const Words& plain_part() {
  static const Words words = {"in"};
  return words;
}

const Words& action() {
  static const Words words = {"in", "condition", "names", "values", "old_on_failure"};
  return words;
}

}  // namespace

const std::map<std::string, RequestForm>& request_forms() {
  static const Words write = with(action(), {"return"});
  static const Words read = {"in",    "filter", "projection", "names",      "values",
                             "index", "limit",  "count",      "page_bytes", "full_item"};
  static const std::map<std::string, RequestForm> forms = {
      {"get", {RequestKind::kGet, plain_part()}},
      {"put", {RequestKind::kPut, write}},
      {"update", {RequestKind::kUpdate, with(write, {"expression"})}},
      {"delete", {RequestKind::kDelete, write}},
      {"query", {RequestKind::kQuery, with(read, {"key", "reverse"})}},
      {"scan", {RequestKind::kScan, with(read, {"segment"})}},
      {"next", {RequestKind::kNext, {}}},
      {"call", {RequestKind::kCall, {}}},
      {"transact_write", {RequestKind::kTransactWrite, {"token"}, {"put", "update", "delete", "check"}}},
      {"batch_write", {RequestKind::kBatchWrite, {}, {"put", "delete"}}},
      {"transact_get", {RequestKind::kTransactGet, {}, {"get"}}},
      {"batch_get", {RequestKind::kBatchGet, {}, {"get"}}},
  };
  return forms;
}

const Words& part_parameters(RequestKind whole, RequestKind part) {
  static const Words update = with(action(), {"expression"});
  if (whole != RequestKind::kTransactWrite) return plain_part();
  return part == RequestKind::kUpdate ? update : action();
}

bool has_subject(RequestKind kind) { return kind <= RequestKind::kCheck; }

}  // namespace sheaf::conformance
