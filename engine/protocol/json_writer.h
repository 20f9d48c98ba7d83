// JsonWriter: appends one JSON document to a string, value by value; commas and quotes are its business, nesting is the caller's. One
// thread at a time.
#pragma once

#include <string>
#include <string_view>

#include "engine/item/json_text.h"

namespace sheaf::protocol {

class JsonWriter {
 public:
  explicit JsonWriter(std::string* out) : out_(*out) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }

  // Of an object's next member; its value must follow.
  void name(std::string_view name) {
    text(name);
    out_.push_back(':');
    needs_comma_ = false;
  }

  void text(std::string_view text) { append_json_string(text, &value()); }
  void number(uint64_t number) { value() += std::to_string(number); }
  void truth(bool truth) { value() += truth ? "true" : "false"; }
  // What is JSON already.
  void json(std::string_view json) { value() += json; }

  void text_member(std::string_view member, std::string_view content) {
    name(member);
    text(content);
  }
  void number_member(std::string_view member, uint64_t content) {
    name(member);
    number(content);
  }

  // The string, ready for one value that the caller appends itself.
  std::string& value() {
    if (needs_comma_) out_.push_back(',');
    needs_comma_ = true;
    return out_;
  }

 private:
  void begin(char bracket) {
    value().push_back(bracket);
    needs_comma_ = false;
  }
  void end(char bracket) {
    out_.push_back(bracket);
    needs_comma_ = true;
  }

  std::string& out_;
  bool needs_comma_ = false;
};

}  // namespace sheaf::protocol
