#include "engine/item/json_values.h"

#include "engine/base/limits.h"
#include "engine/item/container.h"
#include "engine/item/json_text.h"
#include "engine/item/number.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

// kNone when `tag` names no type.
Type type_of_tag(std::string_view tag) {
  for (uint8_t number = 1; number <= kMaxTypeNumber; ++number) {
    if (is_stored_type(number) && tag == type_tag(static_cast<Type>(number))) return static_cast<Type>(number);
  }
  return Type::kNone;
}

}  // namespace

// What stands in place of a refused value is never used.
Status JsonValues::refuse(Status status, size_t offset, ParsedValue* out) {
  status = std::move(status).at(offset);
  if (!is_request()) return status;
  if (fault_.ok()) fault_ = std::move(status);
  *out = {Type::kNull, {}, {}};
  return {};
}

// Recursion ends at kMaxNestingLevels.
Status JsonValues::read_value(int level, ParsedValue* out) {
  if (level > kMaxNestingLevels) {
    SHEAF_RETURN_IF_ERROR(refuse(Status(Error::kTooDeep), reader_.offset(), out));
    return reader_.skip();
  }
  if (dialect_ == JsonDialect::kPlain) return read_plain(level, out);
  return is_request() ? read_tags_of_request(level, out) : read_tagged(level, out);
}

Status JsonValues::read_name(JsonName* out) {
  *out = {reader_.name(), reader_.name_offset()};
  ParsedValue unused;
  if (out->name.empty()) return refuse(Status(Error::kNameEmpty), out->offset, &unused);
  if (out->name.size() <= kMaxAttributeNameBytes) return {};
  return refuse(Status(Error::kNameTooLong, {std::to_string(out->name.size())}), out->offset, &unused);
}

// {"S":"a"}: exactly one member, whose name is the type. DynamoDB drops members that it does not know; in a document they are
// refused, because what was written would silently not be stored.
Status JsonValues::read_tagged(int level, ParsedValue* out) {
  SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kObject));
  const size_t offset = reader_.offset();
  SHEAF_RETURN_IF_ERROR(reader_.enter());
  SHEAF_ASSIGN_OR_RETURN(const bool has_tag, reader_.next());
  if (!has_tag) return Status(Error::kValueNoType).at(offset);
  const std::string_view tag = reader_.name();
  const Type type = type_of_tag(tag);
  if (type == Type::kNone) return Status(Error::kValueNoType).at(offset);
  SHEAF_RETURN_IF_ERROR(read_payload(type, level, out));
  SHEAF_ASSIGN_OR_RETURN(const bool has_more, reader_.next());
  if (!has_more) return {};
  if (reader_.name() == tag) return Status(Error::kNameDuplicate, {tag}).at(reader_.name_offset());
  return Status(Error::kValueTwoTypes).at(offset);
}

Status JsonValues::read_tags_of_request(int level, ParsedValue* out) {
  const size_t offset = reader_.offset();
  if (reader_.kind() == Kind::kNull) return refuse(Status(Error::kValueNoType), offset, out);
  SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kObject));
  SHEAF_RETURN_IF_ERROR(reader_.enter());
  std::string_view first_tag;
  ParsedValue further;
  bool has_two = false;
  while (true) {
    SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
    if (!has_member) break;
    const std::string_view tag = reader_.name();
    const Type type = type_of_tag(tag);
    if (type == Type::kNone || reader_.kind() == Kind::kNull) {
      SHEAF_RETURN_IF_ERROR(reader_.skip());
      continue;
    }
    if (tag == first_tag) return Status(Error::kNameDuplicate, {tag}).at(reader_.name_offset());
    const bool is_first = first_tag.empty();
    has_two = has_two || !is_first;
    if (is_first) first_tag = tag;
    SHEAF_RETURN_IF_ERROR(read_payload(type, level, is_first ? out : &further));
  }
  if (first_tag.empty()) return refuse(Status(Error::kValueNoType), offset, out);
  return has_two ? refuse(Status(Error::kValueTwoTypes), offset, out) : Status();
}

Status JsonValues::read_payload(Type type, int level, ParsedValue* out) {
  switch (type) {
    case Type::kNull:
      return read_null(out);
    case Type::kBool:
      return read_bool(out);
    case Type::kNumber:
      return read_number(Kind::kString, out);
    case Type::kString:
      return read_string(out);
    case Type::kBinary:
      return read_binary(out);
    case Type::kList:
      return read_list(level, out);
    case Type::kMap:
      return read_map(level, out);
    default:
      return read_set(type, level, out);
  }
}

