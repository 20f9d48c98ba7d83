// Author: chooses the operations of a random run, each by what there is at that moment. The same seed on the same answers gives the
// same run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/model/generator.h"
#include "tests/model/session.h"

namespace sheaf::model {

class Author {
 public:
  explicit Author(uint64_t seed) : random_(seed) {}

  // One that fits the session.
  Operation next(const Session& session);

 private:
  Operation rare(const Session& session);
  Operation on_table(Verb verb, const Session& session);
  Operation with_expressions(const Session& session);
  void add_write(const RefTable& table, Operation* operation);
  void add_walk(const RefTable& table, Operation* operation);
  bool takes_earlier_terms(const RefTable& table, Operation* operation);
  Operation on_name(Verb verb, const std::vector<std::string>& names);
  Operation reset(const Session& session, const std::vector<std::string>& cursors);
  Operation create(const Session& session);
  Operation drop(const Session& session);
  Operation bury(const Session& session);
  std::string new_name(char letter) { return letter + std::to_string(++names_made_); }
  std::string any_table(const Session& session);

  Generator random_;
  uint64_t names_made_ = 0;
  std::map<std::pair<uint64_t, Verb>, Terms> earlier_;  // the last terms of each table, by its id, and verb
};

}  // namespace sheaf::model
