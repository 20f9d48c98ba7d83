// Status: the outcome of a call. OK, or one kind of error from errors.def with the fields of its text and, for errors
// in a text the caller gave (JSON, a path, an expression), the byte offset in that text. Owns what it holds; may be
// copied and moved between threads; one object is used by one thread at a time.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf {

// The numbers of the C ABI's sheaf_status.
enum class StatusCode : int32_t {
#define SHEAF_STATUS(NAME, VALUE) k##NAME = VALUE,
#include "engine/base/errors.def"
};

// The kinds of failure.
enum class Error : uint16_t {
#define SHEAF_ERROR(ID, STATUS, RETRYABLE, AWS_NAME, NATIVE_TEXT, AWS_TEXT) k##ID,
#include "engine/base/errors.def"
};

// "SHEAF_CONFLICT" for kCONFLICT; "SHEAF_UNKNOWN_STATUS" for a number that is no status. Static.
const char* status_name(int32_t code);

class [[nodiscard]] Status {
 public:
  Status() = default;
  explicit Status(Error error, std::initializer_list<std::string_view> fields = {});
  Status(const Status& other);
  Status& operator=(const Status& other);
  Status(Status&&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;
  ~Status() = default;

  // The same error with the byte offset it was found at. Must not be called on OK.
  Status at(size_t offset) &&;

  bool ok() const { return rep_ == nullptr; }
  bool is(Error error) const { return rep_ != nullptr && rep_->error == error; }
  Error error() const { return rep_->error; }  // must not be called on OK
  StatusCode code() const;
  bool is_retryable() const;
  int64_t offset() const { return rep_ == nullptr ? -1 : rep_->offset; }
  std::string_view field(size_t number) const;  // "" when there is none; lives as long as the status
  std::string message() const;                  // one line, "" when OK
  std::string aws_message() const;  // DynamoDB's text
  const char* aws_name() const;     // DynamoDB's exception name, "" when OK

 private:
  struct Rep {
    Error error;
    int64_t offset = -1;
    std::vector<std::string> fields;
  };
  std::unique_ptr<Rep> rep_;
};

}  // namespace sheaf

// Leaves the calling function with the error when `expression` (a Status) is not OK.
#define SHEAF_RETURN_IF_ERROR(expression)                                                        \
  do {                                                                                           \
    if (::sheaf::Status sheaf_status_ = (expression); !sheaf_status_.ok()) return sheaf_status_; \
  } while (false)
