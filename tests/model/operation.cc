#include "tests/model/operation.h"

#include <stdexcept>

#include "tests/model/reference_read.h"

namespace sheaf::model {
namespace {

// What follows the verb, a letter each: Definition, Item, Table, Place, Name, Count (#), Key, Query, iMages, Expressions, Actions or gets.
struct Form {
  Verb verb;
  std::string_view word;
  std::string_view arguments;
};

constexpr Form kForms[] = {
    {Verb::kCreate, "create", "D"},
    {Verb::kDrop, "drop", "T"},
    {Verb::kPut, "put", "PI"},
    {Verb::kPutOld, "put-old", "PI"},
    {Verb::kDelete, "delete", "PK"},
    {Verb::kDeleteOld, "delete-old", "PK"},
    {Verb::kPutIf, "put-if", "PMIE"},
    {Verb::kDeleteIf, "delete-if", "PMKE"},
    {Verb::kUpdate, "update", "PMKE"},
    {Verb::kCheck, "check", "PMKE"},
    {Verb::kTransact, "transact", "NA"},
    {Verb::kBatchWrite, "batch-write", "A"},
    {Verb::kBatchGet, "batch-get", "#A"},
    {Verb::kSelect, "select", "PE"},
    {Verb::kSelectPage, "select-page", "NPE"},
    {Verb::kSelectNext, "select-next", "N#"},
    {Verb::kBury, "bury", "T#I"},
    {Verb::kGet, "get", "PK"},
    {Verb::kQuery, "query", "PQ"},
    {Verb::kHasty, "hasty", "PQ"},
    {Verb::kPage, "page", "N#PQ"},
    {Verb::kNextPage, "next-page", "N#"},
    {Verb::kOpen, "open", "NPQ"},
    {Verb::kNext, "next", "N#"},
    {Verb::kReset, "reset", "NQ"},
    {Verb::kClose, "close", "N"},
    {Verb::kSnapshot, "snapshot", "N"},
    {Verb::kRelease, "release", "N"},
    {Verb::kFlush, "flush", "T"},
    {Verb::kVerify, "verify", ""},
    {Verb::kReopen, "reopen", ""},
    {Verb::kReopenReadOnly, "reopen-read-only", ""},
};

// In RefOp's order.
constexpr std::string_view kOps[] = {"", "=", "<", "<=", ">", ">=", "between", "begins_with"};

// Of images: none, old, new, both.
constexpr std::string_view kImages[] = {"none", "old", "new", "both"};
constexpr std::string_view kUpdatedOnly = "-updated";

[[noreturn]] void fail(const std::string& what) { throw std::invalid_argument("no operation: " + what); }

std::string array_text(const std::vector<Spelled>& values) {
  std::string text;
  for (const Spelled& value : values) text += (text.empty() ? "" : ",") + value.json;
  return "[" + text + "]";
}

std::string images_text(const Images& images) {
  const size_t which = (images.old_image ? 1 : 0) + (images.new_image ? 2 : 0);
  return std::string(kImages[which]) + std::string(images.is_updated_only ? kUpdatedOnly : "");
}

std::string condition_text(const std::string& word, RefOp op, const std::vector<Spelled>& values) {
  return " " + word + " " + std::string(kOps[static_cast<size_t>(op)]) + " " + array_text(values);
}

std::string query_text(const OperationQuery& query) {
  std::string text;
  if (!query.index.empty()) text += " on " + query.index;
  if (query.partition_op != RefOp::kAll) text += condition_text("partition", query.partition_op, query.partition);
  if (query.sort_op != RefOp::kAll) text += condition_text("sort", query.sort_op, query.sort);
  if (query.is_backward) text += " backward";
  if (query.content == RefContent::kKeysOnly) text += " keys-only";
  if (query.content == RefContent::kFullItem) text += " full-item";
  return text;
}

// Takes an operation's parts from the front of its line.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : rest_(line) {}

  // The word that comes next, "" at the end.
  std::string_view peek() {
    skip_spaces();
    return rest_.substr(0, rest_.find(' '));
  }
  std::string word() {
    const std::string_view next = peek();
    if (next.empty()) fail("the line ends too early");
    rest_.remove_prefix(next.size());
    return std::string(next);
  }
  bool takes(std::string_view wanted) {
    if (peek() != wanted) return false;
    rest_.remove_prefix(wanted.size());
    return true;
  }
  // A JSON value as it is written.
  std::string json(Json* tree) {
    skip_spaces();
    const std::string_view before = rest_;
    *tree = take_json(&rest_);
    return std::string(before.substr(0, before.size() - rest_.size()));
  }
  std::vector<Spelled> values();
  RefOp op();
  OperationQuery query();
  Images images();
  Operation operation();
  void read(char argument, Operation* operation);

