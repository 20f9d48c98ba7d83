// Input: JSON. It is read as an item and as a value of both dialects, as a document, as a table's definition and as a record of
// the catalog.
#include <string>

#include "engine/item/json.h"
#include "engine/item/json_tree.h"
#include "engine/item/utf8.h"
#include "engine/schema/catalog_record.h"
#include "engine/schema/definition.h"
#include "engine/schema/describe.h"
#include "tests/fuzz/fuzz_target.h"

namespace sheaf::fuzz {
namespace {

constexpr JsonDialect kDialects[] = {JsonDialect::kDynamoDb, JsonDialect::kPlain};

void check_error(const Status& status, std::string_view json) {
  SHEAF_REQUIRE(status.offset() >= 0 && static_cast<size_t>(status.offset()) <= json.size(),
                "an error's offset lies in the text", status.message());
  SHEAF_REQUIRE(!is_valid_utf8(json) || is_valid_utf8(status.message()), "the errors of a UTF-8 text are UTF-8",
                status.message());
}

// What was parsed is printed and parsed again, in the same form.
void check_value(JsonDialect dialect, std::string_view json) {
  const auto value = parse_value_json(dialect, json);
  if (!value.ok()) return check_error(value.status(), json);
  SHEAF_REQUIRE_OK(verify_value(value->view()), "a parsed value is sound");
  std::string printed;
  SHEAF_REQUIRE_OK(print_value_json(JsonDialect::kDynamoDb, value->view(), &printed), "a parsed value is printed");
  const auto again = parse_value_json(JsonDialect::kDynamoDb, printed);
  SHEAF_REQUIRE_OK(again.status(), "a printed value is parsed");
  SHEAF_REQUIRE(again->type == value->type && again->data == value->data, "printing keeps a value", printed);
  SHEAF_REQUIRE(values_equal(again->view(), value->view()), "printing keeps a value", printed);
}

void check_item(JsonDialect dialect, std::string_view json) {
  ItemBuilder builder;
  const Status parsed = parse_item_json(dialect, json, &builder);
  if (!parsed.ok()) {
    SHEAF_REQUIRE(builder.finish().count() == 0, "a failed parse leaves nothing", json);
    return check_error(parsed, json);
  }
  const ItemView item = builder.finish();
  SHEAF_REQUIRE_OK(verify_item(item), "a parsed item is sound");
  std::string printed;
  SHEAF_REQUIRE_OK(print_item_json(JsonDialect::kDynamoDb, item, &printed), "a parsed item is printed");
  ItemBuilder other;
  SHEAF_REQUIRE_OK(parse_item_json(JsonDialect::kDynamoDb, printed, &other), "a printed item is parsed");
  const ItemView again = other.finish();
  SHEAF_REQUIRE(items_equal(item, again) && item.bytes() == again.bytes(), "printing keeps an item", printed);

  // The plain dialect loses which type a value has, but what it prints is an item of its own. A set becomes a list, whose
  // members are a level deeper.
  std::string plain;
  SHEAF_REQUIRE_OK(print_item_json(JsonDialect::kPlain, item, &plain), "a parsed item is printed plainly");
  const Status plainly = parse_item_json(JsonDialect::kPlain, plain, &other);
  SHEAF_REQUIRE(plainly.ok() || plainly.is(Error::kTooDeep), "a plainly printed item is parsed", plainly.message());
  if (dialect == JsonDialect::kPlain) {
    SHEAF_REQUIRE(plainly.ok() && items_equal(item, other.finish()), "printing plainly keeps a plain item", plain);
  }
}

void check_tree(std::string_view json) {
  const auto tree = parse_json_tree(json);
  if (!tree.ok()) return check_error(tree.status(), json);
  std::string printed;
  print_json_tree(*tree, &printed);
  const auto again = parse_json_tree(printed);
  SHEAF_REQUIRE_OK(again.status(), "a printed document is parsed");
  std::string printed_again;
  print_json_tree(*again, &printed_again);
  SHEAF_REQUIRE(printed_again == printed, "printing keeps a document", printed);
}

// A table that was defined can be described, written to the catalog and read again.
void check_table(const TableDef& table) {
  const std::vector<FamilyEstimate> estimates(table.indexes.size());
  const auto described = parse_json_tree(describe_table(table, {}, estimates));
  SHEAF_REQUIRE_OK(described.status(), "a description is JSON");
  const std::string record = encode_catalog_record(table);
  const auto decoded = decode_catalog_record(table.name, record);
  SHEAF_REQUIRE_OK(decoded.status(), "a record that was written is read");
  SHEAF_REQUIRE(encode_catalog_record(*decoded) == record, "a record keeps its table", record);
}

void check_definition(std::string_view json) {
  const auto table = parse_definition(json);
  if (!table.ok()) return check_error(table.status(), json);
  TableDef numbered = *table;
  numbered.id = 1;
  numbered.uuid = "8c1f0a52-3c1e-4f0b-9f0e-0d9c6a1b2c3d";
  for (size_t i = 0; i < numbered.indexes.size(); ++i) numbered.indexes[i].id = i + 1;
  check_table(numbered);
}

void check_record(std::string_view json) {
  static_cast<void>(decode_catalog_ids(json));
  const auto table = decode_catalog_record("App", json);
  if (table.ok()) check_table(*table);
}

void check_json(std::string_view bytes) {
  for (const JsonDialect dialect : kDialects) {
    check_item(dialect, bytes);
    check_value(dialect, bytes);
  }
  check_tree(bytes);
  check_definition(bytes);
  check_record(bytes);
}

}  // namespace
}  // namespace sheaf::fuzz

SHEAF_FUZZ_TARGET(json, sheaf::fuzz::check_json)
