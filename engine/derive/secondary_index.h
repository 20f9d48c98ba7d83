// SecondaryIndex: the derivation behind a global or local index. One row for an item that has every key attribute of
// the index, else none (sparse).
//
//   global  key = partition parts ++ sort parts ++ base key
//   local   key = partition part ++ index sort part ++ base sort key
//   value   a complete item of the projection; ALL is the base item's bytes
//
// Immutable: any thread.
#pragma once

#include "engine/derive/derivation.h"
#include "engine/schema/table_def.h"

namespace sheaf {

class SecondaryIndex : public Derivation {
 public:
  // Both must outlive this object.
  SecondaryIndex(const IndexDef& index, const KeySchema& base);

  Status check(const ItemView& item) const override;
  Status check_changed(const ItemView& item, std::span<const std::string> changed) const override;
  bool reads_any(std::span<const std::string> names) const override;
  void append_rows(const ItemView& item, std::string_view base_key, DerivedRows* rows) const override;
  Status append_base_key(std::string_view row_key, std::string* base_key) const override;

 private:
  void project(const ItemView& item, AlignedBuffer* out) const;

  const IndexDef& index_;
  std::vector<std::string> projected_names_;  // sorted, unique; KEYS_ONLY and INCLUDE
};

}  // namespace sheaf
