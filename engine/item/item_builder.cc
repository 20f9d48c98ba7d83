#include "engine/item/item_builder.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "engine/base/aligned_buffer.h"
#include "engine/base/limits.h"
#include "engine/item/item_frame.h"
#include "engine/item/item_generated.h"
#include "engine/item/name_hash.h"
#include "engine/item/utf8.h"

namespace sheaf {
namespace {

// Bytes are copied in steps of this size, so an arena has as many spare ones at its end.
constexpr size_t kStep = 16;

constexpr size_t kLeastToCompact =
    1 << 20;  // bytes; above what an item may have, so building one meets it never or once

// What a stored item holds beside its blob, at most: the frame, and for each attribute hash, wide ends and type.
constexpr size_t kMostFrameBytes = 64;
constexpr size_t kMostBytesBesideValue = sizeof(uint16_t) + 2 * sizeof(uint32_t) + sizeof(uint8_t);

constexpr size_t kMostInserted = 32;

// Copies `size` bytes of an arena; where there is room up to `to_end`, whole steps, which spares a call for short pieces.
void copy_from_arena(const char* from, size_t size, uint8_t* to, const uint8_t* to_end) {
  if ((size + kStep - 1) / kStep * kStep > static_cast<size_t>(to_end - to)) {
    std::memcpy(to, from, size);
    return;
  }
  for (size_t at = 0; at < size; at += kStep) std::memcpy(to + at, from + at, kStep);
}

// A growing run of bytes whose last ones may be read in whole steps.
class Arena {
 public:
  // Room for `size` more bytes.
  char* extend(size_t size) {
    if (size_ + size + kStep > capacity_) grow(size_ + size + kStep);
    char* to = bytes_.get() + size_;
    size_ += size;
    return to;
  }

