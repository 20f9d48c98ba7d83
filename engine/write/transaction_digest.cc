#include "engine/write/transaction_digest.h"

namespace sheaf {
namespace {

void add_value(ValueView value, Digest* digest) {
  digest->add(static_cast<uint64_t>(value.type));
  digest->add(value.data);
}

// Attributes are sorted and values canonical, whatever layout the item's bytes have.
void add_item(const ItemView& item, Digest* digest) {
  digest->add(uint64_t{item.count()});
  for (uint32_t i = 0; i < item.count(); ++i) {
    const AttributeView attribute = item.at(i);
    digest->add(attribute.name);
    add_value(attribute.value, digest);
  }
}

template <typename Expression>
void add_text(const Expression* expression, Digest* digest) {
  digest->add(uint64_t{expression != nullptr});
  if (expression != nullptr) digest->add(expression->text());
}

// Slots are numbered by the texts, so equal texts have their values in equal places.
void add_terms(const WriteTerms& terms, Digest* digest) {
  add_text(terms.update, digest);
  add_text(terms.condition, digest);
  digest->add(uint64_t{terms.values.size()});
  for (const ValueView value : terms.values) add_value(value, digest);
  if (terms.vocabulary == nullptr) return;
  terms.vocabulary->visit_names([digest](std::string_view placeholder, std::string_view attribute) {
    digest->add(placeholder);
    digest->add(attribute);
  });
}

}  // namespace

TransactionDigest digest_of(std::span<const Action> actions) {
  Digest digest;
  digest.add(uint64_t{actions.size()});
  for (const Action& action : actions) {
    digest.add(static_cast<uint64_t>(action.kind));
    digest.add(action.table->def().uuid);
    digest.add(action.base_key);
    if (action.kind == ActionKind::kPut) add_item(action.item, &digest);
    add_terms(action.terms, &digest);
  }
  return digest.value();
}

}  // namespace sheaf
