// Sums over whole tables, so that what both sides hold can be compared. One thread.
#pragma once

#include <rocksdb/db.h>

#include "bench/support/sought.h"
#include "capi/sheaf.h"

namespace sheaf::bench {

// Of the table, or of that index.
Answer sum_of_sheaf(sheaf_table* table, const char* index);

Answer sum_of_bare(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family);

}  // namespace sheaf::bench
