#include "engine/item/item_view.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "engine/base/limits.h"
#include "engine/item/item_frame.h"
#include "engine/item/item_generated.h"
#include "engine/item/name_hash.h"
#include "engine/item/utf8.h"

namespace sheaf {
namespace {

constexpr uint8_t kItemFormat = 0;

Status corrupt(std::string_view what) { return Status(Error::kItemCorrupt, {what}); }

template <typename Integer>
Integer load(const char* bytes) {
  Integer integer;
  std::memcpy(&integer, bytes, sizeof(integer));
  return integer;
}

// True when the ends rise to the blob's size, so that every name and value lies inside the blob.
template <typename End>
bool ends_rise(const char* ends, size_t count, size_t blob_size) {
  End last = 0;
  bool rises = true;
  for (size_t i = 0; i < count; ++i) {
    const End end = load<End>(ends + i * sizeof(End));
    rises &= end >= last;
    last = end;
  }
  return rises && last == blob_size;
}

// The same for four narrow ends at a time, which is how nearly every read goes: it needs a free top bit in each end.
bool ends_rise_quickly(const char* ends, size_t count, size_t blob_size) {
  constexpr uint64_t kTops = 0x8000800080008000;
  constexpr size_t kLanes = 4;
  if (blob_size > INT16_MAX || count <= kLanes) return ends_rise<uint16_t>(ends, count, blob_size);
  uint64_t wrong = 0;
  const auto compare_at = [&wrong, ends](size_t i) {
    const auto low = load<uint64_t>(ends + i * sizeof(uint16_t));
    const auto high = load<uint64_t>(ends + (i + 1) * sizeof(uint16_t));
    wrong |= (low | ~((high | kTops) - low)) & kTops;
  };
  const size_t last_step = count - 1 - kLanes;
  for (size_t i = 0; i < last_step; i += kLanes) compare_at(i);
  compare_at(last_step);
  return wrong == 0 && load<uint16_t>(ends + (count - 1) * sizeof(uint16_t)) == blob_size;
}

// True when all eight bytes are stored types: neither 0 nor 3 and at most kMaxTypeNumber.
bool eight_types_known(uint64_t types) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kTops = kOnes << 7;
  const auto zero_bytes = [](uint64_t bytes) { return (bytes - kOnes) & ~bytes & kTops; };
  const uint64_t too_large = (types | (types + kOnes * (0x7F - kMaxTypeNumber))) & kTops;
  return (too_large | zero_bytes(types) | zero_bytes(types ^ (kOnes * 3))) == 0;
}

bool types_known(const char* types, size_t count) {
  constexpr size_t kLanes = sizeof(uint64_t);
  bool known = true;
  if (count < kLanes) {
    for (size_t i = 0; i < count; ++i) known &= is_stored_type(static_cast<uint8_t>(types[i]));
    return known;
  }
  const size_t last_step = count - kLanes;
  known = eight_types_known(load<uint64_t>(types + last_step));
  for (size_t i = 0; i < last_step; i += kLanes) known &= eight_types_known(load<uint64_t>(types + i));
  return known;
}

// Where the parts of an item lie; the vectors are inside the bytes, their content is not looked at yet.
struct Frame {
  uint32_t size_bytes = 0;
  const char* index = nullptr;
  uint32_t index_size = 0;
  const char* data = nullptr;
  uint32_t data_size = 0;
  const char* wide_ends = nullptr;
  uint32_t wide_ends_size = 0;
};

template <typename Vector>
void take_vector(const Vector* vector, const char** elements, uint32_t* size) {
  if (vector == nullptr) return;
  *elements = reinterpret_cast<const char*>(vector->Data());
  *size = vector->size();
}

// Reads any FlatBuffer of the schema. The bytes must be aligned.
Status read_any_frame(std::string_view bytes, Frame* frame) {
  flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  if (bytes.size() < sizeof(uint32_t) || !stored::VerifyItemBuffer(verifier))
    return corrupt("its frame does not fit its bytes");
  const stored::Item* item = stored::GetItem(bytes.data());
  if (item->format() != kItemFormat) return corrupt("unknown item format");
  frame->size_bytes = item->size_bytes();
  take_vector(item->index(), &frame->index, &frame->index_size);
  take_vector(item->data(), &frame->data, &frame->data_size);
  take_vector(item->wide_ends(), &frame->wide_ends, &frame->wide_ends_size);
  return {};
}

bool has_usual_frame(std::string_view bytes) {
  return bytes.size() >= kItemFrameBytes && std::memcmp(bytes.data(), kItemHead, sizeof(kItemHead)) == 0;
}

// Reads the vector whose offset stands at `at`. False when it is not inside the bytes.
bool read_vector(std::string_view bytes, size_t at, size_t element_size, const char** elements, uint32_t* size) {
  const size_t start = at + load<uint32_t>(bytes.data() + at);
  if (start > bytes.size() - sizeof(uint32_t)) return false;
  *size = load<uint32_t>(bytes.data() + start);
  *elements = bytes.data() + start + sizeof(uint32_t);
  return *size <= (bytes.size() - start - sizeof(uint32_t)) / element_size;
}

// The same for the usual frame, in half the time and at any address.
Status read_usual_frame(std::string_view bytes, Frame* frame) {
  frame->size_bytes = load<uint32_t>(bytes.data() + kItemSizeBytesAt);
  const bool fits = read_vector(bytes, kItemDataOffsetAt, sizeof(uint8_t), &frame->data, &frame->data_size) &&
                    read_vector(bytes, kItemIndexOffsetAt, sizeof(uint16_t), &frame->index, &frame->index_size);
  return fits ? Status() : corrupt("its frame does not fit its bytes");
}

}  // namespace

