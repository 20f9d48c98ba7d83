// What the tests of expressions share: parsing with names given, values from JSON, and errors as one line of text.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/expr/vocabulary.h"
#include "tests/support/items.h"

namespace sheaf::test {

using Names = std::initializer_list<std::pair<std::string_view, std::string_view>>;

// A vocabulary with the names defined; a definition that is refused fails the test.
Vocabulary with_names(Names names);

// The values of an object such as {":v":{"S":"a"}}, by the slots of the vocabulary; those it lacks are not bound.
class BoundValues {
 public:
  BoundValues(const Vocabulary& vocabulary, std::string_view json);
  Bindings view() const { return views_; }

 private:
  TestItem item_;
  std::vector<ValueView> views_;
};

// "ok", or the error's DynamoDB text and offset: "Invalid ...; @12".
std::string outcome(const Status& status);

// The same for what parses to a Result.
template <typename T>
std::string outcome(const Result<T>& result) {
  return outcome(result.ok() ? Status() : result.status());
}

}  // namespace sheaf::test
