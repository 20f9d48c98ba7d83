// Sheaf through the C ABI. Only the count of syncs comes from behind it.
#include <deque>
#include <vector>

#include "bench/support/abi_database.h"
#include "bench/support/abi_item.h"
#include "bench/support/folder.h"
#include "bench/support/require.h"
#include "bench/writers/side.h"
#include "capi/internal.h"

namespace sheaf::bench {
namespace {

struct ItemFree {
  void operator()(sheaf_item* item) const { sheaf_item_free(item); }
};

struct SheafWriter {
  std::deque<AbiItem> items;
  size_t position = 0;
  std::unique_ptr<sheaf_item, ItemFree> holder{sheaf_item_new()};
};

class SheafSide : public WriterSide {
 public:
  SheafSide(uint64_t memory_bytes, uint32_t sync_mode)
      : workload_(1, kMostWriters * kItemsOfWriter),
        database_({folder_.path() / "sheaf", memory_bytes, sync_mode, SHEAF_COMPRESSION_FAST},
                  {{"plain", TableShape::kPlain}}),
        writers_(kMostWriters) {
    for (size_t i = 0; i < kMostWriters * kItemsOfWriter; ++i) {
      writers_[i / kItemsOfWriter].items.emplace_back(workload_.item(i));
    }
  }

  void put(size_t thread) override {
    SheafWriter& writer = writers_[thread];
    require_ok(writer.items[writer.position++ % kItemsOfWriter].fill(writer.holder.get()), "building an item");
    require_ok(sheaf_put(database_.table(0), writer.holder.get(), nullptr, nullptr, nullptr), "put");
  }

  uint64_t sync_count() const override { return database_.db()->database->store().sync_count(); }

  uint64_t stored_item_bytes(size_t index) override {
    const Document document = workload_.item(index);
    const sheaf_value parts[] = {string_value(document.find("PK")->data), string_value(document.find("SK")->data)};
    const sheaf_key key = sheaf_key_of(parts, 2);
    sheaf_item* const holder = writers_[0].holder.get();
    const sheaf_status found = sheaf_get(database_.table(0), &key, holder, nullptr);
    require_ok(found, "reading what was put");
    return found == SHEAF_OK ? sheaf_item_size_bytes(holder) : 0;
  }

 private:
  Workload workload_;
  TemporaryFolder folder_;
  AbiDatabase database_;
  std::vector<SheafWriter> writers_;
};

}  // namespace

std::unique_ptr<WriterSide> make_sheaf_side(uint64_t memory_bytes, uint32_t sync_mode) {
  return std::make_unique<SheafSide>(memory_bytes, sync_mode);
}

}  // namespace sheaf::bench
