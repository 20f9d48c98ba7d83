#include "engine/item/container.h"

#include <algorithm>
#include <cassert>

#include "engine/base/limits.h"
#include "engine/item/json_text.h"
#include "engine/item/utf8.h"

namespace sheaf {
namespace {

uint8_t width_for(uint64_t value) {
  if (value <= 0xFF) return 1;
  return value <= 0xFFFF ? 2 : 4;
}

// Writes a slice from front to back into a string of its exact size.
class SliceWriter {
 public:
  struct Shape {
    size_t members;
    size_t types;
    size_t ends;
    size_t blob_size;
  };

  SliceWriter(const Shape& shape, std::string* slice) : width_(width_for(std::max(shape.members, shape.blob_size))) {
    slice->resize(1 + width_ * (1 + shape.ends) + shape.types + shape.blob_size);
    to_ = slice->data();
    *to_++ = static_cast<char>(width_);
    put(shape.members);
  }
  void put(size_t value) {
    for (uint8_t i = 0; i < width_; ++i) *to_++ = static_cast<char>((value >> (8 * i)) & 0xFF);
  }
  void put_type(Type type) { *to_++ = static_cast<char>(type); }
  void put_bytes(std::string_view bytes) { to_ = std::copy(bytes.begin(), bytes.end(), to_); }

