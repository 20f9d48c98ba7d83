// Result<T>: a value, or the Status that says why there is none. Same thread rule as the value's own.
#pragma once

#include <cassert>
#include <optional>
#include <utility>

#include "engine/base/status.h"

namespace sheaf {

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor): returning a T is the point
  Result(Status status) : status_(std::move(status)) { assert(!status_.ok()); }  // NOLINT(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  const Status& status() const& { return status_; }
  Status status() && { return std::move(status_); }

  // These must not be called when !ok().
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return *std::move(value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace sheaf

#define SHEAF_CONCAT_INNER(a, b) a##b
#define SHEAF_CONCAT(a, b) SHEAF_CONCAT_INNER(a, b)

// `SHEAF_ASSIGN_OR_RETURN(auto x, f());` leaves the calling function with the error when f() gives none.
#define SHEAF_ASSIGN_OR_RETURN(declaration, expression) \
  SHEAF_ASSIGN_OR_RETURN_INNER(SHEAF_CONCAT(sheaf_result_, __LINE__), declaration, expression)
#define SHEAF_ASSIGN_OR_RETURN_INNER(result, declaration, expression) \
  auto result = (expression);                                         \
  if (!result.ok()) return std::move(result).status();                \
  declaration = *std::move(result)
