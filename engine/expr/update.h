// UpdateExpression: SET, REMOVE, ADD and DELETE, parsed once and applied to stored items (dynamodb-semantics.md 4.10, 4.11).
// Right-hand sides read the item as it was. Immutable; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expr/bindings.h"
#include "engine/expr/path_tree.h"
#include "engine/expr/syntax.h"
#include "engine/expr/update_terms.h"
#include "engine/expr/vocabulary.h"
#include "engine/item/item_builder.h"
#include "engine/item/item_view.h"

namespace sheaf {

class UpdateExpression {
 public:
  // Errors: those of parse_expression, ReservedWord, FunctionUnknown, SectionTwice, NameUndefined, PathsOverlap,
  // PathsConflict, FunctionMisused, OperandCount, OperandNotPath.
  static Result<UpdateExpression> parse(std::string_view text, Vocabulary* vocabulary);

  // The rules about values; they hold whatever the items are. Errors: ValueUndefined, OperatorOperandType (ADD, DELETE),
  // FunctionOperandType (+, -, list_append).
  Status check(Bindings values) const;

  // What it changes.
  const std::vector<DocumentPath>& targets() const { return targets_; }
  const PathTree& target_tree() const { return tree_; }
  // The attributes that they are or lie in, sorted.
  const std::vector<std::string>& attributes() const { return attributes_; }
  // What it reads beside them.
  const std::vector<DocumentPath>& sources() const { return sources_; }

  // REMOVE and DELETE only: such an update of an item that is not there makes none.
  bool only_takes_away() const;

  // Sets `out`, which the caller has cleared, to the item as the update leaves it. Requires check(values). `old_item` is the
  // item as it was, or one without attributes when there was none; `start` is where a new item starts from: the old item, or
  // one with only its key. Errors: UpdateMissesAttribute, UpdateOperandType, UpdatePathInvalid, the number errors, TooDeep,
  // UpdateTooLarge (long before memory is at risk; the size of an item is not judged here), ItemCorrupt.
  struct Input {
    ItemView old_item;
    ItemView start;
    Bindings values;
  };
  Status apply(const Input& input, ItemBuilder* out) const;

  const std::string& text() const { return text_; }

 private:
  friend class UpdateCompiler;
  friend class UpdateApplication;

  // What happens to the target of the same number.
  struct Action {
    UpdateSection section = UpdateSection::kSet;
    uint32_t term = 0;  // SET: the right-hand side; ADD, DELETE: a parameter; REMOVE: nothing
  };
  static bool takes_away(const Action& action) {
    return action.section == UpdateSection::kRemove || action.section == UpdateSection::kDelete;
  }
  Status check_action(const Action& action, Bindings values) const;
  static Status check_operand(UpdateTerm::Kind kind, const UpdateTerm& operand, Bindings values);

  std::string text_;
  std::vector<std::string> parameters_;  // names of all slots that were known when it was parsed
  std::vector<DocumentPath> targets_;
  std::vector<std::string> attributes_;
  std::vector<Action> actions_;
  std::vector<DocumentPath> sources_;
  std::vector<UpdateTerm> terms_;
  PathTree tree_;
};

}  // namespace sheaf
