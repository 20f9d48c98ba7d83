// Key components: one key value <-> bytes that sort like the value, self-delimiting inside a longer key.
//
//   escape       S and B: every 0x00 becomes 0x00 0xFF; an N's stored form (item/number.h) holds no 0x00
//   end mark     0x00 0x01 after every component but a base sort key at the very end of its key
//   type tag     S 0x20, B 0x30 before a sort component; an N's first byte is its tag; partition components have none
//
//   kPartition   escape(value) 0x00 0x01
//   kSort        tag escape(value) 0x00 0x01
//   kLastSort    tag value                      (raw: it ends where the key ends)
//
// 0x00 0x01 sorts below 0x00 0xFF, so "a" < "a\0" holds in bytes as in values, and no component is a prefix of
// another. All functions are pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/item/value.h"

namespace sheaf {

enum class KeyPlace : uint8_t { kPartition, kSort, kLastSort };

inline constexpr uint8_t kKeyTagString = 0x20;
inline constexpr uint8_t kKeyTagBinary = 0x30;
inline constexpr char kEndMark[2] = {'\x00', '\x01'};
inline constexpr char kPastEndMark[2] = {'\x00', '\x02'};  // the first bytes above every continuation of an end mark

// Appends one component. The value must be S, N or B in its stored form.
void append_component(KeyPlace place, ValueView value, std::string* out);

// Appends the component without its end mark: where values that begin with `value` start. S and B only.
void append_component_prefix(KeyPlace place, ValueView value, std::string* out);

// Reads components from the front of a key, in order. Borrows the key.
class KeyReader {
 public:
  explicit KeyReader(std::string_view key) : key_(key) {}

  // Reads the component at the position as a value of `type` (S, N or B) and moves behind it. `data` receives the
  // value's bytes (kNumber: the stored form). Error: KeyCorrupt; the reader must then not be used further.
  Status read(KeyPlace place, Type type, std::string* data);

  // Moves behind one component with an end mark without decoding it. Error: KeyCorrupt.
  Status skip();

  size_t position() const { return position_; }
  bool at_end() const { return position_ == key_.size(); }
  std::string_view rest() const { return key_.substr(position_); }

 private:
  // The component's bytes, still escaped, without its end mark; moves behind the mark.
  Result<std::string_view> take_marked();

  std::string_view key_;
  size_t position_ = 0;
};

}  // namespace sheaf
