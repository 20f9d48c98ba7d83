// Values and items.
#include "tests/model/generator.h"

#include <algorithm>

namespace sheaf::model {
namespace {

const std::vector<std::string> kPlainNames{"v", "w", "x y", "\xC3\xA9", "v.w"};

}  // namespace

const RefItem* Generator::any_item(const RefTable& table) {
  if (table.items().empty()) return nullptr;
  auto item = table.items().begin();
  std::advance(item, static_cast<ptrdiff_t>(below(table.items().size())));
  return item->second.get();
}

// One that has a row under the key when a few tries find it.
const RefItem* Generator::any_item(const RefTable& table, const RefKey& key) {
  const RefItem* item = nullptr;
  for (int tries = 0; tries < 5; ++tries) {
    item = any_item(table);
    const auto has = [item](const RefPart& part) { return item->contains(part.name); };
    const std::vector<RefPart> parts = key.parts();
    if (item == nullptr || std::all_of(parts.begin(), parts.end(), has)) return item;
  }
  return item;
}

RefItem Generator::item(const RefTable& table) {
  const RefItem* const example = any_item(table);
  RefItem item;
  std::vector<RefPart> parts = table.definition().key.parts();
  for (const RefPart& part : parts) item[part.name] = value_like(part, one_in(2) ? example : nullptr);
  if (example != nullptr && one_in(3)) {
    // The neighbour of another item in its collection.
    for (const RefPart& part : parts) item[part.name] = example->at(part.name);
    item[parts.back().name] = near(example->at(parts.back().name));
  }
  // Many items share their index keys with another, so that collections have several.
  const RefItem* const shared = one_in(3) ? nullptr : any_item(table);
  for (const RefIndex& index : table.definition().indexes) {
    for (const RefPart& part : index.key.parts()) {
      parts.push_back(part);
      if (!item.contains(part.name) && !one_in(10)) item[part.name] = value_like(part, shared);
    }
  }
  for (const std::string& name : kPlainNames) {
    if (!one_in(3)) item[name] = value(3);
  }
  if (!one_in(12)) return item;
  // Any key attribute may be wrong, or the primary key's missing.
  const RefPart& part = pick(parts);
  if (one_in(4)) {
    item.erase(part.name);
  } else {
    item[part.name] = forbidden_value(part.kind);
  }
  return item;
}

RefKeyValues Generator::key(const RefTable& table) {
  const RefItem* const example = any_item(table);
  RefKeyValues values;
  if (example != nullptr && !one_in(3)) {
    values = table.key_of(*example);
  } else {
    for (const RefPart& part : table.definition().key.parts()) values.push_back(value_like(part, example));
  }
  // As long as a partition key may be, but no sort key of an index.
  if (one_in(60) && values[0].kind != Kind::kNumber) values[0] = longest(values[0], 1025);
  if (!one_in(20)) return values;
  if (one_in(3)) {
    values.pop_back();
  } else if (one_in(2)) {
    values.push_back(key_value(Kind::kString));
  } else {
    values.back() = forbidden_value(values.back().kind);
  }
  return values;
}

RefValue Generator::key_value(Kind kind) {
  RefValue value;
  value.kind = kind;
  if (kind == Kind::kNumber) value.number = decimal();
  if (kind == Kind::kString) value.bytes = text(one_in(3) ? 3 : 1);
  if (kind == Kind::kBinary) value.bytes = bytes(one_in(3) ? 3 : 1);
  if (kind != Kind::kNumber && value.bytes.empty()) value.bytes = "a";
  if (kind != Kind::kNumber && one_in(60)) return longest(value, one_in(2) ? 1024 : 2048);
  return value;
}

// The example's own value of the part, one beside it, or any.
RefValue Generator::value_like(const RefPart& part, const RefItem* example) {
  if (example != nullptr && !one_in(6)) {
    const auto found = example->find(part.name);
    if (found != example->end()) return one_in(4) ? near(found->second) : found->second;
  }
  return key_value(part.kind);
}

// A prefix, a continuation by the bytes that keys must escape, or a neighbour in the last place.
RefValue Generator::near(RefValue value) {
  if (value.kind == Kind::kNumber) {
    if (value.number.fraction.size() < 10 && value.number.whole.size() < 20) value.number.fraction += "1";
    return value;
  }
  const std::vector<std::string> ends{std::string(1, '\0'), "\1", "~", value.kind == Kind::kBinary ? "\xFF" : "\x7F",
                                      std::string(2, '\0')};
  if (one_in(3) || value.bytes.size() > 1000) {
    while (value.bytes.size() > 1 && (static_cast<unsigned char>(value.bytes.back()) & 0xC0) == 0x80) {
      value.bytes.pop_back();  // a string ends with a whole code point
    }
    if (value.bytes.size() > 1) value.bytes.pop_back();
    if (value.kind == Kind::kString && static_cast<unsigned char>(value.bytes.back()) >= 0xC0) value.bytes = "b";
  } else {
    value.bytes += pick(ends);
  }
  return value;
}

RefValue Generator::another(const RefValue& value) {
  const bool is_key_kind = value.kind == Kind::kNumber || value.kind == Kind::kString || value.kind == Kind::kBinary;
  const bool has_near = value.kind == Kind::kNumber || (is_key_kind && !value.bytes.empty());
  if (has_near && one_in(2)) return near(value);
  if (is_key_kind) return key_value(value.kind);
  RefValue other;
  do {
    other = this->value(3);
  } while (other.kind != value.kind);
  return other;
}

RefValue Generator::longest(RefValue value, size_t bytes) {
  if (value.bytes.size() < bytes) value.bytes.append(bytes - value.bytes.size(), 'k');
  return value;
}

// Empty, too long, or of another kind.
RefValue Generator::forbidden_value(Kind kind) {
  RefValue value;
  if (kind != Kind::kNumber && one_in(2)) {
    value.kind = kind;
    return one_in(2) ? value : longest(value, one_in(2) ? 1025 : 2049);
  }
  do {
    value = this->value(2);
  } while (value.kind == kind);
  return value;
}

RefValue Generator::value(int levels) {
  RefValue value;
  value.kind = static_cast<Kind>(below(levels > 1 ? 10 : 5));
  switch (value.kind) {
    case Kind::kNull:
      break;
    case Kind::kBool:
      value.truth = one_in(2);
      break;
    case Kind::kNumber:
      value.number = decimal();
      break;
    case Kind::kString:
      value.bytes = text(4);
      break;
    case Kind::kBinary:
      value.bytes = bytes(6);
      break;
    case Kind::kList:
    case Kind::kMap:
      for (size_t left = below(4); left > 0; --left) {
        const std::string name = text(2) + std::to_string(left);
        value.members.push_back(this->value(levels - 1));
        if (value.kind == Kind::kMap) value.names.push_back(name);
      }
      break;
    case Kind::kStringSet:
    case Kind::kNumberSet:
    case Kind::kBinarySet:
      return set(value.kind);
  }
  return value;
}

// A list in a list, and so on, around a number.
RefValue Generator::nested(size_t levels) {
  RefValue value = key_value(Kind::kNumber);
  for (; levels > 1; --levels) {
    RefValue list;
    list.kind = Kind::kList;
    list.members.push_back(std::move(value));
    value = std::move(list);
  }
  return value;
}

// Outside of keys a member may be empty.
RefValue Generator::set(Kind kind) {
  RefValue set;
  set.kind = kind;
  const Kind member_kind = kind == Kind::kStringSet   ? Kind::kString
                           : kind == Kind::kNumberSet ? Kind::kNumber
                                                      : Kind::kBinary;
  for (size_t left = 1 + below(4); left > 0; --left) {
    RefValue member = key_value(member_kind);
    if (one_in(6)) member.bytes.clear();
    const auto is_same = [&member](const RefValue& other) { return compare_keys(member, other) == 0; };
    if (std::none_of(set.members.begin(), set.members.end(), is_same)) set.members.push_back(member);
  }
  return set;
}

// Small numbers, their neighbours, and now and then one at the edge of what DynamoDB takes.
Decimal Generator::decimal() {
  Decimal number;
  if (one_in(12)) {
    const std::string nines(38, '9');
    switch (below(4)) {
      case 0:
        number.whole = nines + std::string(88, '0');  // 9.99...E125
        break;
      case 1:
        number.whole = "1" + std::string(below(126), '0');
        break;
      case 2:
        number.whole = nines.substr(0, below(39));
        number.fraction = nines.substr(number.whole.size());
        break;
      default:
        number.fraction = std::string(below(130), '0') + "1";
    }
  } else {
    const size_t whole = below(5) * (one_in(3) ? 9 : 1);
    if (whole != 0) number.whole = std::to_string(whole);
    if (one_in(3)) number.fraction = pick(std::vector<std::string>{"5", "05", "49", "99"});
  }
  number.is_negative = !number.is_zero() && one_in(3);
  return number;
}

// Code points whose bytes and UTF-16 units sort differently, and those that the key codec and JSON must escape.
std::string Generator::text(size_t max_points) {
  static const std::vector<std::string> kPoints{"a",
                                                "b",
                                                std::string(1, '\0'),
                                                "\1",
                                                "\x7F",
                                                " ",
                                                "\xC3\xA9",
                                                "\xEF\xBD\x9E",
                                                "\xF0\x9F\x98\x80",
                                                "\"",
                                                "\\",
                                                "\n",
                                                "0",
                                                "/"};
  std::string text;
  for (size_t left = below(max_points + 1); left > 0; --left) text += pick(kPoints);
  return text;
}

std::string Generator::bytes(size_t max_bytes) {
  constexpr std::string_view kBytes("\x00\x01\x02\x20\x30\x7F\x80\xFE\xFF\xFF", 10);
  std::string bytes;
  for (size_t left = below(max_bytes + 1); left > 0; --left) bytes += kBytes[below(kBytes.size())];
  return bytes;
}

}  // namespace sheaf::model
