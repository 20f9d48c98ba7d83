#include "engine/protocol/table_access.h"

#include "engine/base/clock.h"
#include "engine/protocol/table_names.h"
#include "engine/schema/json_make.h"

namespace sheaf::protocol {

std::string_view requested_table(const Call& call) { return table_of_reference(*call.request.text_of("TableName")); }

TableFacts facts_of(const Database::TableNow& now) {
  return {now.table->def(), now.base, now.indexes, wall_clock_ms()};
}

Status write_table(const Call& call, std::string_view member, std::string_view table) {
  SHEAF_ASSIGN_OR_RETURN(const Database::TableNow now, call.database->table_now(table));
  call.response.name(member);
  call.response.json(print_json(table_description(facts_of(now))));
  return {};
}

Status in_request(const Call& call, Status status) {
  return status.offset() < 0 ? std::move(status) : std::move(status).at(call.request.offset());
}

}  // namespace sheaf::protocol
