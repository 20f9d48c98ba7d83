// Vocabulary: the placeholders that the expressions of one statement share: "#name" stands for one attribute name or
// map member, whatever its text; ":value" is a parameter, which has a slot. It also knows who wrote them. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expr/bindings.h"
#include "engine/expr/expression_kind.h"

namespace sheaf {

class Vocabulary {
 public:
  explicit Vocabulary(TextOrigin origin = TextOrigin::kUser) : origin_(origin) {}

  TextOrigin origin() const { return origin_; }

  // "#s" stands for "Status". Errors: PlaceholderInvalid, PlaceholderTooLong, NameDefinedTwice, NameEmpty, NameTooLong, ValueNotUtf8,
  // NamesTooLarge.
  Status define_name(std::string_view placeholder, std::string_view attribute);

  // What the placeholder ("#s") stands for, which counts as used from now on; null when it was not defined. The string
  // lives as long as the vocabulary.
  const std::string* use_name(std::string_view placeholder);

  // The slot of ":v"; a new one when it was not met yet.
  uint32_t use_parameter(std::string_view placeholder);

  std::optional<uint32_t> find_parameter(std::string_view placeholder) const;
  const std::vector<std::string>& parameters() const { return parameters_; }  // ":v", by slot

  // Calls `visit(placeholder, attribute)` for each name, in the order of the placeholders.
  template <typename Visitor>
  void visit_names(Visitor visit) const {
    for (const auto& [placeholder, name] : names_)
      visit(std::string_view(placeholder), std::string_view(name.attribute));
  }

  // Errors: NamesUnused, which lists them; NameWithoutExpression when there are names but no expressions.
  enum class Expressions : uint8_t { kNone, kSome };
  Status check_names_used(Expressions expressions) const;

 private:
  struct Name {
    std::string attribute;
    bool is_used = false;
  };

  TextOrigin origin_;
  std::map<std::string, Name, std::less<>> names_;  // by placeholder
  size_t names_bytes_ = 0;                          // of both
  std::vector<std::string> parameters_;
  std::map<std::string, uint32_t, std::less<>> slots_;  // of all parameters, once there are many
};

}  // namespace sheaf
