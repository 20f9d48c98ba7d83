#include "bench/support/twins.h"

#include <string>

#include "bench/support/abi_item.h"
#include "bench/support/require.h"

namespace sheaf::bench {
namespace {

constexpr uint64_t kSeed = 1;
constexpr size_t kIndexedTables = 2;

const std::vector<AbiTable>& all_tables() {
  static const std::vector<AbiTable> tables = {
      {"items", TableShape::kIndexed}, {"writes", TableShape::kIndexed}, {"plain", TableShape::kPlain}};
  return tables;
}

AbiOptions abi_options(const std::filesystem::path& folder, const TwinOptions& options) {
  AbiOptions sheaf;
  sheaf.folder = folder;
  sheaf.memory_bytes = options.memory_bytes;
  return sheaf;
}

BareOptions bare_options(const std::filesystem::path& folder, const TwinOptions& options) {
  BareOptions bare;
  bare.folder = folder;
  bare.memory_bytes = options.memory_bytes;
  return bare;
}

// Replaces `from` by `to` in the field wherever it stands.
void replace_in(Field* field, const std::string& from, const std::string& to) {
  for (size_t at = field->data.find(from); at != std::string::npos; at = field->data.find(from, at + to.size())) {
    field->data.replace(at, from.size(), to);
  }
}

}  // namespace

Twins::Twins(const TwinOptions& options) : workload_(kSeed, options.items) {
  const AbiOptions sheaf_options = abi_options(folder_.path() / "sheaf", options);
  load(sheaf_options);
  BareDatabase(bare_options(sheaf_options.folder / "data", options)).compact();
  copy_sheaf_to_bare();
  disk_bytes_ = bench::disk_bytes(folder_.path() / "bare");
  sheaf_ = std::make_unique<AbiDatabase>(sheaf_options, all_tables());
  sheaf_items = sheaf_->table(0);
  sheaf_writes = sheaf_->table(1);
  sheaf_plain = sheaf_->table(2);
  bare_ = std::make_unique<BareDatabase>(bare_options(folder_.path() / "bare", options));
  const std::vector<BareTable> tables = bare_->tables(kIndexedTables);
  if (tables.size() != all_tables().size()) fail("the tables of the bare side");
  bare_items = tables[0];
  bare_writes = tables[1];
  bare_plain = tables[2];
}

void Twins::load(const AbiOptions& options) {
  const AbiDatabase database(options, all_tables());
  load_items(workload_, database.table(0));
  sheaf_item* const item = sheaf_item_new();
  for (uint64_t i = 0; i < workload_.repositories(); ++i) {
    AbiItem repository(repository_to_update(i));
    repository.write_serial(0);
    require_ok(repository.fill(item), "building a repository");
    require_ok(sheaf_put(database.table(1), item, nullptr, nullptr, nullptr), "loading a repository");
  }
  sheaf_item_free(item);
}

// Table files never change once they are written, so both sides may have the same; the rest is copied.
void Twins::copy_sheaf_to_bare() {
  const std::filesystem::path from = folder_.path() / "sheaf" / "data";
  const std::filesystem::path to = folder_.path() / "bare";
  std::filesystem::create_directory(to);
  for (const auto& entry : std::filesystem::directory_iterator(from)) {
    const std::filesystem::path copy = to / entry.path().filename();
    if (entry.path().extension() == ".sst") {
      std::filesystem::create_hard_link(entry.path(), copy);
    } else {
      std::filesystem::copy(entry.path(), copy);
    }
  }
}

Document Twins::repository_to_update(uint64_t ordinal) const {
  Document document = workload_.repository(ordinal);
  const std::string updated = document.find("UpdatedAt")->data;
  for (Field& field : document.fields) replace_in(&field, updated, "2026-01-" + std::string(kSerialMark) + "-00Z");
  return document;
}

Document repository_to_add(const Workload& workload, uint64_t ordinal) {
  Document document = workload.repository(ordinal);
  const std::string name = document.find("RepoName")->data;
  for (Field& field : document.fields) replace_in(&field, name, name + "-" + std::string(kSerialMark));
  return document;
}

}  // namespace sheaf::bench
