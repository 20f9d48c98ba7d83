// ExpressionWriter: writes trees as the text of expressions, in one of the many spellings of each: keywords in any case, spaces, tabs
// and line ends between any two words, parentheses where the grammar allows them, and names as they are or behind placeholders.
#pragma once

#include <string>
#include <vector>

#include "tests/model/generator.h"
#include "tests/model/terms.h"

namespace sheaf::model {

class ExpressionWriter {
 public:
  // The names that are put behind placeholders go into `terms`.
  ExpressionWriter(Generator* random, Terms* terms) : random_(*random), terms_(*terms) {}

  // With the trees as they are; a key condition's comparisons are joined by AND.
  Written condition(const Tree& tree);
  Written key(const std::vector<Tree>& comparisons);
  Written update(const std::vector<Tree>& actions);
  Written projection(const std::vector<Tree>& paths);

 private:
  // How tightly an operator binds.
  enum class Level { kOr, kAnd, kNot, kPredicate };

  void write_condition(const Tree& tree, Level least);
  void write_predicate(const Tree& tree);
  void write_joined(const Tree& tree, Level level);
  void write_operand(const Tree& tree, size_t parentheses_one_in);
  void write_call(const Tree& tree);
  void write_term(const Tree& tree);
  void write_sum(const Tree& tree);
  void write_section(TreeOp op, const std::vector<Tree>& actions);
  void write_path(const RefPath& path);
  void write_name(const std::string& name);
  void word(std::string text) { tokens_.push_back(std::move(text)); }
  void keyword(std::string text);
  std::string take_text();

  Generator& random_;
  Terms& terms_;
  std::vector<std::string> tokens_;
};

}  // namespace sheaf::model
