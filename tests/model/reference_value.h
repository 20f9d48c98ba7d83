// Values as the model sees them: plain structs, compared and printed by value. Written without the engine's codecs, so that a mistake
// there is none here: what the two exchange is JSON text.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::model {

// A decimal number: digits before the point without leading zeros, behind it without trailing ones; zero has neither and no sign.
struct Decimal {
  bool is_negative = false;
  std::string whole;
  std::string fraction;

  bool is_zero() const { return whole.empty() && fraction.empty(); }
};

int compare(const Decimal& a, const Decimal& b);
std::string plain_text(const Decimal& number);  // "-12.5", "0.1", "0"

enum class Kind { kNull, kBool, kNumber, kString, kBinary, kList, kMap, kStringSet, kNumberSet, kBinarySet };

const char* kind_tag(Kind kind);  // "S", "NS", ...

struct RefValue {
  Kind kind = Kind::kNull;
  bool truth = false;              // kBool
  Decimal number;                  // kNumber
  std::string bytes;               // kString, kBinary
  std::vector<RefValue> members;   // of containers; sets hold no two equal ones
  std::vector<std::string> names;  // kMap: of the members, in the same order
};

// Key values of one kind: numbers by value, the others by unsigned bytes. Negative, zero or positive.
int compare_keys(const RefValue& a, const RefValue& b);

// DynamoDB's JSON in one form for all equal values: members of maps by name, of sets by value, numbers plain.
std::string canonical_json(const RefValue& value);

using RefItem = std::map<std::string, RefValue>;
std::string canonical_json(const RefItem& item);

// For texts of other forms.
std::string json_string(std::string_view text);
std::string base64(std::string_view bytes);

}  // namespace sheaf::model
