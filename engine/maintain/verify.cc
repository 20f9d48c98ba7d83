#include "engine/maintain/verify.h"

#include "engine/schema/item_key.h"

namespace sheaf {
namespace {

// Equal bytes are sound as the item is; others may read alike and still be damaged where a search or a size would show.
bool is_sound_row(std::string_view made, std::string_view stored) {
  if (made == stored) return true;
  const auto row = ItemView::open(stored);
  return row.ok() && verify_item(*row).ok() && row_values_equal(made, stored);
}

class Verifier {
 public:
  Verifier(Store& store, const OpenTable& table) : store_(store), table_(table), snapshot_(store) {}

  Result<VerifyReport> run() {
    SHEAF_RETURN_IF_ERROR(check_items());
    for (const OpenIndex& index : table_.indexes()) SHEAF_RETURN_IF_ERROR(check_rows(index));
    return std::move(report_);
  }

 private:
  std::unique_ptr<RangeIterator> walk(const Family& family) {
    IterateOptions options;
    options.kind = ReadKind::kWholeTable;
    options.snapshot = &snapshot_;
    return store_.iterate(family, {}, options);
  }

  void count(uint64_t* counter, const std::string& problem) {
    ++*counter;
    if (report_.first_problem.empty()) report_.first_problem = problem;
  }

  // Forwards: every item is sound, stands under its own key, and each of its rows is there with the right value.
  Status check_items() {
    const auto items = walk(table_.base());
    while (items->next()) {
      ++report_.items;
      bytes_.assign(items->value());
      const auto item = ItemView::open(bytes_.view());
      std::string own_key;
      const Status sound = !item.ok() ? item.status() : verify_item(*item);
      if (!sound.ok() || !append_item_key(table_.def().key, *item, &own_key).ok() || own_key != items->key()) {
        count(&report_.damaged_items, sound.ok() ? "an item stands under another key" : sound.message());
        continue;
      }
      for (const OpenIndex& index : table_.indexes()) SHEAF_RETURN_IF_ERROR(check_rows_of(index, *item, own_key));
    }
    return items->status();
  }

  Status check_rows_of(const OpenIndex& index, const ItemView& item, const std::string& base_key) {
    DerivedRows rows;
    index.derivation->append_rows(item, base_key, &rows);
    for (const DerivedRow& row : rows) {
      SHEAF_ASSIGN_OR_RETURN(const bool found, store_.get(*index.family, row.key, &snapshot_, &stored_row_));
      if (!found) {
        count(&report_.missing_rows, "index '" + index.def->name + "' misses the row of an item");
      } else if (!is_sound_row(row.value(), stored_row_.view())) {
        count(&report_.different_rows, "index '" + index.def->name + "' has a row that differs from its item");
      }
    }
    return {};
  }

  // Backwards: every row belongs to an item that makes it.
  Status check_rows(const OpenIndex& index) {
    const auto rows = walk(*index.family);
    while (rows->next()) {
      ++report_.rows;
      SHEAF_ASSIGN_OR_RETURN(const bool is_accounted_for, item_makes_row(index, rows->key()));
      if (!is_accounted_for) count(&report_.dangling_rows, "index '" + index.def->name + "' has a row without an item");
    }
    return rows->status();
  }

  Result<bool> item_makes_row(const OpenIndex& index, std::string_view row_key) {
    std::string base_key;
    if (!index.derivation->append_base_key(row_key, &base_key).ok()) return false;
    SHEAF_ASSIGN_OR_RETURN(const bool found, store_.get(table_.base(), base_key, &snapshot_, &bytes_));
    if (!found) return false;
    const auto item = ItemView::open(bytes_.view());
    if (!item.ok()) return false;
    DerivedRows made;
    index.derivation->append_rows(*item, base_key, &made);
    for (const DerivedRow& row : made) {
      if (row.key == row_key) return true;
    }
    return false;
  }

  Store& store_;
  const OpenTable& table_;
  Snapshot snapshot_;
  VerifyReport report_;
  AlignedBuffer bytes_;
  AlignedBuffer stored_row_;
};

}  // namespace

Result<VerifyReport> verify_table(Store& store, const OpenTable& table) { return Verifier(store, table).run(); }

}  // namespace sheaf
