// One-to-many in a complex attribute (a bounded map of addresses), and with duplicated data (an author in every book):
// two strategies for models of one table, as examples/demo shows them.
#include <gmock/gmock.h>

#include <functional>

#include "tests/github/github_test_base.h"

namespace github {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// ---- a map of addresses ----

const Key kCustomer = {"CUSTOMER#ALEX", "CUSTOMER#ALEX"};
constexpr Text kAdd{.kind = SHEAF_STMT_UPDATE,
                    .update = "SET MailingAddresses.#name = :address",
                    .condition = "size(MailingAddresses) < :max",
                    .placeholder = "#name"};
constexpr Text kAddOrChange{.kind = SHEAF_STMT_UPDATE,
                            .update = "SET MailingAddresses.#name = :address",
                            .condition = "size(MailingAddresses) < :max OR attribute_exists(MailingAddresses.#name)",
                            .placeholder = "#name"};
constexpr Text kRemove{.kind = SHEAF_STMT_UPDATE,
                       .update = "REMOVE MailingAddresses.#name",
                       .condition = "attribute_exists(MailingAddresses.#name)",
                       .placeholder = "#name"};

class Addresses : public GitHubTest {
 protected:
  void SetUp() override {
    GitHubTest::SetUp();
    Item customer;
    must(Item::parse(R"({"PK":"CUSTOMER#ALEX","SK":"CUSTOMER#ALEX","Name":"Alex","MailingAddresses":{)"
                     R"("Home":{"Street":"111 1st St","City":"Omaha"},"Work":{"City":"Lincoln"}}})",
                     &customer));
    must(table_->put(customer, kIsNew, {Code::kExists, "there"}));
  }

