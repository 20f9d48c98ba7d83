// The section "many at once" of sheaf.h.
#include <algorithm>
#include <deque>
#include <set>

#include "capi/internal.h"

using sheaf::ActionKind;
using sheaf::ActionOutcomes;
using sheaf::ActionRequest;
using sheaf::Error;
using sheaf::Result;
using sheaf::StatementKind;
using sheaf::Status;
using sheaf::ValueView;
using sheaf::capi::answer;
using sheaf::capi::answer_many;
using sheaf::capi::guarded;
using sheaf::capi::KeyArgument;
using sheaf::capi::misuse;

namespace {

Status misused(size_t number, std::string_view what) {
  return Status(Error::kMisuse, {"number " + std::to_string(number) + ": " + std::string(what)});
}

// The values of many keys, converted. Spans stay where they are.
class KeyValues {
 public:
  // Errors: as KeyArgument::assign, of which this is the compact form.
  Result<std::span<const ValueView>> add(const sheaf_key& key) {
    KeyArgument converted;
    SHEAF_RETURN_IF_ERROR(converted.assign(&key));
    const std::span<const ValueView> values = converted.values();
    if (free_.size() < values.size()) {
      constexpr size_t kBlockParts = 1024;
      free_ = {blocks_.emplace_back(std::make_unique<ValueView[]>(kBlockParts)).get(), kBlockParts};
    }
    for (size_t i = 0; i < values.size(); ++i) {
      free_[i] = values[i];
      // A number's stored form is the conversion's own; the rest lies with the caller.
      if (key.parts[i].type == SHEAF_NUMBER) free_[i].data = numbers_.emplace_back(values[i].data);
    }
    const std::span<const ValueView> kept = free_.first(values.size());
    free_ = free_.subspan(values.size());
    return kept;
  }

 private:
  std::vector<std::unique_ptr<ValueView[]>> blocks_;
  std::span<ValueView> free_;  // of the last block
  std::deque<std::string> numbers_;
};

// The actions of a call, converted; what they borrow lives in it.
class Actions {
 public:
  Actions(const sheaf_db& db, std::span<const sheaf_action> given) : db_(db), given_(given) {}

  // Error: Misuse. The request is not complete without convert.
  Status check(const std::span<const ActionKind> kinds) const {
    for (size_t i = 0; i < given_.size(); ++i) {
      if (const char* const wrong = check_one(given_[i], kinds)) return misused(i, wrong);
    }
    return {};
  }

  // The outcomes name the action that an error is about. Errors: those of values, keys and expressions.
  Status convert(ActionOutcomes* outcomes) {
    requests_.reserve(given_.size());
    for (size_t i = 0; i < given_.size(); ++i) {
      Status status = convert_one(given_[i]);
      if (!status.ok()) return refuse({i, given_.size()}, std::move(status), outcomes);
    }
    return {};
  }

  std::span<const ActionRequest> requests() const { return requests_; }

 private:
  static StatementKind statement_kind(uint32_t kind) {
    return kind == SHEAF_ACTION_UPDATE ? StatementKind::kUpdate : StatementKind::kCondition;
  }

  // NULL when all is well, else what was wrong.
  const char* check_one(const sheaf_action& action, std::span<const ActionKind> kinds) const {
    const bool is_known = std::any_of(
        kinds.begin(), kinds.end(), [&action](ActionKind kind) { return static_cast<uint32_t>(kind) == action.kind; });
    if (!is_known) return "an unknown kind, or one that this call does not take";
    if ((action.flags & ~uint32_t{SHEAF_ACTION_OLD_ON_FAILURE}) != 0) return "an unknown action flag";
    for (const uint64_t reserved : action.reserved) {
      if (reserved != 0) return "a reserved member is not 0";
    }
    if (action.table == nullptr) return "the table is NULL";
    if (action.table->database != db_.database) return "the table belongs to another database";
    const bool is_put = action.kind == SHEAF_ACTION_PUT;
    if (is_put != (action.item != nullptr)) return "a put has an item, and nothing else has one";
    if (is_put && (action.key.parts != nullptr || action.key.count != 0)) return "a put has no key";
    if (!is_put && action.key.parts == nullptr) return "the key is NULL";
    if (action.kind == SHEAF_ACTION_CHECK && action.stmt == nullptr) return "a check has a condition";
    if (action.values != nullptr && action.stmt == nullptr) return "there are values, but no statement";
    return sheaf::capi::check_statement(action.stmt, *action.table, statement_kind(action.kind));
  }

  Status convert_one(const sheaf_action& action) {
    ActionRequest request;
    request.kind = static_cast<ActionKind>(action.kind);
    request.table = &action.table->handle;
    request.wants_old = (action.flags & SHEAF_ACTION_OLD_ON_FAILURE) != 0;
    if (action.item != nullptr) {
      request.item = action.item->view();
    } else {
      SHEAF_ASSIGN_OR_RETURN(request.key, keys_.add(action.key));
    }
    if (action.values != nullptr) {
      SHEAF_ASSIGN_OR_RETURN(request.terms,
                             action.stmt->statement->write_terms_with(action.values->view(), &values_.emplace_back()));
    } else if (action.stmt != nullptr) {
      SHEAF_ASSIGN_OR_RETURN(request.terms, action.stmt->statement->write_terms());
    }
    requests_.push_back(request);
    return {};
  }

