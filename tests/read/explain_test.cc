// Explanations: whole texts for each kind of statement, and each warning with its occasion.
#include "engine/read/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/item/json_tree.h"
#include "tests/support/bare_table.h"

namespace sheaf {
namespace {

using test::b;
using test::n;
using test::s;
using testing::ElementsAre;
using testing::HasSubstr;

using Lines = std::vector<std::string>;

// The members of an explanation, one a line as a reader would set them, joined as they come.
std::string object(const Lines& members) {
  std::string text;
  for (const std::string& member : members) text += (text.empty() ? "{" : ",") + member;
  return text + "}";
}

const test::TableShape kTickets{
    .name = "Tickets",
    .hash = "PK:S",
    .sort = "SK:S",
    .indexes = {
        {.name = "GSI1", .hash = "GSI1PK:S", .sort = "GSI1SK:S", .projection = "INCLUDE Status,Title"},
        {.name = "parts", .hash = "Level:N Code:B", .sort = "Points:N", .projection = "KEYS_ONLY"},
        {.name = "byAge", .hash = "PK:S", .sort = "Created:N", .projection = "KEYS_ONLY", .kind = IndexKind::kLocal},
        {.name = "whole", .hash = "Owner:S", .projection = "ALL"},
    }};

class ExplainTest : public testing::Test {
 protected:
  ExplainTest() : table_(kTickets) {}

  // Prepares a read and explains it. `values_` are bound by name.
  std::string explain(const ReadText& text) {
    Vocabulary vocabulary;
    for (const auto& [placeholder, attribute] : names_) {
      EXPECT_TRUE(vocabulary.define_name(placeholder, attribute).ok());
    }
    const auto read = PreparedRead::prepare(table_.table(), text, &vocabulary);
    EXPECT_TRUE(read.ok()) << read.status().message();
    if (!read.ok()) return {};
    std::vector<ValueView> values(vocabulary.parameters().size());
    for (const auto& [placeholder, value] : values_) {
      const auto slot = vocabulary.find_parameter(placeholder);
      if (slot) values[*slot] = value.view();
    }
    explained_.read = &*read;
    explained_.parameters = {vocabulary.parameters(), values};
    return explain_read(explained_);
  }

  // Its warnings alone.
  Lines warnings(const ReadText& text) {
    const auto root = parse_json_tree(explain(text));
    EXPECT_TRUE(root.ok());
    Lines warnings;
    for (const JsonNode& warning : root->find("warnings")->items) warnings.push_back(warning.text);
    return warnings;
  }

  std::string member(const ReadText& text, std::string_view name) {
    const auto root = parse_json_tree(explain(text));
    EXPECT_TRUE(root.ok());
    std::string printed;
    print_json_tree(*root->find(name), &printed);
    return printed;
  }

  static ReadText scan() {
    ReadText text;
    text.operation = ReadOperation::kScan;
    return text;
  }
  static ReadText query(std::string_view key, std::optional<std::string_view> index = {}) {
    ReadText text;
    text.key = key;
    text.index = index;
    return text;
  }

  test::BareTable table_;
  std::vector<std::pair<std::string, std::string>> names_;
  std::vector<std::pair<std::string, Value>> values_;
  ExplainedRead explained_;
};

constexpr std::string_view kScanWarning =
    "it reads every partition of table 'Tickets': query one collection by its partition key, make an index whose key "
    "is "
    "what you look for, or scan in segments";

// ---- whole texts ----

TEST_F(ExplainTest, AQueryOfAnIndexHasThisText) {
  names_ = {{"#status", "Status"}};
  values_ = {{":org", s("ORG#1")}, {":prefix", s("TICKET#")}, {":open", s("OPEN")}};
  ReadText text = query("GSI1PK = :org AND begins_with(GSI1SK, :prefix)", "GSI1");
  text.filter = "#status = :open";
  text.projection = "Title, #status";
  text.direction = Direction::kBackward;
  explained_.row_limit = 20;
  explained_.page_bytes = 1048576;
  EXPECT_EQ(
      explain(text),
      object({R"("statement":"query")", R"("table":"Tickets")", R"("index":"GSI1")", R"("index_kind":"global")",
              R"("access":"part of a collection")",
              R"("key":[{"attribute":"GSI1PK","part":"partition","condition":"= \"ORG#1\""})",
              R"({"attribute":"GSI1SK","part":"sort","condition":"begins with \"TICKET#\""}])",
              R"("direction":"backward")", R"("filter":{"expression":"#status = :open","attributes":["Status"]})",
              R"("rows":"the projection")", R"("projection":["Title","Status"])", R"("base_item":"not fetched")",
              R"("limits":{"row_limit":20,"page_bytes":1048576,"timeout_ms":null})", R"("segment":null)",
              R"("warnings":["row_limit counts the rows that are read, before the filter: a page may have fewer, )"
              R"(or none"])"}));
}

