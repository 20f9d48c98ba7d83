#include "tests/model/author.h"

#include <iterator>

namespace sheaf::model {
namespace {

constexpr size_t kMostTables = 4;
constexpr size_t kMostOpen = 4;  // walks, and as many cursors
constexpr size_t kMostSnapshots = 3;
constexpr size_t kMostRows = 4;        // of a page
constexpr size_t kLongestRun = 250;    // of deleted rows
constexpr size_t kLongestLast = 1000;  // bytes of a key's last part that can go on

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
  const bool writes = verb == Verb::kPut || verb == Verb::kDelete;
  if (!snapshots.empty() && random_.one_in(writes ? 50 : 3)) operation.snapshot = random_.pick(snapshots);
  const RefTable table = session.table_at(operation.table, operation.snapshot);
  switch (verb) {
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
  return operation;
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

Operation Author::next(const Session& session) {
  if (session.tables().empty()) return session.is_read_only() ? Operation{.verb = Verb::kReopen} : create(session);
  if (random_.one_in(session.is_read_only() ? 15 : 40)) return rare(session);
  const std::vector<std::string> walks = session.walks();
  const std::vector<std::string> cursors = session.cursors();
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
