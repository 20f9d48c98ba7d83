// Container slices: the stored form of lists, maps and sets, self-contained so that they can be read in place, copied
// out and nested. Canonical: one value has one slice (narrowest width, maps and sets sorted), so equal bytes is equal
// value.
//
//   u8   width     1, 2 or 4: bytes of each integer below; the narrowest in which the count and the blob's size fit
//   uW   count     members
//   u8   types[count]            lists and maps only: the members' types
//   uW   ends[count]             lists and sets: where each member ends in the blob
//   uW   ends[2 * count]         maps: where each name and then its value end in the blob
//   u8   blob[]                  members, or names and members in turn, without gaps
//
// Integers are little-endian and unaligned. Map names are unique and sorted by bytes; set members are unique and
// sorted by stored bytes (which is numeric order for NS). Readers are bounds-checked: damaged bytes give an error or
// wrong members, never a read outside the slice.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/item/value.h"

namespace sheaf {

// Reads one slice. Borrows the bytes of the value it was opened on. Threads: as for the bytes.
class ContainerView {
 public:
  // The value must be L, M, SS, NS or BS. Error: ItemCorrupt when the frame does not fit the bytes.
  static Result<ContainerView> open(ValueView value);

  Type type() const { return type_; }
  uint32_t count() const { return count_; }

  // Requires index < count(). A member whose bounds are damaged comes back as kNone.
  AttributeView at(uint32_t index) const {
    assert(index < count_);
    const bool is_map = type_ == Type::kMap;
    const uint64_t value_position = is_map ? uint64_t{index} * 2 + 1 : index;
    const uint64_t first_position = is_map ? value_position - 1 : value_position;
    const uint32_t start = first_position == 0 ? 0 : end_at(first_position - 1);
    const uint32_t name_end = is_map ? end_at(first_position) : start;
    const uint32_t value_end = end_at(value_position);
    if (start > name_end || name_end > value_end || value_end > blob_.size()) return {};
    const Type type = types_ != nullptr ? static_cast<Type>(types_[index]) : set_member_type(type_);
    if (!is_stored_type(static_cast<uint8_t>(type))) return {};
    return {{blob_.data() + start, name_end - start}, {type, {blob_.data() + name_end, value_end - name_end}}};
  }

  // Maps only: the member of that name, or kNone.
  ValueView find(std::string_view name) const;

  // True when the slice is the one that its members make: the narrowest width, nothing behind the last member, names and
  // set members in order and unique. Requires that at() gave every member; the members' own insides are not looked at.
  bool is_canonical() const;

 private:
  uint32_t end_at(uint64_t position) const {
    const uint8_t* from = ends_ + position * width_;
    if (width_ == 1) return from[0];
    const uint32_t low = from[0] | uint32_t{from[1]} << 8;
    return width_ == 2 ? low : low | uint32_t{from[2]} << 16 | uint32_t{from[3]} << 24;
  }

  Type type_ = Type::kNone;
  uint8_t width_ = 1;
  uint32_t count_ = 0;
  const uint8_t* types_ = nullptr;  // null for sets
  const uint8_t* ends_ = nullptr;
  std::string_view blob_;
};

// Writers. Members are copied. A set's members are stored forms and need no order; a map's need none either.
Value make_list(std::span<const ValueView> members);
Result<Value> make_map(std::span<const AttributeView> members);  // Errors: NameEmpty, NameTooLong, NameDuplicate
Result<Value> make_set(Type set, std::span<const std::string_view> members);  // Errors: SetEmpty, ...SetDuplicate

// The same into a slice's own string, whose memory is used again.
void write_list(std::span<const ValueView> members, std::string* slice);
Status write_map(std::span<const AttributeView> members, std::string* slice);

}  // namespace sheaf