  const sheaf_db& db_;
  std::span<const sheaf_action> given_;
  KeyValues keys_;
  std::deque<std::vector<ValueView>> values_;
  std::vector<ActionRequest> requests_;
};

// NULL when all is well, else what was wrong.
const char* read_write_options(const sheaf_write_options* options, sheaf::ManyWrites* writes) {
  sheaf_write_options given;
  if (!sheaf::capi::read_options(options, &given))
    return "sheaf_write_options has a struct_size or member of another version";
  if ((given.flags & ~uint32_t{SHEAF_WRITE_SYNC}) != 0) return "an unknown write flag, or one of single updates";
  if (given.old_item != nullptr || given.new_item != nullptr) return "old_item and new_item are for single items";
  writes->deadline = sheaf::Deadline::after_ms(given.timeout_ms);
  if ((given.flags & SHEAF_WRITE_SYNC) != 0) writes->sync = sheaf::SyncMode::kFull;
  return nullptr;
}

Status first_error(const ActionOutcomes& outcomes) {
  for (const sheaf::ActionOutcome& outcome : outcomes) {
    if (!outcome.status.ok()) return outcome.status;
  }
  return {};
}

bool names_one(const ActionOutcomes& outcomes) {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [](const sheaf::ActionOutcome& outcome) { return outcome.code != sheaf::StatusCode::kOK; });
}

// What a batch's actions have come to; takes no memory. Those that a refusal is not about were not done because of it.
void fill_results(const Status& refusal, const ActionOutcomes& outcomes, std::span<sheaf_status> results) {
  const sheaf_status refused = names_one(outcomes) ? SHEAF_CANCELED : static_cast<sheaf_status>(refusal.code());
  for (size_t i = 0; i < results.size(); ++i) {
    const auto own = i < outcomes.size() ? static_cast<sheaf_status>(outcomes[i].code) : SHEAF_OK;
    results[i] = own != SHEAF_OK || refusal.ok() ? own : refused;
  }
}

bool some_are_done(const ActionOutcomes& outcomes) {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [](const sheaf::ActionOutcome& outcome) { return outcome.code == sheaf::StatusCode::kOK; });
}

// The lookups of a call, converted; what they borrow lives in it.
class Lookups {
 public:
  explicit Lookups(std::span<sheaf_lookup> given) : given_(given) {}

  // Error: Misuse.
  Status check(const sheaf_db& db) const {
    std::set<const sheaf_item*> items;
    for (size_t i = 0; i < given_.size(); ++i) {
      const sheaf_lookup& lookup = given_[i];
      if (lookup.table == nullptr || lookup.item == nullptr) return misused(i, "the table or the item is NULL");
      if (lookup.table->database != db.database) return misused(i, "the table belongs to another database");
      if (lookup.key.parts == nullptr) return misused(i, "the key is NULL");
      if (lookup.reserved0 != 0 || lookup.reserved[0] != 0 || lookup.reserved[1] != 0)
        return misused(i, "a reserved member is not 0");
      if (!items.insert(lookup.item).second) return misused(i, "the item is used twice");
    }
    return {};
  }

  // The outcomes name the lookup that an error is about. The items stay as they are: a key may lie in one.
  Status convert(ActionOutcomes* outcomes) {
    requests_.reserve(given_.size());
    for (size_t i = 0; i < given_.size(); ++i) {
      auto key = keys_.add(given_[i].key);
      if (!key.ok()) return refuse({i, given_.size()}, std::move(key).status(), outcomes);
      requests_.push_back({&given_[i].table->handle, *key, &given_[i].item->bytes});
    }
    return {};
  }

  std::span<sheaf::LookupRequest> requests() { return requests_; }

  // After the reading: fills the items and statuses, and says what they come to.
  Status finish(ActionOutcomes* outcomes) {
    for (size_t i = 0; i < given_.size(); ++i) {
      Status status;
      given_[i].status = finish_one(i, &status);
      if (status.ok()) continue;
      outcomes->resize(given_.size());
      (*outcomes)[i].fail(std::move(status));
    }
    return first_error(*outcomes);
  }

  bool is_complete() const {
    return std::none_of(given_.begin(), given_.end(),
                        [](const sheaf_lookup& lookup) { return lookup.status == SHEAF_PAGE; });
  }

 private:
  sheaf_status finish_one(size_t number, Status* status) {
    sheaf_item* const item = given_[number].item;
    switch (requests_[number].outcome) {
      case sheaf::Lookup::Outcome::kNotRead:
        item->clear();
        return SHEAF_PAGE;
      case sheaf::Lookup::Outcome::kAbsent:
        item->clear();
        return SHEAF_NOT_FOUND;
      case sheaf::Lookup::Outcome::kFailed:
        item->clear();
        *status = std::move(requests_[number].status);
        break;
      case sheaf::Lookup::Outcome::kFound:
        *status = item->adopt_bytes();
        break;
    }
    return static_cast<sheaf_status>(status->code());
  }

