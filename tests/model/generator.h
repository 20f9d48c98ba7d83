// Random tables, items, keys and queries from one seed. Values are few and close to each other, so that keys meet, share prefixes and
// stand at the edges of ranges.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/model/reference_table.h"

namespace sheaf::model {

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  // 0 to bound - 1.
  size_t below(size_t bound) { return static_cast<size_t>(random_() % bound); }
  bool one_in(size_t count) { return below(count) == 0; }
  template <typename T>
  const T& pick(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

  RefTable table(const std::string& name);

  // Mostly legal; now and then an attribute that a key forbids.
  RefItem item(const RefTable& table);
  RefKeyValues key(const RefTable& table);
  RefQuery query(const RefTable& table);

  // One of the ways to write the value as JSON: members in any order, numbers and strings in any spelling.
  std::string spelled(const RefValue& value);
  std::string spelled(const RefItem& item);

 private:
  RefIndex index(const std::string& name, const RefKey& attributes);
  RefValue key_value(Kind kind);
  RefValue value(int levels);
  RefValue set(Kind kind);
  RefValue forbidden_value(Kind kind);
  std::vector<RefValue> sort_operands(RefOp op, Kind kind);
  Decimal decimal();
  std::string text(size_t max_points);
  std::string bytes(size_t max_bytes);
  std::string spelled(const Decimal& number);
  std::string spelled_text(const std::string& text);
  std::string spelled_payload(const RefValue& value);
  std::string joined(std::vector<std::string> parts);  // in any order

  std::mt19937_64 random_;
};

}  // namespace sheaf::model
