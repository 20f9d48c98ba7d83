#include "tests/faults/faulty_database.h"

#include <gtest/gtest.h>

namespace sheaf::test {
namespace {

const TableShape kOrders{.name = "Orders", .hash = "pk:S", .indexes = {{"by_group", "gp:S"}}};

}  // namespace

FaultyDatabase::FaultyDatabase(SyncMode sync) : files_(std::make_shared<FaultFileSystem>(folder_.file("kept"))) {
  DatabaseOptions options = folder_options(folder_.file("db"));
  options.sync = sync;
  options.files = scripted_seam(files_);
  auto opened = Database::open(options);
  EXPECT_TRUE(opened.ok()) << opened.status().message();
  database_ = *std::move(opened);
  EXPECT_TRUE(database_->create_table(definition_json(kOrders)).ok());
}

TestTable FaultyDatabase::orders() {
  auto opened = database_->open_table("Orders");
  EXPECT_TRUE(opened.ok()) << opened.status().message();
  return {database_, *std::move(opened)};
}

std::string FaultyDatabase::item(int number) {
  return R"({"gp":{"S":"g)" + std::to_string(number % 3) + R"("},"pk":{"S":"k)" + std::to_string(number) + R"("}})";
}

Status FaultyDatabase::flush() { return database_->store().flush(orders().open_table().base()); }

void FaultyDatabase::close() {
  if (database_ == nullptr) return;
  database_->close();
  database_ = nullptr;
}

void FaultyDatabase::cut_power(uint64_t seed) {
  files_->set_fault({.effect = FaultEffect::kPowerCut});
  close();
  files_->drop_unsynced(seed);
}

std::set<std::string> FaultyDatabase::left() {
  close();
  const auto database = Database::open(folder_options(folder_.file("db")));
  EXPECT_TRUE(database.ok()) << database.status().message();
  if (!database.ok()) return {};
  const Inspection inspection = inspect(*database);
  EXPECT_EQ(inspection.problem, "");
  TestTable table(*database, *(*database)->open_table("Orders"));
  EXPECT_TRUE(table.put(R"({"pk":{"S":"written after opening again"}})").ok());
  const auto found = inspection.contents.find("Orders");
  return found == inspection.contents.end() ? std::set<std::string>() : found->second;
}

}  // namespace sheaf::test
