#include "engine/item/json.h"
#include "engine/item/json_values.h"

namespace sheaf {
namespace {

Status read_item(JsonDialect dialect, std::string_view json, ItemBuilder* out) {
  JsonReader reader;
  SHEAF_RETURN_IF_ERROR(reader.open(json));
  std::vector<ParsedAttribute> attributes;
  SHEAF_RETURN_IF_ERROR(JsonValues(dialect, JsonValues::Source::kDocument, &reader).read_attributes(&attributes));
  SHEAF_RETURN_IF_ERROR(reader.finish());
  for (const ParsedAttribute& attribute : attributes) {
    SHEAF_RETURN_IF_ERROR(out->set(attribute.name.name, attribute.value.view()));
  }
  return {};
}

}  // namespace

Status parse_item_json(JsonDialect dialect, std::string_view json, ItemBuilder* out) {
  out->clear();
  Status status = read_item(dialect, json, out);
  if (!status.ok()) out->clear();
  return status;
}

Result<Value> parse_value_json(JsonDialect dialect, std::string_view json) {
  JsonReader reader;
  SHEAF_RETURN_IF_ERROR(reader.open(json));
  ParsedValue value;
  SHEAF_RETURN_IF_ERROR(JsonValues(dialect, JsonValues::Source::kDocument, &reader).read(&value));
  SHEAF_RETURN_IF_ERROR(reader.finish());
  return Value{value.type, std::string(value.view().data)};
}

}  // namespace sheaf
