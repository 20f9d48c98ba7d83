#include "engine/base/status.h"

namespace sheaf {
namespace {

struct ErrorRow {
  StatusCode code;
  bool retryable;
  const char* aws_name;
  const char* native_text;
  const char* aws_text;
};

constexpr ErrorRow kErrors[] = {
#define SHEAF_ERROR(ID, STATUS, RETRYABLE, AWS_NAME, NATIVE_TEXT, AWS_TEXT) \
  {StatusCode::k##STATUS, RETRYABLE != 0, AWS_NAME, NATIVE_TEXT, AWS_TEXT},
#include "engine/base/errors.def"
};

const ErrorRow& row_of(Error error) { return kErrors[static_cast<size_t>(error)]; }

// Replaces {0} to {9} by the fields; a field that was not given becomes "".
std::string render(std::string_view text, const std::vector<std::string>& fields) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_field =
        text[i] == '{' && i + 2 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9' && text[i + 2] == '}';
    if (!is_field) {
      out.push_back(text[i]);
      continue;
    }
    const auto index = static_cast<size_t>(text[i + 1] - '0');
    if (index < fields.size()) out.append(fields[index]);
    i += 2;
  }
  return out;
}

}  // namespace

const char* status_name(int32_t code) {
  switch (code) {
#define SHEAF_STATUS(NAME, VALUE) \
  case VALUE:                     \
    return "SHEAF_" #NAME;
#include "engine/base/errors.def"
    default:
      return "SHEAF_UNKNOWN_STATUS";
  }
}

Status::Status(Error error, std::initializer_list<std::string_view> fields) : rep_(std::make_unique<Rep>()) {
  rep_->error = error;
  rep_->fields.assign(fields.begin(), fields.end());
}

Status::Status(const Status& other) : rep_(other.rep_ ? std::make_unique<Rep>(*other.rep_) : nullptr) {}

Status& Status::operator=(const Status& other) {
  if (this != &other) rep_ = other.rep_ ? std::make_unique<Rep>(*other.rep_) : nullptr;
  return *this;
}

Status Status::at(size_t offset) && {
  rep_->offset = static_cast<int64_t>(offset);
  return std::move(*this);
}

StatusCode Status::code() const { return rep_ ? row_of(rep_->error).code : StatusCode::kOK; }
bool Status::is_retryable() const { return rep_ && row_of(rep_->error).retryable; }
const char* Status::aws_name() const { return rep_ ? row_of(rep_->error).aws_name : ""; }

std::string_view Status::field(size_t number) const {
  return rep_ != nullptr && number < rep_->fields.size() ? std::string_view(rep_->fields[number]) : std::string_view();
}

std::string Status::message() const {
  return rep_ ? render(row_of(rep_->error).native_text, rep_->fields) : std::string();
}

std::string Status::aws_message() const {
  if (!rep_) return {};
  const ErrorRow& row = row_of(rep_->error);
  return render(row.aws_text[0] != '\0' ? row.aws_text : row.native_text, rep_->fields);
}

}  // namespace sheaf