Status JsonValues::read_plain(int level, ParsedValue* out) {
  switch (reader_.kind()) {
    case Kind::kNull:
      out->type = Type::kNull;
      return {};
    case Kind::kBool:
      return read_bool(out);
    case Kind::kNumber:
      return read_number(Kind::kNumber, out);
    case Kind::kString:
      return read_string(out);
    case Kind::kArray:
      return read_list(level, out);
    case Kind::kObject:
      return read_map(level, out);
  }
  return Status(Error::kInternal, {"a JSON value has no kind"});
}

Status JsonValues::read_null(ParsedValue* out) {
  SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kBool));
  out->type = Type::kNull;
  return reader_.truth() ? Status() : refuse(Status(Error::kNullFalse), reader_.offset(), out);
}

Status JsonValues::read_bool(ParsedValue* out) {
  SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kBool));
  out->type = Type::kBool;
  out->data.assign(1, reader_.truth() ? '\1' : '\0');
  return {};
}

// `kind` is what the dialect writes numbers as.
Status JsonValues::read_number(Kind kind, ParsedValue* out) {
  SHEAF_RETURN_IF_ERROR(reader_.expect(kind));
  auto number = Number::parse(reader_.text());
  if (!number.ok()) return refuse(std::move(number).status(), reader_.offset(), out);
  out->type = Type::kNumber;
  out->text = reader_.text();
  number->append_encoded(&out->data);
  return {};
}

Status JsonValues::read_string(ParsedValue* out) {
  SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kString));
  out->type = Type::kString;
  out->text = reader_.text();
  return {};
}

Status JsonValues::read_binary(ParsedValue* out) {
  SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kString));
  auto bytes = decode_base64(reader_.text());
  if (!bytes.ok()) return std::move(bytes).status().at(reader_.offset());
  out->type = Type::kBinary;
  out->data = *std::move(bytes);
  return {};
}

Status JsonValues::read_list(int level, ParsedValue* out) {
  SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kArray));
  SHEAF_RETURN_IF_ERROR(reader_.enter());
  std::vector<ParsedValue> members;
  while (true) {
    SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
    if (!has_member) break;
    SHEAF_RETURN_IF_ERROR(read_value(level + 1, &members.emplace_back()));
  }
  std::vector<ValueView> views;
  views.reserve(members.size());
  for (const ParsedValue& member : members) views.push_back(member.view());
  out->type = Type::kList;
  out->data = make_list(views).data;
  return {};
}

Status JsonValues::read_members(int level, std::vector<ParsedAttribute>* out) {
  SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kObject));
  SHEAF_RETURN_IF_ERROR(reader_.enter());
  while (true) {
    SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
    if (!has_member) return {};
    ParsedAttribute& member = out->emplace_back();
    const bool was_right = fault_.ok();
    SHEAF_RETURN_IF_ERROR(read_name(&member.name));
    SHEAF_RETURN_IF_ERROR(read_value(level, &member.value));
    if (level == 1 && was_right && !fault_.ok()) fault_attribute_ = out->size() - 1;
  }
}

Status JsonValues::read_map(int level, ParsedValue* out) {
  const size_t offset = reader_.offset();
  std::vector<ParsedAttribute> members;
  SHEAF_RETURN_IF_ERROR(read_members(level + 1, &members));
  std::vector<AttributeView> views;
  views.reserve(members.size());
  for (const ParsedAttribute& member : members) views.push_back(member.view());
  auto map = make_map(views);
  if (!map.ok()) {
    // make_map sorts anyway and so finds what stands twice, but not where.
    SHEAF_RETURN_IF_ERROR(check_names(members));
    return refuse(std::move(map).status(), offset, out);
  }
  out->type = Type::kMap;
  out->data = std::move(map->data);
  return {};
}

Status JsonValues::read_set(Type type, int level, ParsedValue* out) {
  SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kArray));
  const size_t offset = reader_.offset();
  SHEAF_RETURN_IF_ERROR(reader_.enter());
  std::vector<ParsedValue> members;
  while (true) {
    SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
    if (!has_member) break;
    SHEAF_RETURN_IF_ERROR(read_payload(set_member_type(type), level, &members.emplace_back()));
  }
  std::vector<std::string_view> views;
  views.reserve(members.size());
  for (const ParsedValue& member : members) views.push_back(member.view().data);
  auto set = make_set(type, views);
  if (!set.ok()) return refuse(std::move(set).status(), offset, out);
  out->type = type;
  out->data = std::move(set->data);
  return {};
}

Status JsonValues::check_names(const std::vector<ParsedAttribute>& attributes) {
  std::vector<JsonName> names;
  names.reserve(attributes.size());
  for (const ParsedAttribute& attribute : attributes) names.push_back(attribute.name);
  return check_unique_names(names);
}

Status JsonValues::read_attributes(std::vector<ParsedAttribute>* out) {
  SHEAF_RETURN_IF_ERROR(read_members(1, out));
  return check_names(*out);
}

}  // namespace sheaf
