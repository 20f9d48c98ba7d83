// The tools of these tests: the faults strike where they are told to, a power cut takes what it should, and the checks
// notice a loss.
#include "tests/faults/fault_file_system.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/faults/workload.h"
#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using namespace test;
using rocksdb::FileOptions;
using rocksdb::IOOptions;

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A folder of files, used through the file system as RocksDB uses it.
class FaultFileSystemTest : public testing::Test {
 protected:
  FaultFileSystemTest() {
    EXPECT_TRUE(files_.CreateDirIfMissing(folder_, IOOptions(), nullptr).ok());
    EXPECT_TRUE(files_.NewDirectory(folder_, IOOptions(), &directory_, nullptr).ok());
  }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
  std::unique_ptr<rocksdb::FSWritableFile> create(const std::string& name) {
    std::unique_ptr<rocksdb::FSWritableFile> file;
    EXPECT_TRUE(files_.NewWritableFile(path(name), FileOptions(), &file, nullptr).ok());
    return file;
  }
  static rocksdb::IOStatus append(rocksdb::FSWritableFile& file, const std::string& text) {
    return file.Append(text, IOOptions(), nullptr);
  }
  static rocksdb::IOStatus sync(rocksdb::FSWritableFile& file) { return file.Sync(IOOptions(), nullptr); }
  void sync_folder() { EXPECT_TRUE(directory_->Fsync(IOOptions(), nullptr).ok()); }
  void write(const std::string& name, const std::string& text) {
    const auto file = create(name);
    EXPECT_TRUE(append(*file, text).ok());
    EXPECT_TRUE(sync(*file).ok());
  }

  const TempFolder temp_{fast_disk()};
  const std::string folder_ = temp_.file("data");
  FaultFileSystem files_{temp_.file("kept")};
  std::unique_ptr<rocksdb::FSDirectory> directory_;
};

TEST_F(FaultFileSystemTest, APowerCutLeavesWhatWasSynced) {
  auto file = create("000001.log");
  EXPECT_TRUE(append(*file, "synced ").ok());
  EXPECT_TRUE(sync(*file).ok());
  EXPECT_TRUE(append(*file, "not").ok());
  EXPECT_EQ(read_text(path("000001.log")), "synced not") << "appends reach the real file";
  sync_folder();
  write("000002.log", "in a folder that was not synced again");
  files_.drop_unsynced(0);
  EXPECT_EQ(read_text(path("000001.log")), "synced ");
  EXPECT_FALSE(exists("000002.log"));
}

TEST_F(FaultFileSystemTest, APowerCutUndoesChangesOfTheFolder) {
  for (const char* const name : {"deleted", "replaced", "renamed", "gone"}) write(name, name);
  sync_folder();
  EXPECT_TRUE(files_.DeleteFile(path("gone"), IOOptions(), nullptr).ok());
  sync_folder();
  EXPECT_TRUE(files_.DeleteFile(path("deleted"), IOOptions(), nullptr).ok());
  EXPECT_TRUE(files_.RenameFile(path("renamed"), path("replaced"), IOOptions(), nullptr).ok());
  write("renamed", "made anew");
  EXPECT_EQ(read_text(path("replaced")), "renamed");
  files_.drop_unsynced(0);
  for (const char* const name : {"deleted", "replaced", "renamed"}) EXPECT_EQ(read_text(path(name)), name);
  EXPECT_FALSE(exists("gone"));
}

TEST_F(FaultFileSystemTest, APowerCutMayLeaveAnyPartOfTheRest) {
  std::set<std::string> left;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const std::string name = std::to_string(seed) + ".log";
    auto file = create(name);
    EXPECT_TRUE(append(*file, "ab").ok());
    EXPECT_TRUE(sync(*file).ok());
    EXPECT_TRUE(append(*file, "cd").ok());
    files_.drop_unsynced(seed);
    left.insert(exists(name) ? read_text(path(name)) : "none");
  }
  EXPECT_EQ(left, (std::set<std::string>{"none", "ab", "abc", "abcd"}));
}

TEST_F(FaultFileSystemTest, APowerCutMayLeaveHolesOfWholePages) {
  constexpr size_t kPageBytes = 4096;
  const std::string text(4 * kPageBytes, 'x');
  std::set<size_t> holes;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    const std::string name = std::to_string(seed) + ".log";
    auto file = create(name);
    sync_folder();
    EXPECT_TRUE(append(*file, "synced").ok());
    EXPECT_TRUE(sync(*file).ok());
    EXPECT_TRUE(append(*file, text).ok());
    files_.drop_unsynced(seed);
    const std::string left = read_text(path(name));
    EXPECT_TRUE(left.starts_with("synced"));
    const size_t begin = left.find('\0');
    if (begin == std::string::npos) continue;
    const size_t end = left.find('x', begin);
    ASSERT_NE(end, std::string::npos) << "the last page is there";
    EXPECT_EQ(end % kPageBytes, 0u);
    EXPECT_TRUE(begin % kPageBytes == 0 || begin == 6) << begin;
    holes.insert(begin);
  }
  EXPECT_EQ(holes, (std::set<size_t>{6, kPageBytes, 2 * kPageBytes}));
}

TEST_F(FaultFileSystemTest, AFailedSyncIsNeverMadeGood) {
  auto file = create("000001.log");
  sync_folder();
  EXPECT_TRUE(append(*file, "a").ok());
  EXPECT_TRUE(sync(*file).ok());
  EXPECT_TRUE(append(*file, "b").ok());
  files_.set_fault({.action = FileAction::kSync});
  EXPECT_FALSE(sync(*file).ok());
  EXPECT_TRUE(sync(*file).ok()) << "the next one says OK, as on Linux";
  files_.drop_unsynced(0);
  EXPECT_EQ(read_text(path("000001.log")), "a");
}