  Outcome change(const Text& text, std::string_view name, std::string_view city = {}) {
    Item values;
    if (!city.empty()) {
      values.set_json(":address", R"({"M":{"City":{"S":")" + std::string(city) + R"("}}})").set(":max", 20);
    }
    Transaction transaction(*table_);
    transaction.update(kCustomer, text, std::move(values), {Code::kFull, "full"}, name);
    return transaction.commit();
  }
};

TEST_F(Addresses, ANestedValueIsReadByItself) {
  constexpr Text kCity{
      .kind = SHEAF_STMT_QUERY, .key = "PK = :c AND SK = :c", .projection = "MailingAddresses.Home.City"};
  const Listed city = listed(table_->query(kCity, Item().set(":c", "CUSTOMER#ALEX")));
  EXPECT_THAT(city.items, ElementsAre(R"({"MailingAddresses":{"Home":{"City":"Omaha"}}})"));
}

TEST_F(Addresses, OneIsAddedChangedAndRemoved) {
  must(change(kAdd, "Parents", "Kearney"));
  EXPECT_EQ(item(kCustomer),
            R"({"MailingAddresses":{"Home":{"City":"Omaha","Street":"111 1st St"},"Parents":{"City":"Kearney"},)"
            R"("Work":{"City":"Lincoln"}},"Name":"Alex","PK":"CUSTOMER#ALEX","SK":"CUSTOMER#ALEX"})");
  constexpr Text kMove{.kind = SHEAF_STMT_UPDATE, .update = "SET MailingAddresses.Home.City = :city"};
  Item updated;
  must(table_->update(kCustomer, kMove, Item().set(":city", "Alma"), {Code::kFailed, ""}, &updated));
  EXPECT_EQ(json_of(updated), R"({"MailingAddresses":{"Home":{"City":"Alma"}}})");
  must(change(kRemove, "Work"));
  EXPECT_EQ(item(kCustomer),
            R"({"MailingAddresses":{"Home":{"City":"Alma","Street":"111 1st St"},"Parents":{"City":"Kearney"}},)"
            R"("Name":"Alex","PK":"CUSTOMER#ALEX","SK":"CUSTOMER#ALEX"})");
  EXPECT_EQ(change(kRemove, "Work").code, Code::kFull);
}

TEST_F(Addresses, ThereAreAtMostTwenty) {
  for (int i = 3; i <= 20; ++i) must(change(kAdd, "Depot" + std::to_string(i), "Alma"));
  const auto before = everything();
  EXPECT_EQ(change(kAdd, "Beach", "Hull").code, Code::kFull);
  // The size alone refuses a change of what is there as well; the second condition lets it through.
  EXPECT_EQ(change(kAdd, "Work", "Hull").code, Code::kFull);
  EXPECT_EQ(change(kAddOrChange, "Beach", "Hull").code, Code::kFull);
  EXPECT_EQ(everything(), before);
  must(change(kAddOrChange, "Work", "Hull"));
  must(change(kRemove, "Depot3"));
  must(change(kAdd, "Beach", "Hull"));
  Item found;
  must(table_->get(kCustomer, &found));
  EXPECT_EQ(count_at(found, "MailingAddresses"), 20u);
  EXPECT_EQ(text_at(found, "MailingAddresses.Work.City"), "Hull");
  EXPECT_EQ(text_at(found, "MailingAddresses.Beach.City"), "Hull");
  EXPECT_EQ(text_at(found, "MailingAddresses.Depot3.City"), "");
}

// ---- an author in every book ----

constexpr Text kCopies{
    .kind = SHEAF_STMT_QUERY, .index = "GSI1", .key = "GSI1PK = :author", .filter = "AuthorName = :name"};
constexpr Text kRename{.kind = SHEAF_STMT_UPDATE, .update = "SET AuthorName = :to", .condition = "AuthorName = :from"};

class Books : public GitHubTest {
 protected:
  static Key book_key(int number) { return {"BOOK#" + padded(number), "BOOK#" + padded(number)}; }

  void put_books(int from, int to, std::string_view author_name) {
    for (int number = from; number <= to; ++number) {
      const Key key = book_key(number);
      Item book;
      book.set("PK", key.partition).set("SK", key.sort).set("GSI1PK", "AUTHOR#QUILL").set("GSI1SK", key.sort);
      book.set("Title", "Tales").set("AuthorName", author_name).set("AuthorBirthYear", 1961);
      must(table_->put(book, kIsNew, {Code::kExists, "there"}));
    }
  }

  // Up to `limit` books that carry the name, found by the index, and changed all at once.
  Outcome rename(std::string_view from, std::string_view to, size_t limit) {
    Transaction transaction(*table_);
    {
      Item asked;
      asked.set(":author", "AUTHOR#QUILL").set(":name", from);
      Rows copies = table_->query(kCopies, asked);
      for (size_t i = 0; i < limit; ++i) {
        const sheaf_item* copy = copies.next();
        if (copy == nullptr) break;
        Item values;
        values.set(":from", from).set(":to", to);
        const std::string id(text_at(copy, "PK"));
        transaction.update({id, id}, kRename, std::move(values), {Code::kExists, "it was changed meanwhile"});
      }
    }
    if (before_commit_) before_commit_();
    return transaction.commit();
  }

  size_t count(std::string_view name) {
    Item asked;
    asked.set(":author", "AUTHOR#QUILL").set(":name", name);
    return listed(table_->query(kCopies, asked)).items.size();
  }

  std::function<void()> before_commit_;
};

TEST_F(Books, ABookHasItsAuthor) {
  put_books(1, 1, "R. Quill");
  EXPECT_EQ(item(book_key(1)),
            R"({"AuthorBirthYear":1961,"AuthorName":"R. Quill","GSI1PK":"AUTHOR#QUILL","GSI1SK":"BOOK#0000001",)"
            R"("PK":"BOOK#0000001","SK":"BOOK#0000001","Title":"Tales"})");
}

TEST_F(Books, TheNameChangesInEveryCopy) {
  put_books(1, 3, "R. Quill");
  must(rename("R. Quill", "Robin Quill", 100));
  constexpr Text kAll{.kind = SHEAF_STMT_QUERY, .index = "GSI1", .key = "GSI1PK = :author"};
  EXPECT_THAT(
      listed(table_->query(kAll, Item().set(":author", "AUTHOR#QUILL"))).items,
      ElementsAre(
          R"({"AuthorBirthYear":1961,"AuthorName":"Robin Quill","GSI1PK":"AUTHOR#QUILL","GSI1SK":"BOOK#0000001",)"
          R"("PK":"BOOK#0000001","SK":"BOOK#0000001","Title":"Tales"})",
          R"({"AuthorBirthYear":1961,"AuthorName":"Robin Quill","GSI1PK":"AUTHOR#QUILL","GSI1SK":"BOOK#0000002",)"
          R"("PK":"BOOK#0000002","SK":"BOOK#0000002","Title":"Tales"})",
          R"({"AuthorBirthYear":1961,"AuthorName":"Robin Quill","GSI1PK":"AUTHOR#QUILL","GSI1SK":"BOOK#0000003",)"
          R"("PK":"BOOK#0000003","SK":"BOOK#0000003","Title":"Tales"})"));
  EXPECT_EQ(item(book_key(2)),
            R"({"AuthorBirthYear":1961,"AuthorName":"Robin Quill","GSI1PK":"AUTHOR#QUILL","GSI1SK":"BOOK#0000002",)"
            R"("PK":"BOOK#0000002","SK":"BOOK#0000002","Title":"Tales"})");
}

TEST_F(Books, ACopyThatWasChangedMeanwhileRefusesAll) {
  put_books(1, 3, "R. Quill");
  std::vector<std::string> before;
  before_commit_ = [&] {
    Item values;
    Item updated;
    values.set(":from", "R. Quill").set(":to", "Robyn Quill");
    must(table_->update(book_key(2), kRename, values, {Code::kFailed, ""}, &updated));
    before = everything();
  };
  EXPECT_EQ(rename("R. Quill", "Robin Quill", 100).code, Code::kExists);
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(count("R. Quill"), 2u);
}

TEST_F(Books, AHundredCopiesAreOneTransactionAndOneMoreIsTooMany) {
  put_books(1, 100, "R. Quill");
  must(rename("R. Quill", "Robin Quill", 1000));
  EXPECT_EQ(count("Robin Quill"), 100u);
  put_books(101, 101, "Robin Quill");
  const auto before = everything();
  const Outcome outcome = rename("Robin Quill", "R. Quill", 1000);
  EXPECT_EQ(outcome.status, SHEAF_LIMIT);
  EXPECT_THAT(outcome.message, HasSubstr("101 actions; at most 100 are allowed"));
  EXPECT_EQ(everything(), before);
}

TEST_F(Books, ChunksGoOnWhereTheyWereStopped) {
  put_books(1, 105, "R. Quill");
  must(rename("R. Quill", "Robin Quill", 100));
  // Here the loop was stopped: readers meet both names.
  EXPECT_EQ(count("R. Quill"), 5u);
  EXPECT_EQ(count("Robin Quill"), 100u);
  must(rename("R. Quill", "Robin Quill", 100));
  EXPECT_EQ(count("R. Quill"), 0u);
  EXPECT_EQ(count("Robin Quill"), 105u);
}

TEST_F(Books, WithAHigherLimitTheyAreOneTransactionAgain) {
  sheaf_open_options options = {};
  options.flags = SHEAF_OPEN_MEMORY;
  options.max_transaction_actions = 105;
  must(Table::open(nullptr, options, &table_));
  put_books(1, 105, "R. Quill");
  must(rename("R. Quill", "Robin Quill", 1000));
  EXPECT_EQ(count("Robin Quill"), 105u);
  put_books(106, 106, "Robin Quill");
  EXPECT_EQ(rename("Robin Quill", "R. Quill", 1000).status, SHEAF_LIMIT);
}

}  // namespace
}  // namespace github
