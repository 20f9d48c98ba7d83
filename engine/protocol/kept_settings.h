// What is kept of a table's definition for DynamoDB's sake (TableDef::kept_json) and means nothing to the engine: billing, throughput,
// tags, time to live. A native definition may have put anything there, so a member of another form than DynamoDB's counts as
// absent. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/status.h"
#include "engine/item/json_tree.h"

namespace sheaf::protocol {

// The member of that name and kind; null when there is none, or no object.
const JsonNode* find_of_kind(const JsonNode* object, std::string_view name, JsonNode::Kind kind);
// Its text, "" when there is none.
std::string_view text_of(const JsonNode* object, std::string_view name);
// Whether it is there and true.
bool truth_of(const JsonNode* object, std::string_view name);

// Puts the member in the place of the one of that name, or behind all others.
void set_json_member(std::string_view name, JsonNode value, JsonNode* object);
void erase_json_member(std::string_view name, JsonNode* object);

// ---- billing ----

// A table whose definition says nothing of the kind is paid for by request: nothing here is limited.
bool is_paid_by_request(const JsonNode& kept);

struct Throughput {
  uint64_t read_units = 0;
  uint64_t write_units = 0;

  bool operator==(const Throughput&) const = default;
};

// Of a table's or an index's kept members; zeros when none is provisioned.
Throughput throughput_of(const JsonNode* kept);

// Records another throughput, and when it was raised or lowered. `now_ms` is the time of day.
void set_throughput(const Throughput& throughput, int64_t now_ms, JsonNode* kept);

// How often it was lowered on the day (UTC) of `now_ms`.
uint64_t decreases_today(const JsonNode* kept, int64_t now_ms);

// What is kept of the global index of that name; null when there is nothing.
const JsonNode* kept_of_index(const JsonNode& kept, std::string_view index);
JsonNode* kept_of_index(std::string_view index, JsonNode* kept);

// ---- tags ----

// Pairs {"Key":..,"Value":..}; a later one of a key replaces an earlier one. Errors: Parameters, for more than 50 in the end and for
// keys that are AWS's own.
Status add_tags(const JsonNode& tags, JsonNode* kept);
void remove_tag(std::string_view key, JsonNode* kept);

// ---- time to live ----

struct TimeToLive {
  std::string attribute;
  bool is_enabled = false;
};

TimeToLive time_to_live_of(const JsonNode& kept);

// Errors: Parameters, when that would change nothing, when another attribute is in use, and within an hour of the last change.
Status set_time_to_live(const TimeToLive& wanted, int64_t now_ms, JsonNode* kept);

}  // namespace sheaf::protocol
