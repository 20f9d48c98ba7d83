// Catalog records against the golden files, which were written by hand from the layout in catalog_record.h: what
// they say, that they come back byte by byte, and that only a sound definition or a clear error comes out of
// damaged ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/item/json_tree.h"
#include "engine/schema/catalog_record.h"
#include "tests/schema/schema_support.h"

namespace sheaf {
namespace {

using schema_test::key_text;

const char* const kTables[] = {"partition_only", "App", "multi_attribute", "local_index", "states", "odd.Names-1_", "loading"};

std::filesystem::path golden_folder() { return std::filesystem::path(SHEAF_TEST_DATA_DIR) / "golden" / "catalog"; }

// A golden file without the line end that closes it.
std::string golden(const std::string& name) {
  std::ifstream file(golden_folder() / (name + ".json"), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(text.ends_with("}\n")) << name;
  if (!text.empty()) text.pop_back();
  return text;
}

TableDef decoded(const std::string& name) {
  const auto table = decode_catalog_record(name, golden(name));
  EXPECT_TRUE(table.ok()) << table.status().message();
  return table.ok() ? *table : TableDef();
}

// `text` with its first `from` replaced.
std::string with_replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

using Names = std::vector<std::string>;

TEST(CatalogRecord, EveryGoldenFileIsTested) {
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) found.insert(entry.path().filename());
  std::set<std::string> known = {"ids.json"};
  for (const char* name : kTables) known.insert(std::string(name) + ".json");
  EXPECT_EQ(found, known);
}

TEST(CatalogRecord, GoldenFilesComeBackByteByByte) {
  for (const std::string name : kTables) EXPECT_EQ(encode_catalog_record(decoded(name)), golden(name));
  const auto ids = decode_catalog_ids(golden("ids"));
  ASSERT_TRUE(ids.ok()) << ids.status().message();
  EXPECT_EQ(ids->next_table_id, 7u);
  EXPECT_EQ(ids->next_derivation_id, 12u);
  EXPECT_EQ(encode_catalog_ids(*ids), golden("ids"));
}

TEST(CatalogRecord, ReadsEveryMember) {
  const TableDef app = decoded("App");
  EXPECT_EQ(app.id, 3u);
  EXPECT_EQ(app.name, "App");
  EXPECT_EQ(app.uuid, "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed");
  EXPECT_EQ(app.created_ms, 1700000000123);
  EXPECT_EQ(app.state, TableState::kActive);
  EXPECT_EQ(key_text(app.key), "PK:S | SK:S");
  EXPECT_EQ(
      app.kept_json,
      R"({"BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":1},)"
      R"("Tags":[{"Key":"team","Value":"blau \"grün\""}],"GlobalSecondaryIndexes":{"GSI1":{"ProvisionedThroughput":)"
      R"({"ReadCapacityUnits":1,"WriteCapacityUnits":1}}}})");
  ASSERT_EQ(app.indexes.size(), 3u);
  EXPECT_EQ(app.indexes[0].id, 5u);
  EXPECT_EQ(app.indexes[0].name, "GSI1");
  EXPECT_EQ(app.indexes[0].kind, IndexKind::kGlobal);
  EXPECT_EQ(app.indexes[0].state, IndexState::kActive);
  EXPECT_EQ(key_text(app.indexes[0].key), "GSI1PK:S | GSI1SK:N");
  EXPECT_EQ(app.indexes[0].projection.kind, ProjectionKind::kInclude);
  EXPECT_EQ(app.indexes[0].projection.non_key_attributes, (Names{"name", "a.b", "PK"}));
  EXPECT_EQ(app.indexes[1].projection.kind, ProjectionKind::kKeysOnly);
  EXPECT_EQ(key_text(app.indexes[1].key), "SK:S | PK:S");
  EXPECT_EQ(app.indexes[2].projection.kind, ProjectionKind::kAll);
  EXPECT_EQ(key_text(app.indexes[2].key), "digest:B |");

