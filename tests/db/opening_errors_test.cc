// What cannot be opened: each a clear error, and nothing is created or changed.
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "tests/db/unprivileged.h"
#include "tests/support/folder_listing.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

constexpr OpenMode kModes[] = {OpenMode::kMustExist, OpenMode::kCreateIfMissing, OpenMode::kReadOnly};

void write_text(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

void make_database(const std::string& path) {
  const auto database = Database::open(folder_options(path));
  ASSERT_TRUE(database.ok()) << database.status().message();
}

void make_foreign_rocksdb(const std::string& path) {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* db = nullptr;
  ASSERT_TRUE(rocksdb::DB::Open(options, path, &db).ok());
  ASSERT_TRUE(db->Put(rocksdb::WriteOptions(), "key", "value").ok());
  ASSERT_TRUE(db->Close().ok());
  delete db;
}

// Opening `path` answers the error in each mode, names the path, and leaves everything below `folder` as it was.
void expect_refused(const std::string& folder, const std::string& path, Error error) {
  for (const OpenMode mode : kModes) {
    const std::string before = listing_of(folder);
    const auto database = Database::open(folder_options(path, mode));
    ASSERT_FALSE(database.ok()) << path;
    EXPECT_TRUE(database.status().is(error)) << database.status().message();
    EXPECT_NE(database.status().message().find(path), std::string::npos) << database.status().message();
    EXPECT_EQ(listing_of(folder), before);
  }
}

TEST(OpeningErrors, AFile) {
  const TempFolder temp;
  write_text(temp.file("db"), "hello");
  expect_refused(temp.path(), temp.file("db"), Error::kFolderForeign);
  write_text(temp.file("db"), "");
  expect_refused(temp.path(), temp.file("db"), Error::kFolderForeign);
}

TEST(OpeningErrors, AFolderOfAnotherProgram) {
  const TempFolder temp;
  std::filesystem::create_directories(temp.file("db/sub"));
  write_text(temp.file("db/sub/file"), "hello");
  expect_refused(temp.path(), temp.file("db"), Error::kFolderForeign);
  write_text(temp.file("db/SHEAF"), "another program's\n");
  expect_refused(temp.path(), temp.file("db"), Error::kFolderForeign);
}

TEST(OpeningErrors, ARocksDbOfAnotherProgram) {
  const TempFolder temp;
  make_foreign_rocksdb(temp.file("db"));
  expect_refused(temp.path(), temp.file("db"), Error::kFolderForeign);
  std::filesystem::create_directory(temp.file("outer"));
  make_foreign_rocksdb(temp.file("outer/data"));
  expect_refused(temp.path(), temp.file("outer"), Error::kFolderForeign);
}

TEST(OpeningErrors, ADatabaseThatIsDamagedOrTooNew) {
  const TempFolder temp;
  make_database(temp.file("db"));
  std::filesystem::remove(temp.file("db/data/CURRENT"));
  expect_refused(temp.path(), temp.file("db"), Error::kFolderCorrupt);
  write_text(temp.file("db/SHEAF"), "Sheaf database\nformat 999\n");
  expect_refused(temp.path(), temp.file("db"), Error::kFolderTooNew);
  write_text(temp.file("db/SHEAF"), "Sheaf database\n");
  expect_refused(temp.path(), temp.file("db"), Error::kFolderCorrupt);
}

TEST(OpeningErrors, PathsThatLeadNowhere) {
  const TempFolder temp;
  write_text(temp.file("file"), "");
  expect_refused(temp.path(), temp.file("file/db"), Error::kFileIo);
  std::filesystem::create_symlink(temp.file("nowhere"), temp.file("link"));
  const std::string before = listing_of(temp.path());
  for (const std::string& path : {temp.file("no/such/db"), temp.file("link")}) {
    const auto created = Database::open(folder_options(path));
    EXPECT_TRUE(created.status().is(Error::kFileIo)) << created.status().message();
    for (const OpenMode mode : {OpenMode::kMustExist, OpenMode::kReadOnly}) {
      const auto opened = Database::open(folder_options(path, mode));
      EXPECT_TRUE(opened.status().is(Error::kFolderMissing)) << opened.status().message();
    }
  }
  EXPECT_EQ(listing_of(temp.path()), before);
}

TEST(OpeningErrors, NothingThereYet) {
  const TempFolder temp;
  std::filesystem::create_directory(temp.file("empty"));
  const std::string before = listing_of(temp.path());
  for (const OpenMode mode : {OpenMode::kMustExist, OpenMode::kReadOnly}) {
    for (const std::string& path : {temp.file("missing"), temp.file("empty")}) {
      const auto opened = Database::open(folder_options(path, mode));
      EXPECT_TRUE(opened.status().is(Error::kFolderMissing)) << opened.status().message();
    }
  }
  EXPECT_EQ(listing_of(temp.path()), before);
}

// Folders that take rights away, and give them back so that they can be removed.
class Permissions : public testing::Test {
 protected:
  Permissions() { allow(temp_.path(), 0755); }  // another user comes here
  ~Permissions() override {
    for (const std::string& path : changed_) ::chmod(path.c_str(), 0755);
  }

  void allow(const std::string& path, mode_t mode) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    changed_.push_back(path);
  }
  std::string make_folder(const std::string& name, mode_t mode) {
    std::filesystem::create_directory(temp_.file(name));
    allow(temp_.file(name), mode);
    return temp_.file(name);
  }
  void expect_refused_by_permission(const std::string& path) {
    for (const OpenMode mode : kModes) {
      const std::string before = listing_of(temp_.path());
      EXPECT_EQ(open_unprivileged(path, mode), Error::kFileIo) << path << " in mode " << static_cast<int>(mode);
      EXPECT_EQ(listing_of(temp_.path()), before);
    }
  }

  const TempFolder temp_;
  std::vector<std::string> changed_;
};

