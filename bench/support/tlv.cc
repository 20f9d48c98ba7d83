#include "bench/support/tlv.h"

#include "engine/base/limits.h"
#include "engine/item/number.h"
#include "engine/item/utf8.h"

namespace sheaf::bench {
namespace {

void append_varint(size_t value, std::string* out) {
  while (value >= 0x80) {
    out->push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out->push_back(static_cast<char>(value));
}

// Reads forwards; once something does not fit, every further read is empty and `is_damaged` stays set.
struct Reader {
  const char* at;
  const char* end;
  bool is_damaged = false;

  explicit Reader(std::string_view bytes) : at(bytes.data()), end(bytes.data() + bytes.size()) {}

  bool has_more() const { return at < end; }

  uint8_t byte() {
    if (at == end) return damage();
    return static_cast<uint8_t>(*at++);
  }

  std::string_view block() {
    size_t size = byte();
    if (size >= 0x80) size = long_size(size);
    if (size > static_cast<size_t>(end - at)) size = damage();
    at += size;
    return {at - size, size};
  }

 private:
  size_t long_size(size_t size) {
    size &= 0x7F;
    for (int shift = 7; shift < 35; shift += 7) {
      const uint8_t next = byte();
      size |= static_cast<size_t>(next & 0x7F) << shift;
      if (next < 0x80) return size;
    }
    return damage();
  }

  uint8_t damage() {
    is_damaged = true;
    at = end;
    return 0;
  }
};

void append_value(const Field& field, std::string* out);

void append_members(const Field& field, std::string* out) {
  for (const Field& member : field.members) {
    if (!is_set(field.type)) out->push_back(static_cast<char>(member.type));
    if (field.type == Type::kMap) {
      append_varint(member.name.size(), out);
      out->append(member.name);
    }
    append_value(member, out);
  }
}

// Containers are almost always under 128 bytes, so one byte is kept for the size and the rest moved when it is not enough.
void append_value(const Field& field, std::string* out) {
  if (!is_container(field.type)) {
    append_varint(field.data.size(), out);
    out->append(field.data);
    return;
  }
  const size_t start = out->size();
  out->push_back(0);
  append_members(field, out);
  const size_t size = out->size() - start - 1;
  if (size < 0x80) {
    (*out)[start] = static_cast<char>(size);
    return;
  }
  std::string header;
  append_varint(size, &header);
  out->replace(start, 1, header);
}

uint64_t walk(Type container, std::string_view bytes, int level) {
  if (level > kMaxNestingLevels) return 0;
  uint64_t sum = 0;
  Reader reader(bytes);
  while (reader.has_more()) {
    const Type type = is_set(container) ? set_member_type(container) : static_cast<Type>(reader.byte());
    if (container == Type::kMap) sum += reader.block().size();
    const std::string_view value = reader.block();
    sum += 1 + value.size();
    if (is_container(type)) sum += walk(type, value, level + 1);
  }
  return sum;
}

bool verify_members(Type container, std::string_view bytes, int level);

bool verify_member(Type type, std::string_view value, int level) {
  switch (type) {
    case Type::kNull:
      return value.empty();
    case Type::kBool:
      return value.size() == 1 && static_cast<uint8_t>(value[0]) <= 1;
    case Type::kNumber:
      return Number::decode(value).ok();
    case Type::kString:
      return is_valid_utf8(value);
    case Type::kBinary:
      return true;
    default:
      return is_stored_type(static_cast<uint8_t>(type)) && level <= kMaxNestingLevels &&
             verify_members(type, value, level);
  }
}

bool verify_members(Type container, std::string_view bytes, int level) {
  Reader reader(bytes);
  std::string_view last;
  while (reader.has_more()) {
    const Type type = is_set(container) ? set_member_type(container) : static_cast<Type>(reader.byte());
    if (container == Type::kMap) {
      const std::string_view name = reader.block();
      if (name.empty() || name.size() > kMaxAttributeNameBytes || !is_valid_utf8(name)) return false;
    }
    const std::string_view value = reader.block();
    if (reader.is_damaged || !verify_member(type, value, level + 1)) return false;
    if (is_set(container)) {
      if (last.data() != nullptr && last >= value) return false;
      last = value;
    }
  }
  return true;
}

}  // namespace

void tlv_encode(const Document& document, std::string* out) {
  out->clear();
  for (const Field& field : document.fields) {
    out->push_back(static_cast<char>(field.type));
    append_varint(field.name.size(), out);
    out->append(field.name);
    append_value(field, out);
  }
}

ValueView tlv_find(std::string_view item, std::string_view name) {
  Reader reader(item);
  while (reader.has_more()) {
    const Type type = static_cast<Type>(reader.byte());
    const std::string_view found = reader.block();
    const std::string_view value = reader.block();
    if (found == name) return reader.is_damaged ? ValueView{} : ValueView{type, value};
  }
  return {};
}

uint64_t tlv_walk(std::string_view item) { return walk(Type::kMap, item, 0); }

TlvVerdict tlv_verify(std::string_view item) {
  return verify_members(Type::kMap, item, 0) ? TlvVerdict::kGood : TlvVerdict::kDamaged;
}

}  // namespace sheaf::bench
