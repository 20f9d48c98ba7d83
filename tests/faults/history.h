// History: what a database may hold after a fault, told step by step by whoever runs one writer on it. Nothing that
// was acknowledged may be missing (after a power cut: nothing that is durable), and there may be no hole: what is
// there is the state after some step. One thread.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/support/inspection.h"

namespace sheaf::test {

enum class Survival : uint8_t { kAcknowledged, kDurable };  // what must still be there

class History {
 public:
  using Items = std::map<std::string, std::string>;  // key -> item as JSON
  using Tables = std::map<std::string, Items>;

  // The state after all acknowledged steps.
  const Tables& now() const { return states_.back(); }

  void acknowledge(Tables state);
  // A write whose outcome is unknown: the state if it is there. No further step may be acknowledged.
  void doubt(Tables state);
  // A creation or drop that failed: the table may be there or not, whole. Until something in it is acknowledged.
  void doubt_table(const std::string& name) { doubtful_tables_.insert(name); }
  void trust_table(const std::string& name) { doubtful_tables_.erase(name); }
  bool has_doubt() const { return doubtful_state_.has_value(); }

  // All that was acknowledged so far must survive a power cut.
  void mark_durable() { durable_ = states_.size() - 1; }

  // What is wrong with this state as what was left, "" when nothing is.
  std::string problem(const Contents& found, Survival survival) const;

  // The database was opened again without loss and holds this: the history goes on from here.
  void restart(const Contents& found);

 private:
  bool is_like(const Tables& state, const Contents& found) const;

  std::vector<Tables> states_{{}};
  size_t durable_ = 0;  // the first state that a power cut may leave
  std::optional<Tables> doubtful_state_;
  std::set<std::string> doubtful_tables_;
};

}  // namespace sheaf::test
