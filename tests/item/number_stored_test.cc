// Number's stored form by hand-made tables: bytes, order, what is refused, and the size. Bytes are worked out
// from the layout in number.h, sizes from dynamodb-semantics.md 1.5.
#include <gtest/gtest.h>

#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

#include "engine/item/number.h"
#include "tests/item/number_support.h"

namespace sheaf {
namespace {

using number_test::hex_of;
using number_test::nines;
using number_test::number_of;
using number_test::zeros;

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out.push_back(static_cast<char>(value));
  return out;
}

TEST(Number, StoredForm) {
  const std::pair<const char*, const char*> cases[] = {
      {"0", "12"},
      {"1", "134202"},  // 0.01 x 100^1
      {"-1", "11bdfd"},
      {"42", "134254"},
      {"3.14", "1342071c"},      // 0.03 14 x 100^1
      {"-103.2", "11bcfcf8d7"},  // 0.01 03 20 x 100^2
      {"12345", "1344032f5a"},   // 0.01 23 45 x 100^3
      {"100", "134302"},         // 0.01 x 100^2
      {"0.1", "134114"},         // 0.10 x 100^0
      {"0.01", "134102"},        // 0.01 x 100^0
      {"0.001", "134014"},       // 0.10 x 100^-1
      {"99", "1342c6"},
      {"10001", "1344030102"},   // 0.01 00 01 x 100^3: a pair of zeros inside
      {"1700000000", "134622"},  // 0.17 x 100^5
      {"1E-130", "130102"},
      {"-1E-130", "11fefd"},
      {"1E125", "138014"},  // 0.10 x 100^63
  };
  for (const auto& [text, hex] : cases) {
    const std::string encoded = number_of(text).encode();
    EXPECT_EQ(hex_of(encoded), hex) << text;
    const Result<Number> decoded = Number::decode(encoded);
    ASSERT_TRUE(decoded.ok()) << text;
    EXPECT_EQ(*decoded, number_of(text)) << text;
    EXPECT_EQ(decoded->to_text(), number_of(text).to_text());
    EXPECT_EQ(Number::encoded_size(encoded), encoded.size());
    EXPECT_EQ(Number::encoded_size(encoded + '\x02'), encoded.size()) << "what follows does not matter";
  }
  const std::string longest = number_of("-1." + zeros(36) + "1").encode();
  EXPECT_EQ(longest.size(), kMaxNumberEncodedBytes);
  EXPECT_EQ(Number::encoded_size(longest + "x"), kMaxNumberEncodedBytes);
}

TEST(Number, AppendEncodedKeepsWhatStandsThere) {
  std::string out = "k";
  number_of("1").append_encoded(&out);
  Number().append_encoded(&out);
  EXPECT_EQ(hex_of(out), "6b13420212");
}

TEST(Number, DecodeRefusesEverythingElse) {
  const std::string nineteen_full(19, '\xC7');  // pairs 99, each with its continue bit
  const std::pair<const char*, std::string> cases[] = {
      {"nothing", ""},
      {"an unknown tag", bytes({0x10, 0x42, 0x02})},
      {"an unknown tag", bytes({0x14, 0x42, 0x02})},
      {"a tag alone", bytes({0x13})},
      {"no pairs", bytes({0x13, 0x42})},
      {"no pairs, negative", bytes({0x11, 0xBD})},
      {"zero and more", bytes({0x12, 0x12})},
      {"exponent byte 0", bytes({0x13, 0x00, 0x02})},
      {"exponent byte 129", bytes({0x13, 0x81, 0x02})},
      {"exponent byte 0, complemented", bytes({0x11, 0xFF, 0xFD})},
      {"exponent byte 129, complemented", bytes({0x11, 0x7E, 0xFD})},
      {"a first pair of 0", bytes({0x13, 0x42, 0x01, 0x02})},
      {"a last pair of 0", bytes({0x13, 0x42, 0x03, 0x00})},
      {"an only pair of 0", bytes({0x13, 0x42, 0x00})},
      {"a pair of 100 at the end", bytes({0x13, 0x42, 0xC8})},
      {"a pair of 100 inside", bytes({0x13, 0x42, 0xC9, 0x02})},
      {"no end", bytes({0x13, 0x42, 0x03})},
      {"bytes behind the end", bytes({0x13, 0x42, 0x02, 0x02})},
      {"a positive tag over complemented bytes", bytes({0x13, 0xBD, 0xFD})},
      {"39 digits: 19 full pairs and 90", bytes({0x13, 0x54}) + nineteen_full + '\xB5'},
      {"39 digits: 19 full pairs and d0", bytes({0x13, 0x54}) + nineteen_full + '\xB4'},
      {"39 digits: 0d, 18 pairs, dd", bytes({0x13, 0x54, 0x03}) + nineteen_full.substr(1) + '\xC6'},
      {"40 digits", bytes({0x13, 0x54}) + nineteen_full + '\xC6'},
      {"21 pairs", bytes({0x13, 0x54, 0x03}) + nineteen_full + '\x14'},
      {"a megabyte", bytes({0x13, 0x54}) + std::string(1 << 20, '\xC7')},
  };
  for (const auto& [what, stored] : cases) {
    const Result<Number> decoded = Number::decode(stored);
    ASSERT_FALSE(decoded.ok()) << what;
    EXPECT_TRUE(decoded.status().is(Error::kValueDamaged)) << what;
    EXPECT_EQ(Number::size_bytes(stored), 1u) << what;
  }
  EXPECT_EQ(Number::decode("").status().message(), "a value is not in the stored form: a number is empty");
  // The longest that is allowed: 0d, 18 pairs, d0.
  EXPECT_TRUE(Number::decode(bytes({0x13, 0x54, 0x03}) + nineteen_full.substr(1) + '\xB4').ok());
}

TEST(Number, EncodedSizeChecksTheStructure) {
  EXPECT_EQ(Number::encoded_size(""), 0u);
  EXPECT_EQ(Number::encoded_size(bytes({0x20, 0x42, 0x02})), 0u);
  EXPECT_EQ(Number::encoded_size(bytes({0x13, 0x42})), 0u);
  EXPECT_EQ(Number::encoded_size(bytes({0x13, 0x42, 0x03})), 0u);
  EXPECT_EQ(Number::encoded_size(bytes({0x11, 0xBD, 0xFC})), 0u);
  EXPECT_EQ(Number::encoded_size(bytes({0x13, 0x42, 0x03, 0x02, 0x02})), 4u);
  EXPECT_EQ(Number::encoded_size(bytes({0x12, 0x00})), 1u);
  // The end bit must come within 22 bytes.
  EXPECT_EQ(Number::encoded_size(bytes({0x13, 0x42}) + std::string(19, '\x03') + '\x02'), 22u);
  EXPECT_EQ(Number::encoded_size(bytes({0x13, 0x42}) + std::string(20, '\x03') + '\x02'), 0u);
}

TEST(Number, SizeBytes) {
  const std::pair<std::string, size_t> cases[] = {
      {"0", 1},
      {"-0", 1},
      {"1", 2},
      {"12", 2},
      {"123", 3},
      {"1234", 3},
      {"12345", 4},
      {"100", 2},
      {"1010", 3},
      {"110", 2},
      {"1E125", 2},
      {"0.0000001", 2},
      {"0.15", 2},
      {"1.5", 3},
      {"1.234", 4},
      {"3.14159", 5},
      {"100.5", 4},
      {"10.01", 3},
      {"-42", 3},
      {"-0.15", 3},
      {"0.011", 2},
      {"0.0110", 2},
      {"0.00110", 2},
      {"-1010", 4},
      {"1234567890.01", 7},
      {std::string(38, '1'), 20},
      {"1." + std::string(37, '1'), 21},
      {"-1." + std::string(37, '1'), 22},
      {"0." + std::string(38, '1'), 20},
      {"0.0" + std::string(38, '1'), 20},
      {"1e-130", 2},
      {"-1e-130", 3},
      {"1." + zeros(36) + "1", 21},
      {std::string(38, '1') + "0", 20},
  };
  for (const auto& [text, size] : cases) EXPECT_EQ(Number::size_bytes(number_of(text).encode()), size) << text;
}

TEST(Number, CompareAndStoredOrder) {
  // Every line is smaller than the next one.
  const std::string ascending[] = {"-" + nines(38) + "e88",
                                   "-1e125",
                                   "-1000",
                                   "-103.2",
                                   "-103",
                                   "-100",
                                   "-99.5",
                                   "-99",
                                   "-11",
                                   "-10.5",
                                   "-10",
                                   "-9.99",
                                   "-1.01",
                                   "-1",
                                   "-0.7",
                                   "-0.6",
                                   "-0.11",
                                   "-0.1",
                                   "-0.01",
                                   "-1.1e-130",
                                   "-1e-130",
                                   "0",
                                   "1e-130",
                                   "1.1e-130",
                                   "1e-129",
                                   "0.01",
                                   "0.05",
                                   "0.1",
                                   "0.11",
                                   "0.99",
                                   "1",
                                   "1.001",
                                   "1.01",
                                   "2",
                                   "9.99",
                                   "10",
                                   "10.5",
                                   "11",
                                   "99",
                                   "99.5",
                                   "100",
                                   "103",
                                   "1000",
                                   "1e10",
                                   "1" + zeros(36) + "1",
                                   "1e125",
                                   nines(38) + "e88"};
  const int count = static_cast<int>(std::size(ascending));
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      const Number a = number_of(ascending[i]);
      const Number b = number_of(ascending[j]);
      const int expected = i < j ? -1 : (i > j ? 1 : 0);
      EXPECT_EQ(Number::compare(a, b), expected) << ascending[i] << " " << ascending[j];
      EXPECT_EQ(a == b, i == j);
      const int stored = a.encode().compare(b.encode());
      EXPECT_EQ((stored > 0) - (stored < 0), expected) << ascending[i] << " " << ascending[j];
    }
  }
}

}  // namespace
}  // namespace sheaf