TEST_F(ExplainTest, AScanOfATableHasThisText) {
  explained_.page_bytes = 1048576;
  explained_.timeout_ms = 500;
  EXPECT_EQ(explain(scan()),
            object({R"("statement":"scan")", R"("table":"Tickets")", R"("index":null)", R"("index_kind":null)",
                    R"("access":"every partition")", R"("key":[])", R"("direction":"forward")", R"("filter":null)",
                    R"("rows":"whole items")", R"("projection":null)", R"("base_item":"not fetched")",
                    R"("limits":{"row_limit":null,"page_bytes":1048576,"timeout_ms":500})", R"("segment":null)",
                    R"("warnings":[")" + std::string(kScanWarning) + R"("])"}));
}

TEST_F(ExplainTest, ASegmentOfALocalIndexHasThisText) {
  ReadText text = scan();
  text.index = "byAge";
  text.filter = "size(Meta.tags[2]) > :n AND attribute_exists(Meta)";
  text.content = RowContent::kKeysOnly;
  explained_.segment = 2;
  explained_.total_segments = 8;
  EXPECT_EQ(
      explain(text),
      object({R"("statement":"scan")", R"("table":"Tickets")", R"("index":"byAge")", R"("index_kind":"local")",
              R"("access":"the partitions of one segment")", R"("key":[])", R"("direction":"forward")",
              R"_("filter":{"expression":"size(Meta.tags[2]) > :n AND attribute_exists(Meta)",)_"
              R"("attributes":["Meta"]})",
              R"("rows":"the key attributes")", R"("projection":null)",
              R"("base_item":"fetched for each row: the filter names 'Meta', which index 'byAge' does not hold")",
              R"("limits":{"row_limit":null,"page_bytes":null,"timeout_ms":null})", R"("segment":{"number":2,"of":8})",
              R"("warnings":["rows that the filter refuses are read all the same, and no limit ends that")",
              R"("each row costs one read more, of the table's item"])"}));
}

// ---- key, access, rows, base item ----

TEST_F(ExplainTest, AccessSaysHowMuchOfACollectionIsRead) {
  EXPECT_EQ(member(query("PK = :p AND SK = :s"), "access"), R"("one item")");
  EXPECT_EQ(member(query("PK = :p"), "access"), R"("one collection")");
  EXPECT_EQ(member(query("PK = :p AND SK >= :s"), "access"), R"("part of a collection")");
  EXPECT_EQ(member(query("GSI1PK = :p AND GSI1SK = :s", "GSI1"), "access"), R"("part of a collection")")
      << "several items may have that key";
  names_ = {{"#owner", "Owner"}};
  EXPECT_EQ(member(query("#owner = :o", "whole"), "access"), R"("one collection")");
}

TEST_F(ExplainTest, EachOperatorIsReadable) {
  values_ = {{":p", s("p\"q")}, {":a", s("a")}, {":z", s("z")}};
  const auto key = [this](const std::string& condition) {
    const auto root = parse_json_tree(explain(query("PK = :p AND " + condition)));
    EXPECT_EQ(root->find("key")->items[0].find("condition")->text, R"(= "p\"q")");
    return root->find("key")->items[1].find("condition")->text;
  };
  EXPECT_EQ(key("SK = :a"), R"(= "a")");
  EXPECT_EQ(key("SK < :a"), R"(< "a")");
  EXPECT_EQ(key("SK <= :a"), R"(<= "a")");
  EXPECT_EQ(key("SK > :a"), R"(> "a")");
  EXPECT_EQ(key("SK >= :a"), R"(>= "a")");
  EXPECT_EQ(key(":a > SK"), R"(< "a")") << "turned round";
  EXPECT_EQ(key("SK BETWEEN :a AND :z"), R"(between "a" and "z")");
  EXPECT_EQ(key("begins_with(SK, :a)"), R"(begins with "a")");
}

TEST_F(ExplainTest, ValuesAreShownByTheirTypeAndUnboundOnesByTheirNames) {
  names_ = {{"#level", "Level"}};
  values_ = {{":level", n("-1.50")}, {":code", b("\x01\x02")}};
  EXPECT_EQ(member(query("#level = :level AND Code = :code AND Points < :points", "parts"), "key"),
            R"([{"attribute":"Level","part":"partition","condition":"= -1.5"},)"
            R"({"attribute":"Code","part":"partition","condition":"= base64 \"AQI=\""},)"
            R"({"attribute":"Points","part":"sort","condition":"< :points"}])");
}

TEST_F(ExplainTest, RowsSayWhatTheyHold) {
  EXPECT_EQ(member(query("PK = :p"), "rows"), R"("whole items")");
  EXPECT_EQ(member(query("GSI1PK = :p", "GSI1"), "rows"), R"("what the index holds")");
  ReadText text = query("PK = :p");
  text.content = RowContent::kKeysOnly;
  EXPECT_EQ(member(text, "rows"), R"("the key attributes")");
  text.filter = "Title = :t";
  EXPECT_EQ(member(text, "rows"), R"("the key attributes")") << "cut down to them after the filter";
  explained_.answer = ExplainedRead::Answer::kCount;
  EXPECT_EQ(member(text, "rows"), R"("counted only")");
}

TEST_F(ExplainTest, BaseItemSaysWhyItIsFetched) {
  ReadText text = query("GSI1PK = :p", "GSI1");
  EXPECT_EQ(member(text, "base_item"), R"("not fetched")");
  text.content = RowContent::kFullItem;
  EXPECT_EQ(member(text, "base_item"), R"("fetched for each row: the full item is asked for")");
  EXPECT_EQ(member(text, "rows"), R"("whole items")");
  text = query("PK = :p", "byAge");
  text.projection = "SK, Title";
  EXPECT_EQ(member(text, "base_item"),
            R"("fetched for each row: the projection names 'Title', which index 'byAge' does not hold")");
  text.projection = "SK, Created";
  EXPECT_EQ(member(text, "base_item"), R"("not fetched")");
  text.projection = std::nullopt;
  text.content = RowContent::kFullItem;
  EXPECT_EQ(member(text, "base_item"), R"("fetched for each row: the full item is asked for")");
}

// ---- warnings ----

TEST_F(ExplainTest, AQueryWithoutFilterHasNoWarnings) { EXPECT_TRUE(warnings(query("PK = :p")).empty()); }

TEST_F(ExplainTest, AScanWithoutSegmentsWarnsOfEveryPartition) {
  EXPECT_THAT(warnings(scan()), ElementsAre(kScanWarning));
  ReadText text = scan();
  text.index = "GSI1";
  EXPECT_THAT(warnings(text), ElementsAre(HasSubstr("every partition of index 'GSI1'")));
  explained_.total_segments = 2;
  EXPECT_TRUE(warnings(text).empty());
}

TEST_F(ExplainTest, AScanWhoseFilterFixesAPartitionWarnsThatItCouldBeAQuery) {
  explained_.total_segments = 2;  // no warning of every partition
  explained_.row_limit = 1;
  names_ = {{"#level", "Level"}, {"#owner", "Owner"}};
  const auto could_be = [this](std::string_view filter, std::optional<std::string_view> index = {}) {
    auto names = names_;
    std::erase_if(names_, [&](const auto& name) { return filter.find(name.first) == std::string_view::npos; });
    ReadText text = scan();
    text.index = index;
    text.filter = filter;
    std::string found;
    for (const std::string& warning : warnings(text)) {
      if (warning.find("a query of") != std::string::npos) found += warning;
    }
    names_ = names;
    return found;
  };
  const std::string would = " would read that collection only";
  EXPECT_EQ(could_be("PK = :p"), "the filter compares 'PK' with =: a query of table 'Tickets'" + would);
  EXPECT_EQ(could_be(":p = PK AND Title = :t"), "the filter compares 'PK' with =: a query of table 'Tickets'" + would);
  EXPECT_EQ(could_be("(Title = :t OR SK = :s) AND PK = :p"),
            "the filter compares 'PK' with =: a query of table 'Tickets'" + would);
  EXPECT_EQ(could_be("GSI1PK = :p"), "the filter compares 'GSI1PK' with =: a query of index 'GSI1'" + would);
  EXPECT_EQ(could_be("#level = :l AND Code = :c"),
            "the filter compares 'Level' and 'Code' with =: a query of index 'parts'" + would);
  EXPECT_EQ(could_be("GSI1PK = :g AND PK = :p", "GSI1"),
            "the filter compares 'GSI1PK' with =: a query of index 'GSI1'" + would)
      << "what is scanned comes first";
  EXPECT_EQ(could_be("PK = :p OR Title = :t"), "") << "other rows pass too";
  EXPECT_EQ(could_be("NOT PK = :p"), "");
  EXPECT_EQ(could_be("PK <> :p"), "");
  EXPECT_EQ(could_be("PK = Title"), "") << "no value";
  EXPECT_EQ(could_be("SK = :s"), "") << "a sort key alone makes no query";
  EXPECT_EQ(could_be("#level = :l"), "") << "one of two parts";
}

TEST_F(ExplainTest, AFilterWarnsOfTheRowsItRefuses) {
  ReadText text = query("PK = :p");
  text.filter = "Title = :t";
  EXPECT_THAT(warnings(text),
              ElementsAre("rows that the filter refuses are read all the same, and no limit ends that"));
  explained_.page_bytes = 5000;
  EXPECT_THAT(warnings(text), ElementsAre("rows that the filter refuses are read all the same: a page reads up to 5000 "
                                          "bytes of items and may have no rows"));
  explained_.row_limit = 10;
  EXPECT_THAT(warnings(text), ElementsAre("row_limit counts the rows that are read, before the filter: a page may have "
                                          "fewer, or none"));
}

TEST_F(ExplainTest, AFetchWarnsOfOneReadMore) {
  const std::string warning = "each row costs one read more, of the table's item";
  ReadText text = query("GSI1PK = :p", "GSI1");
  text.content = RowContent::kFullItem;
  EXPECT_THAT(warnings(text), ElementsAre(warning));
  text = query("PK = :p", "byAge");
  text.projection = "Title";
  EXPECT_THAT(warnings(text), ElementsAre(warning));
  text.projection = "Created";
  EXPECT_TRUE(warnings(text).empty());
}

TEST_F(ExplainTest, AFilterOnWhatAnIndexDoesNotHoldWarns) {
  explained_.row_limit = 1;
  ReadText text = query("GSI1PK = :p", "GSI1");
  text.filter = "Title = :t AND Body.x = :b AND attribute_exists(Body) AND Meta = :m";
  EXPECT_THAT(warnings(text), ElementsAre(HasSubstr("row_limit"),
                                          "the filter names 'Body' and 'Meta', which index "
                                          "'GSI1' does not hold: no row has it"));
  text.content = RowContent::kFullItem;
  EXPECT_THAT(warnings(text), ElementsAre(HasSubstr("row_limit"), HasSubstr("one read more")));
}

// ---- writes ----

class ExplainWriteTest : public ExplainTest {
 protected:
  std::string explain_update(std::optional<std::string_view> update, std::optional<std::string_view> condition = {}) {
    return explain_terms(ExplainedWrite::Kind::kUpdate, update, condition);
  }

  std::string explain_terms(ExplainedWrite::Kind kind, std::optional<std::string_view> update_text,
                            std::optional<std::string_view> condition_text) {
    Vocabulary vocabulary;
    for (const auto& [placeholder, attribute] : names_) {
      EXPECT_TRUE(vocabulary.define_name(placeholder, attribute).ok());
    }
    ExplainedWrite write;
    write.kind = kind;
    write.table = &table_.table();
    Result<UpdateExpression> update = UpdateExpression::parse(update_text.value_or("REMOVE a"), &vocabulary);
    EXPECT_TRUE(update.ok()) << update.status().message();
    if (update_text) write.update = &*update;
    Result<ConditionExpression> condition =
        ConditionExpression::parse(ExpressionKind::kCondition, condition_text.value_or("a = :a"), &vocabulary);
    EXPECT_TRUE(condition.ok()) << condition.status().message();
    if (condition_text) write.condition = &*condition;
    return explain_write(write);
  }
};

TEST_F(ExplainWriteTest, AnUpdateHasThisText) {
  names_ = {{"#status", "Status"}};
  EXPECT_EQ(
      explain_update("SET #status = :s, Meta.tags[2] = if_not_exists(Meta.tag, :t), Points = Points + :n ADD Seen :one",
                     "attribute_exists(PK)"),
      object({R"("statement":"update")", R"("table":"Tickets")",
              R"("update":{"expression":"SET #status = :s, Meta.tags[2] = if_not_exists(Meta.tag, :t), )"
              R"(Points = Points + :n ADD Seen :one","reads":["Meta.tag","Points"],)"
              R"("writes":["Status","Meta.tags[2]","Points","Seen"]})",
              R"("new_item":"made when there is none")",
              R"("indexes":[{"index":"GSI1","index_kind":"global","row":"changes","attributes":["Status"]})",
              R"({"index":"parts","index_kind":"global","row":"moves","attributes":["Points"]})",
              R"({"index":"byAge","index_kind":"local","row":"stays","attributes":[]})",
              R"({"index":"whole","index_kind":"global","row":"changes",)"
              R"("attributes":["Meta","Points","Seen","Status"]}])",
              R"_("condition":{"expression":"attribute_exists(PK)","attributes":["PK"]})_", R"("warnings":[])"}));
}

