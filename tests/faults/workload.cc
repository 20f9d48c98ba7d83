#include "tests/faults/workload.h"

#include <utility>

namespace sheaf::test {
namespace {

const TableShape kOrders{
    .name = "Orders", .hash = "pk:S", .indexes = {{"by_group", "gp:S", "v:N"}, {"by_version", "v:N", "", "KEYS_ONLY"}}};
const TableShape kUsers{.name = "Users", .hash = "pk:S"};
const TableShape kNotes{.name = "Notes", .hash = "pk:S", .indexes = {{"by_group", "gp:S"}}};

}  // namespace

std::string item_of(const std::string& key, int version) {
  return R"({"gp":{"S":"g)" + std::to_string(version % 3) + R"("},"pk":{"S":")" + key + R"("},"v":{"N":")" +
         std::to_string(version) + R"("}})";
}

void Workload::complain(const std::string& what) {
  if (wrong_answer_.empty()) wrong_answer_ = what;
}

void Workload::run() {
  if (!open()) return;
  first_part();
  reopen();
  if (database_ != nullptr) second_part();
}

void Workload::first_part() {
  create(kOrders);
  create(kLedger);
  for (int i = 1; i <= 4; ++i) put("Orders", "k" + std::to_string(i), i);
  put("Orders", "k2", 12);
  erase("Orders", "k3");
  transact(1);
  flush("Orders", "");  // the items alone: their index rows are in the log still
  put("Orders", "k5", 5);
  put("Orders", "k1", 11);
  put("Orders", "k6", 6, Wait::kUntilDurable);
  create(kUsers);
  put("Users", "u1", 1);
  transact(2);
  put("Users", "u2", 2);
  flush("Orders", "by_group");
  transact_in_vain();
  put("Orders", "k7", 7);
  batch();
  erase("Orders", "k1");
  drop("Users");
  put("Orders", "k8", 8);
  transact(3);
}

void Workload::second_part() {
  put("Orders", "k9", 9);
  put("Orders", "k5", 15);
  create(kNotes);
  put("Notes", "n1", 1);
  put("Notes", "n2", 2);
  transact(4);
  flush("Notes", "");
  drop("Orders");
  put("Notes", "n1", 3);
  flush("Notes", "by_group");
  put("Notes", "n3", 4);
}

Status Workload::open_once(const DatabaseOptions& options) {
  auto database = Database::open(options);
  if (!database.ok()) return database.status();
  database_ = *std::move(database);
  return {};
}

// A second attempt must succeed, unless every operation fails.
bool Workload::open() {
  DatabaseOptions options = folder_options(options_.folder);
  options.sync = options_.sync;
  options.files = scripted_seam(options_.files);
  if (open_once(options).ok()) return true;
  if (is_over()) return false;
  const Status again = open_once(options);
  if (!again.ok()) complain("opening again: " + again.message());
  return again.ok();
}

void Workload::close() {
  if (database_ == nullptr) return;
  database_->close();
  database_ = nullptr;
  if (!options_.files->has_struck()) history_.mark_durable();
}

void Workload::reopen() {
  if (is_over()) return;
  close();
  if (!open()) return;
  const Inspection inspection = inspect(database_);
  if (!inspection.problem.empty()) complain("after opening again: " + inspection.problem);
  const std::string problem = history_.problem(inspection.contents, Survival::kAcknowledged);
  if (!problem.empty()) complain("after opening again: " + problem);
  history_.restart(inspection.contents);
  send_again(inspection.contents);
}

void Workload::acknowledge(History::Tables after, Wait wait) {
  if (history_.has_doubt()) complain("a step was acknowledged after an unknown outcome");
  history_.acknowledge(std::move(after));
  if (wait == Wait::kUntilDurable || options_.sync == SyncMode::kFull) history_.mark_durable();
}

// A creation that fails is tried once more: what the first attempt left behind must not stand in its way for ever.
void Workload::create(const TableShape& shape) {
  for (int attempt = 0; attempt < 2 && !is_over(); ++attempt) {
    const Status status = database_->create_table(definition_json(shape));
    if (status.ok()) {
      History::Tables after = history_.now();
      after[shape.name];
      history_.trust_table(shape.name);
      return acknowledge(std::move(after), Wait::kUntilDurable);
    }
    history_.doubt_table(shape.name);
  }
}

void Workload::drop(const std::string& table) {
  if (is_over()) return;
  const Status status = database_->drop_table(table);
  if (!status.ok()) return history_.doubt_table(table);
  History::Tables after = history_.now();
  after.erase(table);
  history_.trust_table(table);
  acknowledge(std::move(after), Wait::kUntilDurable);
}

void Workload::put(const std::string& table, const std::string& key, int version, Wait wait) {
  const std::string json = item_of(key, version);
  History::Tables after = history_.now();
  after[table][key] = json;
  const SyncMode sync = wait == Wait::kUntilDurable ? SyncMode::kFull : SyncMode::kNormal;
  write(
      table, wait, [&](TestTable& open) { return open.put(TestItem(json), sync); }, std::move(after));
}

void Workload::erase(const std::string& table, const std::string& key) {
  History::Tables after = history_.now();
  after[table].erase(key);
  write(
      table, Wait::kAsTheDatabase, [&](TestTable& open) { return open.erase({s(key)}); }, std::move(after));
}

void Workload::write(const std::string& table, Wait wait, const std::function<Status(TestTable&)>& attempt,
                     History::Tables after) {
  if (is_over()) return;
  auto opened = database_->open_table(table);
  if (!opened.ok()) return;  // its creation failed, or its drop is not done
  TestTable open(database_, *std::move(opened));
  judge(attempt(open), {table}, wait, std::move(after));
}

void Workload::judge(const Status& status, const std::vector<std::string>& tables, Wait wait, History::Tables after) {
  if (status.ok()) {
    for (const std::string& table : tables) history_.trust_table(table);
    acknowledge(std::move(after), wait);
  } else if (status.is(Error::kOutcomeUnknown)) {
    if (after == history_.now()) return;  // there was nothing to write, but what was found is not known to be durable
    if (history_.has_doubt()) complain("a second write reached the log after an error: " + status.message());
    history_.doubt(std::move(after));
  } else if (!history_.has_doubt()) {
    for (const std::string& table : tables) expect_unchanged(table);
  }
}

// A refused write changes nothing that a reader can see, and reads go on.
void Workload::expect_unchanged(const std::string& table) {
  const auto opened = database_->open_table(table);
  if (!opened.ok()) return complain("after a refused write: " + opened.status().message());
  std::vector<std::string> expected;
  const auto items = history_.now().find(table);
  if (items != history_.now().end()) {
    for (const auto& [key, json] : items->second) expected.push_back(json);
  }
  const Page page = TestTable(database_, *opened).page({});
  if (page.rows != expected) complain("a refused write can be seen");
}

void Workload::flush(const std::string& table, const std::string& index) {
  if (is_over()) return;
  const auto opened = database_->open_table(table);
  if (!opened.ok()) return;
  const Family& family = index.empty() ? (*opened)->base() : *(*opened)->find_index(index)->family;
  (void)database_->store().flush(family);  // its failure shows in what comes after
}

}  // namespace sheaf::test
