#include "tests/expr/expression_support.h"

#include <gtest/gtest.h>

namespace sheaf::test {

Vocabulary with_names(Names names) {
  Vocabulary vocabulary;
  for (const auto& [placeholder, attribute] : names) {
    const Status defined = vocabulary.define_name(placeholder, attribute);
    EXPECT_TRUE(defined.ok()) << defined.message();
  }
  return vocabulary;
}

BoundValues::BoundValues(const Vocabulary& vocabulary, std::string_view json) : item_(json) {
  for (const std::string& parameter : vocabulary.parameters()) views_.push_back(item_.view().find(parameter));
}

std::string outcome(const Status& status) {
  if (status.ok()) return "ok";
  return status.aws_message() + " @" + std::to_string(status.offset());
}

}  // namespace sheaf::test