 private:
  uint8_t width_;
  char* to_ = nullptr;
};

// "[a, a]" for DynamoDB's text, cut so that an error never carries a megabyte.
std::string collection_text(Type set, std::span<const std::string_view> members) {
  constexpr size_t kMostBytes = 1024;
  std::string text = "[";
  for (const std::string_view member : members) {
    if (text.size() > 1) text += ", ";
    if (text.size() > kMostBytes) return text + "...]";
    const std::string_view head = member.substr(0, kMostBytes);
    if (set == Type::kBinarySet) {
      append_base64(head, &text);
    } else {
      text.append(head);
    }
  }
  return text + "]";
}

Status duplicate_member(Type set, std::string_view member, std::span<const std::string_view> members) {
  if (set == Type::kNumberSet) {
    const auto number = Number::decode(member);
    return Status(Error::kNumberSetDuplicate, {"", number.ok() ? number->to_text() : std::string("?")});
  }
  const std::string_view one[] = {member};
  std::string shown = collection_text(set, one);
  shown = shown.substr(1, shown.size() - 2);
  const Error error = set == Type::kStringSet ? Error::kStringSetDuplicate : Error::kBinarySetDuplicate;
  return Status(error, {collection_text(set, members), shown});
}

}  // namespace

Result<ContainerView> ContainerView::open(ValueView value) {
  const auto corrupt = [] { return Status(Error::kItemCorrupt, {"a container's frame does not fit its bytes"}); };
  assert(is_container(value.type));
  const auto* bytes = reinterpret_cast<const uint8_t*>(value.data.data());
  const size_t size = value.data.size();
  if (size < 2) return corrupt();
  ContainerView view;
  view.type_ = value.type;
  view.width_ = bytes[0];
  if (view.width_ != 1 && view.width_ != 2 && view.width_ != 4) return corrupt();
  size_t at = 1;
  if (size - at < view.width_) return corrupt();
  view.ends_ = bytes + at;
  view.count_ = view.end_at(0);
  at += view.width_;
  const uint64_t count = view.count_;
  const uint64_t types_size = is_set(value.type) ? 0 : count;
  const uint64_t ends_size = count * view.width_ * (value.type == Type::kMap ? 2 : 1);
  if (types_size + ends_size > size - at) return corrupt();
  if (types_size != 0) view.types_ = bytes + at;
  view.ends_ = bytes + at + types_size;
  view.blob_ = value.data.substr(at + types_size + ends_size);
  if (count == 0 && !view.blob_.empty()) return corrupt();
  return view;
}

ValueView ContainerView::find(std::string_view name) const {
  if (type_ != Type::kMap) return {};
  uint32_t low = 0;
  uint32_t high = count_;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const AttributeView member = at(middle);
    if (member.name == name) return member.value;
    if (member.name < name) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return {};
}

bool ContainerView::is_canonical() const {
  if (width_ != width_for(std::max<uint64_t>(count_, blob_.size()))) return false;
  if (count_ == 0) return !is_set(type_);
  const uint64_t ends = type_ == Type::kMap ? uint64_t{count_} * 2 : count_;
  if (end_at(ends - 1) != blob_.size()) return false;
  if (type_ == Type::kList) return true;
  std::string_view last;
  for (uint32_t i = 0; i < count_; ++i) {
    const AttributeView member = at(i);
    const std::string_view sorted_by = type_ == Type::kMap ? member.name : member.value.data;
    if (i > 0 && last >= sorted_by) return false;
    if (type_ == Type::kMap && (sorted_by.empty() || sorted_by.size() > kMaxAttributeNameBytes)) return false;
    last = sorted_by;
  }
  return true;
}

Value make_list(std::span<const ValueView> members) {
  Value list{Type::kList, {}};
  write_list(members, &list.data);
  return list;
}

void write_list(std::span<const ValueView> members, std::string* slice) {
  size_t blob_size = 0;
  for (const ValueView& member : members) blob_size += member.data.size();
  SliceWriter writer({members.size(), members.size(), members.size(), blob_size}, slice);
  for (const ValueView& member : members) writer.put_type(member.type);
  size_t end = 0;
  for (const ValueView& member : members) writer.put(end += member.data.size());
  for (const ValueView& member : members) writer.put_bytes(member.data);
}

Result<Value> make_map(std::span<const AttributeView> members) {
  Value map{Type::kMap, {}};
  SHEAF_RETURN_IF_ERROR(write_map(members, &map.data));
  return map;
}

Status write_map(std::span<const AttributeView> members, std::string* slice) {
  const auto by_name = [](const AttributeView& a, const AttributeView& b) { return a.name < b.name; };
  std::vector<AttributeView> sorted;
  if (!std::is_sorted(members.begin(), members.end(), by_name)) {
    sorted.assign(members.begin(), members.end());
    std::sort(sorted.begin(), sorted.end(), by_name);
    members = sorted;
  }
  size_t blob_size = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    const std::string_view name = members[i].name;
    if (name.empty()) return Status(Error::kNameEmpty);
    if (name.size() > kMaxAttributeNameBytes) return Status(Error::kNameTooLong, {std::to_string(name.size())});
    if (i > 0 && name == members[i - 1].name) return Status(Error::kNameDuplicate, {name});
    blob_size += name.size() + members[i].value.data.size();
  }
  SliceWriter writer({members.size(), members.size(), 2 * members.size(), blob_size}, slice);
  for (const AttributeView& member : members) writer.put_type(member.value.type);
  size_t end = 0;
  for (const AttributeView& member : members) {
    writer.put(end += member.name.size());
    writer.put(end += member.value.data.size());
  }
  for (const AttributeView& member : members) {
    writer.put_bytes(member.name);
    writer.put_bytes(member.value.data);
  }
  return {};
}

Result<Value> make_set(Type set, std::span<const std::string_view> members) {
  assert(is_set(set));
  if (members.empty()) {
    if (set == Type::kBinarySet) return Status(Error::kBinarySetEmpty);
    return Status(Error::kSetEmpty, {set == Type::kStringSet ? "string" : "number"});
  }
  const std::span<const std::string_view> as_given = members;
  std::vector<std::string_view> sorted;
  if (!std::is_sorted(members.begin(), members.end())) {
    sorted.assign(members.begin(), members.end());
    std::sort(sorted.begin(), sorted.end());
    members = sorted;
  }
  size_t blob_size = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    if (i > 0 && members[i] == members[i - 1]) return duplicate_member(set, members[i], as_given);
    blob_size += members[i].size();
  }
  Value value{set, {}};
  SliceWriter writer({members.size(), 0, members.size(), blob_size}, &value.data);
  size_t end = 0;
  for (const std::string_view member : members) writer.put(end += member.size());
  for (const std::string_view member : members) writer.put_bytes(member);
  return value;
}

}  // namespace sheaf
