#include "engine/item/json_tree.h"

#include "engine/item/json_reader.h"
#include "engine/item/json_text.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

// Reads the value that the reader stands on. The recursion ends at kMaxJsonLevels, where the reader refuses to enter.
Status read_node(JsonReader* reader, JsonNode* node) {
  node->kind = reader->kind();
  node->offset = reader->offset();
  if (node->kind == Kind::kBool) node->truth = reader->truth();
  if (node->kind == Kind::kString || node->kind == Kind::kNumber) node->text = reader->text();
  if (node->kind != Kind::kArray && node->kind != Kind::kObject) return {};
  SHEAF_RETURN_IF_ERROR(reader->enter());
  std::vector<JsonName> names;
  while (true) {
    SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader->next());
    if (!has_member) break;
    if (node->kind == Kind::kArray) {
      SHEAF_RETURN_IF_ERROR(read_node(reader, &node->items.emplace_back()));
      continue;
    }
    names.push_back({reader->name(), reader->name_offset()});
    JsonMember& member = node->members.emplace_back();
    member.name = reader->name();
    SHEAF_RETURN_IF_ERROR(read_node(reader, &member.value));
  }
  return check_unique_names(names);
}

}  // namespace

const JsonNode* JsonNode::find(std::string_view name) const {
  for (const JsonMember& member : members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

const char* json_kind_name(JsonNode::Kind kind) {
  switch (kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBool:
      return "a boolean";
    case Kind::kNumber:
      return "a number";
    case Kind::kString:
      return "a string";
    case Kind::kArray:
      return "an array";
    case Kind::kObject:
      return "an object";
  }
  return "nothing";
}

Result<JsonNode> read_json_tree(JsonReader* reader) {
  JsonNode root;
  SHEAF_RETURN_IF_ERROR(read_node(reader, &root));
  return root;
}

Result<JsonNode> parse_json_tree(std::string_view json) {
  JsonReader reader;
  SHEAF_RETURN_IF_ERROR(reader.open(json));
  SHEAF_ASSIGN_OR_RETURN(JsonNode root, read_json_tree(&reader));
  SHEAF_RETURN_IF_ERROR(reader.finish());
  return root;
}

// Trees come from parse_json_tree or from our own code, so their depth is bounded.
void print_json_tree(const JsonNode& node, std::string* out) {
  switch (node.kind) {
    case Kind::kNull:
      out->append("null");
      return;
    case Kind::kBool:
      out->append(node.truth ? "true" : "false");
      return;
    case Kind::kNumber:
      out->append(node.text);
      return;
    case Kind::kString:
      append_json_string(node.text, out);
      return;
    case Kind::kArray:
      out->push_back('[');
      for (const JsonNode& item : node.items) {
        if (&item != &node.items.front()) out->push_back(',');
        print_json_tree(item, out);
      }
      out->push_back(']');
      return;
    case Kind::kObject:
      out->push_back('{');
      for (const JsonMember& member : node.members) {
        if (&member != &node.members.front()) out->push_back(',');
        append_json_string(member.name, out);
        out->push_back(':');
        print_json_tree(member.value, out);
      }
      out->push_back('}');
      return;
  }
}

}  // namespace sheaf