TEST_F(ExplainWriteTest, AnUpdateOfNothingHasThisText) {
  EXPECT_EQ(explain_update({}),
            object({R"("statement":"update")", R"("table":"Tickets")", R"("update":null)",
                    R"("new_item":"made when there is none")",
                    R"("indexes":[{"index":"GSI1","index_kind":"global","row":"stays","attributes":[]})",
                    R"({"index":"parts","index_kind":"global","row":"stays","attributes":[]})",
                    R"({"index":"byAge","index_kind":"local","row":"stays","attributes":[]})",
                    R"({"index":"whole","index_kind":"global","row":"stays","attributes":[]}])", R"("condition":null)",
                    R"("warnings":[])"}));
}

TEST_F(ExplainWriteTest, AnUpdateThatOnlyTakesAwayMakesNoItem) {
  EXPECT_THAT(explain_update("REMOVE Title"), HasSubstr(R"("new_item":"not made")"));
}

TEST_F(ExplainWriteTest, AConditionHasThisText) {
  EXPECT_EQ(explain_terms(ExplainedWrite::Kind::kCondition, {}, "attribute_not_exists(PK) OR Version < :v"),
            object({R"("statement":"condition")", R"("table":"Tickets")",
                    R"("condition":{"expression":"attribute_not_exists(PK) OR Version < :v",)"
                    R"("attributes":["PK","Version"]})",
                    R"("warnings":[])"}));
}

}  // namespace
}  // namespace sheaf
