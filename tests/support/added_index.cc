#include "tests/support/added_index.h"

#include "engine/schema/json_make.h"
#include "engine/schema/words.h"

namespace sheaf::test {

std::string added_index_json(const IndexShape& shape) {
  using Kind = JsonNode::Kind;
  const KeySchema key = key_schema(shape.hash, shape.sort);
  const Projection projection = projection_of(shape.projection);
  JsonNode attributes = make_json(Kind::kArray);
  JsonNode elements = make_json(Kind::kArray);
  const auto add = [&](const KeyPart& part, const char* role) {
    JsonNode attribute = make_json(Kind::kObject);
    add_json_member("AttributeName", make_json_text(part.name), &attribute);
    add_json_member("AttributeType", make_json_text(word_of(kKeyTypeWords, part.type)), &attribute);
    attributes.items.push_back(std::move(attribute));
    JsonNode element = make_json(Kind::kObject);
    add_json_member("AttributeName", make_json_text(part.name), &element);
    add_json_member("KeyType", make_json_text(role), &element);
    elements.items.push_back(std::move(element));
  };
  for (const KeyPart& part : key.partition) add(part, "HASH");
  for (const KeyPart& part : key.sort) add(part, "RANGE");
  JsonNode projected = make_json(Kind::kObject);
  add_json_member("ProjectionType", make_json_text(word_of(kProjectionWords, projection.kind)), &projected);
  if (projection.kind == ProjectionKind::kInclude) {
    add_json_member("NonKeyAttributes", make_json_texts(projection.non_key_attributes), &projected);
  }
  JsonNode root = make_json(Kind::kObject);
  add_json_member("AttributeDefinitions", std::move(attributes), &root);
  add_json_member("IndexName", make_json_text(shape.name), &root);
  add_json_member("KeySchema", std::move(elements), &root);
  add_json_member("Projection", std::move(projected), &root);
  return print_json(root);
}

}  // namespace sheaf::test
