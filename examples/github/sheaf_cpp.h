// What the example needs of C++ around <sheaf.h>: handles that free themselves, items, and what came of a request. It
// is no part of Sheaf: copy it and make it yours. One thread.
#pragma once

#include <sheaf.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace github {

struct Free {
  void operator()(sheaf_db* db) const { sheaf_db_free(db); }
  void operator()(sheaf_table* table) const { sheaf_table_close(table); }
  void operator()(sheaf_stmt* stmt) const { sheaf_stmt_free(stmt); }
  void operator()(sheaf_item* item) const { sheaf_item_free(item); }
  void operator()(sheaf_buf* buf) const { sheaf_buf_free(buf); }
  void operator()(sheaf_error* error) const { sheaf_error_free(error); }
};

template <class T>
using Handle = std::unique_ptr<T, Free>;

inline sheaf_bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

inline std::string_view text_of(sheaf_bytes bytes) { return {reinterpret_cast<const char*>(bytes.data), bytes.size}; }

inline sheaf_value value_of(std::string_view text) { return {SHEAF_STRING, 0, bytes_of(text)}; }

// What came of a request, in the words of the application: only kFailed is for an operator, all others are answers that
// a user can be given.
enum class Code {
  kDone,
  kExists,    // it is there already: a name is taken, a repo is starred, a reaction given
  kNotFound,  // what was asked for, or what is written about, is not there
  kFull,      // no more of this kind are allowed
  kInvalid,   // a name that cannot be one
  kFailed,    // everything else: `status` and `message` are Sheaf's
};

struct Outcome {
  Code code = Code::kDone;
  sheaf_status status = SHEAF_OK;
  std::string message = {};

  explicit operator bool() const { return code == Code::kDone; }
};

// The outcome of a call whose negative statuses are failures, with the message of the slot.
Outcome outcome_of(sheaf_status status, const sheaf_error* error);

// An item that we own: one to be written, one that was read, or the values of a statement (":v"). The first attribute
// that could not be set is remembered, and the write that the item is given to answers it.
class Item {
 public:
  Item();

  // From a document in JSON's PLAIN dialect.
  static Outcome parse(std::string_view json, Item* out);

  Item& set(std::string_view name, std::string_view text);
  Item& set(std::string_view name, uint64_t number);
  // A container, or anything else, by its DynamoDB JSON: {"M":{}}.
  Item& set_json(std::string_view name, std::string_view value);

  bool has(std::string_view name) const;
  void clear();

  const Outcome& outcome() const { return outcome_; }
  operator const sheaf_item*() const { return item_.get(); }
  sheaf_item* get() { return item_.get(); }

 private:
  void set_value(std::string_view name, const sheaf_value& value);

  Handle<sheaf_item> item_;
  Outcome outcome_;
};

// The values of a counter, {":one":1}.
Item one();

// Reading an item: an Item, or a row of an answer. `path` is a document path ("PaymentPlan.Plan"). What is not there,
// or of another type, is "" and 0.
std::string_view text_at(const sheaf_item* item, const char* path);  // borrowed from the item
uint64_t number_at(const sheaf_item* item, const char* path);
uint32_t count_at(const sheaf_item* item, const char* path);  // members of a list, map or set
std::string json_of(const sheaf_item* item, uint32_t dialect = SHEAF_JSON_PLAIN);

}  // namespace github
