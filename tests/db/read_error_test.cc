// Reads that fail and come back: a cursor that met the error answers it, and once it is reset reads on.
#include <gtest/gtest.h>
#include <rocksdb/file_system.h>

#include <atomic>

#include "engine/store/file_system_seam.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf::test {
namespace {

class FailingReads : public rocksdb::FileSystemWrapper {
 public:
  FailingReads() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "FailingReads"; }

  rocksdb::IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                                        rocksdb::IODebugContext* debug) override {
    rocksdb::IOStatus status = FileSystemWrapper::NewRandomAccessFile(path, options, file, debug);
    if (status.ok()) *file = std::make_unique<File>(std::move(*file), &fails);
    return status;
  }

  std::atomic<bool> fails{false};

 private:
  class File : public rocksdb::FSRandomAccessFileOwnerWrapper {
   public:
    File(std::unique_ptr<rocksdb::FSRandomAccessFile> file, const std::atomic<bool>* fails)
        : FSRandomAccessFileOwnerWrapper(std::move(file)), fails_(fails) {}
    rocksdb::IOStatus Read(uint64_t offset, size_t size, const rocksdb::IOOptions& options, rocksdb::Slice* result,
                           char* scratch, rocksdb::IODebugContext* debug) const override {
      if (*fails_) return rocksdb::IOStatus::IOError("the read fails");
      return FSRandomAccessFileOwnerWrapper::Read(offset, size, options, result, scratch, debug);
    }

   private:
    const std::atomic<bool>* fails_;
  };
};

std::shared_ptr<Database> open(const std::string& path, std::shared_ptr<const FileSystemSeam> files) {
  DatabaseOptions options;
  options.path = path;
  options.mode = OpenMode::kCreateIfMissing;
  options.sync = SyncMode::kNormal;
  options.files = std::move(files);
  auto database = Database::open(options);
  EXPECT_TRUE(database.ok()) << database.status().message();
  return *std::move(database);
}

class ReadErrors : public testing::TestWithParam<Direction> {};

TEST_P(ReadErrors, AreOverWhenTheCursorIsReset) {
  const TempFolder temp;
  const auto files = std::make_shared<FailingReads>();
  const auto seam = std::make_shared<FileSystemSeam>();
  seam->file_system = files;
  {
    TestDatabase database(temp.file("db"));
    TestTable table = database.create({.hash = "pk:S", .sort = "sk:N"});
    for (int i = 0; i < 300; ++i) {
      const std::string text(200, static_cast<char>('a' + i % 26));
      ASSERT_TRUE(
          table.put(R"({"pk":{"S":"p"},"sk":{"N":")" + std::to_string(i) + R"("},"t":{"S":")" + text + "\"}}").ok());
    }
    database.close();
  }
  const std::shared_ptr<Database> database = open(temp.file("db"), seam);
  DatabaseCursor cursor(database, *database->open_table("tab"));
  RangeRequest request;
  const ValueView partition{Type::kString, "p"};
  request.partition = {&partition, 1};
  request.direction = GetParam();
  files->fails = true;
  ASSERT_TRUE(cursor.start(request, {}, "").ok());
  const auto failed = cursor.next();
  ASSERT_TRUE(failed.status().is(Error::kStoreIo)) << failed.status().message();
  EXPECT_TRUE(cursor.next().status().is(Error::kStoreIo)) << "and again";
  files->fails = false;
  ASSERT_TRUE(cursor.start(request, {}, "").ok());
  size_t rows = 0;
  for (auto step = cursor.next(); step.ok() && *step == Step::kRow; step = cursor.next()) ++rows;
  EXPECT_EQ(rows, 300u);
}

INSTANTIATE_TEST_SUITE_P(BothWays, ReadErrors, testing::Values(Direction::kForward, Direction::kBackward),
                         [](const auto& of) { return of.param == Direction::kForward ? "Forward" : "Backward"; });

}  // namespace
}  // namespace sheaf::test
