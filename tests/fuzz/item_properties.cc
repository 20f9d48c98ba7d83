#include "tests/fuzz/item_properties.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/item/item_builder.h"
#include "engine/item/json.h"
#include "tests/fuzz/fuzz_target.h"

namespace sheaf::fuzz {
namespace {

// In a report; "" for what cannot be printed.
std::string shown(const ItemView& item) {
  std::string json;
  static_cast<void>(print_item_json(JsonDialect::kDynamoDb, item, &json));
  return json;
}

void require_sound(const FuzzItem& from, const ItemView& made, const char* property) {
  if (from.soundness == Soundness::kSound) SHEAF_REQUIRE_OK(verify_item(made), property);
}

// What an update may say of a sound item with values that check() has passed.
bool is_error_of_updates(const Status& status) {
  constexpr Error kErrors[] = {Error::kUpdateMissesAttribute, Error::kUpdateOperandType, Error::kUpdatePathInvalid,
                               Error::kNumberOverflow,        Error::kNumberUnderflow,   Error::kNumberInexact,
                               Error::kNumberPrecision,       Error::kTooDeep,           Error::kUpdateTooLarge};
  return std::any_of(std::begin(kErrors), std::end(kErrors), [&status](Error error) { return status.is(error); });
}

void check_failure(const FuzzItem& item, const Status& status) {
  const bool is_expected =
      is_error_of_updates(status) || (item.soundness == Soundness::kMaybeDamaged && status.is(Error::kItemCorrupt));
  SHEAF_REQUIRE(is_expected, "an update fails for a reason that it documents", status.message());
}

// Attributes that no target lies in stay as they are stored.
void check_untouched(const UpdateExpression& update, const ItemView& before, const ItemView& after) {
  const auto& changed = update.attributes();
  for (uint32_t i = 0; i < before.count(); ++i) {
    const AttributeView old = before.at(i);
    if (std::binary_search(changed.begin(), changed.end(), old.name)) continue;
    const ValueView now = after.find(old.name);
    SHEAF_REQUIRE(now.type == old.value.type && now.data == old.value.data, "an update leaves the rest alone",
                  old.name);
  }
  for (uint32_t i = 0; i < after.count(); ++i) {
    const std::string_view name = after.at(i).name;
    SHEAF_REQUIRE(before.find(name) || std::binary_search(changed.begin(), changed.end(), name),
                  "an update adds its targets only", name);
  }
}

// Whether every nested target lies in a map or list that the item has.
bool has_all_parents(const UpdateExpression& update, const ItemView& item) {
  const auto& targets = update.targets();
  return std::all_of(targets.begin(), targets.end(), [&item](const DocumentPath& target) {
    if (!target.is_nested()) return true;
    std::vector<PathElement> elements = target.elements();
    const Type needed = elements.back().is_position() ? Type::kList : Type::kMap;
    elements.pop_back();
    const auto parent = DocumentPath(std::move(elements)).find(item);
    return parent.ok() && parent->type == needed;
  });
}

// The "updated" images of an update.
void project_targets(const FuzzItem& item, const PathTree& targets) {
  ItemBuilder builder;
  const Status projected = Projector().project(targets, item.view, &builder);
  if (item.soundness == Soundness::kSound)
    SHEAF_REQUIRE_OK(projected, "a sound item is projected on an update's targets");
  if (projected.ok()) require_sound(item, builder.finish(), "what is projected on an update's targets is sound");
}

}  // namespace

void check_condition_on(const FuzzItem& item, const ConditionExpression& condition, Bindings values) {
  const auto answer = condition.evaluate(item.view, values);
  const auto again = condition.evaluate(item.view, values);
  SHEAF_REQUIRE(answer.ok() == again.ok() && (!answer.ok() || *answer == *again), "a condition has one answer",
                condition.text());
  if (answer.ok()) return;
  SHEAF_REQUIRE(item.soundness == Soundness::kMaybeDamaged && answer.status().is(Error::kItemCorrupt),
                "a condition on a sound item has an answer", answer.status().message());
}

void check_projection_on(const FuzzItem& item, const ProjectionExpression& projection) {
  ItemBuilder builder;
  const Status projected = Projector().project(projection.tree(), item.view, &builder);
  if (!projected.ok()) {
    SHEAF_REQUIRE(item.soundness == Soundness::kMaybeDamaged && projected.is(Error::kItemCorrupt),
                  "a sound item is projected", projected.message());
    return;
  }
  const ItemView part = builder.finish();
  if (item.soundness != Soundness::kSound) return;
  SHEAF_REQUIRE_OK(verify_item(part), "a part of a sound item is sound");
  SHEAF_REQUIRE(part.size_bytes() <= item.view.size_bytes(), "a part is no larger than the whole", shown(part));
  for (const DocumentPath& path : projection.paths()) {
    const auto& elements = path.elements();
    const bool closes_up = std::any_of(elements.begin(), elements.end(), [](const auto& e) { return e.is_position(); });
    if (closes_up) continue;
    const auto whole = path.find(item.view);
    const auto picked = path.find(part);
    SHEAF_REQUIRE(whole.ok() && picked.ok() && whole->type == picked->type && values_equal(*whole, *picked),
                  "a path without positions finds in the part what it finds in the whole", path.to_text());
  }
}

void check_update_on(const FuzzItem& item, const UpdateExpression& update, Bindings values) {
  ItemBuilder builder;
  const Status applied = update.apply({item.view, item.view, values}, &builder);
  project_targets(item, update.target_tree());
  const bool may_lack_parents = item.soundness != Soundness::kSound || item.view.count() == 0;
  if (!may_lack_parents && (applied.ok() || applied.is(Error::kUpdatePathInvalid))) {
    SHEAF_REQUIRE(has_all_parents(update, item.view) == applied.ok(), "an update needs the parents of its targets",
                  update.text());
  }
  if (!applied.ok()) return check_failure(item, applied);
  const ItemView after = builder.finish();
  ItemBuilder other;
  SHEAF_REQUIRE_OK(update.apply({item.view, item.view, values}, &other), "an update that went well does so again");
  SHEAF_REQUIRE(other.finish().bytes() == after.bytes(), "an update has one outcome", update.text());
  require_sound(item, after, "an updated item is sound");
  if (item.soundness != Soundness::kSound) return;
  check_untouched(update, item.view, after);
  project_targets({after, item.soundness}, update.target_tree());
}

void check_update_of_nothing(const UpdateExpression& update, Bindings values) {
  ItemBuilder key;
  SHEAF_REQUIRE_OK(key.set("pk", make_string("p").view()), "an attribute is set");
  const ItemView start = key.finish();
  ItemBuilder builder;
  const Status applied = update.apply({ItemView(), start, values}, &builder);
  const FuzzItem item{start, Soundness::kSound};
  if (!applied.ok()) return check_failure(item, applied);
  const ItemView made = builder.finish();
  require_sound(item, made, "a new item is sound");
  check_untouched(update, start, made);
  const auto& changed = update.attributes();
  if (!update.only_takes_away() || std::binary_search(changed.begin(), changed.end(), "pk")) return;
  SHEAF_REQUIRE(items_equal(made, start), "taking away from nothing leaves the key", shown(made));
}

}  // namespace sheaf::fuzz
