// name_hash: values that tests/data/make_item_golden.py computed with another method, and that every byte of a name counts.
#include "engine/item/name_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/item/item_support.h"

namespace sheaf {
namespace {

using item_test::ExactBytes;

TEST(NameHash, IsPinned) {
  std::set<size_t> lengths;
  for (const auto& [name, hash] : item_test::golden_hashes()) {
    const ExactBytes exact(name);
    EXPECT_EQ(name_hash(exact.view()), hash) << name;
    const ExactBytes shifted("x" + name);  // at an odd address
    EXPECT_EQ(name_hash(shifted.view().substr(1)), hash) << name;
    const std::string among = "before" + name + "behind";
    EXPECT_EQ(name_hash(std::string_view(among).substr(6, name.size())), hash) << "what stands around does not matter";
    lengths.insert(name.size());
  }
  EXPECT_EQ(lengths.size(), 46u);  // 0 to 43, 255 and 256
  EXPECT_EQ(*lengths.begin(), 0u);
}

// Changing one byte changes a 16-bit hash in all but one of about 65,536 cases; 10,240 changes may leave a few alike.
TEST(NameHash, EveryByteCounts) {
  int alike = 0;
  for (size_t length = 1; length <= 40; ++length) {
    std::string name(length, 'n');
    const uint16_t before = name_hash(name);
    for (size_t at = 0; at < length; ++at) {
      int alike_here = 0;
      for (int byte = 0; byte < 256; ++byte) {
        name[at] = static_cast<char>(byte);
        if (byte != 'n' && name_hash(name) == before) ++alike_here;
      }
      name[at] = 'n';
      EXPECT_LT(alike_here, 3) << length << " " << at;
      alike += alike_here;
    }
  }
  EXPECT_LT(alike, 30);  // 209,100 changes: 3.2 expected
}

TEST(NameHash, LengthCounts) {
  std::set<uint16_t> zeros, letters;
  for (size_t length = 0; length < 200; ++length) {
    zeros.insert(name_hash(std::string(length, '\0')));
    letters.insert(name_hash(std::string(length, 'a')));
  }
  EXPECT_GT(zeros.size(), 195u);  // 0.3 pairs expected
  EXPECT_GT(letters.size(), 195u);
}

// Of n names about n * n / 131,072 pairs share a hash by chance.
TEST(NameHash, TypicalNamesSpread) {
  const std::vector<std::string> families[] = {
      {"", ""}, {"attribute", ""}, {"", "Count"}, {"GSI1PK#", "#very-long-tail-of-a-name"}};
  for (const std::vector<std::string>& family : families) {
    std::vector<int> names_of(65536);
    int pairs = 0;
    for (int i = 0; i < 4096; ++i) pairs += names_of[name_hash(family[0] + std::to_string(i) + family[1])]++;
    EXPECT_LT(pairs, 256) << family[0];  // 128 expected
  }
}

}  // namespace
}  // namespace sheaf
