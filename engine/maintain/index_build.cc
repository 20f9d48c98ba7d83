#include "engine/maintain/index_build.h"

namespace sheaf {
namespace {

constexpr size_t kBatchBytes = 1u << 20;
constexpr uint64_t kItemsPerLook =
    256;  // before it is asked again whether to go on: well under a millisecond of small items

}  // namespace

Status build_index(Store& store, const IndexBuild& build) {
  const SecondaryIndex derivation(*build.index, build.table->def().key);
  IterateOptions options;
  options.kind = ReadKind::kWholeTable;
  const auto items = store.iterate(build.table->base(), {}, options);
  AlignedBuffer bytes;
  DerivedRows rows;
  auto batch = std::make_unique<Batch>(kBatchBytes);
  for (uint64_t count = 0; items->next(); ++count) {
    if (count % kItemsPerLook == 0) SHEAF_RETURN_IF_ERROR(build.may_go_on());
    bytes.assign(items->value());
    SHEAF_ASSIGN_OR_RETURN(const ItemView item, ItemView::open(bytes.view()));
    rows.clear();
    derivation.append_rows(item, items->key(), &rows);
    for (const DerivedRow& row : rows) batch->put(*build.family, row.key, row.value());
    if (batch->size_bytes() < kBatchBytes) continue;
    SHEAF_RETURN_IF_ERROR(store.write(batch.get()));
    batch = std::make_unique<Batch>(kBatchBytes);
  }
  SHEAF_RETURN_IF_ERROR(items->status());
  SHEAF_RETURN_IF_ERROR(build.may_go_on());
  if (!batch->is_empty()) SHEAF_RETURN_IF_ERROR(store.write(batch.get()));
  return store.flush(*build.family);
}

}  // namespace sheaf
