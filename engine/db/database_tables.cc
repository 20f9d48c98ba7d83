// The calls of Database that change a table that is there, or tell about it.
#include "engine/db/database.h"
#include "engine/schema/describe.h"

namespace sheaf {

Status Database::add_index(std::string_view table, std::string_view definition_json) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  if (store_->is_read_only()) return Status(Error::kDatabaseReadOnly);
  const CallLimits limits(interrupt_, Deadline());
  return catalog_->add_index(table, definition_json, [&]() -> Status {
    if (gate_.is_closed()) return Status(Error::kClosed);
    return limits.is_interrupted() ? Status(Error::kInterrupted) : Status();
  });
}

Status Database::drop_index(std::string_view table, std::string_view index) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  if (store_->is_read_only()) return Status(Error::kDatabaseReadOnly);
  return catalog_->drop_index(table, index);
}

Status Database::change_kept(std::string_view table, const KeptChange& change) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  if (store_->is_read_only()) return Status(Error::kDatabaseReadOnly);
  return catalog_->change_kept(table, change);
}

Database::TableNow Database::table_now(std::shared_ptr<const OpenTable> table) const {
  TableNow now;
  now.base = store_->estimate(table->base());
  for (const IndexDef& index : table->def().indexes) {
    const OpenIndex* const open = table->find_index(index.name);
    now.indexes.push_back(open != nullptr ? store_->estimate(*open->family) : FamilyEstimate());
  }
  now.table = std::move(table);
  return now;
}

Result<Database::TableNow> Database::table_now(std::string_view name) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_ASSIGN_OR_RETURN(std::shared_ptr<const OpenTable> table, catalog_->find(name));
  return table_now(std::move(table));
}

Result<std::string> Database::describe_table(const TableHandle& table) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(table.table->check_alive());
  const TableNow now = table_now(table.newest());
  return sheaf::describe_table(now.table->def(), now.base, now.indexes);
}

Result<uint64_t> Database::collection_bytes(const TableHandle& table, ValueView partition) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  const std::shared_ptr<OpenTable> newest = table.newest();
  RangeRequest request;
  request.partition = {&partition, 1};
  request.partition_op = RangeOp::kEqual;
  uint64_t bytes = 0;
  const auto add = [&](std::optional<std::string_view> index) -> Status {
    request.index = index;
    SHEAF_ASSIGN_OR_RETURN(const Plan plan, make_plan(*newest, request));
    bytes += store_->approximate_bytes(plan.family(), {plan.range.lower, plan.range.upper});
    return {};
  };
  SHEAF_RETURN_IF_ERROR(add(std::nullopt));
  for (const OpenIndex& index : newest->indexes()) {
    if (index.def->kind == IndexKind::kLocal) SHEAF_RETURN_IF_ERROR(add(index.def->name));
  }
  return bytes;
}

}  // namespace sheaf
