#include "tests/model/generator.h"

#include <algorithm>

namespace sheaf::model {
namespace {

const std::vector<Kind> kKeyKinds{Kind::kString, Kind::kNumber, Kind::kBinary};
const std::vector<std::string> kPlainNames{"v", "w", "x y", "\xC3\xA9", "v.w"};

}  // namespace

RefTable Generator::table(const std::string& name) {
  RefKey key{{"h", pick(kKeyKinds)}};
  if (!one_in(4)) key.push_back({"r", pick(kKeyKinds)});
  // What indexes may take as keys; one attribute has one kind in all of them.
  RefKey attributes{{"a", pick(kKeyKinds)}, {"b.c", pick(kKeyKinds)}, {"\xC3\xBC", pick(kKeyKinds)}};
  attributes.insert(attributes.end(), key.begin(), key.end());
  std::vector<RefIndex> indexes;
  const size_t index_count = below(4);
  for (size_t i = 0; i < index_count; ++i) indexes.push_back(index("index-" + std::to_string(i), attributes));
  return {name, key, indexes};
}

RefIndex Generator::index(const std::string& name, const RefKey& attributes) {
  RefIndex index;
  index.name = name;
  index.key.push_back(pick(attributes));
  const RefPart& sort = pick(attributes);
  if (sort.name != index.key[0].name) index.key.push_back(sort);
  index.projection = pick(std::vector{RefProjection::kAll, RefProjection::kKeysOnly, RefProjection::kInclude});
  if (index.projection != RefProjection::kInclude) return index;
  for (const std::string& included : {kPlainNames[0], kPlainNames[1], std::string("a"), std::string("r")}) {
    if (one_in(2)) index.included.push_back(included);
  }
  if (index.included.empty()) index.included.push_back("v");
  return index;
}

RefItem Generator::item(const RefTable& table) {
  RefItem item;
  for (const RefPart& part : table.key()) item[part.name] = key_value(part.kind);
  for (const RefIndex& index : table.indexes()) {
    for (const RefPart& part : index.key) {
      if (!item.contains(part.name) && !one_in(4)) item[part.name] = key_value(part.kind);
    }
  }
  for (const std::string& name : kPlainNames) {
    if (!one_in(3)) item[name] = value(3);
  }
  if (!one_in(12)) return item;
  // Any key attribute may be wrong, or the primary key's missing.
  RefKey parts = table.key();
  for (const RefIndex& index : table.indexes()) parts.insert(parts.end(), index.key.begin(), index.key.end());
  const RefPart& part = pick(parts);
  if (one_in(4)) {
    item.erase(part.name);
  } else {
    item[part.name] = forbidden_value(part.kind);
  }
  return item;
}

RefKeyValues Generator::key(const RefTable& table) {
  if (!table.items().empty() && !one_in(3)) return table.key_of(pick(table.items()));
  RefKeyValues values;
  for (const RefPart& part : table.key()) values.push_back(key_value(part.kind));
  return values;
}

RefQuery Generator::query(const RefTable& table) {
  RefQuery query;
  query.index = static_cast<int>(below(table.indexes().size() + 1)) - 1;
  const RefKey& key = query.index < 0 ? table.key() : table.indexes()[static_cast<size_t>(query.index)].key;
  query.is_backward = one_in(2);
  query.content = pick(std::vector{RefContent::kStored, RefContent::kKeysOnly, RefContent::kFullItem});
  if (one_in(5)) return query;
  query.partition = key_value(key[0].kind);
  // A value that some item has finds more than a random one.
  if (!table.items().empty() && !one_in(4)) {
    const RefItem& example = pick(table.items());
    const auto found = example.find(key[0].name);
    if (found != example.end()) query.partition = found->second;
  }
  if (one_in(6)) {
    query.partition_op = RefOp::kBeginsWith;
    std::string& prefix = query.partition->bytes;
    if (key[0].kind == Kind::kBinary) prefix.resize(below(prefix.size() + 1));
    if (key[0].kind == Kind::kString && one_in(4)) prefix.clear();
    return query;
  }
  if (one_in(4) || (key.size() < 2 && !one_in(10))) return query;
  query.sort_op = static_cast<RefOp>(1 + below(7));
  query.sort = sort_operands(query.sort_op, key.size() < 2 ? Kind::kString : key[1].kind);
  return query;
}

std::vector<RefValue> Generator::sort_operands(RefOp op, Kind kind) {
  std::vector<RefValue> operands{key_value(kind)};
  if (op == RefOp::kBetween) {
    operands.push_back(key_value(kind));
    if (!one_in(10) && compare_keys(operands[1], operands[0]) < 0) std::swap(operands[0], operands[1]);
  }
  if (op == RefOp::kBeginsWith && one_in(8)) operands[0].bytes.clear();
  return operands;
}

RefValue Generator::key_value(Kind kind) {
  RefValue value;
  value.kind = kind;
  if (kind == Kind::kNumber) value.number = decimal();
  if (kind == Kind::kString) value.bytes = text(one_in(3) ? 3 : 1);
  if (kind == Kind::kBinary) value.bytes = bytes(one_in(3) ? 3 : 1);
  if (kind != Kind::kNumber && value.bytes.empty()) value.bytes = "a";
  return value;
}

// Empty, too long, or of another kind.
RefValue Generator::forbidden_value(Kind kind) {
  RefValue value;
  if (kind != Kind::kNumber && one_in(2)) {
    value.kind = kind;
    if (one_in(2)) value.bytes.assign(2049, 'k');
    return value;
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

RefValue Generator::set(Kind kind) {
  RefValue set;
  set.kind = kind;
  const Kind member_kind = kind == Kind::kStringSet   ? Kind::kString
                           : kind == Kind::kNumberSet ? Kind::kNumber
                                                      : Kind::kBinary;
  for (size_t left = 1 + below(4); left > 0; --left) {
    const RefValue member = key_value(member_kind);
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
    if (one_in(2)) {
      number.whole = nines + std::string(88, '0');  // 9.99...E125
      if (one_in(2)) number.whole = "1" + std::string(below(126), '0');
    } else {
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