  void clear() { size_ = 0; }
  void swap(Arena& other) {
    bytes_.swap(other.bytes_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  size_t size() const { return size_; }
  const char* data() const { return bytes_.get(); }

 private:
  void grow(size_t least) {
    const size_t capacity = std::max(least, 2 * capacity_);
    auto bytes = std::make_unique<char[]>(capacity);
    if (size_ != 0) std::memcpy(bytes.get(), bytes_.get(), size_);
    bytes_ = std::move(bytes);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

// Where one attribute lies in the arena: its name and, right behind it, its value.
struct Entry {
  uint64_t
      name_start;  // the first eight bytes of the name as an integer that sorts like them, with zeros for missing ones
  uint32_t start;
  uint32_t name_size;
  uint32_t value_size;
  Type type;
};

uint64_t name_start(const char* name_in_arena, size_t name_size) {
  uint64_t word;
  std::memcpy(&word, name_in_arena, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return name_size >= 8 ? word : word & ~(~uint64_t{0} >> (8 * name_size));
}

// In bytes: of names and values together, and of the item by DynamoDB's formula.
struct Sizes {
  size_t blob = 0;
  size_t item = 0;
};

}  // namespace

struct ItemBuilder::Impl {
  Arena arena;
  size_t compact_at = kLeastToCompact;  // bytes in the arena
  std::vector<Entry> entries;
  AlignedBuffer narrow;                 // holds the item when its ends fit 16 bits, as nearly always
  flatbuffers::FlatBufferBuilder wide;  // holds it otherwise

  std::string_view name(const Entry& entry) const { return {arena.data() + entry.start, entry.name_size}; }
  ValueView value(const Entry& entry) const {
    return {entry.type, {arena.data() + entry.start + entry.name_size, entry.value_size}};
  }
  bool name_less(const Entry& a, const Entry& b) const {
    return a.name_start != b.name_start ? a.name_start < b.name_start : name(a) < name(b);
  }

  void append(std::string_view attribute_name, const ValueView& attribute_value) {
    const size_t start = arena.size();
    const size_t name_size = attribute_name.size();
    const size_t value_size = attribute_value.data.size();
    char* to = arena.extend(name_size + value_size);
    if (name_size != 0) std::memcpy(to, attribute_name.data(), name_size);
    if (value_size != 0) std::memcpy(to + name_size, attribute_value.data.data(), value_size);
    entries.push_back({name_start(to, name_size), static_cast<uint32_t>(start), static_cast<uint32_t>(name_size),
                       static_cast<uint32_t>(value_size), attribute_value.type});
  }

  // Attributes that were set again leave their old bytes behind. Drops those when they are most of the arena.
  void compact_if_wasteful() {
    if (arena.size() < compact_at) return;
    normalise();
    Arena full;
    full.swap(arena);
    std::vector<Entry> live;
    live.swap(entries);
    for (const Entry& entry : live) {
      const char* const at = full.data() + entry.start;
      append({at, entry.name_size}, {entry.type, {at + entry.name_size, entry.value_size}});
    }
    compact_at = std::max(kLeastToCompact, 2 * arena.size());
  }

  // Stable. Few are inserted one by one, for std::stable_sort takes memory first.
  void sort_by_name() {
    const auto less = [this](const Entry& a, const Entry& b) { return name_less(a, b); };
    if (entries.size() > kMostInserted) {
      std::stable_sort(entries.begin(), entries.end(), less);
      return;
    }
    for (auto next = entries.begin(); next != entries.end(); ++next) {
      std::rotate(std::upper_bound(entries.begin(), next, *next, less), next, next + 1);
    }
  }

  // Sorts by name and keeps the last of equal names.
  void normalise() {
    const auto not_rising = [this](const Entry& a, const Entry& b) { return !name_less(a, b); };
    if (std::adjacent_find(entries.begin(), entries.end(), not_rising) == entries.end()) return;
    sort_by_name();
    const auto same_name = [this](const Entry& a, const Entry& b) { return name(a) == name(b); };
    if (std::adjacent_find(entries.begin(), entries.end(), same_name) == entries.end()) return;
    const auto kept = std::unique(entries.rbegin(), entries.rend(), same_name);
    entries.erase(entries.begin(), kept.base());
  }

  template <typename Offset>
  void write_ends(Offset* to) const {
    uint32_t end = 0;
    for (const Entry& entry : entries) {
      *to++ = static_cast<Offset>(end += entry.name_size);
      *to++ = static_cast<Offset>(end += entry.value_size);
    }
  }

  void write_data(uint8_t* to, const uint8_t* to_end) const {
    for (const Entry& entry : entries) *to++ = static_cast<uint8_t>(entry.type);
    for (const Entry& entry : entries) {
      const size_t size = size_t{entry.name_size} + entry.value_size;
      copy_from_arena(arena.data() + entry.start, size, to, to_end);
      to += size;
    }
  }

  void write_hashes(uint16_t* to) const {
    for (const Entry& entry : entries) *to++ = name_hash(name(entry));
  }

  Sizes sizes() const;
  ItemView encode_narrow(const Sizes& sizes);
  ItemView encode_wide(const Sizes& sizes);
};

Sizes ItemBuilder::Impl::sizes() const {
  Sizes sizes;
  for (const Entry& entry : entries) {
    const bool is_plain = entry.type == Type::kString || entry.type == Type::kBinary;
    sizes.blob += size_t{entry.name_size} + entry.value_size;
    sizes.item += entry.name_size + (is_plain ? entry.value_size : value_size_bytes(value(entry)));
  }
  return sizes;
}

// Writes the frame of item_frame.h.
ItemView ItemBuilder::Impl::encode_narrow(const Sizes& sizes) {
  const size_t count = entries.size();
  const size_t index_end = kItemFrameBytes + sizeof(uint32_t) + 3 * count * sizeof(uint16_t);
  const size_t data_at = (index_end + sizeof(uint32_t) - 1) / sizeof(uint32_t) * sizeof(uint32_t);
  const size_t data_size = count + sizes.blob;
  char* out = narrow.resize(data_at + sizeof(uint32_t) + data_size);
  const auto put = [out](size_t at, size_t value) {
    const auto integer = static_cast<uint32_t>(value);
    std::memcpy(out + at, &integer, sizeof(integer));
  };
  std::memcpy(out, kItemHead, sizeof(kItemHead));
  put(kItemSizeBytesAt, sizes.item);
  put(kItemDataOffsetAt, data_at - kItemDataOffsetAt);
  put(kItemIndexOffsetAt, kItemFrameBytes - kItemIndexOffsetAt);
  put(kItemFrameBytes, 3 * count);
  put(data_at - sizeof(uint32_t), 0);  // the padding; when there is none, the index comes over it
  auto* index = reinterpret_cast<uint16_t*>(out + kItemFrameBytes + sizeof(uint32_t));
  write_hashes(index);
  write_ends(index + count);
  put(data_at, data_size);
  auto* data = reinterpret_cast<uint8_t*>(out + data_at + sizeof(uint32_t));
  write_data(data, data + data_size);
  // What was just written needs none of the checks of ItemView::open.
  ItemView view;
  view.bytes_ = narrow.view();
  view.count_ = static_cast<uint32_t>(count);
  view.size_bytes_ = static_cast<uint32_t>(sizes.item);
  view.index_ = out + kItemFrameBytes + sizeof(uint32_t);
  view.data_ = out + data_at + sizeof(uint32_t);
  return view;
}

// FlatBuffers are written back to front, the table last. Making room may move the buffer, so each part is written at once.
ItemView ItemBuilder::Impl::encode_wide(const Sizes& sizes) {
  const size_t count = entries.size();
  wide.Clear();
  uint32_t* ends = nullptr;
  const auto ends_offset = wide.CreateUninitializedVector<uint32_t>(2 * count, &ends);
  write_ends(ends);
  uint8_t* data = nullptr;
  const auto data_offset = wide.CreateUninitializedVector<uint8_t>(count + sizes.blob, &data);
  write_data(data, data + count + sizes.blob);
  uint16_t* hashes = nullptr;
  const auto hashes_offset = wide.CreateUninitializedVector<uint16_t>(count, &hashes);
  write_hashes(hashes);
  wide.Finish(stored::CreateItem(wide, static_cast<uint32_t>(sizes.item), hashes_offset, data_offset, ends_offset));
  const auto view = ItemView::open({reinterpret_cast<const char*>(wide.GetBufferPointer()), wide.GetSize()});
  assert(view.ok());
  return *view;
}

ItemBuilder::ItemBuilder() : impl_(std::make_unique<Impl>()) {}
ItemBuilder::~ItemBuilder() = default;
ItemBuilder::ItemBuilder(ItemBuilder&&) noexcept = default;
ItemBuilder& ItemBuilder::operator=(ItemBuilder&&) noexcept = default;

void ItemBuilder::clear() {
  impl_->arena.clear();
  impl_->compact_at = kLeastToCompact;
  impl_->entries.clear();
}

Status ItemBuilder::set(std::string_view name, ValueView value) {
  if (name.empty()) return Status(Error::kNameEmpty);
  if (name.size() > kMaxAttributeNameBytes) return Status(Error::kNameTooLong, {std::to_string(name.size())});
  if (!is_valid_utf8(name)) return Status(Error::kValueNotUtf8, {"an attribute name"});
  impl_->compact_if_wasteful();
  const size_t blob = impl_->arena.size() + name.size() + value.data.size();
  if (blob + kMostFrameBytes + kMostBytesBesideValue * (impl_->entries.size() + 1) > kMaxStoredItemBytes) {
    return Status(Error::kItemTooLarge, {std::to_string(blob), std::to_string(kMaxItemBytes)});
  }
  impl_->append(name, value);
  return {};
}

void ItemBuilder::append(const AttributeView& attribute) { impl_->append(attribute.name, attribute.value); }

void ItemBuilder::set_all(const ItemView& item) {
  for (uint32_t i = 0; i < item.count(); ++i) append(item.at(i));
}

ItemView ItemBuilder::finish() {
  impl_->normalise();
  const Sizes sizes = impl_->sizes();
  return sizes.blob <= UINT16_MAX ? impl_->encode_narrow(sizes) : impl_->encode_wide(sizes);
}

}  // namespace sheaf
