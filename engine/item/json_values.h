// JsonValues: reads what a JsonReader stands on as attribute values, in either dialect (json.h).
//
// Two ways to meet a value that breaks a rule of values (an empty set, a malformed number, nesting, no type): documents end there
// with the error; requests go on, because DynamoDB tells what is wrong with the JSON of the whole request before it tells what is
// wrong with a value. Requests are also read as DynamoDB reads them where documents are stricter: members that name no type are
// passed over, and null stands for a member that is absent. One thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/item/json.h"
#include "engine/item/json_reader.h"
#include "engine/item/value.h"

namespace sheaf {

// A value that was read: strings stay in the reader, which must not open another text while they are used.
struct ParsedValue {
  Type type = Type::kNone;
  std::string_view text;  // kString; of kNumber, as it was written
  std::string data;       // all types but kString, in the stored form

  ValueView view() const { return {type, type == Type::kString ? text : std::string_view(data)}; }
};

struct ParsedAttribute {
  JsonName name;
  ParsedValue value;

  AttributeView view() const { return {name.name, value.view()}; }
};

class JsonValues {
 public:
  enum class Source : uint8_t { kDocument, kRequest };

  JsonValues(JsonDialect dialect, Source source, JsonReader* reader)
      : dialect_(dialect), source_(source), reader_(*reader) {}

  // The value that the reader stands on. Errors: the reader's, JsonKind, Base64, NameDuplicate; of documents also those that fault
  // tells of requests.
  Status read(ParsedValue* out) { return read_value(1, out); }

  // The attributes of the object that the reader stands on, each name once.
  Status read_attributes(std::vector<ParsedAttribute>* out);

  // Of a request: the first rule of values that was broken; values that were read since mean nothing. ValueNoType, ValueTwoTypes,
  // NullFalse, NameEmpty, NameTooLong, TooDeep, the number and set errors.
  const Status& fault() const { return fault_; }
  // By read_attributes: the attribute that it is in.
  size_t fault_attribute() const { return fault_attribute_; }

 private:
  bool is_request() const { return source_ == Source::kRequest; }
  Status refuse(Status status, size_t offset, ParsedValue* out);
  Status read_value(int level, ParsedValue* out);
  Status read_tagged(int level, ParsedValue* out);
  Status read_tags_of_request(int level, ParsedValue* out);
  Status read_payload(Type type, int level, ParsedValue* out);
  Status read_plain(int level, ParsedValue* out);
  Status read_null(ParsedValue* out);
  Status read_bool(ParsedValue* out);
  Status read_number(JsonNode::Kind kind, ParsedValue* out);
  Status read_string(ParsedValue* out);
  Status read_binary(ParsedValue* out);
  Status read_list(int level, ParsedValue* out);
  Status read_map(int level, ParsedValue* out);
  Status read_set(Type type, int level, ParsedValue* out);
  Status read_members(int level, std::vector<ParsedAttribute>* out);
  Status read_name(JsonName* out);
  static Status check_names(const std::vector<ParsedAttribute>& attributes);

  const JsonDialect dialect_;
  const Source source_;
  JsonReader& reader_;
  Status fault_;
  size_t fault_attribute_ = 0;
};

}  // namespace sheaf
