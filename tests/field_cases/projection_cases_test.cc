// Cases from the field: projections.
#include <gtest/gtest.h>

#include "tests/support/statements.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

TEST(FieldCases, B043_AllNestedPathsOfOneMapAreReturned) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  const std::string item =
      R"({"d":{"M":{"t":{"N":"1"},"u":{"N":"2"},"w":{"L":[{"M":{"i":{"N":"3"}}}]}}},"pk":{"S":"p"}})";
  ASSERT_TRUE(table.put(item).ok());
  EXPECT_EQ(answer_rows(table, {.key = "pk = :p",
                                .projection = "pk, #d.t, #d.u, #d.w[0].i",
                                .names = {{"#d", "d"}},
                                .values = R"({":p":{"S":"p"}})"}),
            Texts{item});
}

TEST(FieldCases, B044_AProjectionThroughAListKeepsTheList) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  ASSERT_TRUE(table
                  .put(R"({"pk":{"S":"p"},"l":{"L":[{"M":{"v":{"S":"t"},"x":{"N":"0"}}},{"M":{"x":{"N":"1"}}}]},)"
                       R"("a":{"M":{"b":{"L":[{"M":{"c":{"N":"1"},"e":{"N":"2"}}}]}}}})")
                  .ok());
  const auto projected = [&table](const char* projection) {
    return answer_rows(table, {.key = "pk = :p", .projection = projection, .values = R"({":p":{"S":"p"}})"});
  };
  EXPECT_EQ(projected("l[0].v"), Texts{R"({"l":{"L":[{"M":{"v":{"S":"t"}}}]}})"});
  EXPECT_EQ(projected("a.b[0].c"), Texts{R"({"a":{"M":{"b":{"L":[{"M":{"c":{"N":"1"}}}]}}}})"});
  EXPECT_EQ(projected("l[9]"), Texts{"{}"});
}

}  // namespace
}  // namespace sheaf