 private:
  void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }
  void take_char(char wanted) {
    skip_spaces();
    if (!rest_.starts_with(wanted)) fail(std::string("no ") + wanted);
    rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

std::vector<Spelled> LineReader::values() {
  std::vector<Spelled> values;
  take_char('[');
  while (!peek().starts_with(']')) {
    if (!values.empty()) take_char(',');
    Json tree;
    std::string text = json(&tree);
    values.push_back({std::move(text), read_value(tree)});
  }
  take_char(']');
  return values;
}

RefOp LineReader::op() {
  const std::string given = word();
  for (size_t i = 1; i < std::size(kOps); ++i) {
    if (given == kOps[i]) return static_cast<RefOp>(i);
  }
  fail("the operator " + given);
}

Images LineReader::images() {
  std::string given = word();
  Images images;
  images.is_updated_only = given.ends_with(kUpdatedOnly);
  if (images.is_updated_only) given.resize(given.size() - kUpdatedOnly.size());
  for (size_t which = 0; which < std::size(kImages); ++which) {
    if (given != kImages[which]) continue;
    images.old_image = which % 2 != 0;
    images.new_image = which / 2 != 0;
    return images;
  }
  fail("the images " + given);
}

OperationQuery LineReader::query() {
  OperationQuery query;
  if (takes("on")) query.index = word();
  if (takes("partition")) {
    query.partition_op = op();
    query.partition = values();
  }
  if (takes("sort")) {
    query.sort_op = op();
    query.sort = values();
  }
  query.is_backward = takes("backward");
  if (takes("keys-only")) query.content = RefContent::kKeysOnly;
  if (takes("full-item")) query.content = RefContent::kFullItem;
  return query;
}

void LineReader::read(char argument, Operation* operation) {
  Json tree;
  switch (argument) {
    case 'D':
      operation->json = json(&tree);
      operation->table = tree.at("TableName").text;
      return;
    case 'I':
      operation->json = json(&tree);
      return;
    case 'N':
      operation->name = word();
      return;
    case '#':
      operation->count = std::stoull(word());
      return;
    case 'K':
      operation->key = values();
      return;
    case 'Q':
      operation->query = query();
      return;
    case 'M':
      operation->images = images();
      return;
    case 'E':
      json(&tree);
      operation->terms = read_terms(tree);
      return;
    case 'A':
      do {
        operation->parts.push_back(this->operation());
      } while (!peek().empty());
      return;
    default:  // a table or a place
      operation->table = word();
      if (const size_t at = operation->table.find('@'); at != std::string::npos && argument == 'P') {
        operation->snapshot = operation->table.substr(at + 1);
        operation->table.resize(at);
      }
  }
}

Operation LineReader::operation() {
  const std::string given = word();
  for (const Form& form : kForms) {
    if (form.word != given) continue;
    Operation operation;
    operation.verb = form.verb;
    for (const char argument : form.arguments) read(argument, &operation);
    return operation;
  }
  fail(given);
}

std::string parts_text(const Operation& operation) {
  std::string text;
  for (const Operation& part : operation.parts) text += " " + text_of(part);
  return text;
}

std::string argument_text(char argument, const Operation& operation) {
  switch (argument) {
    case 'D':
    case 'I':
      return " " + operation.json;
    case 'N':
      return " " + operation.name;
    case '#':
      return " " + std::to_string(operation.count);
    case 'K':
      return " " + array_text(operation.key);
    case 'Q':
      return query_text(operation.query);
    case 'M':
      return " " + images_text(operation.images);
    case 'E':
      return " " + json_text(operation.terms);
    case 'A':
      return parts_text(operation);
    default:
      return " " + operation.table + (operation.snapshot.empty() ? "" : "@" + operation.snapshot);
  }
}

}  // namespace

RefKeyValues values_of(const std::vector<Spelled>& spelled) {
  RefKeyValues values;
  for (const Spelled& one : spelled) values.push_back(one.value);
  return values;
}

RefQuery meaning_of(const OperationQuery& query) {
  return {query.index,   values_of(query.partition), query.partition_op, values_of(query.sort),
          query.sort_op, query.is_backward,          query.content};
}

std::string text_of(const Operation& operation) {
  for (const Form& form : kForms) {
    if (form.verb != operation.verb) continue;
    std::string text(form.word);
    for (const char argument : form.arguments) text += argument_text(argument, operation);
    return text;
  }
  return {};
}

Operation read_operation(std::string_view line) {
  LineReader reader(line);
  Operation operation = reader.operation();
  if (!reader.peek().empty()) fail("something follows: " + std::string(reader.peek()));
  return operation;
}

bool is_comment(std::string_view line) {
  const size_t first = line.find_first_not_of(' ');
  return first == std::string_view::npos || line[first] == '#';
}

}  // namespace sheaf::model
