#include "engine/protocol/kept_settings.h"

#include <algorithm>
#include <charconv>

#include "engine/protocol/expressions.h"
#include "engine/schema/definition_kept.h"
#include "engine/schema/describe_parts.h"
#include "engine/schema/json_make.h"

namespace sheaf::protocol {
namespace {

using Kind = JsonNode::Kind;

constexpr std::string_view kThroughput = "ProvisionedThroughput";
constexpr std::string_view kDecreases = "NumberOfDecreasesToday";
constexpr std::string_view kLastIncrease = "LastIncreaseDateTime";
constexpr std::string_view kLastDecrease = "LastDecreaseDateTime";
constexpr std::string_view kTags = "Tags";
constexpr size_t kMaxTags = 50;
constexpr std::string_view kTimeToLive = "TimeToLive";
constexpr std::string_view kChangedAt = "ChangedDateTime";
constexpr int64_t kTimeToLiveRestMs = 60 * 60 * 1000;
constexpr int64_t kDaySeconds = 24 * 60 * 60;

// The whole part of a number that is not below 0 and has no exponent; 0 for any other.
uint64_t whole_number_of(const JsonNode* object, std::string_view name) {
  const JsonNode* const node = find_of_kind(object, name, Kind::kNumber);
  if (node == nullptr || node->text.find_first_of("eE") != std::string::npos) return 0;
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(node->text.data(), node->text.data() + node->text.size(), number);
  return error == std::errc() ? number : 0;
}

JsonNode* find_member(std::string_view name, JsonNode* object) {
  for (JsonMember& member : object->members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

// The list of tags, made or put into order where it has another form.
JsonNode* tags_of(JsonNode* kept) {
  if (find_of_kind(kept, kTags, Kind::kArray) == nullptr) set_json_member(kTags, make_json(Kind::kArray), kept);
  return find_member(kTags, kept);
}

void remove_from(std::string_view key, JsonNode* tags) {
  std::erase_if(tags->items, [key](const JsonNode& tag) {
    const JsonNode* const own = find_of_kind(&tag, "Key", Kind::kString);
    return own == nullptr || own->text == key;
  });
}

}  // namespace

const JsonNode* find_of_kind(const JsonNode* object, std::string_view name, Kind kind) {
  if (object == nullptr || object->kind != Kind::kObject) return nullptr;
  const JsonNode* const node = object->find(name);
  return node == nullptr || node->kind != kind ? nullptr : node;
}

std::string_view text_of(const JsonNode* object, std::string_view name) {
  const JsonNode* const node = find_of_kind(object, name, Kind::kString);
  return node == nullptr ? std::string_view() : node->text;
}

bool truth_of(const JsonNode* object, std::string_view name) {
  const JsonNode* const node = find_of_kind(object, name, Kind::kBool);
  return node != nullptr && node->truth;
}

void set_json_member(std::string_view name, JsonNode value, JsonNode* object) {
  JsonNode* const place = find_member(name, object);
  if (place == nullptr) {
    add_json_member(name, std::move(value), object);
  } else {
    *place = std::move(value);
  }
}

void erase_json_member(std::string_view name, JsonNode* object) {
  std::erase_if(object->members, [name](const JsonMember& member) { return member.name == name; });
}

bool is_paid_by_request(const JsonNode& kept) {
  const std::string_view mode = text_of(&kept, "BillingMode");
  if (mode == "PAY_PER_REQUEST" || mode == "PROVISIONED") return mode == "PAY_PER_REQUEST";
  return find_of_kind(&kept, kThroughput, Kind::kObject) == nullptr;
}

Throughput throughput_of(const JsonNode* kept) {
  const JsonNode* const node = find_of_kind(kept, kThroughput, Kind::kObject);
  return {whole_number_of(node, "ReadCapacityUnits"), whole_number_of(node, "WriteCapacityUnits")};
}

uint64_t decreases_today(const JsonNode* kept, int64_t now_ms) {
  const JsonNode* const node = find_of_kind(kept, kThroughput, Kind::kObject);
  const auto last_day = static_cast<int64_t>(whole_number_of(node, kLastDecrease)) / kDaySeconds;
  return last_day == now_ms / 1000 / kDaySeconds ? whole_number_of(node, kDecreases) : 0;
}

void set_throughput(const Throughput& throughput, int64_t now_ms, JsonNode* kept) {
  const Throughput before = throughput_of(kept);
  const uint64_t decreases = decreases_today(kept, now_ms);
  const JsonNode* const old_node = find_of_kind(kept, kThroughput, Kind::kObject);
  JsonNode node = old_node == nullptr ? make_json(Kind::kObject) : *old_node;
  set_json_member("ReadCapacityUnits", make_json_number(throughput.read_units), &node);
  set_json_member("WriteCapacityUnits", make_json_number(throughput.write_units), &node);
  if (throughput.read_units > before.read_units || throughput.write_units > before.write_units) {
    set_json_member(kLastIncrease, make_json_number(seconds_text(now_ms)), &node);
  }
  if (throughput.read_units < before.read_units || throughput.write_units < before.write_units) {
    set_json_member(kLastDecrease, make_json_number(seconds_text(now_ms)), &node);
    set_json_member(kDecreases, make_json_number(decreases + 1), &node);
  }
  set_json_member(kThroughput, std::move(node), kept);
}

const JsonNode* kept_of_index(const JsonNode& kept, std::string_view index) {
  return find_of_kind(find_of_kind(&kept, kKeptOfIndexes, Kind::kObject), index, Kind::kObject);
}

JsonNode* kept_of_index(std::string_view index, JsonNode* kept) {
  JsonNode* const indexes = kept_indexes_of(kept);
  if (find_member(index, indexes) == nullptr) add_json_member(index, make_json(Kind::kObject), indexes);
  return find_member(index, indexes);
}

Status add_tags(const JsonNode& tags, JsonNode* kept) {
  JsonNode* const list = tags_of(kept);
  for (const JsonNode& tag : tags.items) {
    const std::string_view key = text_of(&tag, "Key");
    if (key.starts_with("aws:")) {
      return invalid_parameter("Tag keys must not begin with aws:");
    }
    remove_from(key, list);
    list->items.push_back(tag);
  }
  if (list->items.size() <= kMaxTags) return {};
  return invalid_parameter("The number of tags exceeds the limit of " + std::to_string(kMaxTags));
}

void remove_tag(std::string_view key, JsonNode* kept) { remove_from(key, tags_of(kept)); }

TimeToLive time_to_live_of(const JsonNode& kept) {
  const JsonNode* const node = find_of_kind(&kept, kTimeToLive, Kind::kObject);
  return {std::string(text_of(node, "AttributeName")), truth_of(node, "Enabled")};
}

Status set_time_to_live(const TimeToLive& wanted, int64_t now_ms, JsonNode* kept) {
  const TimeToLive now = time_to_live_of(*kept);
  if (now.is_enabled && now.attribute != wanted.attribute) {
    return parameter_fault("TimeToLive is active on a different AttributeName: current AttributeName is " +
                           now.attribute);
  }
  if (now.is_enabled == wanted.is_enabled) {
    return parameter_fault(wanted.is_enabled ? "TimeToLive is already enabled" : "TimeToLive is already disabled");
  }
  const JsonNode* const old_node = find_of_kind(kept, kTimeToLive, Kind::kObject);
  const auto changed_ms = static_cast<int64_t>(whole_number_of(old_node, kChangedAt)) * 1000;
  if (old_node != nullptr && now_ms >= changed_ms && now_ms - changed_ms < kTimeToLiveRestMs) {
    return parameter_fault("Time to live has been modified multiple times within a fixed interval");
  }
  JsonNode node = make_json(Kind::kObject);
  add_json_member("AttributeName", make_json_text(wanted.attribute), &node);
  add_json_member("Enabled", make_json_truth(wanted.is_enabled), &node);
  add_json_member(kChangedAt, make_json_number(seconds_text(now_ms)), &node);
  set_json_member(kTimeToLive, std::move(node), kept);
  return {};
}

}  // namespace sheaf::protocol
