// Random conditions, updates, queries and scans from a seed: trees about the attributes that an item has, with values like those that
// it holds, so that conditions hold as often as not. Mostly legal; now and then one that a rule forbids.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/model/expression_spelling.h"
#include "tests/model/generator.h"
#include "tests/model/terms.h"

namespace sheaf::model {

class TermsGenerator {
 public:
  // About the example, or any item when it is null. Both are borrowed.
  TermsGenerator(Generator* random, const RefTable& table, const RefItem* example);

  void add_condition();
  void add_update();
  void add_walk();  // all that a query or a scan has
  Terms take();

 private:
  using Kinds = std::vector<Kind>;

  // Paths and values.
  bool is_key(const std::string& name) const;
  bool is_wanted(const std::string& name);
  std::string attribute();
  RefPath path();
  RefPath path_to(const Kinds& kinds);
  const RefValue* at(const RefPath& path) const { return find_value(example_, path); }
  RefValue like(const RefValue* value);
  RefValue of_kinds(const Kinds& kinds);
  Tree literal(const RefValue& value);
  Tree path_or(const RefPath& not_this, const RefValue& value);
  static Tree tree_of(RefPath path) { return {.op = TreeOp::kPath, .path = std::move(path)}; }

  // Conditions.
  Tree condition(int levels);
  Tree predicate();
  Tree comparison();
  Tree size_comparison();
  Tree between();
  Tree in_list();
  Tree begins_with();
  Tree contains();

  // Updates.
  RefPath position_of(RefPath list);
  Tree action(const RefPath& target);
  RefValue value_for(const RefPath& target);
  Tree term(int levels);
  Tree number_term(int levels);
  Tree list_term(int levels);

  // Walks.
  void add_key(const RefQuery& query);
  Tree key_comparison(const std::string& attribute, TreeOp op, const RefKeyValues& values);
  void add_projection();

  Generator& random_;
  const RefTable& table_;
  RefItem example_;
  Terms terms_;
  ExpressionWriter writer_;
  std::function<bool(const std::string&)> wants_;  // attributes that the expression should be about; empty: any
};

}  // namespace sheaf::model
