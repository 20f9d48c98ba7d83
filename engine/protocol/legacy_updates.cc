// AttributeUpdates as an UpdateExpression.
#include "engine/item/container.h"
#include "engine/protocol/legacy.h"

namespace sheaf::protocol {
namespace {

bool is_number_or_set(Type type) { return type == Type::kNumber || is_set(type); }

struct Sections {
  std::string set;
  std::string remove;
  std::string add;
  std::string erase;

  static void append(std::string_view keyword, const std::string& actions, std::string* out) {
    if (actions.empty()) return;
    if (!out->empty()) *out += ' ';
    *out += std::string(keyword) + " " + actions;
  }
  std::string text() const {
    std::string text;
    append("SET", set, &text);
    append("REMOVE", remove, &text);
    append("ADD", add, &text);
    append("DELETE", erase, &text);
    return text;
  }
};

void add_action(std::string_view action, std::string* section) {
  if (!section->empty()) *section += ", ";
  *section += action;
}

Status check_update(std::string_view action, const RequestNode* value) {
  if (value == nullptr) {
    return action == "DELETE" ? Status()
                              : invalid_parameter("Only DELETE action is allowed when no attribute value is specified");
  }
  const Type type = value->attributes().front().value.type;
  if (action == "DELETE" && !is_set(type)) {
    return invalid_parameter("DELETE action with value is not supported for the type " + std::string(type_tag(type)));
  }
  if (action == "ADD" && !is_number_or_set(type) && type != Type::kList) {
    return invalid_parameter("ADD action is not supported for the type " + std::string(type_tag(type)));
  }
  return {};
}

}  // namespace

// An empty map of updates is none: the item is made with its key alone.
Status LegacyTerms::add_updates(const RequestNode& request, ExpressionSet* out) {
  const RequestNode* const updates = request.find("AttributeUpdates");
  if (updates == nullptr || updates->items().empty()) return {};
  has_updates_ = true;
  Sections sections;
  for (size_t i = 0; i < updates->items().size(); ++i) {
    const RequestNode& update = *updates->items()[i];
    const std::string_view attribute = updates->names()[i].name;
    const std::string_view action = update.text_of("Action").value_or("PUT");
    const RequestNode* const value = update.find("Value");
    if (attribute.empty()) return Status(Error::kNameEmpty);
    SHEAF_RETURN_IF_ERROR(check_update(action, value));
    const std::string name(name_for(attribute, out));
    if (value == nullptr) {
      add_action(name, &sections.remove);
      continue;
    }
    const ValueView given = value->attributes().front().value.view();
    const std::string operand(value_for(given, out));
    if (action == "PUT") {
      add_action(name + " = " + operand, &sections.set);
    } else if (action == "DELETE") {
      add_action(name + " " + operand, &sections.erase);
    } else if (given.type == Type::kList) {
      const Value none = make_list({});
      const std::string empty(value_for({Type::kList, keep(none.data)}, out));
      add_action(name + " = list_append(if_not_exists(" + name + ", " + empty + "), " + operand + ")", &sections.set);
    } else {
      add_action(name + " " + operand, &sections.add);
    }
  }
  out->update = keep(sections.text());
  out->origin = TextOrigin::kTranslated;
  return {};
}

}  // namespace sheaf::protocol
