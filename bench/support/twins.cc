#include "bench/support/twins.h"

#include <rocksdb/convenience.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "engine/store/settings.h"

namespace sheaf::bench {
namespace {

constexpr uint64_t kSeed = 1;

std::string definition(const std::string& name, size_t indexes) {
  std::string attributes = R"({"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"})";
  std::string globals;
  for (size_t i = 0; i < indexes; ++i) {
    const std::string index = kIndexNames[i];
    for (const char* const part : {"PK", "SK"}) {
      attributes += R"(,{"AttributeName":")" + index + part + R"(","AttributeType":"S"})";
    }
    globals += (i == 0 ? "" : ",") + (R"({"IndexName":")" + index + R"(","KeySchema":[{"AttributeName":")" + index) +
               R"(PK","KeyType":"HASH"},{"AttributeName":")" + index +
               R"(SK","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}})";
  }
  return R"({"TableName":")" + name + R"(","AttributeDefinitions":[)" + attributes +
         R"(],"KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}])" +
         (indexes == 0 ? "" : R"(,"GlobalSecondaryIndexes":[)" + globals + "]") + "}";
}

// Replaces `from` by `to` in the field wherever it stands.
void replace_in(Field* field, const std::string& from, const std::string& to) {
  for (size_t at = field->data.find(from); at != std::string::npos; at = field->data.find(from, at + to.size())) {
    field->data.replace(at, from.size(), to);
  }
}

}  // namespace

void require(Held held, const std::string& what) {
  if (held == Held::kNo) throw BenchmarkFailed(what);
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "sheaf_bench_XXXXXX").string();
  require(mkdtemp(pattern.data()) != nullptr ? Held::kYes : Held::kNo, "making a temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Twins::Twins(const TwinOptions& options) : options_(options), workload_(kSeed, options.items) {
  StoreOptions store;
  store.place = StorePlace::kExistingFolder;
  store.memory_bytes = options.memory_bytes;
  settings_ = std::make_unique<StoreSettings>(store);
  load();
  compact_and_copy();
  open_sheaf(0);
  bare = open_bare((folder_.path() / "bare").string(), &handles_);
  find_families();
}

Twins::~Twins() {
  close_sheaf();
  for (rocksdb::ColumnFamilyHandle* const handle : handles_) delete handle;
  delete bare;
}

Document Twins::repository_to_update(uint64_t ordinal) const {
  Document document = workload_.repository(ordinal);
  const std::string updated = document.find("UpdatedAt")->data;
  for (Field& field : document.fields) replace_in(&field, updated, "2026-01-" + std::string(kSerialMark) + "-00Z");
  return document;
}

Document Twins::repository_to_add(uint64_t ordinal) const {
  Document document = workload_.repository(ordinal);
  const std::string name = document.find("RepoName")->data;
  for (Field& field : document.fields) replace_in(&field, name, name + "-" + std::string(kSerialMark));
  return document;
}

void Twins::load() {
  open_sheaf(SHEAF_OPEN_CREATE);
  sheaf_item* const item = sheaf_item_new();
  for (uint64_t i = 0; i < workload_.items(); ++i) {
    require_ok(AbiItem(workload_.item(i)).fill(item), "building an item");
    require_ok(sheaf_put(sheaf_items, item, nullptr, nullptr, nullptr), "loading an item");
  }
  for (uint64_t i = 0; i < workload_.repositories(); ++i) {
    AbiItem repository(repository_to_update(i));
    repository.write_serial(0);
    require_ok(repository.fill(item), "building a repository");
    require_ok(sheaf_put(sheaf_writes, item, nullptr, nullptr, nullptr), "loading a repository");
  }
  sheaf_item_free(item);
  close_sheaf();
}

void Twins::compact_and_copy() {
  const std::filesystem::path data = folder_.path() / "sheaf" / "data";
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* const db = open_bare(data.string(), &handles);
  for (rocksdb::ColumnFamilyHandle* const handle : handles) {
    require_ok(db->CompactRange({}, handle, nullptr, nullptr), "compacting");
    delete handle;
  }
  require_ok(db->Close(), "closing after compaction");
  delete db;
  std::filesystem::copy(data, folder_.path() / "bare", std::filesystem::copy_options::recursive);
}

void Twins::open_sheaf(uint32_t flags) {
  sheaf_open_options open = {};
  open.struct_size = sizeof(open);
  open.flags = flags;
  open.sync = SHEAF_SYNC_NORMAL;
  open.memory_bytes = options_.memory_bytes;
  require_ok(sheaf_open((folder_.path() / "sheaf").string().c_str(), &open, &sheaf_, nullptr), "opening Sheaf");
  const auto table = [&](const std::string& name, size_t indexes) {
    if ((flags & SHEAF_OPEN_CREATE) != 0) {
      require_ok(sheaf_table_create(sheaf_, sheaf_bytes_of(definition(name, indexes).c_str()), nullptr),
                 "creating " + name);
    }
    sheaf_table* opened = nullptr;
    require_ok(sheaf_table_open(sheaf_, name.c_str(), &opened, nullptr), "opening " + name);
    return opened;
  };
  sheaf_items = table("items", kIndexes);
  sheaf_writes = table("writes", kIndexes);
  sheaf_plain = table("plain", 0);
}

void Twins::close_sheaf() {
  for (sheaf_table* const table : {sheaf_items, sheaf_writes, sheaf_plain}) sheaf_table_close(table);
  sheaf_db_free(sheaf_);
  sheaf_ = nullptr;
}

rocksdb::DB* Twins::open_bare(const std::string& folder, std::vector<rocksdb::ColumnFamilyHandle*>* handles) const {
  const rocksdb::DBOptions options = settings_->database(nullptr, std::make_shared<StoreHealth>());
  std::vector<std::string> names;
  require_ok(rocksdb::DB::ListColumnFamilies(options, folder, &names), "listing families");
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  for (const std::string& name : names) descriptors.emplace_back(name, settings_->family(name));
  rocksdb::DB* db = nullptr;
  require_ok(rocksdb::DB::Open(options, folder, descriptors, handles, &db), "opening the bare side");
  return db;
}

// Ids are counters, so the families' order by number is the order in which tables and indexes were made.
void Twins::find_families() {
  std::array<std::vector<rocksdb::ColumnFamilyHandle*>, 2> found;
  for (rocksdb::ColumnFamilyHandle* const handle : handles_) {
    const std::string name = handle->GetName();
    if (name[0] == 'b') found[0].push_back(handle);
    if (name[0] == 'x') found[1].push_back(handle);
  }
  for (auto& handles : found) {
    std::sort(handles.begin(), handles.end(), [](auto* a, auto* b) {
      return std::stoull(a->GetName().substr(1)) < std::stoull(b->GetName().substr(1));
    });
  }
  require(found[0].size() == 3 && found[1].size() == 2 * kIndexes ? Held::kYes : Held::kNo,
          "finding the tables' families");
  bare_items.base = found[0][0];
  bare_writes.base = found[0][1];
  bare_plain.base = found[0][2];
  std::copy_n(found[1].begin(), kIndexes, bare_items.indexes.begin());
  std::copy_n(found[1].begin() + kIndexes, kIndexes, bare_writes.indexes.begin());
}

uint64_t Twins::disk_bytes() const {
  uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "bare")) {
    if (entry.path().extension() == ".sst") bytes += entry.file_size();
  }
  return bytes;
}

}  // namespace sheaf::bench
