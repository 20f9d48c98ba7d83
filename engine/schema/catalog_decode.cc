#include <map>
#include <set>

#include "engine/schema/catalog_record.h"
#include "engine/schema/json_make.h"
#include "engine/schema/json_place.h"
#include "engine/schema/words.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

constexpr MemberRule kIdsMembers[] = {
    {"format", Kind::kNumber},
    {"next_table_id", Kind::kNumber},
    {"next_derivation_id", Kind::kNumber},
};

constexpr MemberRule kTableMembers[] = {
    {"format", Kind::kNumber},     {"requires", Kind::kArray},    {"id", Kind::kNumber},    {"name", Kind::kString},
    {"uuid", Kind::kString},       {"created_ms", Kind::kNumber}, {"state", Kind::kString}, {"key", Kind::kObject},
    {"derivations", Kind::kArray}, {"limits", Kind::kObject},     {"model", Kind::kNull},   {"kept", Kind::kObject},
};

constexpr MemberRule kDerivationMembers[] = {
    {"id", Kind::kNumber},  {"kind", Kind::kString},       {"name", Kind::kString},
    {"key", Kind::kObject}, {"projection", Kind::kObject}, {"state", Kind::kString},
};

constexpr MemberRule kKeyMembers[] = {{"partition", Kind::kArray}, {"sort", Kind::kArray}};
constexpr MemberRule kPartMembers[] = {{"name", Kind::kString}, {"type", Kind::kString}, {"source", Kind::kObject}};
constexpr MemberRule kSourceMembers[] = {{"attribute", Kind::kString}};
constexpr MemberRule kProjectionMembers[] = {{"kind", Kind::kString}, {"non_key_attributes", Kind::kArray}};

struct PartBounds {
  size_t min = 0;
  size_t max = 0;
};

Status check_count(const Place& list, PartBounds bounds) {
  if (list.size() >= bounds.min && list.size() <= bounds.max) return {};
  return list.fault(std::to_string(list.size()) + " parts; " + std::to_string(bounds.min) + " to " +
                    std::to_string(bounds.max) + " are possible");
}

Result<uint64_t> read_id(const Place& place) {
  SHEAF_ASSIGN_OR_RETURN(const uint64_t id, place.whole_number());
  return id > 0 ? Result<uint64_t>(id) : place.fault("an id is never 0");
}

template <typename T, size_t N>
Result<T> read_state(const Place& place, const Word<T> (&words)[N]) {
  if (const auto state = find_word(words, place.text())) return *state;
  return place.fault(quoted(place.text()) + " is no state");
}

// Reads one record. `name` must outlive it.
class RecordReader {
 public:
  explicit RecordReader(std::string_view name) : name_(name) {
    make_fault_ = [name](std::string_view path, std::string_view text, size_t) {
      const std::string where = path.empty() ? std::string() : std::string(path) + ": ";
      return Status(Error::kTableCorrupt, {shown(name), where + std::string(text)});
    };
  }

  // The record's tree, once its format is known to be this version's.
  Result<JsonNode> open(std::string_view record) const {
    auto root = parse_json_tree(record);
    if (!root.ok()) {
      const std::string where = " at byte " + std::to_string(root.status().offset());
      return make_fault_("", root.status().message() + where, 0);
    }
    const Place place(*root, "", make_fault_);
    SHEAF_RETURN_IF_ERROR(place.expect(Kind::kObject));
    if (!place.has("format")) return place.member_fault("format", "a required member is missing");
    SHEAF_ASSIGN_OR_RETURN(const uint64_t format, place.member("format").whole_number());
    if (format < kCatalogFormat) return place.member_fault("format", "is not of this file format");
    if (format > kCatalogFormat) return too_new("format " + std::to_string(format));
    return root;
  }

  Result<CatalogIds> read_ids(const JsonNode& root) const {
    const Place place(root, "", make_fault_);
    SHEAF_RETURN_IF_ERROR(place.check_members(kIdsMembers));
    CatalogIds ids;
    SHEAF_ASSIGN_OR_RETURN(ids.next_table_id, read_id(place.member("next_table_id")));
    SHEAF_ASSIGN_OR_RETURN(ids.next_derivation_id, read_id(place.member("next_derivation_id")));
    return ids;
  }

