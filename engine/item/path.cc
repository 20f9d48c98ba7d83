#include "engine/item/path.h"

#include <charconv>

#include "engine/base/limits.h"
#include "engine/item/container.h"

namespace sheaf {
namespace {

// Takes one element after another from the text.
class PathReader {
 public:
  explicit PathReader(std::string_view path) : path_(path) {}

  bool at_end() const { return at_ == path_.size(); }
  bool at_index() const { return path_[at_] == '['; }

  // A name at the start, or after a dot.
  Result<std::string_view> take_name() {
    if (at_ > 0) {
      if (path_[at_] != '.') return syntax("expected '.' or '['");
      ++at_;
    }
    const size_t start = at_;
    while (at_ < path_.size() && path_[at_] != '.' && path_[at_] != '[' && path_[at_] != ']') ++at_;
    if (at_ == start) return syntax("expected a name");
    return path_.substr(start, at_ - start);
  }

  // "[12]"; a position too large for any list reads as one past all of them.
  Result<uint32_t> take_index() {
    const char* const first = path_.data() + at_ + 1;
    const char* const last = path_.data() + path_.size();
    uint32_t index = 0;
    const auto [end, error] = std::from_chars(first, last, index);
    if (error == std::errc::invalid_argument) return syntax("expected a list position");
    if (end == last || *end != ']') return syntax("expected ']'");
    at_ = static_cast<size_t>(end - path_.data()) + 1;
    return error == std::errc() ? index : UINT32_MAX;
  }

 private:
  Status syntax(std::string_view what) const { return Status(Error::kPathSyntax, {what}).at(at_); }

  std::string_view path_;
  size_t at_ = 0;
};

// The member of `parent` that the next element names; reads the element even when there is no parent, to check the
// rest.
Result<ValueView> take_member(PathReader* reader, ValueView parent) {
  if (reader->at_index()) {
    SHEAF_ASSIGN_OR_RETURN(const uint32_t index, reader->take_index());
    if (parent.type != Type::kList) return ValueView();
    SHEAF_ASSIGN_OR_RETURN(const ContainerView list, ContainerView::open(parent));
    return index < list.count() ? list.at(index).value : ValueView();
  }
  SHEAF_ASSIGN_OR_RETURN(const std::string_view name, reader->take_name());
  if (parent.type != Type::kMap) return ValueView();
  SHEAF_ASSIGN_OR_RETURN(const ContainerView map, ContainerView::open(parent));
  return map.find(name);
}

}  // namespace

Result<ValueView> find_path(const ItemView& item, std::string_view path) {
  PathReader reader(path);
  if (path.empty()) return Status(Error::kPathSyntax, {"it is empty"}).at(0);
  SHEAF_ASSIGN_OR_RETURN(const std::string_view name, reader.take_name());
  ValueView value = item.find(name);
  for (size_t elements = 1; !reader.at_end(); ++elements) {
    if (elements == kMaxPathElements) return Status(Error::kPathTooDeep, {std::to_string(elements + 1)});
    SHEAF_ASSIGN_OR_RETURN(value, take_member(&reader, value));
  }
  return value;
}

}  // namespace sheaf
