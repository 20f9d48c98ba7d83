#include "engine/item/type.h"

namespace sheaf {

const char* type_tag(Type type) {
  switch (type) {
    case Type::kNone:
      return "";
    case Type::kNull:
      return "NULL";
    case Type::kBool:
      return "BOOL";
    case Type::kNumber:
      return "N";
    case Type::kString:
      return "S";
    case Type::kBinary:
      return "B";
    case Type::kList:
      return "L";
    case Type::kMap:
      return "M";
    case Type::kStringSet:
      return "SS";
    case Type::kNumberSet:
      return "NS";
    case Type::kBinarySet:
      return "BS";
  }
  return "";  // A number that is no type, cast from damaged bytes.
}

}  // namespace sheaf
