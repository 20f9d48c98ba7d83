#include "engine/maintain/bulk_load.h"

#include "engine/item/json.h"
#include "engine/item/json_text.h"
#include "engine/key/component.h"
#include "engine/write/new_image.h"

namespace sheaf {
namespace {

constexpr size_t kMostRuns = 64;         // that are merged at once: each is an open file and a block of rows in memory
constexpr uint64_t kRowsPerLook = 1024;  // before the limits are looked at again: about a millisecond

}  // namespace

BulkLoad::BulkLoad(const OpenTable& table, uint64_t memory_bytes, std::unique_ptr<SortedFiles> files)
    : table_(table), memory_bytes_(memory_bytes), files_(std::move(files)) {
  families_.push_back({&table.base(), {}, 0, {}});
  for (const OpenIndex& index : table.indexes()) families_.push_back({index.family.get(), {}, 0, {}});
  action_.kind = ActionKind::kPut;
  action_.table = &table;
}

Result<std::unique_ptr<BulkLoad>> BulkLoad::begin(Store& store, const OpenTable& table, uint64_t memory_bytes) {
  // RocksDB takes files in safely where nothing of a family is in memory or on its way from level to level.
  SHEAF_RETURN_IF_ERROR(store.clear_deleted(table.base()));
  for (const OpenIndex& index : table.indexes()) SHEAF_RETURN_IF_ERROR(store.clear_deleted(*index.family));
  SHEAF_ASSIGN_OR_RETURN(auto files, SortedFiles::create(store, table.def().id));
  return std::unique_ptr<BulkLoad>(new BulkLoad(table, memory_bytes, std::move(files)));
}

void BulkLoad::forget_partial_item() {
  for (FamilyRows& family : families_) {
    family.rows.erase(family.rows.begin() + static_cast<ptrdiff_t>(family.whole_rows), family.rows.end());
  }
}

// The lists of rows double when they are full, so they may take twice what stands in them.
uint64_t BulkLoad::used_bytes() const {
  uint64_t rows = 0;
  for (const FamilyRows& family : families_) rows += family.rows.size();
  return arena_.size_bytes() + 2 * rows * sizeof(SortRow);
}

Status BulkLoad::put(const ItemView& item) {
  action_.item = item;
  SHEAF_RETURN_IF_ERROR(check_action(&action_));
  forget_partial_item();
  if (has_rows() && used_bytes() >= memory_bytes_) SHEAF_RETURN_IF_ERROR(spill());
  // Indexes of whole items share the item's bytes.
  const std::string_view bytes = arena_.keep(item.bytes());
  families_.front().rows.emplace_back(arena_.keep(action_.base_key), bytes);
  for (size_t i = 0; i < table_.indexes().size(); ++i) {
    derived_.clear();
    table_.indexes()[i].derivation->append_rows(item, action_.base_key, &derived_);
    for (const DerivedRow& row : derived_) {
      const std::string_view value = row.borrowed.data() != nullptr ? bytes : arena_.keep(row.projected.view());
      families_[i + 1].rows.emplace_back(arena_.keep(row.key), value);
    }
  }
  for (FamilyRows& family : families_) family.whole_rows = family.rows.size();
  return {};
}

// Copies the merged rows, each key once. Which of two rows of one key is copied does not matter: the load cannot end well.
Status BulkLoad::copy(const FamilyRows& rows, RowMerge* merge, SortedWriter* writer, const CallLimits& limits) {
  std::string last_key;
  for (uint64_t count = 0; merge->next(); ++count) {
    if (count % kRowsPerLook == 0 && limits.is_interrupted()) return Status(Error::kInterrupted);
    if (count > 0 && merge->key() == last_key) {
      // An index has a key twice only where the items have.
      if (&rows == &families_.front() && key_twice_.empty()) key_twice_ = last_key;
      continue;
    }
    SHEAF_RETURN_IF_ERROR(writer->put(merge->key(), merge->value()));
    last_key = merge->key();
  }
  return merge->status();
}

Result<std::vector<std::string>> BulkLoad::write_run(const FamilyRows& rows, RowMerge* merge,
                                                     const CallLimits& limits) {
  const auto writer = files_->write_run();
  SHEAF_RETURN_IF_ERROR(copy(rows, merge, writer.get(), limits));
  return writer->finish();
}

// Moves the rows in memory to one run for each family, or leaves everything as it was.
Status BulkLoad::spill() {
  std::vector<std::vector<std::string>> runs;
  for (FamilyRows& family : families_) {
    sort_rows(&family.rows);
    family.runs.reserve(family.runs.size() + 1);  // memory must not end when all is written
    RowMerge merge;
    merge.add(family.rows);
    auto written = write_run(family, &merge, CallLimits());
    if (!written.ok()) {
      for (const std::vector<std::string>& paths : runs) files_->remove(paths);
      return std::move(written).status();
    }
    runs.push_back(*std::move(written));
  }
  for (size_t i = 0; i < families_.size(); ++i) {
    families_[i].runs.insert(families_[i].runs.end(), runs[i].begin(), runs[i].end());
    families_[i].rows.clear();
    families_[i].whole_rows = 0;
  }
  arena_.clear();
  return {};
}

// Merges the oldest runs to one as long as there are too many.
Status BulkLoad::reduce_runs(FamilyRows* rows, const CallLimits& limits) {
  while (rows->runs.size() > kMostRuns) {
    const std::vector<std::string> oldest(rows->runs.begin(), rows->runs.begin() + kMostRuns);
    RowMerge merge;
    for (const std::string& path : oldest) {
      SHEAF_ASSIGN_OR_RETURN(auto run, files_->read(path));
      merge.add(std::move(run));
    }
    SHEAF_ASSIGN_OR_RETURN(const std::vector<std::string> merged, write_run(*rows, &merge, limits));
    rows->runs.erase(rows->runs.begin(), rows->runs.begin() + kMostRuns);
    rows->runs.insert(rows->runs.end(), merged.begin(), merged.end());
    files_->remove(oldest);
  }
  return {};
}

Status BulkLoad::write_files(const CallLimits& limits) {
  if (!key_twice_.empty()) return key_twice();
  for (const SortedFiles::Share& share : shares_) files_->remove(share.paths);
  shares_.clear();
  forget_partial_item();
  for (FamilyRows& family : families_) {
    SHEAF_RETURN_IF_ERROR(reduce_runs(&family, limits));
    sort_rows(&family.rows);
    RowMerge merge;
    merge.add(family.rows);
    for (const std::string& path : family.runs) {
      SHEAF_ASSIGN_OR_RETURN(auto run, files_->read(path));
      merge.add(std::move(run));
    }
    const auto writer = files_->write_rows_of(*family.family);
    SHEAF_RETURN_IF_ERROR(copy(family, &merge, writer.get(), limits));
    if (!key_twice_.empty()) return key_twice();
    SHEAF_ASSIGN_OR_RETURN(std::vector<std::string> paths, writer->finish());
    shares_.push_back({family.family, std::move(paths)});
  }
  return {};
}

Status BulkLoad::key_twice() const {
  const KeySchema& schema = table_.def().key;
  KeyReader reader(key_twice_);
  std::string text;
  const auto add = [&](const KeyPart& part, KeyPlace place) -> Status {
    std::string data;
    SHEAF_RETURN_IF_ERROR(reader.read(place, part.type, &data));
    text += text.empty() ? "{" : ",";
    append_json_string(part.name, &text);
    text += ":";
    return print_value_json(JsonDialect::kDynamoDb, {part.type, data}, &text);
  };
  for (const KeyPart& part : schema.partition) SHEAF_RETURN_IF_ERROR(add(part, KeyPlace::kPartition));
  for (const KeyPart& part : schema.sort) SHEAF_RETURN_IF_ERROR(add(part, KeyPlace::kLastSort));
  return Status(Error::kLoadKeyTwice, {text + "}"});
}

}  // namespace sheaf
