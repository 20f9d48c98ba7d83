#include "tests/model/expression_spelling.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace sheaf::model {
namespace {

constexpr size_t kNever = 1000000;

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool needs_space(const std::string& before, const std::string& after) {
  return is_word_character(before.back()) && (is_word_character(after[0]) || after[0] == '#' || after[0] == ':');
}

// No reserved word is a letter alone or has a digit.
bool can_stand_bare(const std::string& name) {
  const auto is_ascii_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (name.empty() || !is_ascii_letter(name[0])) return false;
  const auto is_fit = [&](char c) { return is_ascii_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  if (!std::all_of(name.begin(), name.end(), is_fit)) return false;
  return name.size() == 1 || std::any_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void ExpressionWriter::keyword(std::string text) {
  const size_t letters = random_.below(3);  // upper, lower, or any
  for (char& c : text) {
    const auto letter = static_cast<unsigned char>(c);
    const bool is_upper = letters == 0 || (letters == 2 && random_.one_in(2));
    c = static_cast<char>(is_upper ? std::toupper(letter) : std::tolower(letter));
  }
  word(std::move(text));
}

std::string ExpressionWriter::take_text() {
  static const std::vector<std::string> kSpaces{" ", " ", " ", " ", "  ", "\t", "\n", "\r\n"};
  const size_t spaces_one_in = 1 + random_.below(4);
  std::string text;
  for (const std::string& token : tokens_) {
    if (!text.empty()) {
      const bool in_path = token == "." || token == "[" || text.ends_with('.') || text.ends_with('[');
      const bool has_space = in_path ? random_.one_in(12) : random_.one_in(spaces_one_in);
      if (has_space || needs_space(text, token)) text += random_.pick(kSpaces);
    }
    text += token;
  }
  tokens_.clear();
  return random_.one_in(8) ? " " + text + "\t" : text;
}

void ExpressionWriter::write_name(const std::string& name) {
  if (can_stand_bare(name) && !random_.one_in(4)) return word(name);
  std::vector<std::string> there;
  for (const auto& [placeholder, meaning] : terms_.names) {
    if (meaning == name) there.push_back(placeholder);
  }
  // Two placeholders may mean the same.
  if (there.empty() || random_.one_in(5)) {
    static const std::vector<std::string> kStarts{"#n", "#_", "#4g", "#"};
    there.push_back(random_.pick(kStarts) + std::to_string(terms_.names.size()));
    terms_.names.emplace(there.back(), name);
  }
  word(there.back());
}

void ExpressionWriter::write_path(const RefPath& path) {
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i].is_position) {
      word("[");
      word(std::to_string(path[i].position));
      word("]");
      continue;
    }
    if (i > 0) word(".");
    write_name(path[i].name);
  }
}

void ExpressionWriter::write_operand(const Tree& tree, size_t parentheses_one_in) {
  const bool has_parentheses = random_.one_in(parentheses_one_in);
  if (has_parentheses) word("(");
  if (tree.op == TreeOp::kPath) {
    write_path(tree.path);
  } else if (tree.op == TreeOp::kValue) {
    word(tree.value);
  } else {
    write_call(tree);
  }
  if (has_parentheses) word(")");
}

void ExpressionWriter::write_call(const Tree& tree) {
  const bool takes_operands =
      tree.op == TreeOp::kSize || tree.op == TreeOp::kBeginsWith || tree.op == TreeOp::kContains;
  word(op_word(tree.op));
  word("(");
  for (size_t i = 0; i < tree.operands.size(); ++i) {
    if (i > 0) word(",");
    write_operand(tree.operands[i], takes_operands ? 15 : kNever);
  }
  word(")");
}

void ExpressionWriter::write_predicate(const Tree& tree) {
  const bool is_call = !is_comparison(tree.op) && tree.op != TreeOp::kBetween && tree.op != TreeOp::kIn;
  if (is_call) return write_call(tree);
  write_operand(tree.operands[0], 8);
  if (is_comparison(tree.op)) {
    word(op_word(tree.op));
    return write_operand(tree.operands[1], 8);
  }
  keyword(op_word(tree.op));
  if (tree.op == TreeOp::kBetween) {
    write_operand(tree.operands[1], 8);
    keyword("and");
    return write_operand(tree.operands[2], 8);
  }
  word("(");
  for (size_t i = 1; i < tree.operands.size(); ++i) {
    if (i > 1) word(",");
    write_operand(tree.operands[i], tree.operands.size() > 2 ? 15 : kNever);
  }
  word(")");
}

