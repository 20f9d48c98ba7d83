// The folder: its marker, its lock, and that foreign folders are refused as they were found.
#include "engine/store/folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using test::TempFolder;

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_text(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::set<std::string> names_in(const std::string& path) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path)) names.insert(entry.path().filename().string());
  return names;
}

Error error_of(const Result<Folder>& result) {
  EXPECT_FALSE(result.ok());
  return result.status().error();
}

// A READY folder as an opener finds it.
void make_ready(const std::string& path) {
  auto folder = Folder::open(path, OpenMode::kCreateIfMissing);
  ASSERT_TRUE(folder.ok()) << folder.status().message();
  std::filesystem::create_directory(path + "/data");
  write_text(path + "/data/CURRENT", "MANIFEST-000001\n");
  ASSERT_TRUE(folder->mark_ready().ok());
}

TEST(Folder, CreatesInAMissingFolderAndReopens) {
  const TempFolder temp;
  const std::string path = temp.file("db");
  std::string uuid;
  {
    auto folder = Folder::open(path, OpenMode::kCreateIfMissing);
    ASSERT_TRUE(folder.ok()) << folder.status().message();
    EXPECT_TRUE(folder->is_new());
    EXPECT_EQ(folder->data_path(), path + "/data");
    uuid = folder->uuid();
    EXPECT_EQ(uuid.size(), 36u);
    std::filesystem::create_directory(folder->data_path());
    write_text(folder->data_path() + "/CURRENT", "x");
    ASSERT_TRUE(folder->mark_ready().ok());
    EXPECT_FALSE(folder->is_new());
  }
  auto again = Folder::open(path, OpenMode::kMustExist);
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_FALSE(again->is_new());
  EXPECT_EQ(again->uuid(), uuid);
}

TEST(Folder, MarkerHasTheDocumentedLines) {
  const TempFolder temp;
  make_ready(temp.path());
  const std::string text = read_text(temp.file("SHEAF"));
  EXPECT_EQ(text.substr(0, 24), "Sheaf database\nformat 1\n");
  EXPECT_NE(text.find("\nuuid "), std::string::npos);
  EXPECT_NE(text.find("\nstate ready\ncheck "), std::string::npos);
  EXPECT_EQ(text.size(), 15u + 9u + 5u + 36u + 1u + 12u + 6u + 16u + 1u);
}

TEST(Folder, GoldenMarkerIsRead) {
  // Written by hand; the check line was computed by a separate FNV-1a in Python.
  const TempFolder temp;
  write_text(
      temp.file("SHEAF"),
      "Sheaf database\nformat 1\nuuid 00112233-4455-4677-8899-aabbccddeeff\nstate ready\ncheck b7c361302b25d294\n");
  std::filesystem::create_directory(temp.file("data"));
  write_text(temp.file("data/CURRENT"), "x");
  auto folder = Folder::open(temp.path(), OpenMode::kMustExist);
  ASSERT_TRUE(folder.ok()) << folder.status().message();
  EXPECT_EQ(folder->uuid(), "00112233-4455-4677-8899-aabbccddeeff");
}

TEST(Folder, MissingWithoutCreateIsRefusedAndNothingIsMade) {
  const TempFolder temp;
  EXPECT_EQ(error_of(Folder::open(temp.file("no"), OpenMode::kMustExist)), Error::kFolderMissing);
  EXPECT_FALSE(std::filesystem::exists(temp.file("no")));
  EXPECT_EQ(error_of(Folder::open(temp.path(), OpenMode::kMustExist)), Error::kFolderMissing);
  EXPECT_TRUE(names_in(temp.path()).empty());
}

TEST(Folder, ForeignThingsAreRefusedUntouched) {
  const TempFolder temp;
  write_text(temp.file("file"), "hello");
  EXPECT_EQ(error_of(Folder::open(temp.file("file"), OpenMode::kCreateIfMissing)), Error::kFolderForeign);
  EXPECT_EQ(read_text(temp.file("file")), "hello");

  EXPECT_EQ(error_of(Folder::open(temp.path(), OpenMode::kCreateIfMissing)), Error::kFolderForeign);
  EXPECT_EQ(names_in(temp.path()), std::set<std::string>{"file"});

  write_text(temp.file("SHEAF"), "another program's file\n");
  EXPECT_EQ(error_of(Folder::open(temp.path(), OpenMode::kCreateIfMissing)), Error::kFolderForeign);
  EXPECT_EQ(names_in(temp.path()), (std::set<std::string>{"SHEAF", "file"}));
}

