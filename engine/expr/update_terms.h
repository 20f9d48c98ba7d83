// The right-hand sides of an update: the compiled form of SET's sums and functions, and their values for one item.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/expr/bindings.h"
#include "engine/expr/document_path.h"
#include "engine/item/item_view.h"
#include "engine/item/value.h"

namespace sheaf {

// A path, a parameter, or an operator on terms that stand before it, so that one pass over all terms gives their values.
struct UpdateTerm {
  enum class Kind : uint8_t { kPath, kValue, kPlus, kMinus, kIfNotExists, kListAppend };

  Kind kind = Kind::kPath;
  uint32_t number = 0;  // kPath: of the path; kValue: the slot
  uint32_t left = 0;    // terms; that of kIfNotExists is a path
  uint32_t right = 0;
  size_t offset = 0;  // in the text

  bool is_operator() const { return kind >= Kind::kPlus; }
};

// "+", "-", "if_not_exists" or "list_append".
const char* operator_name(UpdateTerm::Kind kind);

// The values of all terms for one item. Borrows the item, the paths and the bindings. One thread.
class TermValues {
 public:
  TermValues(const std::vector<UpdateTerm>& terms, const std::vector<DocumentPath>& paths);

  // Once.
  void evaluate(const ItemView& item, Bindings values);

  // What stands on the right of a SET. Errors: UpdateMissesAttribute, UpdateOperandType, the number errors, UpdateTooLarge,
  // ItemCorrupt.
  Result<ValueView> value_of(uint32_t term);

 private:
  // A value, or why there is none. What if_not_exists does not take may fail unseen, so failures wait until they are used.
  // Without value and failure it is a path that the item does not have.
  struct Outcome {
    ValueView value;
    Status failure;
    uint32_t missing_path = 0;
  };

  Outcome read_path(uint32_t number, const ItemView& item) const;
  Outcome apply(const UpdateTerm& term);
  Outcome keep(Result<Value> value);
  Status failure_of(const Outcome& outcome) const;

  const std::vector<UpdateTerm>& terms_;
  const std::vector<DocumentPath>& paths_;
  std::vector<Outcome> outcomes_;
  size_t kept_bytes_ = 0;
  std::deque<std::string> kept_;  // computed values; a deque leaves them where they are
};

}  // namespace sheaf
