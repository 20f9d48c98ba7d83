// How a statement follows its table when the definition of that changes.
#include "engine/db/database.h"
#include "engine/db/statement.h"
#include "engine/write/write_checks.h"

namespace sheaf {
namespace {

std::optional<std::string> owned(const std::optional<std::string_view>& text) {
  if (!text.has_value()) return std::nullopt;
  return std::string(*text);
}

std::optional<std::string_view> borrowed(const std::optional<std::string>& text) {
  if (!text.has_value()) return std::nullopt;
  return std::string_view(*text);
}

uint64_t index_id(const PreparedRead& read) { return read.index() != nullptr ? read.index()->def->id : 0; }

}  // namespace

KeptReadText::KeptReadText(const StatementText& text)
    : text_(text),
      index_(owned(text.read.index)),
      key_(owned(text.read.key)),
      filter_(owned(text.read.filter)),
      projection_(owned(text.read.projection)) {
  text_.names = {};
}

StatementText KeptReadText::text() const {
  StatementText text = text_;
  text.read.index = borrowed(index_);
  text.read.key = borrowed(key_);
  text.read.filter = borrowed(filter_);
  text.read.projection = borrowed(projection_);
  return text;
}

// Before a use that has not begun. The values and the vocabulary stay: the same text has the same parameters, and callers hold
// on to their names. An error leaves the statement as it was, and the next use tries again.
Status Statement::follow_table() {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  const std::shared_ptr<OpenTable> newer = table_.table->newer();
  if (newer == nullptr) return {};
  if (!read_.has_value()) {
    SHEAF_RETURN_IF_ERROR(check_write_paths(*newer, terms()));
    table_.table = newer;
    return {};
  }
  std::vector<StatementName> names;
  vocabulary_.visit_names([&names](std::string_view placeholder, std::string_view attribute) {
    names.push_back({placeholder, attribute});
  });
  StatementText text = read_text_->text();
  text.names = names;
  SHEAF_ASSIGN_OR_RETURN(const std::unique_ptr<Statement> again,
                         prepare(database_, TableHandle(newer, table_.snapshot), text));
  if (!resume_key_.empty() && index_id(*again->read_) != index_id(*read_)) {
    return Status(Error::kTokenInvalid, {"is of an index that was dropped"});
  }
  cursor_->follow(again->table_.table);
  table_ = again->table_;
  read_ = std::move(again->read_);
  values_are_checked_ = false;
  return {};
}

}  // namespace sheaf
