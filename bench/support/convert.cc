#include "bench/support/convert.h"

#include <array>
#include <cstdlib>

#include "engine/item/container.h"

namespace sheaf::bench {
namespace {

// The workload's containers are small and hold scalars only; so no memory is taken for them here.
constexpr size_t kMostMembers = 8;

// The workload makes legal items only, so a refusal is a mistake in this program.
void require(const Status& status) {
  if (!status.ok()) std::abort();
}

}  // namespace

Value stored_value(const Field& field) {
  if (!is_container(field.type)) return {field.type, field.data};
  const size_t count = field.members.size();
  std::array<AttributeView, kMostMembers> members;
  std::array<ValueView, kMostMembers> values;
  std::array<std::string_view, kMostMembers> data;
  if (count > kMostMembers) std::abort();
  for (size_t i = 0; i < count; ++i) {
    const Field& member = field.members[i];
    if (is_container(member.type)) std::abort();
    values[i] = {member.type, member.data};
    members[i] = {member.name, values[i]};
    data[i] = member.data;
  }
  if (field.type == Type::kList) return make_list({values.data(), count});
  auto built =
      field.type == Type::kMap ? make_map({members.data(), count}) : make_set(field.type, {data.data(), count});
  require(built.status());
  return *std::move(built);
}

void build_item(const Document& document, ItemBuilder* builder) {
  builder->clear();
  for (const Field& field : document.fields) {
    // Without set's checks of names: the yardstick has none either.
    if (is_container(field.type)) {
      builder->append({field.name, stored_value(field).view()});
    } else {
      builder->append({field.name, {field.type, field.data}});
    }
  }
}

}  // namespace sheaf::bench
