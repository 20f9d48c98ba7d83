// Updates by the words of the rules (dynamodb-semantics.md 4.10 and 4.11).
#pragma once

#include <optional>
#include <vector>

#include "tests/model/expression.h"
#include "tests/model/verdict.h"

namespace sheaf::model {

// Why it cannot be done, or the item as it is afterwards; nothing when there is none.
struct UpdateOutcome {
  Verdict verdict = {};
  std::optional<RefItem> item = {};
};

// `old_item` is null when there is none; a new one starts with the key's attributes. Whether indexes take the outcome is not judged.
UpdateOutcome updated(const std::vector<Tree>& actions, const RefItem* old_item, const RefItem& key,
                      const RefItem& values);

// What may be refused without an item, whatever the table.
Verdict verdict_of_actions(const std::vector<Tree>& actions, const RefItem& values);

// What the actions change.
std::vector<RefPath> targets_of(const std::vector<Tree>& actions);

}  // namespace sheaf::model
