// The short notation of tables and indexes in conformance files, turned into definitions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/conformance/script.h"

namespace sheaf::conformance {

// Collects the lines of one table and its indexes.
class TableBuilder {
 public:
  // `text` is what stands behind the keyword: "two (pk S / sk S)". False when it is malformed.
  bool begin(std::string_view text);
  bool add_global_index(std::string_view text) { return add_index(text, &global_indexes_); }
  bool add_local_index(std::string_view text) { return add_index(text, &local_indexes_); }

  TableNotation build() const;

 private:
  struct KeyPart {
    std::string name;
    std::string type;
    bool is_partition = true;
  };
  struct Index {
    std::string name;
    std::vector<KeyPart> key;
    std::string projection;
    std::vector<std::string> included;
  };

  static std::optional<std::vector<KeyPart>> read_key(std::string_view text);
  static std::string key_json(const std::vector<KeyPart>& key);
  static std::string indexes_json(const char* member, const std::vector<Index>& indexes);
  bool add_index(std::string_view text, std::vector<Index>* indexes);

  std::string name_;
  std::vector<KeyPart> key_;
  std::vector<Index> global_indexes_;
  std::vector<Index> local_indexes_;
};

}  // namespace sheaf::conformance
