// Damaged keys: flipped bytes, cut ends and plain garbage give KeyCorrupt or a value, and a value only where
// the bytes are exactly what the codec writes for it. Keys lie in blocks of their exact size, so that ASan
// sees any read behind them.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/key/encode_row.h"

namespace sheaf {
namespace {

using reference::Kind;
using namespace std::string_view_literals;

// A copy without the byte behind the end that std::string has.
class ExactBytes {
 public:
  explicit ExactBytes(std::string_view bytes) : data_(new char[bytes.size()]), size_(bytes.size()) {
    std::copy(bytes.begin(), bytes.end(), data_.get());
  }
  std::string_view view() const { return {data_.get(), size_}; }

 private:
  std::unique_ptr<char[]> data_;
  size_t size_;
};

struct Outcome {
  bool is_corrupt = false;
  std::string encoded;  // what was read, written again
};

// Reads the key as the shape says. `skip` must go exactly as far as `read` where `read` succeeds.
void read_key(const KeyShape& shape, std::string_view key, Outcome* outcome) {
  KeyReader reader(key);
  KeyReader skipper(key);
  *outcome = {};
  for (size_t column = 0; column < shape.columns.size(); ++column) {
    const Type type = type_of(shape.columns[column].kind);
    std::string data;
    const Status status = reader.read(place_of(shape, column), type, &data);
    ASSERT_LE(reader.position(), key.size());
    if (!status.ok()) {
      ASSERT_TRUE(status.is(Error::kKeyCorrupt)) << status.message();
      outcome->is_corrupt = true;
      return;
    }
    append_component(place_of(shape, column), {type, data}, &outcome->encoded);
    ASSERT_EQ(outcome->encoded, key.substr(0, reader.position())) << to_hex(key);
    if (shape.is_raw(column)) break;
    ASSERT_TRUE(skipper.skip().ok());
    ASSERT_EQ(skipper.position(), reader.position()) << to_hex(key);
  }
}

// Small keys of every shape, with their shapes.
struct SampleKey {
  KeyShape shape;
  std::string key;
};

std::vector<SampleKey> sample_keys() {
  std::vector<SampleKey> out;
  Random random(4);
  for (const KeyShape& shape : key_shapes(random)) {
    for (const reference::Row& row : random_table(random, shape, 4).rows) {
      std::string key = encode_values(shape, row);
      if (key.size() < 200) out.push_back({shape, std::move(key)});
    }
  }
  return out;
}

TEST(KeyDamage, EveryFlippedByteIsCorruptOrAnotherKey) {
  size_t corrupt = 0;
  size_t other = 0;
  for (const SampleKey& sample : sample_keys()) {
    for (size_t at = 0; at < sample.key.size(); ++at) {
      for (const int flip : {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x03, 0xFE, 0xFF}) {
        std::string damaged = sample.key;
        damaged[at] = static_cast<char>(damaged[at] ^ flip);
        Outcome outcome;
        ASSERT_NO_FATAL_FAILURE(read_key(sample.shape, ExactBytes(damaged).view(), &outcome));
        corrupt += outcome.is_corrupt;
        other += !outcome.is_corrupt;
      }
    }
  }
  RecordProperty("corrupt", static_cast<int>(corrupt));
  RecordProperty("other", static_cast<int>(other));
  EXPECT_GE(corrupt, 10000u);
  EXPECT_GE(other, 10000u);
}

struct MarkByte {
  size_t at;
  int intact;  // the one value of this byte that leaves a key
};

// Each byte of an escape and of an end mark set to each of its 256 values.
TEST(KeyDamage, EveryByteInAMark) {
  const KeyShape shape{"base", {{reference::Role::kPartition, Kind::kBinary}, {reference::Role::kSort, Kind::kBinary}}};
  constexpr std::string_view kKey = "a\x00\xFF\x62\x00\x01\x30\x63"sv;
  for (int byte = 0; byte < 256; ++byte) {
    for (const MarkByte mark : {MarkByte{2, 0xFF}, MarkByte{4, 0x00}, MarkByte{5, 0x01}}) {
      std::string damaged(kKey);
      damaged[mark.at] = static_cast<char>(byte);
      Outcome outcome;
      ASSERT_NO_FATAL_FAILURE(read_key(shape, ExactBytes(damaged).view(), &outcome));
      EXPECT_EQ(outcome.is_corrupt, byte != mark.intact) << mark.at << " " << byte;
    }
    // Any other byte in the place of the escaped zero is a value's byte, and so is the 0xFF behind it.
    std::string other(kKey);
    other[1] = static_cast<char>(byte);
    Outcome outcome;
    ASSERT_NO_FATAL_FAILURE(read_key(shape, ExactBytes(other).view(), &outcome));
    EXPECT_FALSE(outcome.is_corrupt) << byte;
  }
}

TEST(KeyDamage, EveryCutIsCorruptOrAShorterRawValue) {
  size_t cuts = 0;
  for (const SampleKey& sample : sample_keys()) {
    const size_t columns = sample.shape.columns.size();
    const bool is_raw = sample.shape.is_raw(columns - 1) && sample.shape.columns.back().kind != Kind::kNumber;
    KeyReader reader(sample.key);
    for (size_t column = 0; is_raw && column + 1 < columns; ++column) ASSERT_TRUE(reader.skip().ok());
    // A raw S or B value may end anywhere behind its tag; everything else says where it ends.
    const size_t shortest = is_raw ? reader.position() + 1 : sample.key.size();
    for (size_t size = 0; size < sample.key.size(); ++size, ++cuts) {
      Outcome outcome;
      const ExactBytes cut(std::string_view(sample.key).substr(0, size));
      ASSERT_NO_FATAL_FAILURE(read_key(sample.shape, cut.view(), &outcome));
      ASSERT_EQ(outcome.is_corrupt, size < shortest) << size << " of " << to_hex(sample.key);
    }
  }
  RecordProperty("cuts", static_cast<int>(cuts));
  EXPECT_GE(cuts, 2000u);
}

TEST(KeyDamage, GarbageIsCorruptOrAKey) {
  constexpr char kAlphabet[] = {'\x00', '\x01', '\x02', '\x11', '\x12', '\x13', '\x20', '\x30', '\x42', '\xBD', '\xFF'};
  Random random(5);
  const std::vector<KeyShape> shapes = key_shapes(random);
  size_t keys = 0;
  for (int i = 0; i < 40000; ++i) {
    std::string garbage(random.below(14), '\0');
    for (char& byte : garbage) byte = random.pick(kAlphabet);
    if (random.one_in(2)) garbage += std::string("\x00\x01", 2);
    Outcome outcome;
    ASSERT_NO_FATAL_FAILURE(read_key(random.pick(shapes), ExactBytes(garbage).view(), &outcome));
    keys += !outcome.is_corrupt;
  }
  EXPECT_GE(keys, 200u);
}

}  // namespace
}  // namespace sheaf
