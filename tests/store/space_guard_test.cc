#include "engine/store/space_guard.h"

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

constexpr uint64_t kMoreThanAnyDisk = uint64_t{1} << 60;

TEST(SpaceGuard, RefusesWhenTheReserveIsNotFree) {
  const test::TempFolder temp;
  SpaceGuard guard(temp.path(), kMoreThanAnyDisk);
  for (int i = 0; i < 3; ++i) {
    const Status refused = guard.admit(100);
    EXPECT_TRUE(refused.is(Error::kStoreFull));
    EXPECT_EQ(refused.code(), StatusCode::kFULL);
    EXPECT_TRUE(refused.is_retryable());
  }
}

TEST(SpaceGuard, AdmitsWhenThereIsRoomAndRefusesAWriteLargerThanWhatIsFree) {
  const test::TempFolder temp;
  SpaceGuard guard(temp.path(), 1);
  EXPECT_TRUE(guard.admit(100).ok());
  EXPECT_TRUE(guard.admit(kMoreThanAnyDisk).is(Error::kStoreFull));
  EXPECT_TRUE(guard.admit(100).ok()) << "writes resume by themselves";
}

TEST(SpaceGuard, MemoryHasAlwaysRoom) {
  SpaceGuard guard("", kMoreThanAnyDisk);
  EXPECT_TRUE(guard.admit(kMoreThanAnyDisk).ok());
}

}  // namespace
}  // namespace sheaf
