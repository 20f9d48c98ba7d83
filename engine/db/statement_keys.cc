// Where a statement goes on, as the key of a row.
#include <algorithm>

#include "engine/db/database.h"
#include "engine/db/statement.h"
#include "engine/read/row_key.h"
#include "engine/read/start_key.h"

namespace sheaf {
namespace {

// Appends the parts of one key, of which the values stand in the schema's order.
void append_named(const KeySchema& schema, std::vector<Value> values, std::vector<NamedKeyValue>* key) {
  size_t at = 0;
  for (const auto* const parts : {&schema.partition, &schema.sort}) {
    for (const KeyPart& part : *parts) {
      const auto is_it = [&part](const NamedKeyValue& named) { return named.name == part.name; };
      Value& value = values[at++];
      if (std::none_of(key->begin(), key->end(), is_it)) key->push_back({part.name, std::move(value)});
    }
  }
}

}  // namespace

Status Statement::resume_after(std::span<const AttributeView> key) {
  SHEAF_RETURN_IF_ERROR(check_walks());
  SHEAF_RETURN_IF_ERROR(check_open());
  SHEAF_ASSIGN_OR_RETURN(std::string row_key, make_start_key(*read_, key));
  reset();
  resume_key_ = std::move(row_key);
  return {};
}

Result<bool> Statement::last_key(std::vector<NamedKeyValue>* key) const {
  key->clear();
  SHEAF_RETURN_IF_ERROR(check_walks());
  std::vector<Value> index_key;
  std::vector<Value> base_key;
  bool has_key = !resume_key_.empty();
  if (has_walk_) {
    SHEAF_ASSIGN_OR_RETURN(has_key, cursor_->last_key(&index_key, &base_key));
  } else {
    SHEAF_RETURN_IF_ERROR(check_open());
    SHEAF_RETURN_IF_ERROR(table_.table->check_alive());
    if (!resume_token_.empty()) return Status(Error::kMisuse, {"a token says its key with the first step"});
    if (has_key)
      SHEAF_RETURN_IF_ERROR(read_row_key({&read_->table(), read_->index()}, resume_key_, &index_key, &base_key));
  }
  if (!has_key) return false;
  if (read_->index() != nullptr) append_named(read_->index()->def->key, std::move(index_key), key);
  append_named(read_->table().def().key, std::move(base_key), key);
  return true;
}

}  // namespace sheaf
