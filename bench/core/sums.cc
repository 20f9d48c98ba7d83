#include "bench/core/sums.h"

#include <memory>

#include "bench/support/require.h"
#include "bench/support/stored_size.h"
#include "engine/store/settings.h"

namespace sheaf::bench {

Answer sum_of_sheaf(sheaf_table* table, const char* index) {
  sheaf_range range = {};
  range.struct_size = sizeof(range);
  range.index = index;
  sheaf_cursor* cursor = nullptr;
  require_ok(sheaf_cursor_open(table, &range, &cursor, nullptr), "checking");
  Answer sum;
  for (; sheaf_cursor_next(cursor, nullptr) == SHEAF_ROW; ++sum.rows) {
    sum.bytes += sheaf_item_size_bytes(sheaf_cursor_item(cursor));
  }
  if (sheaf_cursor_next(cursor, nullptr) != SHEAF_DONE) fail("a walk stopped before its end");
  sheaf_cursor_free(cursor);
  return sum;
}

Answer sum_of_bare(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family) {
  const rocksdb::ReadOptions read = StoreSettings::range_read(nullptr, ReadKind::kWholeTable);
  const std::unique_ptr<rocksdb::Iterator> rows(db.NewIterator(read, family));
  Answer sum;
  for (rows->SeekToFirst(); rows->Valid(); rows->Next(), ++sum.rows) {
    sum.bytes += stored_size_bytes({rows->value().data(), rows->value().size()});
  }
  require_ok(rows->status(), "checking");
  return sum;
}

}  // namespace sheaf::bench