  Result<TableDef> read_table(const JsonNode& root) {
    const Place place(root, "", make_fault_);
    SHEAF_RETURN_IF_ERROR(check_known(place));
    SHEAF_RETURN_IF_ERROR(place.check_members(kTableMembers));
    SHEAF_ASSIGN_OR_RETURN(table_.id, read_id(place.member("id")));
    if (place.text_of("name") != name_) {
      return place.member_fault("name", "another name stands inside: " + quoted(place.text_of("name")));
    }
    if (!is_resource_name(name_)) return place.member_fault("name", quoted(name_) + " is no table name");
    table_.name = name_;
    table_.uuid = place.text_of("uuid");
    if (table_.uuid.empty()) return place.member_fault("uuid", "the uuid is empty");
    SHEAF_ASSIGN_OR_RETURN(const uint64_t created_ms, place.member("created_ms").whole_number(INT64_MAX));
    table_.created_ms = static_cast<int64_t>(created_ms);
    SHEAF_ASSIGN_OR_RETURN(table_.state, read_state(place.member("state"), kTableStateWords));
    if ((table_.state == TableState::kLoading) != (place.member("requires").size() == 1)) {
      return place.member_fault("requires", "names loading exactly while the table is LOADING");
    }
    SHEAF_ASSIGN_OR_RETURN(table_.key, read_key(place.member("key"), {1, 1}, {0, 1}));
    const Place derivations = place.member("derivations");
    for (size_t i = 0; i < derivations.size(); ++i) {
      SHEAF_RETURN_IF_ERROR(read_derivation(derivations.item(i)));
    }
    table_.kept_json = print_json(place.member("kept").node());
    return std::move(table_);
  }

 private:
  Status too_new(std::string_view what) const { return Status(Error::kTableTooNew, {shown(name_), what}); }

  // What only a newer version writes is refused by name before the rest is judged.
  Status check_known(const Place& root) const {
    if (const JsonNode* requirements = root.node().find("requires"); requirements != nullptr) {
      for (const JsonNode& entry : requirements->items) {
        if (entry.kind != Kind::kString) return root.member_fault("requires", "an entry is no string");
        if (entry.text != kRequiresLoading) return too_new(quoted(entry.text));
      }
    }
    if (const JsonNode* limits = root.node().find("limits"); limits != nullptr && !limits->members.empty()) {
      return too_new("the limit " + quoted(limits->members.front().name));
    }
    return root.has("model") && root.member("model").node().kind == Kind::kObject ? too_new("a model") : Status();
  }

  Result<KeySchema> read_key(const Place& place, PartBounds partition, PartBounds sort) {
    SHEAF_RETURN_IF_ERROR(place.check_members(kKeyMembers));
    SHEAF_RETURN_IF_ERROR(check_count(place.member("partition"), partition));
    SHEAF_RETURN_IF_ERROR(check_count(place.member("sort"), sort));
    KeySchema key;
    std::set<std::string> names;
    SHEAF_RETURN_IF_ERROR(read_parts(place.member("partition"), &names, &key.partition));
    SHEAF_RETURN_IF_ERROR(read_parts(place.member("sort"), &names, &key.sort));
    return key;
  }

  // `names` are those of the same key so far.
  Status read_parts(const Place& list, std::set<std::string>* names, std::vector<KeyPart>* parts) {
    for (size_t i = 0; i < list.size(); ++i) {
      const Place place = list.item(i);
      SHEAF_ASSIGN_OR_RETURN(KeyPart part, read_part(place));
      if (!names->insert(part.name).second) {
        return place.member_fault("name", "the attribute stands twice in one key");
      }
      if (types_.emplace(part.name, part.type).first->second != part.type) {
        return place.member_fault("type", "another key of the table gives the attribute another type");
      }
      parts->push_back(std::move(part));
    }
    return {};
  }

