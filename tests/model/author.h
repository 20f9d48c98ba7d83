// Author: chooses the operations of a random run, each by what there is at that moment. The same seed on the same answers gives the
// same run.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
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

  // Many items in one call, in author_many.cc.
  enum class Aim : uint8_t { kDone, kAny };  // whether the item must take the action
  Operation many(const Session& session);
  Operation transact(const Session& session);
  Operation batch_write(const Session& session);
  Operation batch_get(const Session& session);
  std::optional<Operation> action(const Session& session, Verb many, Aim aim);
  std::vector<Operation> actions(const Session& session, Verb many, size_t most);
  bool sends_again(const Session& session, Operation* operation);
  void respell(Operation* part);
  void plan_long_batch(const Session& session);
  bool is_new(const Session& session, const Operation& part, std::set<std::string>* items);

  Operation on_name(Verb verb, const std::vector<std::string>& names);
  Operation reset(const Session& session, const std::vector<std::string>& cursors);
  Operation create(const Session& session);
  Operation drop(const Session& session);
  Operation bury(const Session& session);
  std::string new_name(char letter) { return letter + std::to_string(++names_made_); }
  std::string any_table(const Session& session);

  Generator random_;
  uint64_t names_made_ = 0;
  std::vector<Operation> sent_;                         // the last transactions that had a token
  std::deque<Operation> planned_;                       // come next, as far as they fit
  std::map<std::pair<uint64_t, Verb>, Terms> earlier_;  // the last terms of each table, by its id, and verb
};

}  // namespace sheaf::model
