#include "engine/protocol/request.h"

#include <charconv>
#include <limits>

namespace sheaf::protocol {
namespace {

using Kind = JsonNode::Kind;

JsonNode::Kind json_kind(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::kString:
      return Kind::kString;
    case ShapeKind::kInteger:
      return Kind::kNumber;
    case ShapeKind::kBoolean:
      return Kind::kBool;
    case ShapeKind::kList:
    case ShapeKind::kValues:
      return Kind::kArray;
    default:
      return Kind::kObject;
  }
}

// A number of JSON as a 64-bit integer, the nearest that there is; its decimals are dropped, as DynamoDB drops them.
int64_t whole_number(std::string_view text) {
  constexpr double kLimit = 9223372036854775808.0;  // 2 to the 63rd
  const char* const end = text.data() + text.size();
  int64_t whole = 0;
  if (const auto read = std::from_chars(text.data(), end, whole); read.ec == std::errc() && read.ptr == end)
    return whole;
  double number = 0;
  const bool is_in_range = std::from_chars(text.data(), end, number).ec == std::errc();
  if (is_in_range && number > -kLimit && number < kLimit) return static_cast<int64_t>(number);
  if (!is_in_range && text.find("e-") != std::string_view::npos) return 0;
  return text.front() == '-' ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

}  // namespace

const RequestNode* RequestNode::find(std::string_view name) const {
  for (size_t i = 0; i < shape_->members.size(); ++i) {
    if (shape_->members[i].name == name) return items_[i];
  }
  return nullptr;
}

std::optional<std::string_view> RequestNode::text_of(std::string_view name) const {
  const RequestNode* const member = find(name);
  return member == nullptr ? std::nullopt : std::optional(member->text());
}

bool RequestNode::is_true(std::string_view name) const {
  const RequestNode* const member = find(name);
  return member != nullptr && member->truth();
}

ValueView RequestNode::find_value(std::string_view name) const {
  for (const ParsedAttribute& attribute : attributes_) {
    if (attribute.name.name == name) return attribute.value.view();
  }
  return {};
}

// Shapes bound the recursion, and JsonReader what has none.
class RequestReader {
 public:
  RequestReader(JsonReader* reader, std::deque<RequestNode>* nodes) : reader_(*reader), nodes_(*nodes) {}

  Result<const RequestNode*> read(const Shape& shape) {
    RequestNode& node = nodes_.emplace_back();
    node.shape_ = &shape;
    node.offset_ = reader_.offset();
    if (shape.kind == ShapeKind::kOpaque) {
      SHEAF_ASSIGN_OR_RETURN(JsonNode tree, read_json_tree(&reader_));
      node.tree_ = std::make_unique<JsonNode>(std::move(tree));
      return &node;
    }
    if (shape.kind != ShapeKind::kValue) SHEAF_RETURN_IF_ERROR(reader_.expect(json_kind(shape.kind)));
    SHEAF_RETURN_IF_ERROR(fill(&node));
    return &node;
  }

 private:
  Status fill(RequestNode* node) {
    switch (node->shape_->kind) {
      case ShapeKind::kString:
        node->text_ = reader_.text();
        return {};
      case ShapeKind::kInteger:
        node->text_ = reader_.text();
        node->number_ = whole_number(node->text_);
        return {};
      case ShapeKind::kBoolean:
        node->number_ = reader_.truth() ? 1 : 0;
        return {};
      case ShapeKind::kStructure:
        return read_structure(node);
      case ShapeKind::kList:
        return read_list(node);
      case ShapeKind::kMap:
        return read_map(node);
      default:
        return read_values(node);
    }
  }

  Status read_structure(RequestNode* node) {
    const std::span<const MemberShape> members = node->shape_->members;
    node->items_.resize(members.size());
    SHEAF_RETURN_IF_ERROR(reader_.enter());
    while (true) {
      SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
      if (!has_member) return {};
      size_t i = 0;
      while (i < members.size() && members[i].name != reader_.name()) ++i;
      if (i == members.size() || reader_.kind() == Kind::kNull) {
        SHEAF_RETURN_IF_ERROR(reader_.skip());
        continue;
      }
      if (node->items_[i] != nullptr) return Status(Error::kNameDuplicate, {members[i].name}).at(reader_.name_offset());
      SHEAF_ASSIGN_OR_RETURN(node->items_[i], read(*members[i].shape));
    }
  }

  // Counts the member that the reader stands on.
  static bool is_passed_over(RequestNode* node) { return ++node->count_ > static_cast<size_t>(node->shape_->kept); }

  Status read_list(RequestNode* node) {
    SHEAF_RETURN_IF_ERROR(reader_.enter());
    while (true) {
      SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
      if (!has_member) return {};
      if (is_passed_over(node)) {
        SHEAF_RETURN_IF_ERROR(reader_.skip());
        continue;
      }
      SHEAF_ASSIGN_OR_RETURN(node->items_.emplace_back(), read(*node->shape_->element));
    }
  }

  Status read_map(RequestNode* node) {
    SHEAF_RETURN_IF_ERROR(reader_.enter());
    while (true) {
      SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
      if (!has_member) break;
      const JsonName name{reader_.name(), reader_.name_offset()};
      if (reader_.kind() == Kind::kNull) continue;
      if (is_passed_over(node)) {
        SHEAF_RETURN_IF_ERROR(reader_.skip());
        continue;
      }
      node->names_.push_back(name);
      SHEAF_ASSIGN_OR_RETURN(node->items_.emplace_back(), read(*node->shape_->element));
    }
    return check_unique_names(node->names_);
  }

  Status read_values(RequestNode* node) {
    JsonValues values(JsonDialect::kDynamoDb, JsonValues::Source::kRequest, &reader_);
    if (node->shape_->kind == ShapeKind::kAttributes) {
      SHEAF_RETURN_IF_ERROR(values.read_attributes(&node->attributes_));
    } else if (node->shape_->kind == ShapeKind::kValue) {
      SHEAF_RETURN_IF_ERROR(values.read(&node->attributes_.emplace_back().value));
    } else {
      SHEAF_RETURN_IF_ERROR(reader_.enter());
      while (true) {
        SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
        if (!has_member) break;
        SHEAF_RETURN_IF_ERROR(values.read(&node->attributes_.emplace_back().value));
      }
    }
    node->fault_ = values.fault();
    node->fault_attribute_ = values.fault_attribute();
    return {};
  }

  JsonReader& reader_;
  std::deque<RequestNode>& nodes_;
};

Status Request::read(const Shape& shape, std::string_view json) {
  SHEAF_RETURN_IF_ERROR(reader_.open(json));
  SHEAF_ASSIGN_OR_RETURN(root_, RequestReader(&reader_, &nodes_).read(shape));
  return reader_.finish();
}

}  // namespace sheaf::protocol
