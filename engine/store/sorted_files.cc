#include "engine/store/sorted_files.h"

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/sst_file_reader.h>
#include <rocksdb/sst_file_writer.h>
#include <rocksdb/table.h>

#include <mutex>

#include "engine/store/left_over_loads.h"
#include "engine/store/log_files.h"
#include "engine/store/rocksdb_slice.h"
#include "engine/store/rocksdb_status.h"
#include "engine/store/settings.h"

namespace sheaf {
namespace {

constexpr uint64_t kFileBytes = 64u << 20;     // each file costs two syncs; a compaction rewrites whole files
constexpr uint64_t kAdmittedBytes = 1u << 20;  // of rows, before the free space is looked at again
constexpr size_t kRunBlockBytes = 64u << 10;   // runs are only walked

// Runs live for seconds: nothing is spent on their size, and nobody looks for single keys in them.
rocksdb::ColumnFamilyOptions run_options() {
  rocksdb::BlockBasedTableOptions table;
  table.no_block_cache = true;
  table.block_size = kRunBlockBytes;
  table.format_version = 5;
  table.checksum = rocksdb::ChecksumType::kXXH3;
  rocksdb::ColumnFamilyOptions options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  options.compression = rocksdb::CompressionType::kNoCompression;
  return options;
}

}  // namespace

// ---- SortedWriter ----

SortedWriter::SortedWriter(SortedFiles& files, const Family* family, Length length)
    : files_(files), family_(family), length_(length) {
  Store& store = files_.store_;
  options_ =
      std::make_unique<rocksdb::Options>(store.settings_->database(store.env_.get(), store.health_),
                                         family != nullptr ? store.settings_->family(family->name()) : run_options());
}

SortedWriter::~SortedWriter() {
  file_.reset();
  if (!is_finished_) files_.remove(paths_);
}

Status SortedWriter::begin_file() {
  rocksdb::ColumnFamilyHandle* const handle = family_ != nullptr ? family_->handle() : nullptr;
  file_ = std::make_unique<rocksdb::SstFileWriter>(rocksdb::EnvOptions(*options_), *options_, handle);
  paths_.push_back(files_.new_path());
  return from_rocksdb(file_->Open(paths_.back()));
}

Status SortedWriter::end_file() {
  const rocksdb::Status finished = file_->Finish();
  file_.reset();
  return from_rocksdb(finished);
}

Status SortedWriter::put(std::string_view key, std::string_view value) {
  unadmitted_bytes_ += key.size() + value.size();
  if (file_ == nullptr || unadmitted_bytes_ >= kAdmittedBytes) {
    SHEAF_RETURN_IF_ERROR(files_.store_.space_->admit(unadmitted_bytes_));
    unadmitted_bytes_ = 0;
    if (file_ != nullptr && length_ == Length::kManyFiles && file_->FileSize() >= kFileBytes) {
      SHEAF_RETURN_IF_ERROR(end_file());
    }
    if (file_ == nullptr) SHEAF_RETURN_IF_ERROR(begin_file());
  }
  const rocksdb::Status written = file_->Put(slice(key), slice(value));
  return written.ok() ? Status() : from_rocksdb(written);
}

Result<std::vector<std::string>> SortedWriter::finish() {
  if (file_ != nullptr) SHEAF_RETURN_IF_ERROR(end_file());
  is_finished_ = true;
  return std::move(paths_);
}

// ---- SortedReader ----

SortedReader::SortedReader() = default;
SortedReader::~SortedReader() = default;

bool SortedReader::next() {
  if (!is_started_) {
    is_started_ = true;
    rows_->SeekToFirst();
  } else if (rows_->Valid()) {
    rows_->Next();
  }
  return rows_->Valid();
}

Status SortedReader::status() const { return from_rocksdb(rows_->status()); }
std::string_view SortedReader::key() const { return view(rows_->key()); }
std::string_view SortedReader::value() const { return view(rows_->value()); }

// ---- SortedFiles ----

Result<std::unique_ptr<SortedFiles>> SortedFiles::create(Store& store, uint64_t number) {
  const std::string folder = load_folder(store.path_, number);
  SHEAF_RETURN_IF_ERROR(from_rocksdb(store.env_->CreateDirIfMissing(folder)));
  return std::unique_ptr<SortedFiles>(new SortedFiles(store, folder));
}

SortedFiles::~SortedFiles() { remove_load_folder(*store_.env_, folder_); }

std::string SortedFiles::new_path() { return folder_ + "/" + std::to_string(++last_file_) + ".sst"; }

std::unique_ptr<SortedWriter> SortedFiles::write_run() {
  return std::unique_ptr<SortedWriter>(new SortedWriter(*this, nullptr, SortedWriter::Length::kOneFile));
}

std::unique_ptr<SortedWriter> SortedFiles::write_rows_of(const Family& family) {
  return std::unique_ptr<SortedWriter>(new SortedWriter(*this, &family, SortedWriter::Length::kManyFiles));
}

Result<std::unique_ptr<SortedReader>> SortedFiles::read(const std::string& path) {
  const rocksdb::Options options(store_.settings_->database(store_.env_.get(), store_.health_), run_options());
  std::unique_ptr<SortedReader> reader(new SortedReader());
  reader->file_ = std::make_unique<rocksdb::SstFileReader>(options);
  SHEAF_RETURN_IF_ERROR(from_rocksdb(reader->file_->Open(path)));
  reader->rows_.reset(reader->file_->NewIterator(StoreSettings::range_read(nullptr, ReadKind::kWholeTable)));
  return reader;
}

void SortedFiles::remove(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) store_.env_->DeleteFile(path).PermitUncheckedError();  // the folder goes later
}

Status SortedFiles::ingest(std::span<const Share> shares) {
  std::vector<rocksdb::IngestExternalFileArg> all;
  for (const Share& share : shares) {
    if (share.paths.empty()) continue;
    rocksdb::IngestExternalFileArg& one = all.emplace_back();
    one.column_family = share.family->handle();
    one.external_files = share.paths;
    one.options.move_files = true;
#if !SHEAF_ROCKSDB_AT_LEAST(8, 0)
    one.options.write_global_seqno = false;  // or the files would be written to once more
#endif
  }
  if (all.empty()) return {};
  SHEAF_RETURN_IF_ERROR(store_.check_not_stopped());
  // RocksDB shows the rows at every sequence number or at the newest: a snapshot that was taken while the families take
  // over one after another would be told two things.
  const std::unique_lock no_snapshot_begins(store_.ingest_mutex_);
  const uint64_t recoveries = store_.health_->recoveries();
  std::vector<std::string> deleted;
  rocksdb::Status taken;
  {
    HeldDeletions held;
    taken = store_.db_->IngestExternalFiles(all);
    deleted = held.take();
  }
  // The listener hears of it when the list of files could not be written; all else fails before that.
  const bool is_known = taken.ok() || (store_.health_->recoveries() == recoveries && !store_.health_->is_stopped());
  if (!is_known) return store_.stop(taken);
  remove(deleted);
  return from_rocksdb(taken);
}

}  // namespace sheaf
