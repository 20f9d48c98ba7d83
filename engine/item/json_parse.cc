#include <string>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/item/container.h"
#include "engine/item/json.h"
#include "engine/item/json_reader.h"
#include "engine/item/json_text.h"
#include "engine/item/number.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

// A value that was read: strings stay in the reader, which outlives it; the rest is built here.
struct ReadValue {
  Type type = Type::kNone;
  std::string_view text;  // kString
  std::string data;       // all other types

  ValueView view() const { return {type, type == Type::kString ? text : std::string_view(data)}; }
};

// kNone when `tag` names no type.
Type type_of_tag(std::string_view tag) {
  for (uint8_t number = 1; number <= kMaxTypeNumber; ++number) {
    if (is_stored_type(number) && tag == type_tag(static_cast<Type>(number))) return static_cast<Type>(number);
  }
  return Type::kNone;
}

// The error of a call that does not know the text, placed in it.
Status placed(Status status, size_t offset) { return std::move(status).at(offset); }

// Reads what the reader stands on into values. Recursion ends at kMaxNestingLevels.
class ValueReader {
 public:
  ValueReader(JsonDialect dialect, JsonReader* reader) : dialect_(dialect), reader_(*reader) {}

  // `level` is the value's own, 1 for a top-level attribute.
  Status read(int level, ReadValue* out) {
    if (level > kMaxNestingLevels) return Status(Error::kTooDeep).at(reader_.offset());
    return dialect_ == JsonDialect::kPlain ? read_plain(level, out) : read_tagged(level, out);
  }

  // An attribute's or a map member's name, just reached.
  Status read_name(std::vector<JsonName>* names) {
    const std::string_view name = reader_.name();
    const size_t offset = reader_.name_offset();
    if (name.empty()) return Status(Error::kNameEmpty).at(offset);
    if (name.size() > kMaxAttributeNameBytes) {
      return Status(Error::kNameTooLong, {std::to_string(name.size())}).at(offset);
    }
    names->push_back({name, offset});
    return {};
  }

 private:
  // {"S":"a"}: exactly one member, whose name is the type. DynamoDB drops members that it does not know; here they are
  // refused, because what was written would silently not be stored.
  Status read_tagged(int level, ReadValue* out) {
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

  Status read_payload(Type type, int level, ReadValue* out) {
    switch (type) {
      case Type::kNull:
        SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kBool));
        out->type = Type::kNull;
        return reader_.truth() ? Status() : Status(Error::kNullFalse).at(reader_.offset());
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

  Status read_plain(int level, ReadValue* out) {
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

  Status read_bool(ReadValue* out) {
    SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kBool));
    out->type = Type::kBool;
    out->data.assign(1, reader_.truth() ? '\1' : '\0');
    return {};
  }

  // `kind` is what the dialect writes numbers as.
  Status read_number(Kind kind, ReadValue* out) {
    SHEAF_RETURN_IF_ERROR(reader_.expect(kind));
    const auto number = Number::parse(reader_.text());
    if (!number.ok()) return placed(number.status(), reader_.offset());
    out->type = Type::kNumber;
    number->append_encoded(&out->data);
    return {};
  }

  Status read_string(ReadValue* out) {
    SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kString));
    out->type = Type::kString;
    out->text = reader_.text();
    return {};
  }

  Status read_binary(ReadValue* out) {
    SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kString));
    auto bytes = decode_base64(reader_.text());
    if (!bytes.ok()) return placed(bytes.status(), reader_.offset());
    out->type = Type::kBinary;
    out->data = *std::move(bytes);
    return {};
  }

  Status read_list(int level, ReadValue* out) {
    SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kArray));
    SHEAF_RETURN_IF_ERROR(reader_.enter());
    std::vector<ReadValue> members;
    while (true) {
      SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
      if (!has_member) break;
      SHEAF_RETURN_IF_ERROR(read(level + 1, &members.emplace_back()));
    }
    std::vector<ValueView> views;
    views.reserve(members.size());
    for (const ReadValue& member : members) views.push_back(member.view());
    out->type = Type::kList;
    out->data = make_list(views).data;
    return {};
  }

  Status read_map(int level, ReadValue* out) {
    SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kObject));
    const size_t offset = reader_.offset();
    SHEAF_RETURN_IF_ERROR(reader_.enter());
    std::vector<JsonName> names;
    std::vector<ReadValue> members;
    while (true) {
      SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
      if (!has_member) break;
      SHEAF_RETURN_IF_ERROR(read_name(&names));
      SHEAF_RETURN_IF_ERROR(read(level + 1, &members.emplace_back()));
    }
    std::vector<AttributeView> views;
    views.reserve(members.size());
    for (size_t i = 0; i < members.size(); ++i) views.push_back({names[i].name, members[i].view()});
    auto map = make_map(views);
    if (!map.ok()) {
      // make_map sorts anyway and so finds what stands twice, but not where.
      SHEAF_RETURN_IF_ERROR(check_unique_names(names));
      return placed(map.status(), offset);
    }
    out->type = Type::kMap;
    out->data = std::move(map->data);
    return {};
  }

  Status read_set(Type type, int level, ReadValue* out) {
    SHEAF_RETURN_IF_ERROR(reader_.expect(Kind::kArray));
    const size_t offset = reader_.offset();
    SHEAF_RETURN_IF_ERROR(reader_.enter());
    std::vector<ReadValue> members;
    while (true) {
      SHEAF_ASSIGN_OR_RETURN(const bool has_member, reader_.next());
      if (!has_member) break;
      SHEAF_RETURN_IF_ERROR(read_payload(set_member_type(type), level, &members.emplace_back()));
    }
    std::vector<std::string_view> views;
    views.reserve(members.size());
    for (const ReadValue& member : members) views.push_back(member.view().data);
    auto set = make_set(type, views);
    if (!set.ok()) return placed(set.status(), offset);
    out->type = type;
    out->data = std::move(set->data);
    return {};
  }

  const JsonDialect dialect_;
  JsonReader& reader_;
};

Status read_item(JsonDialect dialect, std::string_view json, ItemBuilder* out) {
  JsonReader reader;
  SHEAF_RETURN_IF_ERROR(reader.open(json));
  SHEAF_RETURN_IF_ERROR(reader.expect(Kind::kObject));
  SHEAF_RETURN_IF_ERROR(reader.enter());
  ValueReader values(dialect, &reader);
  std::vector<JsonName> names;
  while (true) {
    SHEAF_ASSIGN_OR_RETURN(const bool has_attribute, reader.next());
    if (!has_attribute) break;
    SHEAF_RETURN_IF_ERROR(values.read_name(&names));
    ReadValue value;
    SHEAF_RETURN_IF_ERROR(values.read(1, &value));
    SHEAF_RETURN_IF_ERROR(out->set(names.back().name, value.view()));
  }
  SHEAF_RETURN_IF_ERROR(check_unique_names(names));
  return reader.finish();
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
  ReadValue value;
  SHEAF_RETURN_IF_ERROR(ValueReader(dialect, &reader).read(1, &value));
  SHEAF_RETURN_IF_ERROR(reader.finish());
  return Value{value.type, std::string(value.view().data)};
}

}  // namespace sheaf
