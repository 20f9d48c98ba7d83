// Expected keys written out by hand, by DESIGN.md's "Keys" and the comments of engine/key/component.h and engine/item/number.h.
// Text without zero bytes only, so that nothing needs an escape.
#pragma once

#include <string>
#include <string_view>

namespace sheaf::test {

// Text with its end mark: a partition component as it stands, or any component behind its tag.
inline std::string marked(std::string_view text) { return std::string(text) + std::string("\0\1", 2); }
// The first bytes above everything that continues `marked(text)`.
inline std::string past_marked(std::string_view text) { return std::string(text) + std::string("\0\2", 2); }

// Sort components of S and B, which begin with a type tag; numbers are their own.
inline std::string sort_s(std::string_view text) { return marked("\x20" + std::string(text)); }
inline std::string sort_b(std::string_view bytes) { return marked("\x30" + std::string(bytes)); }

// A base sort key, at the very end of a key: no end mark.
inline std::string last_s(std::string_view text) { return "\x20" + std::string(text); }
inline std::string last_b(std::string_view bytes) { return "\x30" + std::string(bytes); }

// Stored numbers: 1 is 0.01 x 100^1, 10 is 0.10 x 100^1, and -1 the complement of 1 behind its tag.
inline const std::string kOne = "\x13\x42\x02";
inline const std::string kTen = "\x13\x42\x14";
inline const std::string kMinusOne = "\x11\xBD\xFD";

}  // namespace sheaf::test
