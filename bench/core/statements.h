// Statement: a prepared statement of the C ABI on one of Sheaf's tables, and the check by hand that stands on the bare side in
// its place: what a program without an expression language would write for this one question. One thread.
#pragma once

#include <string>
#include <string_view>

#include "bench/support/abi_database.h"
#include "bench/support/require.h"
#include "capi/sheaf.h"
#include "engine/base/aligned_buffer.h"
#include "engine/item/item_view.h"

namespace sheaf::bench {

class Statement {
 public:
  Statement(sheaf_table* table, sheaf_stmt_text text) {
    text.struct_size = sizeof(text);
    require_ok(sheaf_stmt_prepare(table, &text, &handle_, nullptr), "preparing a statement");
  }
  ~Statement() { sheaf_stmt_free(handle_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  sheaf_stmt* get() const { return handle_; }
  int32_t parameter(const char* name) const { return sheaf_stmt_parameter(handle_, name); }

  void bind(int32_t parameter, const sheaf_value& value) {
    require_ok(sheaf_stmt_bind(handle_, parameter, &value, nullptr), "binding a value");
  }

 private:
  sheaf_stmt* handle_ = nullptr;
};

// That the item is not archived; none of the workload is.
inline sheaf_stmt_text not_archived() {
  sheaf_stmt_text text = {};
  text.kind = SHEAF_STMT_CONDITION;
  text.condition = "attribute_not_exists(Archived)";
  return text;
}

// A stored item of the bare side, read where it lies; `holder` is for one that lies askew.
inline ItemView opened(std::string_view bytes, AlignedBuffer* holder) {
  if (!ItemView::opens_in_place(bytes)) {
    holder->assign(bytes);
    bytes = holder->view();
  }
  const auto item = ItemView::open(bytes);
  if (!item.ok()) fail("a stored item is damaged");
  return *item;
}

inline bool is_open(const ItemView& item) {
  const ValueView status = item.find("Status");
  return status.type == Type::kString && status.data == "open";
}

}  // namespace sheaf::bench
