#include "engine/write/write_checks.h"

#include "engine/read/key_paths.h"

namespace sheaf {
namespace {

Status check_update(const OpenTable& table, const UpdateExpression& update) {
  for (const DocumentPath& target : update.targets()) {
    const std::string& name = target.attribute();
    if (has_part(table.def().key, name)) return Status(Error::kUpdateOfKey, {name}).at(target.offset());
  }
  SHEAF_RETURN_IF_ERROR(check_key_scalars(table.def(), update.targets()));
  return check_key_scalars(table.def(), update.sources());
}

}  // namespace

Status check_write_paths(const OpenTable& table, const WriteTerms& terms) {
  if (terms.update != nullptr) SHEAF_RETURN_IF_ERROR(check_update(table, *terms.update));
  return terms.condition != nullptr ? check_key_scalars(table.def(), terms.condition->paths()) : Status();
}

}  // namespace sheaf