TEST_F(Permissions, WithThemADatabaseIsMade) {
  // Without this the refusals below would prove nothing: that user could be unable to get here at all.
  const std::string folder = make_folder("open", 0777);
  EXPECT_EQ(open_unprivileged(folder + "/db", OpenMode::kCreateIfMissing), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(folder + "/db/SHEAF"));
}

TEST_F(Permissions, AFolderThatMayNotBeEntered) {
  const std::string folder = make_folder("closed", 0);
  expect_refused_by_permission(folder + "/db");
  expect_refused_by_permission(folder);
}

TEST_F(Permissions, AFolderThatMayNotBeWrittenTo) {
  const std::string folder = make_folder("parent", 0555);
  EXPECT_EQ(open_unprivileged(folder + "/db", OpenMode::kCreateIfMissing), Error::kFileIo);
  EXPECT_EQ(open_unprivileged(folder, OpenMode::kCreateIfMissing), Error::kFileIo);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

// It could be made there, but not durably: its name in the parent cannot be synced.
TEST_F(Permissions, AFolderThatMayNotBeListed) {
  const std::string folder = make_folder("parent", 0333);
  EXPECT_EQ(open_unprivileged(folder + "/db", OpenMode::kCreateIfMissing), Error::kFileIo);
  allow(folder, 0755);
  EXPECT_TRUE(std::filesystem::is_empty(folder)) << "nothing is left behind";
}

TEST_F(Permissions, ADatabaseThatMayOnlyBeRead) {
  make_database(temp_.file("db"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(temp_.file("db"))) {
    allow(entry.path().string(), entry.is_directory() ? 0555 : 0444);
  }
  allow(temp_.file("db"), 0555);
  const std::string before = listing_of(temp_.path());
  EXPECT_EQ(open_unprivileged(temp_.file("db"), OpenMode::kMustExist), Error::kFileIo);
  EXPECT_EQ(open_unprivileged(temp_.file("db"), OpenMode::kCreateIfMissing), Error::kFileIo);
  EXPECT_EQ(open_unprivileged(temp_.file("db"), OpenMode::kReadOnly), std::nullopt);
  EXPECT_EQ(listing_of(temp_.path()), before);
}

TEST_F(Permissions, AMarkerThatMayNotBeRead) {
  make_database(temp_.file("db"));
  allow(temp_.file("db/SHEAF"), 0);
  expect_refused_by_permission(temp_.file("db"));
}

}  // namespace
}  // namespace sheaf