  std::span<sheaf_lookup> given_;
  KeyValues keys_;
  std::vector<sheaf::LookupRequest> requests_;
};

constexpr ActionKind kOfTransactions[] = {ActionKind::kPut, ActionKind::kUpdate, ActionKind::kDelete,
                                          ActionKind::kCheck};
constexpr ActionKind kOfBatches[] = {ActionKind::kPut, ActionKind::kUpdate, ActionKind::kDelete};

// As LookupLimits has it: 0 is no limit there.
uint64_t default_max_bytes(uint64_t given) {
  if (given == 0) return sheaf::kMaxBatchBytes;
  return given == UINT64_MAX ? 0 : given;
}

}  // namespace

sheaf_status sheaf_write_all(sheaf_db* db, const sheaf_action* actions, size_t count, sheaf_bytes idempotency_token,
                             const sheaf_write_options* options, sheaf_error* error) {
  if (db == nullptr || (actions == nullptr && count != 0)) return misuse(error, "db or actions is NULL");
  if (sheaf::capi::lacks_data(idempotency_token)) return misuse(error, "the token has a size but no data");
  return guarded(error, [&]() -> sheaf_status {
    ActionOutcomes outcomes;
    sheaf::ManyWrites writes;
    if (const char* const wrong = read_write_options(options, &writes)) return misuse(error, wrong);
    Actions converted(*db, {actions, count});
    if (const Status status = converted.check(kOfTransactions); !status.ok()) return answer(error, status);
    Status status = converted.convert(&outcomes);
    if (status.ok()) {
      writes.actions = converted.requests();
      writes.token = sheaf::capi::view(idempotency_token);
      writes.outcomes = &outcomes;
      status = db->database->write_all(writes);
    }
    return answer_many(error, status, &outcomes);
  });
}

sheaf_status sheaf_write_each(sheaf_db* db, const sheaf_action* actions, size_t count, sheaf_status* results,
                              const sheaf_write_options* options, sheaf_error* error) {
  if (db == nullptr || (actions == nullptr && count != 0)) return misuse(error, "db or actions is NULL");
  const std::span<sheaf_status> answers(results, results != nullptr ? count : 0);
  bool are_filled = false;
  const sheaf_status wrote = guarded(error, [&]() -> sheaf_status {
    ActionOutcomes outcomes;
    sheaf::ManyWrites writes;
    if (const char* const wrong = read_write_options(options, &writes)) return misuse(error, wrong);
    Actions converted(*db, {actions, count});
    if (const Status status = converted.check(kOfBatches); !status.ok()) return answer(error, status);
    Status status = converted.convert(&outcomes);
    if (status.is(Error::kMisuse)) return answer(error, status);
    if (status.ok()) {
      writes.actions = converted.requests();
      writes.outcomes = &outcomes;
      status = db->database->write_each(writes);
    }
    fill_results(status, outcomes, answers);
    are_filled = true;
    if (!status.ok()) return answer_many(error, status, &outcomes);
    const bool is_partly_done = some_are_done(outcomes);
    const sheaf_status answered = answer_many(error, first_error(outcomes), &outcomes);
    if (error != nullptr && answered < 0) error->is_partly_done = is_partly_done;
    return answered;
  });
  // Memory ended before anything was done.
  if (wrote < 0 && wrote != SHEAF_MISUSE && !are_filled) std::fill(answers.begin(), answers.end(), wrote);
  return wrote;
}

sheaf_status sheaf_get_all(sheaf_db* db, sheaf_lookup* lookups, size_t count, const sheaf_get_options* options,
                           sheaf_error* error) {
  if (db == nullptr || (lookups == nullptr && count != 0)) return misuse(error, "db or lookups is NULL");
  bool are_given = false;
  const sheaf_status got = guarded(error, [&]() -> sheaf_status {
    sheaf_get_options given;
    if (!sheaf::capi::read_options(options, &given))
      return misuse(error, "sheaf_get_options has a struct_size or member of another version");
    if (given.flags != 0) return misuse(error, "an unknown flag of a get");
    ActionOutcomes outcomes;
    Lookups converted({lookups, count});
    if (const Status status = converted.check(*db); !status.ok()) return answer(error, status);
    Status status = converted.convert(&outcomes);
    if (status.is(Error::kMisuse)) return answer(error, status);
    if (status.ok()) {
      status = db->database->get_all({converted.requests(), default_max_bytes(given.max_bytes),
                                      sheaf::Deadline::after_ms(given.timeout_ms), &outcomes});
    }
    if (!status.ok()) return answer_many(error, status, &outcomes);
    status = converted.finish(&outcomes);
    are_given = true;
    if (!status.ok()) return answer_many(error, status, &outcomes);
    return converted.is_complete() ? SHEAF_OK : SHEAF_PAGE;
  });
  // Whatever ended it, memory among it: no holder is left half filled.
  for (size_t i = 0; i < count && got < 0 && got != SHEAF_MISUSE && !are_given; ++i) {
    lookups[i].item->clear();
    lookups[i].status = got;
  }
  return got;
}