  Result<KeyPart> read_part(const Place& place) const {
    SHEAF_RETURN_IF_ERROR(place.check_members(kPartMembers));
    const std::string_view name = place.text_of("name");
    if (!is_schema_attribute_name(name)) {
      return place.member_fault("name", "a key attribute has 1 to 255 bytes");
    }
    const auto type = find_word(kKeyTypeWords, place.text_of("type"));
    if (!type) return place.member_fault("type", quoted(place.text_of("type")) + " is no key type");
    const Place source = place.member("source");
    for (const JsonMember& member : source.node().members) {
      if (member.name != "attribute") return too_new("the key source " + quoted(member.name));
    }
    SHEAF_RETURN_IF_ERROR(source.check_members(kSourceMembers));
    if (source.text_of("attribute") != name) return source.fault("the attribute is not the part's name");
    return KeyPart{std::string(name), *type};
  }

  Status read_derivation(const Place& place) {
    SHEAF_RETURN_IF_ERROR(place.expect(Kind::kObject));
    IndexDef index;
    if (place.has("kind") && place.member("kind").node().kind == Kind::kString) {
      const auto kind = find_word(kIndexKindWords, place.text_of("kind"));
      if (!kind) return too_new("the derivation kind " + quoted(place.text_of("kind")));
      index.kind = *kind;
    }
    SHEAF_RETURN_IF_ERROR(place.check_members(kDerivationMembers));
    SHEAF_ASSIGN_OR_RETURN(index.id, read_id(place.member("id")));
    index.name = place.text_of("name");
    if (!is_resource_name(index.name)) {
      return place.member_fault("name", quoted(index.name) + " is no index name");
    }
    for (const IndexDef& other : table_.indexes) {
      if (other.id == index.id) return place.member_fault("id", "two derivations have the same id");
      if (other.name == index.name) return place.member_fault("name", "two derivations have the same name");
    }
    const bool is_local = index.kind == IndexKind::kLocal;
    const PartBounds partition = is_local ? PartBounds{1, 1} : PartBounds{1, kMaxIndexKeyParts};
    const PartBounds sort = is_local ? PartBounds{1, 1} : PartBounds{0, kMaxIndexKeyParts};
    SHEAF_ASSIGN_OR_RETURN(index.key, read_key(place.member("key"), partition, sort));
    if (is_local && (table_.key.sort.empty() || index.key.partition[0].name != table_.key.partition[0].name)) {
      return place.member_fault("key", "a local index shares the partition of a table that has a sort key");
    }
    SHEAF_ASSIGN_OR_RETURN(index.projection, read_projection(place.member("projection")));
    SHEAF_ASSIGN_OR_RETURN(index.state, read_state(place.member("state"), kIndexStateWords));
    table_.indexes.push_back(std::move(index));
    return {};
  }

  // How many names there may be is a rule for definitions; a record that holds more is not damaged.
  Result<Projection> read_projection(const Place& place) const {
    SHEAF_RETURN_IF_ERROR(place.check_members(kProjectionMembers));
    const auto kind = find_word(kProjectionWords, place.text_of("kind"));
    if (!kind) return too_new("the projection kind " + quoted(place.text_of("kind")));
    Projection projection;
    projection.kind = *kind;
    const Place names = place.member("non_key_attributes");
    if (names.node().items.empty() != (*kind != ProjectionKind::kInclude)) {
      return names.fault("only a projection of kind INCLUDE names attributes");
    }
    std::set<std::string_view> seen;
    for (size_t i = 0; i < names.size(); ++i) {
      const Place name = names.item(i);
      SHEAF_RETURN_IF_ERROR(name.expect(Kind::kString));
      if (!is_schema_attribute_name(name.text())) {
        return name.fault("the name of an attribute has 1 to 255 bytes");
      }
      if (!seen.insert(name.text()).second) return name.fault("the attribute stands twice");
      projection.non_key_attributes.emplace_back(name.text());
    }
    return projection;
  }

  std::string_view name_;
  MakeFault make_fault_;
  TableDef table_;
  std::map<std::string, Type> types_;  // of every key attribute so far
};

}  // namespace

Result<CatalogIds> decode_catalog_ids(std::string_view record) {
  const RecordReader reader(kCatalogIdsKey);
  SHEAF_ASSIGN_OR_RETURN(const JsonNode root, reader.open(record));
  return reader.read_ids(root);
}

Result<TableDef> decode_catalog_record(std::string_view name, std::string_view record) {
  RecordReader reader(name);
  SHEAF_ASSIGN_OR_RETURN(const JsonNode root, reader.open(record));
  return reader.read_table(root);
}

}  // namespace sheaf
