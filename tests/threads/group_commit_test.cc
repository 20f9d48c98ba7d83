// FULL with many writers: those who wait at the same time share one sync of the log, and each is answered only after a
// sync that covers its write.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "capi/internal.h"
#include "tests/support/temp_folder.h"
#include "tests/threads/handles.h"

namespace sheaf::test {
namespace {

constexpr int kWriters = 8;
constexpr int kWritesEach = 40;

// In a folder, for in memory there is nothing to sync.
Owned<sheaf_db> open_folder(const TempFolder& folder, uint32_t sync) {
  sheaf_open_options options = {};
  options.struct_size = sizeof(options);
  options.flags = SHEAF_OPEN_CREATE;
  options.sync = sync;
  sheaf_db* db = nullptr;
  EXPECT_EQ(sheaf_open(folder.file("database").c_str(), &options, &db, nullptr), SHEAF_OK);
  return Owned<sheaf_db>(db);
}

// How many syncs the writes of all threads took.
uint64_t syncs_of_writes(uint32_t sync, uint32_t write_flags) {
  const TempFolder folder;
  const Owned<sheaf_db> db = open_folder(folder, sync);
  sheaf_status status = create_items(db.get());
  EXPECT_EQ(status, SHEAF_OK);
  const Owned<sheaf_table> table = open_items(db.get(), &status);
  const uint64_t before = db->database->store().sync_count();
  Surprises surprises;
  std::vector<std::thread> writers;
  for (int t = 0; t < kWriters; ++t) {
    writers.emplace_back([&, t] {
      Worker worker;
      for (int i = 0; i < kWritesEach; ++i) {
        sheaf_item_clear(worker.item.get());
        worker.set_string("pk", std::to_string(t));
        worker.set_string("sk", std::to_string(i));
        worker.set_string("b", "b");
        const sheaf_write_options options = {sizeof(options), write_flags, nullptr, 0, nullptr};
        surprises.expect("put", sheaf_put(table.get(), worker.item.get(), nullptr, &options, worker.error.get()),
                         {SHEAF_OK}, worker.error.get());
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(surprises.first(), "");
  return db->database->store().sync_count() - before;
}

TEST(GroupCommitThreads, WritersShareSyncs) {
  const uint64_t syncs = syncs_of_writes(SHEAF_SYNC_FULL, 0);
  // Each writer alone needs one a write. While one sync runs the others arrive, so most syncs serve several; half of
  // all writes is far from what is usual.
  EXPECT_GE(syncs, static_cast<uint64_t>(kWritesEach));
  EXPECT_LT(syncs, static_cast<uint64_t>(kWriters) * kWritesEach / 2);
}

TEST(GroupCommitThreads, OneWriteMayAskForIt) {
  EXPECT_EQ(syncs_of_writes(SHEAF_SYNC_NORMAL, 0), 0u);
  const uint64_t syncs = syncs_of_writes(SHEAF_SYNC_NORMAL, SHEAF_WRITE_SYNC);
  EXPECT_GE(syncs, static_cast<uint64_t>(kWritesEach));
  EXPECT_LT(syncs, static_cast<uint64_t>(kWriters) * kWritesEach / 2);
}

}  // namespace
}  // namespace sheaf::test
