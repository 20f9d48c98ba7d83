// The section "bulk load" of sheaf.h.
#include "capi/internal.h"
#include "engine/db/load.h"

using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::misuse;

struct sheaf_load {
  std::unique_ptr<sheaf::Load> load;  // never null
};

namespace sheaf::capi {

template <>
inline constexpr size_t kFirstBytes<sheaf_load_options> = offsetof(sheaf_load_options, memory_bytes) + sizeof(uint64_t);

}  // namespace sheaf::capi

sheaf_status sheaf_load_open(sheaf_table* table, const sheaf_load_options* options, sheaf_load** out,
                             sheaf_error* error) {
  if (out == nullptr) return misuse(error, "out is NULL");
  *out = nullptr;
  if (table == nullptr) return misuse(error, "table is NULL");
  sheaf_load_options given;
  if (!sheaf::capi::read_options(options, &given))
    return misuse(error, "sheaf_load_options has a struct_size or member of another version");
  if (given.flags != 0) return misuse(error, "an unknown load flag");
  if (given.memory_bytes != 0 && given.memory_bytes < sheaf::kMinLoadBytes)
    return misuse(error, "memory_bytes is under 1 MiB");
  return guarded(error, [&]() -> sheaf_status {
    auto handle = std::make_unique<sheaf_load>();
    auto load = sheaf::Load::begin(table->database, table->handle, given.memory_bytes);
    if (!load.ok()) return answer(error, load.status());
    handle->load = *std::move(load);
    *out = handle.release();
    return SHEAF_OK;
  });
}

sheaf_status sheaf_load_put(sheaf_load* load, const sheaf_item* item, sheaf_error* error) {
  if (load == nullptr || item == nullptr) return misuse(error, "load or item is NULL");
  return guarded(error, [&] { return answer(error, load->load->put(item->view())); });
}

sheaf_status sheaf_load_finish(sheaf_load* load, sheaf_error* error) {
  if (load == nullptr) return misuse(error, "load is NULL");
  return guarded(error, [&] { return answer(error, load->load->finish()); });
}

void sheaf_load_free(sheaf_load* load) { delete load; }
