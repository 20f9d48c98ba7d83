#include "engine/protocol/request_json.h"

#include "engine/schema/json_make.h"

namespace sheaf::protocol {
namespace {

using Kind = JsonNode::Kind;

JsonNode structure_json(const RequestNode& node) {
  JsonNode object = make_json(Kind::kObject);
  const std::span<const MemberShape> members = node.shape().members;
  for (size_t i = 0; i < members.size(); ++i) {
    if (node.items()[i] != nullptr) add_json_member(members[i].name, to_json(*node.items()[i]), &object);
  }
  return object;
}

}  // namespace

// Shapes bound the recursion.
JsonNode to_json(const RequestNode& node) {
  switch (node.shape().kind) {
    case ShapeKind::kString:
      return make_json_text(node.text());
    case ShapeKind::kInteger:
      return make_json_number(std::to_string(node.number()));
    case ShapeKind::kBoolean:
      return make_json_truth(node.truth());
    case ShapeKind::kStructure:
      return structure_json(node);
    case ShapeKind::kList: {
      JsonNode list = make_json(Kind::kArray);
      for (const RequestNode* const item : node.items()) list.items.push_back(to_json(*item));
      return list;
    }
    case ShapeKind::kMap: {
      JsonNode object = make_json(Kind::kObject);
      for (size_t i = 0; i < node.items().size(); ++i) {
        add_json_member(node.names()[i].name, to_json(*node.items()[i]), &object);
      }
      return object;
    }
    case ShapeKind::kOpaque:
      return node.tree();
    default:
      return make_json(Kind::kNull);
  }
}

}  // namespace sheaf::protocol
