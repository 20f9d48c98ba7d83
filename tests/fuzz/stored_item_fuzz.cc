// Input: the stored bytes of an item, as a damaged disk may give them. They are no item, or a damaged one, or a sound one; no
// function may read outside them, and what verify_item takes must survive printing and parsing.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "engine/item/container.h"
#include "engine/item/json.h"
#include "engine/item/path.h"
#include "tests/fuzz/compact.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/item_properties.h"

namespace sheaf::fuzz {
namespace {

constexpr std::string_view kConditions[] = {
    "a = :n OR a.b[0].c <> :s OR size(a) > :n OR contains(a, :s)",
    "contains(a, :n) OR begins_with(b, :s) OR attribute_type(a.b, :type) OR b IN (:l, :s, a.b)",
    "a BETWEEN :n AND b AND attribute_not_exists(c[1]) OR size(c) BETWEEN :n AND :n OR a <= b OR c = a",
};
constexpr std::string_view kProjections[] = {"a", "a.b, c[1], c[0].d, pk", "a[0], a[2].b, b.a, b.b"};
constexpr std::string_view kUpdates[] = {
    "SET a = :n, b = if_not_exists(b, a) REMOVE c",
    "SET a.b = :s, c[1] = a REMOVE a.c, c[0]",
    "SET d = list_append(a, :l), e = a + :n",
    "ADD a :n DELETE b :ss",
    "ADD b :ss, a.b :ns",
    "SET a[0].b = b - a, c.d[0] = list_append(:l, c.d)",
};

// Expressions that are parsed once, with their values.
struct Expressions {
  Expressions() {
    Vocabulary vocabulary;
    for (const std::string_view text : kConditions) {
      conditions.push_back(parsed(ConditionExpression::parse(ExpressionKind::kCondition, text, &vocabulary)));
    }
    for (const std::string_view text : kProjections) {
      projections.push_back(parsed(ProjectionExpression::parse(text, &vocabulary)));
    }
    for (const std::string_view text : kUpdates) updates.push_back(parsed(UpdateExpression::parse(text, &vocabulary)));
    bind(":n", "N7;", vocabulary);
    bind(":s", "Sx;", vocabulary);
    bind(":l", "LSx;N1;]", vocabulary);
    bind(":ss", "sx;y;]", vocabulary);
    bind(":ns", "n1;2;]", vocabulary);
    bind(":type", "SL;", vocabulary);
  }

  template <typename Expression>
  static Expression parsed(Result<Expression> expression) {
    SHEAF_REQUIRE_OK(expression.status(), "the target's own expressions are right");
    return *std::move(expression);
  }

  void bind(std::string_view parameter, std::string_view compact, const Vocabulary& vocabulary) {
    values.resize(vocabulary.parameters().size());
    views.resize(values.size());
    const uint32_t slot = *vocabulary.find_parameter(parameter);
    FuzzInput input(compact);
    values[slot] = take_value(&input);
    views[slot] = values[slot].view();
  }

  std::vector<ConditionExpression> conditions;
  std::vector<ProjectionExpression> projections;
  std::vector<UpdateExpression> updates;
  std::vector<Value> values;
  std::vector<ValueView> views;
};

// A copy whose heap block ends where the bytes end, `shift` bytes behind an aligned address.
class ExactCopy {
 public:
  ExactCopy(std::string_view bytes, size_t shift)
      : block_(new char[shift + bytes.size()]), shift_(shift), size_(bytes.size()) {
    if (size_ != 0) std::memcpy(block_.get() + shift_, bytes.data(), size_);
  }
  std::string_view view() const { return {block_.get() + shift_, size_}; }