TEST_F(FaultFileSystemTest, FaultsStrikeWhereTheyAreToldTo) {
  auto log = create("000001.log");
  auto table = create("000002.sst");
  files_.set_fault(
      {.effect = FaultEffect::kNoSpace, .at = 2, .times = 2, .action = FileAction::kAppend, .role = FileRole::kLog});
  EXPECT_TRUE(append(*log, "1").ok());
  EXPECT_TRUE(append(*table, "1").ok());
  EXPECT_FALSE(files_.has_struck());
  EXPECT_TRUE(append(*log, "2").IsNoSpace());
  EXPECT_TRUE(append(*log, "3").IsNoSpace());
  EXPECT_TRUE(append(*log, "4").ok());
  EXPECT_EQ(files_.struck(), "append log");
  EXPECT_EQ(read_text(path("000001.log")), "14");
  EXPECT_EQ(files_.count(FileAction::kAppend, FileRole::kLog), 4u);
  EXPECT_EQ(files_.count(FileAction::kCreate, FileRole::kTable), 1u);
}

TEST_F(FaultFileSystemTest, TornAppendsLeaveAHalfAndAPowerCutEndsEverything) {
  auto log = create("000001.log");
  files_.set_fault({.effect = FaultEffect::kTornAppend});
  EXPECT_FALSE(append(*log, "abcd").ok());
  EXPECT_EQ(read_text(path("000001.log")), "ab");
  files_.set_fault({.effect = FaultEffect::kPowerCut});
  EXPECT_FALSE(append(*log, "efgh").ok());
  EXPECT_FALSE(append(*log, "ijkl").ok());
  EXPECT_FALSE(sync(*log).ok());
  EXPECT_FALSE(directory_->Fsync(IOOptions(), nullptr).ok());
  EXPECT_FALSE(files_.DeleteFile(path("000001.log"), IOOptions(), nullptr).ok());
  EXPECT_EQ(read_text(path("000001.log")), "abef");
}

std::vector<FileOperation> operations_of_a_run() {
  const TempFolder temp(fast_disk());
  const auto files = std::make_shared<FaultFileSystem>(temp.file("kept"));
  Workload workload({.folder = temp.file("db"), .files = files, .sync = SyncMode::kFull});
  workload.run();
  workload.close();
  EXPECT_EQ(workload.wrong_answer(), "");
  return files->operations();
}

// RocksDB deletes files that are of no more use behind the script's back, so deletions may come a little earlier or later.
std::vector<FileOperation> without_deletions(std::vector<FileOperation> operations) {
  std::erase_if(operations, [](const FileOperation& operation) { return operation.action == FileAction::kDelete; });
  return operations;
}

TEST(Workload, MakesTheSameOperationsEachTime) {
  const std::vector<FileOperation> operations = operations_of_a_run();
  EXPECT_EQ(without_deletions(operations), without_deletions(operations_of_a_run()));
  std::set<std::string> kinds;
  for (const FileOperation& operation : operations) kinds.insert(text_of(operation));
  for (const char* const kind : {"append log", "sync log", "append table", "sync table", "append manifest",
                                 "sync manifest", "rename current", "delete log", "sync folder"}) {
    EXPECT_TRUE(kinds.contains(kind)) << kind;
  }
}

// A disk that lies about syncs loses acknowledged writes, and the history says so.
TEST(History, NoticesWhatADiskThatLiesHasLost) {
  const TempFolder temp(fast_disk());
  const auto files = std::make_shared<FaultFileSystem>(temp.file("kept"));
  Workload workload({.folder = temp.file("db"), .files = files, .sync = SyncMode::kFull});
  files->set_fault({.effect = FaultEffect::kLie, .times = FaultFileSystem::kForEver, .role = FileRole::kLog});
  workload.run();
  files->set_fault({.effect = FaultEffect::kPowerCut});
  workload.close();
  files->drop_unsynced(0);
  const auto database = Database::open(folder_options(temp.file("db")));
  ASSERT_TRUE(database.ok()) << database.status().message();
  EXPECT_NE(workload.history().problem(inspect(*database).contents, Survival::kDurable), "");
}

TEST(History, HoldsNothingButItsStates) {
  const std::string one = R"({"pk":{"S":"1"}})";
  const std::string two = R"({"pk":{"S":"2"}})";
  History history;
  history.acknowledge({{"T", {}}});
  history.mark_durable();
  history.acknowledge({{"T", {{"1", one}}}});
  history.acknowledge({{"T", {{"1", one}, {"2", two}}}});
  EXPECT_EQ(history.problem({{"T", {one, two}}}, Survival::kAcknowledged), "");
  EXPECT_NE(history.problem({{"T", {one}}}, Survival::kAcknowledged), "");
  EXPECT_EQ(history.problem({{"T", {one}}}, Survival::kDurable), "");
  EXPECT_EQ(history.problem({{"T", {}}}, Survival::kDurable), "");
  EXPECT_NE(history.problem({{"T", {two}}}, Survival::kDurable), "") << "a hole";
  EXPECT_NE(history.problem({}, Survival::kDurable), "") << "the table was durable";
  history.doubt({{"T", {{"1", one}}}});
  EXPECT_EQ(history.problem({{"T", {one}}}, Survival::kAcknowledged), "");
  history.doubt_table("U");
  EXPECT_EQ(history.problem({{"T", {one, two}}, {"U", {}}}, Survival::kAcknowledged), "");
  EXPECT_NE(history.problem({{"T", {one, two}}, {"U", {one}}}, Survival::kAcknowledged), "") << "half made";
}

}  // namespace
}  // namespace sheaf
