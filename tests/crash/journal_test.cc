// The journal's own rules, without which the crash test could not fail.
#include "tests/crash/journal.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using namespace test;

std::string item(const std::string& version) {
  return R"({"pk":{"S":"p"},"sk":{"S":"s"},"v":{"N":")" + version + R"("}})";
}

Journal read_lines(const std::string& lines) {
  const TempFolder temp;
  std::ofstream(temp.file("journal"), std::ios::binary) << "begin 1 T . table\ndone 1\n" << lines;
  Journal journal;
  journal.read(temp.file("journal"));
  return journal;
}

bool accepts(const Journal& journal, const std::set<std::string>& items) {
  return journal.problem({{"T", items}}).empty();
}

TEST(Journal, WhatWasAcknowledgedMustBeThere) {
  const Journal journal = read_lines("begin 2 T p/s " + item("1") + "\ndone 2\n");
  EXPECT_EQ(journal.acknowledged(), 2u);
  EXPECT_TRUE(accepts(journal, {item("1")}));
  EXPECT_FALSE(accepts(journal, {}));
  EXPECT_FALSE(accepts(journal, {item("2")})) << "nobody wrote it";
  EXPECT_NE(journal.problem({}), "") << "the table is lost";
}

TEST(Journal, WhatWasUnderWayMayBeThere) {
  const Journal journal =
      read_lines("begin 2 T p/s " + item("1") + "\ndone 2\nbegin 3 T p/s " + item("2") + "\nbegin 4 T p/s \n");
  EXPECT_TRUE(accepts(journal, {item("1")}));
  EXPECT_TRUE(accepts(journal, {item("2")}));
  EXPECT_TRUE(accepts(journal, {})) << "an erasure was under way";
}

TEST(Journal, WhatWasOverwrittenIsGone) {
  const Journal journal =
      read_lines("begin 2 T p/s " + item("1") + "\ndone 2\nbegin 3 T p/s " + item("2") + "\ndone 3\n");
  EXPECT_FALSE(accepts(journal, {item("1")}));
  EXPECT_TRUE(accepts(journal, {item("2")}));
}

TEST(Journal, WritesThatOverlapMayComeInAnyOrder) {
  const Journal journal =
      read_lines("begin 2 T p/s " + item("1") + "\nbegin 3 T p/s " + item("2") + "\ndone 2\ndone 3\n");
  EXPECT_TRUE(accepts(journal, {item("1")}));
  EXPECT_TRUE(accepts(journal, {item("2")}));
  EXPECT_FALSE(accepts(journal, {}));
}

TEST(Journal, DroppedTablesAreGone) {
  const Journal under_way = read_lines("begin 2 T . \n");
  EXPECT_EQ(under_way.problem({}), "");
  EXPECT_TRUE(accepts(under_way, {}));
  const Journal done = read_lines("begin 2 T . \ndone 2\n");
  EXPECT_EQ(done.problem({}), "");
  EXPECT_FALSE(accepts(done, {}));
}

TEST(Journal, ALineThatWasCutOffIsNone) {
  EXPECT_EQ(read_lines("begin 2 T p/s " + item("1") + "\ndone 2").acknowledged(), 1u);
  EXPECT_EQ(read_lines("begin 2 T p/s {\"pk").begun(), 1u);
}

TEST(Journal, StartsWithWhatWasThere) {
  Journal journal;
  journal.start_with({{"T", {item("1")}}});
  EXPECT_TRUE(accepts(journal, {item("1")}));
  EXPECT_FALSE(accepts(journal, {}));
}

}  // namespace
}  // namespace sheaf
