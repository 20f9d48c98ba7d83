// Author: transactions, batches and lookups of many.
#include <algorithm>

#include "tests/model/author.h"
#include "tests/model/reference_read.h"

namespace sheaf::model {
namespace {

constexpr size_t kMostActions = 8;   // of a transaction
constexpr size_t kMostInBatch = 20;  // mostly
constexpr size_t kLongBatch = 300;   // more than is written, and much more than is looked up, at once
constexpr size_t kMostLookups = 40;
constexpr size_t kMostSent = 8;
constexpr size_t kLongestLast = 1000;  // bytes of a key's last part that can go on

}  // namespace

// Whether no other part is on its item; what has no right key is on none.
bool Author::is_new(const Session& session, const Operation& part, std::set<std::string>* items) {
  const RefTable& table = session.tables().at(part.table);
  RefKeyValues key = values_of(part.key);
  if (part.verb == Verb::kPutIf) {
    const RefItem item = read_item(parse_json(part.json));
    if (!table.refusals_of_item(item).empty()) return true;
    key = table.key_of(item);
  }
  if (!table.refusals_of_key(key).empty()) return true;
  return items->insert(part.table + " " + text_of(key)).second;
}

// Nothing when a few tries find none.
std::optional<Operation> Author::action(const Session& session, Verb many, Aim aim) {
  for (int tries = 0; tries < 8; ++tries) {
    const size_t dice = random_.below(many == Verb::kTransact ? 12 : 10);
    const Verb verb = dice < 4 ? Verb::kPutIf : dice < 8 ? Verb::kUpdate : dice < 10 ? Verb::kDeleteIf : Verb::kCheck;
    Operation part = on_table(verb, session);
    if (!random_.one_in(4)) part.snapshot.clear();
    part.images.new_image = part.images.is_updated_only = false;
    if (verb != Verb::kUpdate && verb != Verb::kCheck && random_.one_in(2)) part.terms = {};
    if (verb == Verb::kCheck && !part.terms.condition.has_value()) continue;
    if (!session.has_right_terms(part)) {
      if (random_.one_in(60)) return part;
      continue;
    }
    if (aim == Aim::kAny || session.would_be_done(part)) return part;
  }
  return std::nullopt;
}

// In six of ten all are such as their items take, in two all but one, in two as it comes.
std::vector<Operation> Author::actions(const Session& session, Verb many, size_t most) {
  const size_t dice = random_.below(10);
  const size_t count = 1 + random_.below(most);
  const size_t doomed = dice == 6 || dice == 7 ? random_.below(count) : count;
  std::vector<Operation> actions;
  std::set<std::string> items;
  for (size_t i = 0; i < count; ++i) {
    const Aim aim = i == doomed || dice > 7 ? Aim::kAny : Aim::kDone;
    std::optional<Operation> part = action(session, many, aim);
    if (!part.has_value()) continue;
    if (is_new(session, *part, &items) || random_.one_in(40)) actions.push_back(*std::move(part));
  }
  return actions;
}

// The same item or key, written in another way.
void Author::respell(Operation* part) {
  if (part->verb == Verb::kPutIf) {
    part->json = random_.spelled(read_item(parse_json(part->json)));
  } else {
    part->key = random_.spelled(values_of(part->key));
  }
}

// A transaction with a token that was sent before: the same, or another under its token.
bool Author::sends_again(const Session& session, Operation* operation) {
  if (sent_.empty()) return false;
  Operation again = random_.pick(sent_);
  if (!session.fits(again)) return false;
  const size_t dice = random_.below(8);
  if (dice < 3) {
    for (Operation& part : again.parts) respell(&part);
    for (Operation& part : again.parts) part.images.old_image = random_.one_in(2);
  } else if (dice == 3 && again.parts.size() > 1) {
    again.parts.pop_back();
  } else if (dice == 4) {
    std::optional<Operation> more = action(session, Verb::kTransact, Aim::kDone);
    if (more.has_value()) again.parts.push_back(*std::move(more));
  } else if (dice == 5) {
    Operation& part = again.parts[random_.below(again.parts.size())];
    if (part.verb == Verb::kPutIf) {
      RefItem item = read_item(parse_json(part.json));
      item["v"] = random_.value(2);
      part.json = random_.spelled(item);
    }
    for (auto& [placeholder, value] : part.terms.values) value = random_.another(value);
    if (!session.has_right_terms(part)) return false;
  }
  *operation = std::move(again);
  return true;
}

Operation Author::transact(const Session& session) {
  Operation operation{.verb = Verb::kTransact, .name = kNoToken};
  if (random_.one_in(4) && sends_again(session, &operation)) return operation;
  operation.parts = actions(session, Verb::kTransact, kMostActions);
  if (!operation.parts.empty() && random_.one_in(3)) {
    operation.name = new_name('t');
    if (sent_.size() == kMostSent) sent_.erase(sent_.begin());
    sent_.push_back(operation);
  }
  return operation;
}

// Many items whose last key value goes on from another's: they are written, looked up and deleted, each in one call.
void Author::plan_long_batch(const Session& session) {
  const std::string table_name = any_table(session);
  const RefTable& table = session.tables().at(table_name);
  const std::string last_part = table.definition().key.parts().back().name;
  RefItem item;
  do {
    item = random_.item(table);
  } while (!table.refusals_of_item(item).empty() || item.at(last_part).bytes.size() > kLongestLast);
  Operation puts{.verb = Verb::kBatchWrite};
  Operation gets{.verb = Verb::kBatchGet};
  Operation deletes{.verb = Verb::kBatchWrite};
  const RefValue first = item.at(last_part);
  for (size_t i = 0; i < kLongBatch; ++i) {
    RefValue& value = item.at(last_part);
    value = first;
    const std::string digits = std::to_string(10000 + i);
    if (value.kind == Kind::kNumber) {
      if (value.number.whole.size() + value.number.fraction.size() > 20) value.number = {};
      value.number.fraction += "3" + digits + "1";
    } else {
      value.bytes += "!" + digits;
    }
    const std::vector<Spelled> key = random_.spelled(table.key_of(item));
    puts.parts.push_back({.verb = Verb::kPutIf, .table = table_name, .json = random_.spelled(item)});
    deletes.parts.push_back({.verb = Verb::kDeleteIf, .table = table_name, .key = key});
    if (i % 3 == 0) gets.parts.push_back({.verb = Verb::kGet, .table = table_name, .key = key});
  }
  for (Operation* const operation : {&puts, &gets, &deletes}) planned_.push_back(std::move(*operation));
}

Operation Author::batch_write(const Session& session) {
  if (!session.is_read_only() && random_.one_in(60)) plan_long_batch(session);
  return {.verb = Verb::kBatchWrite, .parts = actions(session, Verb::kBatchWrite, kMostInBatch)};
}

Operation Author::batch_get(const Session& session) {
  Operation operation{.verb = Verb::kBatchGet};
  if (random_.one_in(3)) operation.count = 1 + random_.below(3000);
  std::set<std::string> items;
  for (size_t left = 1 + random_.below(kMostLookups); left > 0; --left) {
    Operation part = on_table(Verb::kGet, session);
    const RefTable& table = session.tables().at(part.table);
    if (!table.refusals_of_key(values_of(part.key)).empty() && !random_.one_in(20)) continue;
    if (is_new(session, part, &items) || random_.one_in(100)) operation.parts.push_back(std::move(part));
  }
  return operation;
}

Operation Author::many(const Session& session) {
  const size_t dice = random_.below(10);
  Operation operation = dice < 6 ? transact(session) : dice < 8 ? batch_write(session) : batch_get(session);
  return operation.parts.empty() ? on_table(Verb::kGet, session) : operation;
}

}  // namespace sheaf::model
