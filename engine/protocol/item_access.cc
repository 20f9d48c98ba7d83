#include "engine/protocol/item_access.h"

#include "engine/base/limits.h"
#include "engine/item/json.h"
#include "engine/protocol/table_names.h"

namespace sheaf::protocol {
namespace {

Status set_attributes(const RequestNode& attributes, ItemBuilder* builder) {
  for (const ParsedAttribute& attribute : attributes.attributes()) {
    SHEAF_RETURN_IF_ERROR(builder->set(attribute.name.name, attribute.value.view()));
  }
  return {};
}

}  // namespace

Result<TableHandle> find_table(const Call& call, std::string_view reference) {
  const std::string_view name = table_of_reference(reference);
  SHEAF_ASSIGN_OR_RETURN(auto table, call.database->open_table(name));
  return TableHandle(std::move(table));
}

Status read_key(const KeySchema& schema, const RequestNode& key, std::vector<ValueView>* out) {
  const auto add = [&](const std::vector<KeyPart>& parts) {
    for (const KeyPart& part : parts) {
      const ValueView value = key.find_value(part.name);
      if (value.type == part.type) out->push_back(value);
    }
  };
  out->clear();
  add(schema.partition);
  add(schema.sort);
  const size_t needed = schema.part_count();
  if (out->size() == needed && key.attributes().size() == needed) return {};
  return Status(Error::kKeyShape, {std::to_string(key.attributes().size()), std::to_string(needed)}).at(key.offset());
}

Result<ItemView> build_item(const RequestNode& item, ItemBuilder* builder) {
  SHEAF_RETURN_IF_ERROR(check_values(&item));
  builder->clear();
  SHEAF_RETURN_IF_ERROR(set_attributes(item, builder));
  const ItemView built = builder->finish();
  if (built.size_bytes() <= kMaxItemBytes) return built;
  return Status(Error::kItemTooLarge, {std::to_string(built.size_bytes()), std::to_string(kMaxItemBytes)});
}

Result<std::unique_ptr<Statement>> prepare_write(const Call& call, const TableHandle& table, ActionKind kind,
                                                 const ExpressionSet& expressions) {
  StatementText text;
  text.kind = kind == ActionKind::kUpdate ? StatementKind::kUpdate : StatementKind::kCondition;
  text.api = ApiMode::kDynamoDb;
  text.update = expressions.update;
  text.condition = expressions.condition;
  text.names = expressions.names;
  text.origin = expressions.origin;
  SHEAF_ASSIGN_OR_RETURN(std::unique_ptr<Statement> statement, Statement::prepare(call.database, table, text));
  SHEAF_RETURN_IF_ERROR(bind_values(expressions, statement.get()));
  return statement;
}

Deadline write_deadline() {
  constexpr uint64_t kWaitMs = 10000;
  return Deadline::after_ms(kWaitMs);
}

Status write_item(const ItemView& item, JsonWriter* response) {
  return print_item_json(JsonDialect::kDynamoDb, item, &response->value());
}

Status write_item_member(std::string_view name, const ItemView& item, JsonWriter* response) {
  response->name(name);
  return write_item(item, response);
}

Status write_image_member(std::string_view name, const AlignedBuffer& image, JsonWriter* response) {
  if (image.view().empty()) return {};
  SHEAF_ASSIGN_OR_RETURN(const ItemView item, ItemView::open(image.view()));
  return write_item_member(name, item, response);
}

Status write_attributes(const RequestNode& attributes, JsonWriter* response) {
  ItemBuilder builder;
  SHEAF_RETURN_IF_ERROR(set_attributes(attributes, &builder));
  return write_item(builder.finish(), response);
}

}  // namespace sheaf::protocol