bool ItemView::opens_in_place(std::string_view bytes) {
  return reinterpret_cast<uintptr_t>(bytes.data()) % sizeof(uint32_t) == 0 || has_usual_frame(bytes);
}

Result<ItemView> ItemView::open(std::string_view bytes) {
  if (bytes.size() > kMaxStoredItemBytes) return corrupt("it is longer than any item");
  assert(opens_in_place(bytes));
  Frame frame;
  SHEAF_RETURN_IF_ERROR(has_usual_frame(bytes) ? read_usual_frame(bytes, &frame) : read_any_frame(bytes, &frame));
  const bool is_narrow = frame.wide_ends == nullptr;
  const uint32_t count = is_narrow ? frame.index_size / 3 : frame.index_size;
  const size_t ends_count = size_t{count} * 2;
  const bool index_fits = is_narrow ? frame.index_size == count + ends_count : frame.wide_ends_size == ends_count;
  if (!index_fits || frame.data_size < count) return corrupt("its arrays differ in length");
  ItemView view;
  view.bytes_ = bytes;
  view.count_ = count;
  view.size_bytes_ = frame.size_bytes;
  view.index_ = frame.index;
  view.data_ = frame.data;
  view.wide_ends_ = frame.wide_ends;
  const size_t blob_size = frame.data_size - count;
  const bool fits = is_narrow ? ends_rise_quickly(frame.index + count * sizeof(uint16_t), ends_count, blob_size)
                              : ends_rise<uint32_t>(frame.wide_ends, ends_count, blob_size);
  if (!fits) return corrupt("an attribute is out of bounds");
  if (!types_known(frame.data, count)) return corrupt("an attribute has an unknown type");
  return view;
}

ValueView ItemView::find(std::string_view name) const { return find_hashed(name, name_hash(name)); }

ValueView ItemView::find_hashed(std::string_view name, uint16_t hash) const {
  for (uint32_t i = 0; i < count_; ++i) {
    if (load<uint16_t>(index_ + i * sizeof(uint16_t)) != hash) continue;
    const AttributeView attribute = at(i);
    if (attribute.name == name) return attribute.value;
  }
  return {};
}

bool items_equal(const ItemView& a, const ItemView& b) {
  if (a.bytes() == b.bytes()) return true;
  if (a.count() != b.count()) return false;
  for (uint32_t i = 0; i < a.count(); ++i) {
    const AttributeView x = a.at(i);
    const AttributeView y = b.at(i);
    if (x.name != y.name || !values_equal(x.value, y.value)) return false;
  }
  return true;
}

Status verify_item(const ItemView& item) {
  size_t size_bytes = 0;
  std::string_view last_name;
  for (uint32_t i = 0; i < item.count(); ++i) {
    const auto& [name, value] = item.at(i);
    if (name.empty() || name.size() > kMaxAttributeNameBytes) return corrupt("a name's length is not legal");
    if (!is_valid_utf8(name)) return corrupt("a name is not UTF-8");
    if (last_name >= name) return corrupt("its names are not sorted");
    if (ItemView::load<uint16_t>(item.index_ + i * sizeof(uint16_t)) != name_hash(name))
      return corrupt("a name's hash is wrong");
    if (const Status status = verify_value(value); !status.ok()) return corrupt(status.message());
    size_bytes += name.size() + value_size_bytes(value);
    last_name = name;
  }
  return size_bytes == item.size_bytes() ? Status() : corrupt("its recorded size is wrong");
}

}  // namespace sheaf
