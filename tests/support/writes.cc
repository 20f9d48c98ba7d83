#include "tests/support/writes.h"

#include <gtest/gtest.h>

namespace sheaf::test {
namespace {

std::optional<std::string> text_of(const AlignedBuffer& image) {
  if (image.view().empty()) return std::nullopt;
  return json_of_stored(image.view());
}

// Prepares and binds, then calls `write` with the request.
template <typename Write>
Written run(const TestTable& table, StatementKind kind, const Terms& terms, Write write) {
  Written written;
  Ask ask{.kind = kind};
  ask.update = terms.update;
  ask.condition = terms.condition;
  ask.names = terms.names;
  const auto statement = prepare(table, ask);
  if (!statement.ok()) return {statement.status(), {}, {}};
  if (Status bound = bind_json(statement->get(), terms.values); !bound.ok()) return {std::move(bound), {}, {}};
  const auto write_terms = (*statement)->write_terms();
  if (!write_terms.ok()) return {write_terms.status(), {}, {}};
  AlignedBuffer old_image;
  AlignedBuffer new_image;
  Database::WriteRequest request;
  request.table = &table.handle();
  request.terms = *write_terms;
  request.old_image = &old_image;
  request.new_image = kind == StatementKind::kUpdate ? &new_image : nullptr;
  request.parts = terms.parts;
  const Result<ActionResult> result = write(request);
  if (!result.ok()) {
    written.status = result.status();
    if (written.status.is(Error::kConditionFailed)) written.old_image = text_of(old_image);
    return written;
  }
  EXPECT_EQ(result->had_old_image, !old_image.view().empty());
  EXPECT_EQ(kind == StatementKind::kUpdate && result->has_new_image, !new_image.view().empty());
  written.old_image = text_of(old_image);
  written.new_image = text_of(new_image);
  return written;
}

}  // namespace

Written update(const TestTable& table, const std::vector<Value>& key, const Terms& terms) {
  return run(table, StatementKind::kUpdate, terms,
             [&](const auto& request) { return table.database().update(request, views_of(key)); });
}

Written put_if(const TestTable& table, std::string_view item_json, const Terms& terms) {
  const TestItem item(item_json);
  return run(table, StatementKind::kCondition, terms,
             [&](const auto& request) { return table.database().put(request, item.view()); });
}

Written erase_if(const TestTable& table, const std::vector<Value>& key, const Terms& terms) {
  return run(table, StatementKind::kCondition, terms,
             [&](const auto& request) { return table.database().erase(request, views_of(key)); });
}

}  // namespace sheaf::test
