#include "engine/expr/document_path.h"

#include "engine/item/container.h"
#include "engine/item/name_hash.h"

namespace sheaf {

Result<ValueView> find_member(ValueView parent, const PathElement& element) {
  if (parent.type != (element.is_position() ? Type::kList : Type::kMap)) return ValueView();
  SHEAF_ASSIGN_OR_RETURN(const ContainerView container, ContainerView::open(parent));
  if (!element.is_position()) return container.find(element.name);
  if (element.position >= container.count()) return ValueView();
  const ValueView member = container.at(element.position).value;
  return member ? Result<ValueView>(member) : Status(Error::kItemCorrupt, {"a list's member is out of bounds"});
}

DocumentPath::DocumentPath(std::vector<PathElement> elements, size_t offset)
    : elements_(std::move(elements)), offset_(offset), attribute_hash_(name_hash(elements_.front().name)) {}

Result<ValueView> DocumentPath::find(const ItemView& item) const {
  ValueView value = find_attribute(item);
  for (size_t i = 1; i < elements_.size() && value; ++i) {
    SHEAF_ASSIGN_OR_RETURN(value, find_member(value, elements_[i]));
  }
  return value;
}

std::string DocumentPath::to_text() const {
  std::string text = "[";
  for (const PathElement& element : elements_) {
    if (text.size() > 1) text += ", ";
    text += element.is_position() ? "[" + std::to_string(element.position) + "]" : element.name;
  }
  return text + "]";
}

std::string readable_path(const DocumentPath& path) {
  std::string text;
  for (const PathElement& element : path.elements()) {
    if (element.is_position()) {
      text += "[" + std::to_string(element.position) + "]";
    } else {
      text += (text.empty() ? "" : ".") + element.name;
    }
  }
  return text;
}

}  // namespace sheaf
