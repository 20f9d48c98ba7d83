// Paths, values and conditions.
#include "tests/model/generator_terms.h"

#include <algorithm>

#include "tests/model/reference_condition.h"

namespace sheaf::model {
namespace {

const std::vector<std::string> kMissing{"n1", "none", "no ne"};
const std::vector<Kind> kOrdered{Kind::kString, Kind::kNumber, Kind::kBinary};
const std::vector<Kind> kSized{Kind::kString,    Kind::kBinary,    Kind::kList,     Kind::kMap,
                               Kind::kStringSet, Kind::kNumberSet, Kind::kBinarySet};
const std::vector<Kind> kContainers{Kind::kString,    Kind::kBinary,    Kind::kList,
                                    Kind::kStringSet, Kind::kNumberSet, Kind::kBinarySet};

bool is_one_of(const std::vector<Kind>& kinds, Kind kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

size_t members_of(const RefValue& value) {
  return value.kind == Kind::kString || value.kind == Kind::kBinary ? value.bytes.size() : value.members.size();
}

}  // namespace

TermsGenerator::TermsGenerator(Generator* random, const RefTable& table, const RefItem* example)
    : random_(*random), table_(table), writer_(random, &terms_) {
  if (example == nullptr) example = random_.any_item(table);
  example_ = example != nullptr ? *example : random_.item(table);
}

bool TermsGenerator::is_key(const std::string& name) const {
  const auto has = [&name](const RefKey& key) {
    const std::vector<RefPart> parts = key.parts();
    return std::any_of(parts.begin(), parts.end(), [&name](const RefPart& part) { return part.name == name; });
  };
  const std::vector<RefIndex>& indexes = table_.definition().indexes;
  return has(table_.definition().key) ||
         std::any_of(indexes.begin(), indexes.end(), [&has](const RefIndex& index) { return has(index.key); });
}

std::string TermsGenerator::attribute() {
  if (random_.one_in(12) || example_.empty()) return random_.pick(kMissing);
  auto attribute = example_.begin();
  std::advance(attribute, static_cast<ptrdiff_t>(random_.below(example_.size())));
  return attribute->first;
}

bool TermsGenerator::is_wanted(const std::string& name) { return !wants_ || wants_(name); }

RefPath TermsGenerator::path() {
  std::string name = attribute();
  for (int tries = 0; tries < 12 && !is_wanted(name); ++tries) name = attribute();
  RefPath path{{false, 0, name}};
  const size_t stays_one_in = 1 + random_.below(4);
  while (path.size() < 5) {
    const RefValue* const value = at(path);
    const bool is_document = value != nullptr && (value->kind == Kind::kList || value->kind == Kind::kMap);
    if (!is_document) {
      // Now and then a path into what has no members; into a key attribute it is forbidden.
      if (!random_.one_in(path.size() == 1 && is_key(name) ? 100 : 25)) break;
      path.push_back(random_.one_in(2) ? RefStep{true, random_.below(3), {}} : RefStep{false, 0, "n1"});
      break;
    }
    if (random_.one_in(stays_one_in)) break;
    if (value->kind == Kind::kList) {
      path.push_back({true, random_.below(value->members.size() + (random_.one_in(3) ? 4 : 1)), {}});
    } else {
      const bool is_missing = value->names.empty() || random_.one_in(8);
      path.push_back({false, 0, is_missing ? random_.pick(kMissing) : random_.pick(value->names)});
    }
  }
  return path;
}

// To a value of one of those kinds, when a few tries find one.
RefPath TermsGenerator::path_to(const Kinds& kinds) {
  RefPath path = this->path();
  for (int tries = 0; tries < 10; ++tries) {
    const RefValue* const value = at(path);
    if (value != nullptr && is_one_of(kinds, value->kind)) break;
    path = this->path();
  }
  return path;
}

RefValue TermsGenerator::of_kinds(const Kinds& kinds) {
  RefValue value = random_.value(3);
  while (!is_one_of(kinds, value.kind)) value = random_.value(3);
  return value;
}

// The value, one beside it, or any.
RefValue TermsGenerator::like(const RefValue* value) {
  if (value == nullptr || random_.one_in(8)) return random_.value(2);
  const bool is_key_kind = is_one_of(kOrdered, value->kind);
  if (!is_key_kind || random_.one_in(3)) return *value;
  if (value->kind != Kind::kNumber && value->bytes.empty()) return random_.key_value(value->kind);
  return random_.one_in(4) ? random_.key_value(value->kind) : random_.near(*value);
}

Tree TermsGenerator::literal(const RefValue& value) {
  if (random_.one_in(2)) {
    for (const auto& [placeholder, there] : terms_.values) {
      if (is_equal(there, value)) return {.op = TreeOp::kValue, .value = placeholder};
    }
  }
  static const std::vector<std::string> kStarts{":v", ":_", ":4g", ":"};
  const std::string placeholder = random_.pick(kStarts) + std::to_string(terms_.values.size());
  terms_.values.emplace(placeholder, value);
  return {.op = TreeOp::kValue, .value = placeholder};
}

// Mostly the value; a path else, which differs from that one.
Tree TermsGenerator::path_or(const RefPath& not_this, const RefValue& value) {
  if (random_.one_in(6)) {
    const RefPath other = path();
    if (other != not_this || random_.one_in(10)) return tree_of(other);
  }
  return literal(value);
}

Tree TermsGenerator::comparison() {
  const RefPath left = path();
  const RefValue* const there = at(left);
  auto op = static_cast<TreeOp>(static_cast<size_t>(TreeOp::kEqual) + random_.below(6));
  const RefValue value = like(there);
  if (is_ordering(op) && !is_one_of(kOrdered, value.kind) && !random_.one_in(30)) {
    op = random_.one_in(2) ? TreeOp::kEqual : TreeOp::kNotEqual;
  }
  Tree tree{.op = op, .operands = {tree_of(left), path_or(left, value)}};
  if (random_.one_in(4)) std::swap(tree.operands[0], tree.operands[1]);
  return tree;
}

Tree TermsGenerator::size_comparison() {
  const RefPath path = path_to(kSized);
  const RefValue* const there = at(path);
  Tree size{.op = TreeOp::kSize, .operands = {tree_of(path)}};
  if (random_.one_in(10)) size.operands[0] = literal(of_kinds(kSized));
  if (random_.one_in(60)) size.operands[0] = literal(random_.value(1));
  const size_t about = (there != nullptr ? members_of(*there) : 1) + random_.below(3);
  RefValue number;
  number.kind = Kind::kNumber;
  if (about > 1) number.number.whole = std::to_string(about - 1);
  const auto op = static_cast<TreeOp>(static_cast<size_t>(TreeOp::kEqual) + random_.below(6));
  const bool is_literal = size.operands[0].op == TreeOp::kValue;
  Tree other =
      is_literal ? tree_of(path_to({Kind::kNumber})) : path_or({}, random_.one_in(30) ? random_.value(1) : number);
  Tree tree{.op = op, .operands = {size, other}};
  if (random_.one_in(3)) std::swap(tree.operands[0], tree.operands[1]);
  return tree;
}

Tree TermsGenerator::between() {
  const RefPath path = path_to(kOrdered);
  const RefValue* const there = at(path);
  RefValue low = like(there);
  RefValue high = like(there);
  const bool is_ordered = is_one_of(kOrdered, low.kind) && low.kind == high.kind;
  if (!is_ordered && !random_.one_in(10)) {
    low = random_.key_value(random_.pick(kOrdered));
    high = random_.one_in(2) ? random_.near(low) : low;
  }
  const bool may_swap = low.kind == high.kind && is_one_of(kOrdered, low.kind);
  if (may_swap && compare_keys(high, low) < 0 && !random_.one_in(30)) std::swap(low, high);
  Tree tree{.op = TreeOp::kBetween, .operands = {tree_of(path), path_or(path, low), path_or(path, high)}};
  if (random_.one_in(10)) tree.operands[0] = literal(low);
  if (random_.one_in(20)) tree.operands[0] = {.op = TreeOp::kSize, .operands = {tree_of(this->path())}};
  return tree;
}

Tree TermsGenerator::in_list() {
  const RefPath path = this->path();
  Tree tree{.op = TreeOp::kIn, .operands = {tree_of(path)}};
  for (size_t left = 1 + random_.below(5); left > 0; --left) tree.operands.push_back(path_or(path, like(at(path))));
  if (random_.one_in(10)) tree.operands[0] = literal(like(at(path)));
  return tree;
}

Tree TermsGenerator::begins_with() {
  const RefPath path = path_to({Kind::kString, Kind::kBinary});
  const RefValue* const there = at(path);
  RefValue prefix = of_kinds({Kind::kString, Kind::kBinary});
  const bool has_bytes = there != nullptr && (there->kind == Kind::kString || there->kind == Kind::kBinary);
  if (has_bytes && !random_.one_in(4)) {
    prefix = *there;
    while (!prefix.bytes.empty() && random_.one_in(2)) {
      if (prefix.bytes.size() > 1) prefix = random_.near(prefix);
      if (random_.one_in(6)) prefix.bytes.clear();
    }
  }
  if (random_.one_in(40)) prefix = random_.value(2);
  Tree tree{.op = TreeOp::kBeginsWith, .operands = {tree_of(path), path_or(path, prefix)}};
  const bool may_swap = tree.operands[1].op == TreeOp::kValue;
  if (may_swap && random_.one_in(6)) std::swap(tree.operands[0], tree.operands[1]);
  return tree;
}

Tree TermsGenerator::contains() {
  const RefPath path = path_to(kContainers);
  const RefValue* const there = at(path);
  RefValue part = random_.value(2);
  if (there != nullptr && !random_.one_in(4)) {
    if (!there->members.empty()) {
      part = random_.pick(there->members);
    } else if (there->kind == Kind::kBinary && !there->bytes.empty()) {
      part = *there;
      part.bytes = part.bytes.substr(random_.below(part.bytes.size()));
    } else {
      part = *there;
    }
  }
  Tree tree{.op = TreeOp::kContains, .operands = {tree_of(path), path_or(path, part)}};
  if (random_.one_in(6)) std::swap(tree.operands[0], tree.operands[1]);
  return tree;
}

Tree TermsGenerator::predicate() {
  const size_t dice = random_.below(20);
  if (dice < 7) return comparison();
  if (dice < 9) return size_comparison();
  if (dice < 11) return between();
  if (dice < 13) return in_list();
  if (dice < 15) return begins_with();
  if (dice < 17) return contains();
  const RefPath path = this->path();
  if (dice < 18) return {.op = TreeOp::kExists, .operands = {tree_of(path)}};
  if (dice < 19) return {.op = TreeOp::kNotExists, .operands = {tree_of(path)}};
  RefValue type;
  type.kind = Kind::kString;
  type.bytes = at(path) != nullptr && random_.one_in(2) ? kind_tag(at(path)->kind)
                                                        : kind_tag(static_cast<Kind>(random_.below(10)));
  if (random_.one_in(20)) type.bytes = "DOG";
  if (random_.one_in(20)) type = random_.value(1);
  const Tree operand = random_.one_in(12) ? literal(random_.value(2)) : tree_of(path);
  return {.op = TreeOp::kTypeIs, .operands = {operand, literal(type)}};
}

Tree TermsGenerator::condition(int levels) {
  const size_t dice = levels > 0 ? random_.below(6) : 5;
  if (dice > 2) return predicate();
  if (dice == 2) return {.op = TreeOp::kNot, .operands = {condition(levels - 1)}};
  Tree tree{.op = dice == 0 ? TreeOp::kAnd : TreeOp::kOr};
  for (size_t left = 2 + random_.below(2); left > 0; --left) tree.operands.push_back(condition(levels - 1));
  return tree;
}

// Now and then a value is missing, or one is of no use.
Terms TermsGenerator::take() {
  if (!terms_.values.empty() && random_.one_in(150)) terms_.values.erase(terms_.values.begin());
  const bool has_some = terms_.condition.has_value() || terms_.update.has_value() || terms_.filter.has_value();
  if (has_some && random_.one_in(150)) terms_.values.emplace(":unused", random_.value(1));
  return std::move(terms_);
}

void TermsGenerator::add_condition() { terms_.condition = writer_.condition(condition(2)); }

}  // namespace sheaf::model