TEST(Folder, TheFormatOfBeforeTheFirstReleaseIsRefusedByNumber) {
  const TempFolder temp;
  write_text(
      temp.file("SHEAF"),
      "Sheaf database\nformat 0\nuuid 00112233-4455-4677-8899-aabbccddeeff\nstate ready\ncheck dcfcb29a6e1f2739\n");
  const auto folder = Folder::open(temp.path(), OpenMode::kCreateIfMissing);
  EXPECT_EQ(error_of(folder), Error::kFolderTooOld);
  EXPECT_NE(folder.status().message().find("format 0"), std::string::npos);
  EXPECT_EQ(names_in(temp.path()), std::set<std::string>{"SHEAF"});
}

TEST(Folder, NewerFormatIsRefusedByNumber) {
  const TempFolder temp;
  write_text(temp.file("SHEAF"), "Sheaf database\nformat 7\nwhatever comes then\n");
  const auto folder = Folder::open(temp.path(), OpenMode::kCreateIfMissing);
  EXPECT_EQ(error_of(folder), Error::kFolderTooNew);
  EXPECT_NE(folder.status().message().find("format 7"), std::string::npos);
  EXPECT_EQ(names_in(temp.path()), std::set<std::string>{"SHEAF"});
}

TEST(Folder, EveryDamagedMarkerIsRefused) {
  const TempFolder temp;
  make_ready(temp.path());
  const std::string good = read_text(temp.file("SHEAF"));
  for (size_t i = 0; i < good.size(); ++i) {
    std::string damaged = good;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x01);
    write_text(temp.file("SHEAF"), damaged);
    EXPECT_FALSE(Folder::open(temp.path(), OpenMode::kMustExist).ok()) << "byte " << i;
  }
  for (size_t size = 0; size < good.size(); ++size) {
    write_text(temp.file("SHEAF"), good.substr(0, size));
    EXPECT_FALSE(Folder::open(temp.path(), OpenMode::kMustExist).ok()) << "cut to " << size;
  }
}

TEST(Folder, ReadyWithoutRocksDbIsCorrupt) {
  const TempFolder temp;
  make_ready(temp.path());
  std::filesystem::remove(temp.file("data/CURRENT"));
  EXPECT_EQ(error_of(Folder::open(temp.path(), OpenMode::kCreateIfMissing)), Error::kFolderCorrupt);
}

TEST(Folder, CreationThatWasCutShortIsDoneAgain) {
  const TempFolder temp;
  // After each step of a creation: only LOCK; the marker's temporary file; the marker as new with a half-made
  // RocksDB.
  write_text(temp.file("LOCK"), "");
  write_text(temp.file("SHEAF.tmp"), "Sheaf dat");
  {
    auto folder = Folder::open(temp.path(), OpenMode::kCreateIfMissing);
    ASSERT_TRUE(folder.ok()) << folder.status().message();
    std::filesystem::create_directory(folder->data_path());
    write_text(folder->data_path() + "/half", "made");
  }
  EXPECT_EQ(error_of(Folder::open(temp.path(), OpenMode::kMustExist)), Error::kFolderMissing);
  auto folder = Folder::open(temp.path(), OpenMode::kCreateIfMissing);
  ASSERT_TRUE(folder.ok()) << folder.status().message();
  EXPECT_TRUE(folder->is_new());
  EXPECT_FALSE(std::filesystem::exists(folder->data_path()));
}

TEST(Folder, ASecondOpenerGetsLocked) {
  const TempFolder temp;
  make_ready(temp.path());
  {
    auto first = Folder::open(temp.path(), OpenMode::kMustExist);
    ASSERT_TRUE(first.ok());
    const auto second = Folder::open(temp.path(), OpenMode::kMustExist);
    EXPECT_EQ(error_of(second), Error::kFolderLocked);
    EXPECT_TRUE(second.status().is_retryable());
  }
  EXPECT_TRUE(Folder::open(temp.path(), OpenMode::kMustExist).ok());
}

}  // namespace
}  // namespace sheaf