 private:
  std::unique_ptr<char[]> block_;
  size_t shift_;
  size_t size_;
};

uint32_t sum_of(std::string_view bytes) {
  uint32_t sum = 0;
  for (const char c : bytes) sum += static_cast<uint8_t>(c);
  return sum;
}

// Visits a value's members down to the deepest level, and reads every byte.
uint32_t walk(ValueView value, int level) {
  uint32_t sum = sum_of(value.data);
  if (!is_container(value.type) || level > kMaxNestingLevels) return sum;
  const auto container = ContainerView::open(value);
  if (!container.ok()) return sum;
  for (uint32_t i = 0; i < container->count(); ++i) {
    const AttributeView member = container->at(i);
    if (!member.value) break;
    sum += sum_of(member.name) + walk(member.value, level + 1);
    static_cast<void>(container->find(member.name));
  }
  return sum;
}

void check_printing(const FuzzItem& item) {
  const bool is_sound = item.soundness == Soundness::kSound;
  for (const JsonDialect dialect : {JsonDialect::kDynamoDb, JsonDialect::kPlain}) {
    std::string json;
    const Status printed = print_item_json(dialect, item.view, &json);
    SHEAF_REQUIRE(printed.ok() || (printed.is(Error::kItemCorrupt) && json.empty() && !is_sound),
                  "what is verified is printed", printed.message());
    if (!is_sound || dialect == JsonDialect::kPlain) continue;
    ItemBuilder builder;
    SHEAF_REQUIRE_OK(parse_item_json(dialect, json, &builder), "what is printed is parsed");
    const ItemView again = builder.finish();
    SHEAF_REQUIRE(items_equal(item.view, again) && again.size_bytes() == item.view.size_bytes(),
                  "printing keeps an item", json);
  }
}

void check_item(const FuzzItem& item, const ItemView& same_elsewhere) {
  for (uint32_t i = 0; i < item.view.count(); ++i) {
    const AttributeView attribute = item.view.at(i);
    sum_of(attribute.name);
    walk(attribute.value, 1);
    static_cast<void>(value_size_bytes(attribute.value));
    const ValueView found = item.view.find(attribute.name);
    SHEAF_REQUIRE(item.soundness != Soundness::kSound || found.data.data() == attribute.value.data.data(),
                  "an attribute is found", attribute.name);
  }
  SHEAF_REQUIRE(items_equal(item.view, same_elsewhere), "equal bytes are equal items", "");
  check_printing(item);
  ItemBuilder builder;
  builder.set_all(item.view);
  const ItemView rebuilt = builder.finish();
  SHEAF_REQUIRE(item.soundness != Soundness::kSound || items_equal(rebuilt, item.view), "rebuilding keeps an item", "");
  for (const std::string_view path : {"a.b[0].c", "c[1]", "b.a"}) static_cast<void>(find_path(item.view, path));
}

void check_stored_item(std::string_view bytes) {
  static const Expressions expressions;
  const ExactCopy aligned(bytes, 0);
  const auto view = ItemView::open(aligned.view());
  if (!view.ok()) {
    SHEAF_REQUIRE(view.status().is(Error::kItemCorrupt), "what is no item is corrupt", view.status().message());
    return;
  }
  const Status verified = verify_item(*view);
  SHEAF_REQUIRE(verified.ok() || verified.is(Error::kItemCorrupt), "a damaged item is corrupt", verified.message());
  const ExactCopy odd(bytes, 1);
  const bool may_stand_oddly = ItemView::opens_in_place(odd.view());
  const auto elsewhere = ItemView::open(may_stand_oddly ? odd.view() : aligned.view());
  SHEAF_REQUIRE_OK(elsewhere.status(), "an item opens at any address where it may stand");

  const Soundness soundness = verified.ok() ? Soundness::kSound : Soundness::kMaybeDamaged;
  check_item({*view, soundness}, *elsewhere);
  const FuzzItem item{*elsewhere, soundness};
  for (const auto& condition : expressions.conditions) check_condition_on(item, condition, expressions.views);
  for (const auto& projection : expressions.projections) check_projection_on(item, projection);
  for (const auto& update : expressions.updates) check_update_on(item, update, expressions.views);
}

}  // namespace
}  // namespace sheaf::fuzz

SHEAF_FUZZ_TARGET(stored_item, sheaf::fuzz::check_stored_item)