  const TableDef small = decoded("partition_only");
  EXPECT_EQ(key_text(small.key), "id:N |");
  EXPECT_EQ(small.created_ms, 0);
  EXPECT_TRUE(small.indexes.empty());
  EXPECT_EQ(small.kept_json, "{}");
}

// Field case B086: composite and multi-attribute index keys survive a reopen.
TEST(CatalogRecord, ReadsEveryShapeOfIndexKey) {
  const TableDef multi = decoded("multi_attribute");
  ASSERT_EQ(multi.indexes.size(), 2u);
  EXPECT_EQ(key_text(multi.indexes[0].key), "h1:S h2:N h3:B h4:S | r1:N r2:S r3:B r4:N");
  EXPECT_EQ(key_text(multi.indexes[1].key), "h2:N pk:S |");

  const TableDef local = decoded("local_index");
  EXPECT_EQ(local.id, 18446744073709551615u);
  EXPECT_EQ(local.created_ms, 9223372036854775807);
  ASSERT_EQ(local.indexes.size(), 2u);
  EXPECT_EQ(local.indexes[0].kind, IndexKind::kLocal);
  EXPECT_EQ(local.indexes[0].id, 18446744073709551615u);
  EXPECT_EQ(key_text(local.indexes[0].key), "pk:B | date:S");
  EXPECT_EQ(local.indexes[1].kind, IndexKind::kGlobal);
}

TEST(CatalogRecord, ReadsEveryState) {
  const TableDef table = decoded("states");
  EXPECT_EQ(table.state, TableState::kDeleting);
  ASSERT_EQ(table.indexes.size(), 4u);
  EXPECT_EQ(table.indexes[0].state, IndexState::kCreating);
  EXPECT_EQ(table.indexes[1].state, IndexState::kBuilding);
  EXPECT_EQ(table.indexes[2].state, IndexState::kDeleting);
  EXPECT_EQ(table.indexes[3].state, IndexState::kFailed);
}

TEST(CatalogRecord, ReadsOddNames) {
  const TableDef table = decoded("odd.Names-1_");
  EXPECT_EQ(table.state, TableState::kCreating);
  EXPECT_EQ(table.key.partition[0].name, "quote\" slash/ back\\");
  EXPECT_EQ(table.key.sort[0].name, std::string("\0\n\x1f", 3));
  ASSERT_EQ(table.indexes.size(), 1u);
  EXPECT_EQ(table.indexes[0].key.partition[0].name, "größe 東京 🙂");
  EXPECT_EQ(table.indexes[0].projection.non_key_attributes, (Names{" ", "\t", "#:[]{},"}));
  EXPECT_EQ(table.kept_json, R"({"ResourcePolicy":"{\"Version\":\"2012-10-17\"}","TableClass":"STANDARD"})");
}

TEST(CatalogRecord, OrderAndSpacesDoNotMatter) {
  const std::string first = R"({"format":1,"requires":[],)";
  std::string record = with_replaced(golden("partition_only"), first, "{");
  record = with_replaced(record, R"("kept":{}})", R"( "kept" : {} , "requires" : [ ] , "format" : 1 } )");
  const auto table = decode_catalog_record("partition_only", record);
  ASSERT_TRUE(table.ok()) << table.status().message();
  EXPECT_EQ(encode_catalog_record(*table), golden("partition_only"));
}

// So that a version that knows nothing of loads refuses the table by name, and only while it is loaded.
TEST(CatalogRecord, OnlyATableThatIsLoadedRequiresLoading) {
  EXPECT_EQ(decoded("loading").state, TableState::kLoading);
  const auto expect_corrupt_requirement = [](std::string_view from, std::string_view to) {
    const auto table = decode_catalog_record("loading", with_replaced(golden("loading"), from, to));
    ASSERT_FALSE(table.ok()) << to;
    EXPECT_TRUE(table.status().is(Error::kTableCorrupt)) << table.status().message();
    EXPECT_NE(table.status().message().find("requires: names loading exactly while the table is LOADING"),
              std::string::npos)
        << table.status().message();
  };
  expect_corrupt_requirement(R"("requires":["loading"])", R"("requires":[])");
  expect_corrupt_requirement(R"("requires":["loading"])", R"("requires":["loading","loading"])");
  expect_corrupt_requirement(R"("state":"LOADING")", R"("state":"ACTIVE")");
  const auto newer =
      decode_catalog_record("loading", with_replaced(golden("loading"), R"(["loading"])", R"(["loading","x"])"));
  EXPECT_EQ(newer.status().message(), "table 'loading' needs 'x', which this version does not know");
}

TEST(CatalogRecord, NewerRecordsAreRefusedByName) {
  const auto expect_too_new = [](std::string_view from, std::string_view to, std::string_view what) {
    const auto table = decode_catalog_record("App", with_replaced(golden("App"), from, to));
    ASSERT_FALSE(table.ok()) << to;
    EXPECT_TRUE(table.status().is(Error::kTableTooNew)) << table.status().message();
    EXPECT_EQ(table.status().message(),
              "table 'App' needs " + std::string(what) + ", which this version does not know");
  };
  expect_too_new(R"("requires":[])", R"("requires":["frobnicate"])", "'frobnicate'");
  const auto old = decode_catalog_record("App", with_replaced(golden("App"), R"("format":1)", R"("format":0)"));
  EXPECT_TRUE(old.status().is(Error::kTableCorrupt)) << "an older record has no place in this file format";
  expect_too_new(R"("format":1)", R"("format":2)", "format 2");
  expect_too_new(R"("format":1)", R"("format":4294967296,"what":"ever")", "format 4294967296");
  // What is required explains what is unknown, so it is named first.
  expect_too_new(R"("requires":[])", R"("requires":["x y"],"novelty":1)", "'x y'");
  expect_too_new(R"("kind":"global")", R"("kind":"unique","novelty":1)", "the derivation kind 'unique'");
  expect_too_new(R"({"attribute":"PK"})", R"({"template":"a#{b}"})", "the key source 'template'");
  expect_too_new(R"("kind":"KEYS_ONLY")", R"("kind":"EXCLUDE")", "the projection kind 'EXCLUDE'");
  expect_too_new(R"("limits":{})", R"("limits":{"item_bytes":1})", "the limit 'item_bytes'");
  expect_too_new(R"("model":null)", R"("model":{})", "a model");

  const auto ids = decode_catalog_ids(R"({"format":2})");
  EXPECT_TRUE(ids.status().is(Error::kTableTooNew)) << ids.status().message();
}

// The golden record of that table with one change is refused as damaged, for that reason.
void expect_corrupt(const std::string& name, std::string_view from, std::string_view to, std::string_view what) {
  const auto table = decode_catalog_record(name, with_replaced(golden(name), from, to));
  ASSERT_FALSE(table.ok()) << to;
  EXPECT_TRUE(table.status().is(Error::kTableCorrupt)) << table.status().message();
  EXPECT_EQ(table.status().message(), "the catalog record of table '" + name + "' is damaged: " + std::string(what));
}

TEST(CatalogRecord, DamagedMembersAreNamed) {
  expect_corrupt("App", R"("id":3)", R"("id":0)", "id: an id is never 0");
  const std::string bound = "expected a whole number from 0 to 18446744073709551615, found ";
  expect_corrupt("App", R"("id":3)", R"("id":-3)", "id: " + bound + "-3");
  expect_corrupt("App", R"("id":3)", R"("id":3.0)", "id: " + bound + "3.0");
  expect_corrupt("App", R"("id":3)", R"("id":18446744073709551616)", "id: " + bound + "18446744073709551616");
  expect_corrupt("App", R"("id":6)", R"("id":0)", "derivations[1].id: an id is never 0");
  expect_corrupt("App", R"("id":6)", R"("id":5)", "derivations[1].id: two derivations have the same id");
  expect_corrupt("App", R"("name":"by-SK")", R"("name":"GSI1")",
                 "derivations[1].name: two derivations have the same name");
  expect_corrupt("App", R"("name":"by-SK")", R"("name":"by SK")", "derivations[1].name: 'by SK' is no index name");
  expect_corrupt("App", R"("name":"App")", R"("name":"Bpp")", "name: another name stands inside: 'Bpp'");
  expect_corrupt("App", R"("uuid":"1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed")", R"("uuid":"")", "uuid: the uuid is empty");
  expect_corrupt("App", R"("created_ms":1700000000123)", R"("created_ms":9223372036854775808)",
                 "created_ms: expected a whole number from 0 to 9223372036854775807, found 9223372036854775808");
  expect_corrupt("App", R"("state":"ACTIVE","key")", R"("state":"BUILDING","key")", "state: 'BUILDING' is no state");
  expect_corrupt("states", R"("state":"FAILED")", R"("state":"failed")", "derivations[3].state: 'failed' is no state");
}

TEST(CatalogRecord, DamagedKeysAreNamed) {
  expect_corrupt("App", R"("type":"S")", R"("type":"SS")", "key.partition[0].type: 'SS' is no key type");
  expect_corrupt("App", R"({"attribute":"PK"})", R"({"attribute":"SK"})",
                 "key.partition[0].source: the attribute is not the part's name");
  expect_corrupt("App", R"({"name":"PK","type":"S","source":{"attribute":"PK"}})", "",
                 "key.partition: 0 parts; 1 to 1 are possible");
  expect_corrupt("App", R"({"name":"SK","type":"S","source":{"attribute":"SK"}})",
                 R"({"name":"PK","type":"S","source":{"attribute":"PK"}})",
                 "key.sort[0].name: the attribute stands twice in one key");
  expect_corrupt("multi_attribute", R"({"name":"h2","type":"N","source":{"attribute":"h2"}},{"name":"pk")",
                 R"({"name":"h2","type":"S","source":{"attribute":"h2"}},{"name":"pk")",
                 "derivations[1].key.partition[0].type: another key of the table gives the attribute another type");
  expect_corrupt("multi_attribute", R"({"name":"h1")",
                 R"({"name":"h0","type":"S","source":{"attribute":"h0"}},{"name":"h1")",
                 "derivations[0].key.partition: 5 parts; 1 to 4 are possible");
  expect_corrupt("multi_attribute", R"({"name":"r1")",
                 R"({"name":"r0","type":"S","source":{"attribute":"r0"}},{"name":"r1")",
                 "derivations[0].key.sort: 5 parts; 0 to 4 are possible");
  expect_corrupt("local_index", R"({"name":"date","type":"S","source":{"attribute":"date"}})", "",
                 "derivations[0].key.sort: 0 parts; 1 to 1 are possible");
  expect_corrupt("local_index",
                 R"("name":"by_date","key":{"partition":[{"name":"pk","type":"B","source":{"attribute":"pk"}}])",
                 R"("name":"by_date","key":{"partition":[{"name":"pq","type":"B","source":{"attribute":"pq"}}])",
                 "derivations[0].key: a local index shares the partition of a table that has a sort key");
  expect_corrupt("local_index", R"({"name":"sk","type":"N","source":{"attribute":"sk"}})", "",
                 "derivations[0].key: a local index shares the partition of a table that has a sort key");
}

TEST(CatalogRecord, DamagedProjectionsAreNamed) {
  expect_corrupt("App", R"("non_key_attributes":["name","a.b","PK"])", R"("non_key_attributes":[])",
                 "derivations[0].projection.non_key_attributes: only a projection of kind INCLUDE names attributes");
  expect_corrupt("App", R"("kind":"KEYS_ONLY","non_key_attributes":[])",
                 R"("kind":"KEYS_ONLY","non_key_attributes":["x"])",
                 "derivations[1].projection.non_key_attributes: only a projection of kind INCLUDE names attributes");
  expect_corrupt("App", R"("name","a.b","PK")", R"("name","a.b","name")",
                 "derivations[0].projection.non_key_attributes[2]: the attribute stands twice");
  expect_corrupt("App", R"("name","a.b","PK")", R"("name","")",
                 "derivations[0].projection.non_key_attributes[1]: the name of an attribute has 1 to 255 bytes");
}

TEST(CatalogRecord, WhatDoesNotBelongIsNamed) {
  expect_corrupt("App", R"("requires":[])", R"("requires":[7])", "requires: an entry is no string");
  expect_corrupt("App", R"("requires":[],)", "", "requires: a required member is missing");
  expect_corrupt("App", R"("model":null,)", "", "model: a required member is missing");
  expect_corrupt("App", R"("model":null)", R"("model":false)", "model: expected null, found a boolean");
  expect_corrupt("App", R"("kept":{)", R"("novelty":1,"kept":{)",
                 "novelty: unknown member; the members here are format, requires, id, name, uuid, created_ms, "
                 "state, key, derivations, limits, model, kept");
}

TEST(CatalogRecord, WhatIsNoRecordIsCorrupt) {
  for (const std::string_view record :
       {"", "null", "[]", "7", "{}", "{", "\xff", R"({"format":"0"})", R"({"format":null})"}) {
    const auto table = decode_catalog_record("App", record);
    ASSERT_FALSE(table.ok()) << record;
    EXPECT_TRUE(table.status().is(Error::kTableCorrupt)) << table.status().message();
    const auto ids = decode_catalog_ids(record);
    ASSERT_FALSE(ids.ok()) << record;
    EXPECT_TRUE(ids.status().is(Error::kTableCorrupt)) << ids.status().message();
    EXPECT_NE(ids.status().message().find("'ids'"), std::string::npos) << ids.status().message();
  }
  EXPECT_TRUE(decode_catalog_record("App", golden("App") + "x").status().is(Error::kTableCorrupt));
  EXPECT_TRUE(
      decode_catalog_ids(R"({"format":1,"next_table_id":0,"next_derivation_id":1})").status().is(Error::kTableCorrupt));
  EXPECT_TRUE(decode_catalog_ids(R"({"format":1,"next_table_id":1})").status().is(Error::kTableCorrupt));
  // A name that cannot be a table's, in the record's key too.
  const auto unnamable =
      decode_catalog_record("a b", with_replaced(golden("App"), R"("name":"App")", R"("name":"a b")"));
  EXPECT_TRUE(unnamable.status().is(Error::kTableCorrupt));
}

// Walks all objects of a record except what was kept, and gives each to `visit`.
void visit_objects(JsonNode* node, const std::function<void(JsonNode*)>& visit) {
  if (node->kind == JsonNode::Kind::kObject) visit(node);
  for (JsonNode& item : node->items) visit_objects(&item, visit);
  for (JsonMember& member : node->members) {
    if (member.name != "kept") visit_objects(&member.value, visit);
  }
}

TEST(CatalogRecord, EveryMemberIsNeededAndHasItsKind) {
  for (const std::string name : kTables) {
    auto root = parse_json_tree(golden(name));
    ASSERT_TRUE(root.ok());
    size_t tried = 0;
    const auto expect_refused = [&](std::string_view what, Error error) {
      std::string record;
      print_json_tree(*root, &record);
      const auto table = decode_catalog_record(name, record);
      EXPECT_TRUE(!table.ok() && table.status().is(error)) << what << " in " << record;
      ++tried;
    };
    visit_objects(&*root, [&](JsonNode* object) {
      for (size_t i = 0; i < object->members.size(); ++i) {
        const JsonMember member = object->members[i];
        object->members.erase(object->members.begin() + static_cast<ptrdiff_t>(i));
        expect_refused("without " + member.name, Error::kTableCorrupt);
        object->members.insert(object->members.begin() + static_cast<ptrdiff_t>(i), member);
        for (const char* other : {"null", "true", "1", "\"S\"", "[]", "{}"}) {
          JsonNode value = *parse_json_tree(other);
          if (value.kind == member.value.kind) continue;
          object->members[i].value = std::move(value);
          const bool is_model = member.name == "model" && std::string_view(other) == "{}";
          expect_refused(member.name + " as " + other, is_model ? Error::kTableTooNew : Error::kTableCorrupt);
        }
        object->members[i] = member;
      }
      const bool is_open = object->members.empty() || object->members[0].name == "attribute";  // limits, source
      object->members.push_back({"novelty", JsonNode()});
      expect_refused("with a novelty", is_open ? Error::kTableTooNew : Error::kTableCorrupt);
      object->members.pop_back();
    });
    EXPECT_GT(tried, 100u);
  }
}

// ---- damage ----

bool is_legal_name(std::string_view name) {
  if (name.size() < 3 || name.size() > 255) return false;
  const std::string legal = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
  return name.find_first_not_of(legal) == std::string_view::npos;
}

bool is_attribute_name(std::string_view name) { return !name.empty() && name.size() <= 255; }

// Adds the key's attributes to `types`; false when one is malformed, stands twice, or has another type elsewhere.
bool is_sound_key(const KeySchema& key, std::map<std::string, Type>* types) {
  std::set<std::string> seen;
  for (const auto* parts : {&key.partition, &key.sort}) {
    for (const KeyPart& part : *parts) {
      if (part.type != Type::kString && part.type != Type::kNumber && part.type != Type::kBinary) return false;
      if (!is_attribute_name(part.name) || !seen.insert(part.name).second) return false;
      if (types->emplace(part.name, part.type).first->second != part.type) return false;
    }
  }
  return true;
}

bool is_sound_index(const TableDef& table, const IndexDef& index) {
  const size_t hashes = index.key.partition.size();
  const size_t ranges = index.key.sort.size();
  if (index.id == 0 || !is_legal_name(index.name)) return false;
  if (index.kind == IndexKind::kLocal) {
    if (hashes != 1 || ranges != 1 || table.key.sort.size() != 1) return false;
    if (index.key.partition[0].name != table.key.partition[0].name) return false;
  } else if (index.kind != IndexKind::kGlobal || hashes < 1 || hashes > 4 || ranges > 4) {
    return false;
  }
  if (index.state > IndexState::kFailed || index.projection.kind > ProjectionKind::kInclude) return false;
  const auto& names = index.projection.non_key_attributes;
  if (names.empty() == (index.projection.kind == ProjectionKind::kInclude)) return false;
  const std::set<std::string> different(names.begin(), names.end());
  return different.size() == names.size() && std::all_of(names.begin(), names.end(), is_attribute_name);
}

bool is_sound_table(const std::string& name, const TableDef& table) {
  std::map<std::string, Type> types;
  std::set<std::string> names;
  std::set<uint64_t> ids;
  if (table.id == 0 || table.name != name || table.uuid.empty() || table.created_ms < 0) return false;
  if (table.state > TableState::kDeleting || table.key.partition.size() != 1 || table.key.sort.size() > 1) return false;
  if (!is_sound_key(table.key, &types)) return false;
  for (const IndexDef& index : table.indexes) {
    if (!names.insert(index.name).second || !ids.insert(index.id).second) return false;
    if (!is_sound_key(index.key, &types) || !is_sound_index(table, index)) return false;
  }
  const auto kept = parse_json_tree(table.kept_json);
  return kept.ok() && kept->kind == JsonNode::Kind::kObject;
}

// Decodes damaged bytes; true when a definition came out, which is then sound and comes back from its own record.
bool expect_total(const std::string& name, const std::string& record) {
  const auto table = decode_catalog_record(name, record);
  if (!table.ok()) {
    EXPECT_TRUE(table.status().is(Error::kTableCorrupt) || table.status().is(Error::kTableTooNew)) << record;
    EXPECT_NE(table.status().message().find("'" + name + "'"), std::string::npos) << table.status().message();
    return false;
  }
  EXPECT_TRUE(is_sound_table(name, *table)) << record;
  const std::string again = encode_catalog_record(*table);
  const auto twice = decode_catalog_record(name, again);
  EXPECT_TRUE(twice.ok()) << again;
  EXPECT_TRUE(twice.ok() && encode_catalog_record(*twice) == again) << again;
  return true;
}

TEST(CatalogRecord, EveryTruncationIsCorrupt) {
  for (const std::string name : kTables) {
    const std::string record = golden(name);
    EXPECT_TRUE(expect_total(name, record));
    for (size_t size = 0; size < record.size(); ++size) {
      const auto table = decode_catalog_record(name, record.substr(0, size));
      ASSERT_FALSE(table.ok()) << record.substr(0, size);
      EXPECT_TRUE(table.status().is(Error::kTableCorrupt)) << table.status().message();
    }
  }
}

// Every byte is damaged: in the smaller records in each of its bits, in the larger ones, for time, in one bit and in
// all of them.
TEST(CatalogRecord, EveryFlippedByteGivesAnErrorOrASoundDefinition) {
  constexpr size_t kSmallBytes = 800;
  for (const std::string name : kTables) {
    std::string record = golden(name);
    size_t accepted = 0;
    size_t refused = 0;
    for (size_t i = 0; i < record.size(); ++i) {
      const char whole = record[i];
      std::vector<int> masks = {1 << (i % 8), 0xFF};
      if (record.size() < kSmallBytes) masks = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80};
      for (const int mask : masks) {
        record[i] = static_cast<char>(whole ^ mask);
        ++(expect_total(name, record) ? accepted : refused);
      }
      record[i] = whole;
    }
    EXPECT_GT(accepted, 0u) << name;  // a digit of an id, a letter of an attribute
    EXPECT_GT(refused, accepted) << name;
  }
}

TEST(CatalogRecord, EveryTruncationAndFlipOfTheIdsIsTotal) {
  const std::string whole = golden("ids");
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_TRUE(decode_catalog_ids(whole.substr(0, size)).status().is(Error::kTableCorrupt)) << size;
  }
  for (size_t i = 0; i < whole.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string record = whole;
      record[i] = static_cast<char>(record[i] ^ (1 << bit));
      const auto ids = decode_catalog_ids(record);
      if (ids.ok()) {
        EXPECT_GT(ids->next_table_id, 0u) << record;
        EXPECT_GT(ids->next_derivation_id, 0u) << record;
      } else {
        EXPECT_TRUE(ids.status().is(Error::kTableCorrupt) || ids.status().is(Error::kTableTooNew)) << record;
      }
    }
  }
}

}  // namespace
}  // namespace sheaf