void ExpressionWriter::write_joined(const Tree& tree, Level level) {
  // A group of the same operator may stand without parentheses.
  const Level least =
      level == Level::kNot || random_.one_in(2) ? static_cast<Level>(static_cast<int>(level) + 1) : level;
  if (level == Level::kNot) {
    keyword("not");
    return write_condition(tree.operands[0], level);
  }
  for (size_t i = 0; i < tree.operands.size(); ++i) {
    if (i > 0) keyword(op_word(tree.op));
    write_condition(tree.operands[i], least);
  }
}

void ExpressionWriter::write_condition(const Tree& tree, Level least) {
  const Level level = tree.op == TreeOp::kOr    ? Level::kOr
                      : tree.op == TreeOp::kAnd ? Level::kAnd
                      : tree.op == TreeOp::kNot ? Level::kNot
                                                : Level::kPredicate;
  const bool has_parentheses = level < least || random_.one_in(6);
  if (has_parentheses) word("(");
  if (level == Level::kPredicate) {
    write_predicate(tree);
  } else {
    write_joined(tree, level);
  }
  if (has_parentheses) word(")");
}

Written ExpressionWriter::condition(const Tree& tree) {
  write_condition(tree, Level::kOr);
  return {take_text(), {tree}};
}

Written ExpressionWriter::key(const std::vector<Tree>& comparisons) {
  Tree all = comparisons[0];
  for (size_t i = 1; i < comparisons.size(); ++i) {
    const bool is_first = random_.one_in(2);
    all = {.op = TreeOp::kAnd,
           .operands = is_first ? std::vector<Tree>{comparisons[i], all} : std::vector<Tree>{all, comparisons[i]}};
  }
  write_condition(all, Level::kOr);
  return {take_text(), comparisons};
}

Written ExpressionWriter::projection(const std::vector<Tree>& paths) {
  for (size_t i = 0; i < paths.size(); ++i) {
    if (i > 0) word(",");
    write_path(paths[i].path);
  }
  return {take_text(), paths};
}

void ExpressionWriter::write_term(const Tree& tree) {
  if (tree.op == TreeOp::kPlus || tree.op == TreeOp::kMinus) {
    word("(");
    write_sum(tree);
    return word(")");
  }
  if (tree.op == TreeOp::kPath || tree.op == TreeOp::kValue) return write_operand(tree, kNever);
  word(op_word(tree.op));
  word("(");
  write_term(tree.operands[0]);
  word(",");
  write_term(tree.operands[1]);
  word(")");
}

void ExpressionWriter::write_sum(const Tree& tree) {
  if (tree.op != TreeOp::kPlus && tree.op != TreeOp::kMinus) return write_term(tree);
  write_term(tree.operands[0]);
  word(op_word(tree.op));
  write_term(tree.operands[1]);
}

void ExpressionWriter::write_section(TreeOp op, const std::vector<Tree>& actions) {
  bool is_first = true;
  for (const Tree& action : actions) {
    if (action.op != op) continue;
    if (is_first) {
      keyword(op_word(op));
    } else {
      word(",");
    }
    is_first = false;
    write_path(action.operands[0].path);
    if (op == TreeOp::kRemove) continue;
    if (op != TreeOp::kSet) {
      word(action.operands[1].value);
      continue;
    }
    word("=");
    const bool has_parentheses = random_.one_in(10);
    if (has_parentheses) word("(");
    write_sum(action.operands[1]);
    if (has_parentheses) word(")");
  }
}

Written ExpressionWriter::update(const std::vector<Tree>& actions) {
  std::vector<TreeOp> sections{TreeOp::kSet, TreeOp::kRemove, TreeOp::kAdd, TreeOp::kDelete};
  for (size_t i = sections.size(); i > 1; --i) std::swap(sections[i - 1], sections[random_.below(i)]);
  for (const TreeOp section : sections) write_section(section, actions);
  return {take_text(), actions};
}

}  // namespace sheaf::model
