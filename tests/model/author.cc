#include "tests/model/author.h"

#include <algorithm>
#include <iterator>

#include "tests/model/generator_terms.h"
#include "tests/model/reference_project.h"
#include "tests/model/reference_update.h"

namespace sheaf::model {
namespace {

constexpr size_t kMostTables = 4;
constexpr size_t kMostOpen = 4;  // walks, and as many cursors
constexpr size_t kMostSnapshots = 3;
constexpr size_t kMostRows = 4;        // of a page
constexpr size_t kLongestRun = 250;    // of deleted rows
constexpr size_t kLongestLast = 1000;  // bytes of a key's last part that can go on

constexpr size_t kLargestItem = 3000;  // bytes that an update may make

// Values that are missing or wrong are not looked at: what they change nothing is made.
bool grows_too_large(const Operation& operation, const RefItem* old_item) {
  for (const std::string& placeholder : values_of(operation.terms.update->trees)) {
    if (!operation.terms.values.contains(placeholder)) return false;
  }
  const std::vector<Tree>& actions = operation.terms.update->trees;
  if (verdict_of_paths(targets_of(actions)).is_refusal()) return false;
  if (verdict_of_actions(actions, operation.terms.values).is_refusal()) return false;
  const UpdateOutcome outcome = updated(actions, old_item, {}, operation.terms.values);
  const size_t before = old_item != nullptr ? size_bytes(*old_item) : 0;
  return outcome.item.has_value() && size_bytes(*outcome.item) > std::max(kLargestItem, before);
}

}  // namespace

std::string Author::any_table(const Session& session) {
  auto table = session.tables().begin();
  std::advance(table, static_cast<ptrdiff_t>(random_.below(session.tables().size())));
  return table->first;
}

Operation Author::create(const Session& session) {
  Operation operation{.verb = Verb::kCreate, .table = "table-" + std::to_string(random_.below(kMostTables))};
  // A name that is there is refused; that needs no new definition each time.
  const auto there = session.tables().find(operation.table);
  operation.json =
      definition_json(there != session.tables().end() ? there->second.definition() : random_.table(operation.table));
  return operation;
}

Operation Author::drop(const Session& session) { return {.verb = Verb::kDrop, .table = any_table(session)}; }

Operation Author::on_name(Verb verb, const std::vector<std::string>& names) {
  return {.verb = verb, .name = random_.pick(names), .count = 1 + random_.below(kMostRows)};
}

Operation Author::reset(const Session& session, const std::vector<std::string>& cursors) {
  Operation operation = on_name(Verb::kReset, cursors);
  operation.query = random_.spelled(random_.query(session.table_of_cursor(operation.name)));
  return operation;
}

Operation Author::bury(const Session& session) {
  Operation operation{.verb = Verb::kBury, .table = any_table(session), .count = 1 + random_.below(kLongestRun)};
  const RefTable& table = session.tables().at(operation.table);
  const std::string last_part = table.definition().key.parts().back().name;
  RefItem item;
  do {
    item = random_.item(table);
  } while (!table.refusals_of_item(item).empty() || item.at(last_part).bytes.size() > kLongestLast);
  operation.json = random_.spelled(item);
  return operation;
}

Operation Author::on_table(Verb verb, const Session& session) {
  Operation operation{.verb = verb, .table = any_table(session), .count = 1 + random_.below(kMostRows)};
  const std::vector<std::string> snapshots = session.snapshots();
  const bool writes = verb == Verb::kPut || verb == Verb::kDelete || verb == Verb::kPutIf || verb == Verb::kDeleteIf ||
                      verb == Verb::kUpdate || verb == Verb::kCheck;
  if (!snapshots.empty() && random_.one_in(writes ? 50 : 3)) operation.snapshot = random_.pick(snapshots);
  const RefTable table = session.table_at(operation.table, operation.snapshot);
  switch (verb) {
    case Verb::kPutIf:
    case Verb::kDeleteIf:
    case Verb::kUpdate:
    case Verb::kCheck:
      add_write(table, &operation);
      break;
    case Verb::kSelect:
    case Verb::kSelectPage:
      add_walk(table, &operation);
      break;
    case Verb::kPut:
      operation.json = random_.spelled(random_.item(table));
      if (random_.one_in(2)) operation.verb = Verb::kPutOld;
      break;
    case Verb::kDelete:
      operation.key = random_.spelled(random_.key(table));
      if (random_.one_in(2)) operation.verb = Verb::kDeleteOld;
      break;
    case Verb::kGet:
      operation.key = random_.spelled(random_.key(table));
      break;
    default:
      operation.query = random_.spelled(random_.query(table));
  }
  if (verb == Verb::kPage) operation.name = new_name('w');
  if (verb == Verb::kOpen) operation.name = new_name('c');
  if (verb == Verb::kSelectPage) operation.name = new_name('q');
  return operation;
}

void Author::add_walk(const RefTable& table, Operation* operation) {
  if (!takes_earlier_terms(table, operation)) {
    TermsGenerator terms(&random_, table, nullptr);
    terms.add_walk();
    operation->terms = terms.take();
  }
  earlier_.insert_or_assign({table.id(), operation->verb}, operation->terms);
}

// Now and then the terms of the operation before with other values: a statement that is prepared already and bound anew.
bool Author::takes_earlier_terms(const RefTable& table, Operation* operation) {
  const auto earlier = earlier_.find({table.id(), operation->verb});
  if (earlier == earlier_.end() || !random_.one_in(4)) return false;
  operation->terms = earlier->second;
  for (auto& [placeholder, value] : operation->terms.values) {
    if (random_.one_in(2)) value = random_.another(value);
  }
  return true;
}

// Items stay small: an update that would make one large is not done.
void Author::add_write(const RefTable& table, Operation* operation) {
  std::shared_ptr<const RefItem> old_item;
  if (operation->verb == Verb::kPutIf) {
    const RefItem item = random_.item(table);
    operation->json = random_.spelled(item);
    if (table.refusals_of_item(item).empty()) old_item = table.find(table.key_of(item));
  } else {
    const RefKeyValues key = random_.key(table);
    operation->key = random_.spelled(key);
    if (table.refusals_of_key(key).empty()) old_item = table.find(key);
  }
  const bool updates = operation->verb == Verb::kUpdate;
  operation->images.old_image = random_.one_in(2);
  operation->images.new_image = updates && random_.one_in(2);
  operation->images.is_updated_only = updates && random_.one_in(2);
  if (!takes_earlier_terms(table, operation)) {
    TermsGenerator terms(&random_, table, old_item.get());
    if (updates && !random_.one_in(30)) terms.add_update();
    if (!updates || random_.one_in(4)) terms.add_condition();
    operation->terms = terms.take();
  }
  earlier_.insert_or_assign({table.id(), operation->verb}, operation->terms);
  if (!operation->terms.update.has_value() || !grows_too_large(*operation, old_item.get())) return;
  TermsGenerator condition(&random_, table, old_item.get());
  condition.add_condition();
  operation->terms = condition.take();
}

// Schema, the life of the database, and what is dear.
Operation Author::rare(const Session& session) {
  const size_t dice = random_.below(36);
  if (dice < 4) return create(session);
  if (dice < 6) return drop(session);
  if (dice < 9) return session.is_read_only() ? Operation{.verb = Verb::kVerify} : bury(session);
  if (dice < 19) {
    if (session.is_read_only()) return {.verb = Verb::kVerify};
    return {.verb = Verb::kFlush, .table = any_table(session)};
  }
  if (dice < 29) {
    const std::vector<std::string> snapshots = session.snapshots();
    if (snapshots.size() < kMostSnapshots) return {.verb = Verb::kSnapshot, .name = new_name('s')};
    return on_name(Verb::kRelease, snapshots);
  }
  if (!session.has_folder()) return {.verb = Verb::kVerify};
  // For reading only it is open for a short time.
  const bool reads = !session.is_read_only() && random_.one_in(3);
  return {.verb = reads ? Verb::kReopenReadOnly : Verb::kReopen};
}

Operation Author::with_expressions(const Session& session) {
  const std::vector<std::string> selects = session.selects();
  const size_t dice = random_.below(20);
  if (dice < 2) return on_table(Verb::kPutIf, session);
  if (dice < 3) return on_table(Verb::kDeleteIf, session);
  if (dice < 12) return on_table(Verb::kUpdate, session);
  if (dice < 16) return on_table(Verb::kSelect, session);
  if (selects.empty() || (selects.size() < kMostOpen && dice < 18)) return on_table(Verb::kSelectPage, session);
  Operation operation{.verb = Verb::kSelectNext, .name = random_.pick(selects)};
  if (random_.one_in(2)) operation.count = 1 + random_.below(kMostRows);
  return operation;
}

Operation Author::next(const Session& session) {
  while (!planned_.empty()) {
    Operation operation = std::move(planned_.front());
    planned_.pop_front();
    if (session.fits(operation)) return operation;
  }
  if (session.tables().empty()) return session.is_read_only() ? Operation{.verb = Verb::kReopen} : create(session);
  if (random_.one_in(session.is_read_only() ? 15 : 40)) return rare(session);
  if (random_.one_in(8)) return many(session);
  const std::vector<std::string> walks = session.walks();
  const std::vector<std::string> cursors = session.cursors();
  if (random_.below(5) < 2) return with_expressions(session);
  const size_t dice = random_.below(20);
  if (dice < 6) return on_table(Verb::kPut, session);
  if (dice < 8) return on_table(Verb::kDelete, session);
  if (dice < 9) return on_table(Verb::kGet, session);
  if (dice < 12) return on_table(random_.one_in(6) ? Verb::kHasty : Verb::kQuery, session);
  if (dice < 16) {
    if (walks.empty() || (walks.size() < kMostOpen && dice < 14)) return on_table(Verb::kPage, session);
    return on_name(Verb::kNextPage, walks);
  }
  if (cursors.empty() || (cursors.size() < kMostOpen && dice < 17)) return on_table(Verb::kOpen, session);
  if (random_.one_in(5)) return reset(session, cursors);
  return on_name(random_.one_in(30) ? Verb::kClose : Verb::kNext, cursors);
}

}  // namespace sheaf::model
