#include "engine/item/item_builder.h"

#include <algorithm>
#include <cstring>

#include "engine/base/limits.h"
#include "engine/item/item_generated.h"
#include "engine/item/name_hash.h"
#include "engine/item/utf8.h"

namespace sheaf {
namespace {

// Bytes are copied in steps of this size, so an arena has as many spare ones at its end.
constexpr size_t kStep = 16;

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
  uint64_t name_start;  // the first eight bytes of the name as an integer that sorts like them, with zeros for missing ones
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

}  // namespace

struct ItemBuilder::Impl {
  Arena arena;
  std::vector<Entry> entries;
  flatbuffers::FlatBufferBuilder buffer{1024};

  std::string_view name(const Entry& entry) const { return {arena.data() + entry.start, entry.name_size}; }
  ValueView value(const Entry& entry) const {
    return {entry.type, {arena.data() + entry.start + entry.name_size, entry.value_size}};
  }
  bool name_less(const Entry& a, const Entry& b) const {
    return a.name_start != b.name_start ? a.name_start < b.name_start : name(a) < name(b);
  }

  void append(std::string_view attribute_name, const ValueView& attribute_value) {
    const size_t start = arena.size();
    const size_t value_size = attribute_value.data.size();
    char* to = arena.extend(attribute_name.size() + value_size);
    if (!attribute_name.empty()) std::memcpy(to, attribute_name.data(), attribute_name.size());
    if (value_size != 0) std::memcpy(to + attribute_name.size(), attribute_value.data.data(), value_size);
    entries.push_back({name_start(to, attribute_name.size()), static_cast<uint32_t>(start),
                       static_cast<uint32_t>(attribute_name.size()), static_cast<uint32_t>(value_size),
                       attribute_value.type});
  }

  // Sorts by name and keeps the last of equal names.
  void normalise() {
    const auto not_rising = [this](const Entry& a, const Entry& b) { return !name_less(a, b); };
    if (std::adjacent_find(entries.begin(), entries.end(), not_rising) == entries.end()) return;
    sort_entries();
    const auto same_name = [this](const Entry& a, const Entry& b) { return name(a) == name(b); };
    if (std::adjacent_find(entries.begin(), entries.end(), same_name) == entries.end()) return;
    const auto kept = std::unique(entries.rbegin(), entries.rend(), same_name);
    entries.erase(entries.begin(), kept.base());
  }

  // Stable, so that the last of equal names was set last. Insertion is the fastest for the usual few.
  void sort_entries() {
    constexpr size_t kFew = 32;
    if (entries.size() > kFew) {
      std::stable_sort(entries.begin(), entries.end(), [this](const Entry& a, const Entry& b) { return name_less(a, b); });
      return;
    }
    for (size_t i = 1; i < entries.size(); ++i) {
      const Entry entry = entries[i];
      size_t to = i;
      for (; to > 0 && name_less(entry, entries[to - 1]); --to) entries[to] = entries[to - 1];
      entries[to] = entry;
    }
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

  void encode();
};

// FlatBuffers are written back to front, the table last. Making room may move the buffer, so each part is written at once.
void ItemBuilder::Impl::encode() {
  const size_t count = entries.size();
  size_t blob_size = 0;
  size_t size_bytes = 0;
  for (const Entry& entry : entries) {
    blob_size += size_t{entry.name_size} + entry.value_size;
    size_bytes += entry.name_size + value_size_bytes(value(entry));
  }
  buffer.Clear();
  const bool is_narrow = blob_size <= UINT16_MAX;
  flatbuffers::Offset<flatbuffers::Vector<uint32_t>> wide_ends_offset;
  if (!is_narrow) {
    uint32_t* wide_ends = nullptr;
    wide_ends_offset = buffer.CreateUninitializedVector<uint32_t>(2 * count, &wide_ends);
    write_ends(wide_ends);
  }
  uint8_t* data = nullptr;
  const auto data_offset = buffer.CreateUninitializedVector<uint8_t>(count + blob_size, &data);
  write_data(data, data + count + blob_size);
  uint16_t* index = nullptr;
  const auto index_offset = buffer.CreateUninitializedVector<uint16_t>(is_narrow ? 3 * count : count, &index);
  for (const Entry& entry : entries) *index++ = name_hash(name(entry));
  if (is_narrow) write_ends(index);
  stored::ItemBuilder item(buffer);
  item.add_index(index_offset);
  item.add_data(data_offset);
  if (!is_narrow) item.add_wide_ends(wide_ends_offset);
  item.add_size_bytes(static_cast<uint32_t>(size_bytes));
  buffer.Finish(item.Finish());
}

ItemBuilder::ItemBuilder() : impl_(std::make_unique<Impl>()) {}
ItemBuilder::~ItemBuilder() = default;
ItemBuilder::ItemBuilder(ItemBuilder&&) noexcept = default;
ItemBuilder& ItemBuilder::operator=(ItemBuilder&&) noexcept = default;

void ItemBuilder::clear() {
  impl_->arena.clear();
  impl_->entries.clear();
}

Status ItemBuilder::set(std::string_view name, ValueView value) {
  if (name.empty()) return Status(Error::kNameEmpty);
  if (name.size() > kMaxAttributeNameBytes) return Status(Error::kNameTooLong, {std::to_string(name.size())});
  if (!is_valid_utf8(name)) return Status(Error::kValueNotUtf8, {"an attribute name"});
  if (impl_->arena.size() + name.size() + value.data.size() > kMaxStoredItemBytes) {
    return Status(Error::kItemTooLarge, {std::to_string(impl_->arena.size() + name.size() + value.data.size()),
                                         std::to_string(kMaxItemBytes)});
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
  impl_->encode();
  const auto view = ItemView::open({reinterpret_cast<const char*>(impl_->buffer.GetBufferPointer()), impl_->buffer.GetSize()});
  return view.ok() ? *view : ItemView();
}

}  // namespace sheaf
