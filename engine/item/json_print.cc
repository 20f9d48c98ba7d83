#include <string>

#include "engine/base/limits.h"
#include "engine/item/container.h"
#include "engine/item/json.h"
#include "engine/item/json_text.h"
#include "engine/item/number.h"
#include "engine/item/utf8.h"

namespace sheaf {
namespace {

Status corrupt(std::string_view what) { return Status(Error::kItemCorrupt, {what}); }

class JsonPrinter {
 public:
  JsonPrinter(JsonDialect dialect, std::string* out) : dialect_(dialect), out_(out) {}

  Status add_item(const ItemView& item) {
    out_->push_back('{');
    for (uint32_t i = 0; i < item.count(); ++i) {
      const AttributeView attribute = item.at(i);
      if (i > 0) out_->push_back(',');
      append_json_string(attribute.name, out_);
      out_->push_back(':');
      SHEAF_RETURN_IF_ERROR(add_value(attribute.value, 1));
    }
    out_->push_back('}');
    return {};
  }

  Status add_value(ValueView value, int level) {
    if (level > kMaxNestingLevels) return corrupt("a value is nested too deep");
    if (dialect_ == JsonDialect::kPlain) return add_payload(value, level);
    out_->append("{\"");
    out_->append(type_tag(value.type));
    out_->append("\":");
    SHEAF_RETURN_IF_ERROR(add_payload(value, level));
    out_->push_back('}');
    return {};
  }

 private:
  Status add_payload(ValueView value, int level) {
    switch (value.type) {
      case Type::kNull:
        if (!value.data.empty()) return corrupt("NULL holds bytes");
        out_->append(dialect_ == JsonDialect::kPlain ? "null" : "true");
        return {};
      case Type::kBool:
        if (value.data.size() != 1 || static_cast<uint8_t>(value.data[0]) > 1) return corrupt("BOOL is not 0 or 1");
        out_->append(value.data[0] != 0 ? "true" : "false");
        return {};
      case Type::kNumber:
        return add_number(value.data);
      case Type::kString:
        append_json_string(value.data, out_);
        return {};
      case Type::kBinary:
        out_->push_back('"');
        append_base64(value.data, out_);
        out_->push_back('"');
        return {};
      case Type::kNone:
        return corrupt("a value has no type");
      default:
        return is_container(value.type) ? add_container(value, level) : corrupt("a value's type is unknown");
    }
  }

  Status add_number(std::string_view bytes) {
    const auto number = Number::decode(bytes);
    if (!number.ok()) return corrupt("a number is not in the stored form");
    const bool is_quoted = dialect_ == JsonDialect::kDynamoDb;
    if (is_quoted) out_->push_back('"');
    number->append_text(out_);
    if (is_quoted) out_->push_back('"');
    return {};
  }

  Status add_container(ValueView value, int level) {
    SHEAF_ASSIGN_OR_RETURN(const ContainerView container, ContainerView::open(value));
    const bool is_map = value.type == Type::kMap;
    out_->push_back(is_map ? '{' : '[');
    for (uint32_t i = 0; i < container.count(); ++i) {
      const AttributeView member = container.at(i);
      if (i > 0) out_->push_back(',');
      if (is_map) {
        append_json_string(member.name, out_);
        out_->push_back(':');
      }
      // A set's members are bare in both dialects: the set's tag, or nothing, says their type.
      SHEAF_RETURN_IF_ERROR(is_set(value.type) ? add_payload(member.value, level) : add_value(member.value, level + 1));
    }
    out_->push_back(is_map ? '}' : ']');
    return {};
  }

  JsonDialect dialect_;
  std::string* out_;
};

// Checks what was printed behind `start` and takes it back when there was an error. Names and strings are looked at all at
// once, which is far cheaper than one by one: everything between them is ASCII, so only they can be bad UTF-8.
Status settle(Status status, size_t start, std::string* out) {
  if (status.ok() && !is_valid_utf8(std::string_view(*out).substr(start))) {
    status = corrupt("a string is not valid UTF-8");
  }
  if (!status.ok()) out->resize(start);
  return status;
}

}  // namespace

Status print_item_json(JsonDialect dialect, const ItemView& item, std::string* out) {
  const size_t start = out->size();
  return settle(JsonPrinter(dialect, out).add_item(item), start, out);
}

Status print_value_json(JsonDialect dialect, ValueView value, std::string* out) {
  const size_t start = out->size();
  return settle(JsonPrinter(dialect, out).add_value(value, 1), start, out);
}

}  // namespace sheaf
