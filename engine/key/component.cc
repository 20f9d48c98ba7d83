#include "engine/key/component.h"

#include <cassert>
#include <cstring>

namespace sheaf {
namespace {

void append_escaped(std::string_view bytes, std::string* out) {
  while (true) {
    const void* zero = bytes.empty() ? nullptr : std::memchr(bytes.data(), 0, bytes.size());
    if (zero == nullptr) break;
    const size_t through_zero = static_cast<size_t>(static_cast<const char*>(zero) - bytes.data()) + 1;
    out->append(bytes.substr(0, through_zero));
    out->push_back('\xFF');
    bytes.remove_prefix(through_zero);
  }
  out->append(bytes);
}

// Undoes append_escaped. Every 0x00 must be followed by 0xFF, which take_marked has seen to.
void append_unescaped(std::string_view bytes, std::string* out) {
  while (true) {
    const void* zero = bytes.empty() ? nullptr : std::memchr(bytes.data(), 0, bytes.size());
    if (zero == nullptr) break;
    const size_t through_zero = static_cast<size_t>(static_cast<const char*>(zero) - bytes.data()) + 1;
    out->append(bytes.substr(0, through_zero));
    bytes.remove_prefix(through_zero + 1);
  }
  out->append(bytes);
}

void append_tag(KeyPlace place, Type type, std::string* out) {
  if (place == KeyPlace::kPartition || type == Type::kNumber) return;
  out->push_back(static_cast<char>(type == Type::kString ? kKeyTagString : kKeyTagBinary));
}

Status corrupt(std::string_view what) { return Status(Error::kKeyCorrupt, {what}); }

}  // namespace

void append_component_prefix(KeyPlace place, ValueView value, std::string* out) {
  assert(is_key_type(value.type));
  append_tag(place, value.type, out);
  if (place == KeyPlace::kLastSort || value.type == Type::kNumber) {
    out->append(value.data);
  } else {
    append_escaped(value.data, out);
  }
}

void append_component(KeyPlace place, ValueView value, std::string* out) {
  append_component_prefix(place, value, out);
  if (place != KeyPlace::kLastSort) out->append(kEndMark, sizeof(kEndMark));
}

Result<std::string_view> KeyReader::take_marked() {
  const std::string_view from = rest();
  size_t at = 0;
  while (true) {
    const void* zero = at >= from.size() ? nullptr : std::memchr(from.data() + at, 0, from.size() - at);
    if (zero == nullptr) return corrupt("a component has no end mark");
    at = static_cast<size_t>(static_cast<const char*>(zero) - from.data()) + 1;
    if (at == from.size()) return corrupt("a component ends inside an escape");
    const char after = from[at++];
    if (after == '\x01') break;
    if (after != '\xFF') return corrupt("an unknown escape");
  }
  position_ += at;
  return from.substr(0, at - sizeof(kEndMark));
}

Status KeyReader::skip() {
  const Result<std::string_view> taken = take_marked();
  return taken.ok() ? Status() : taken.status();
}

Status KeyReader::read(KeyPlace place, Type type, std::string* data) {
  data->clear();
  std::string_view bytes;
  if (place == KeyPlace::kLastSort) {
    bytes = rest();
    position_ = key_.size();
  } else {
    SHEAF_ASSIGN_OR_RETURN(bytes, take_marked());
  }
  if (type == Type::kNumber) {
    if (!Number::decode(bytes).ok()) return corrupt("a number component is malformed");
    data->assign(bytes);
    return {};
  }
  if (place != KeyPlace::kPartition) {
    const uint8_t tag = type == Type::kString ? kKeyTagString : kKeyTagBinary;
    const bool has_tag = !bytes.empty() && static_cast<uint8_t>(bytes[0]) == tag;
    if (!has_tag) return corrupt("a sort component has another type's tag");
    bytes.remove_prefix(1);
  }
  if (place == KeyPlace::kLastSort) {
    data->assign(bytes);
  } else {
    append_unescaped(bytes, data);
  }
  return {};
}

}  // namespace sheaf
