// Random tables, items, keys and queries from one seed. Values are few and close to each other, so that keys meet, share prefixes and
// stand at the edges of ranges and of what is legal.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/model/operation.h"

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

  // Of every key shape.
  RefDefinition table(const std::string& name);

  // Mostly legal; now and then a value that a key forbids.
  RefItem item(const RefTable& table);
  RefKeyValues key(const RefTable& table);
  RefQuery query(const RefTable& table);

  RefValue value(int levels);                      // with at most so many
  RefValue key_value(Kind kind);                   // of a string, a number or a binary
  RefValue nested(size_t levels);                  // with that many
  RefValue another(const RefValue& value);         // of its kind
  RefValue near(RefValue value);                   // of such a kind, and not empty
  const RefItem* any_item(const RefTable& table);  // null when there is none

  // One of the ways to write the value as JSON: members in any order, numbers and strings in any spelling.
  std::string spelled(const RefValue& value);
  std::string spelled(const RefItem& item);
  std::vector<Spelled> spelled(const RefKeyValues& values);
  OperationQuery spelled(const RefQuery& query);

 private:
  RefIndex local_index(const std::string& name, const RefKey& key, const std::vector<RefPart>& attributes);
  RefIndex global_index(const std::string& name, std::vector<RefPart> attributes);
  void choose_projection(RefIndex* index);
  const RefItem* any_item(const RefTable& table, const RefKey& key);

  RefKeyValues partition_values(const RefKey& key, const RefItem* example);
  void choose_sort(const RefKey& key, const RefItem* example, RefQuery* query);
  void spoil(RefQuery* query);

  RefValue value_like(const RefPart& part, const RefItem* example);
  RefValue longest(RefValue value, size_t bytes);
  RefValue set(Kind kind);
  RefValue forbidden_value(Kind kind);
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
