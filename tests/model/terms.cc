#include "tests/model/terms.h"

#include <stdexcept>

#include "tests/model/reference_read.h"

namespace sheaf::model {
namespace {

struct Member {
  const char* name;
  std::optional<Written> Terms::*written;
};
constexpr Member kExpressions[] = {{"condition", &Terms::condition},
                                   {"update", &Terms::update},
                                   {"key", &Terms::key},
                                   {"filter", &Terms::filter},
                                   {"projection", &Terms::projection}};

std::string names_text(const std::map<std::string, std::string>& names) {
  std::string text;
  for (const auto& [placeholder, name] : names) {
    text += (text.empty() ? "" : ",") + json_string(placeholder) + ":" + json_string(name);
  }
  return "{" + text + "}";
}

Written read_written(const Json& json) {
  if (json.items.size() != 2) throw std::invalid_argument("no terms: an expression has a text and trees");
  return {json.items[0].text, read_trees(json.items[1])};
}

RefContent read_content(const std::string& word) {
  if (word == "keys-only") return RefContent::kKeysOnly;
  if (word == "full-item") return RefContent::kFullItem;
  throw std::invalid_argument("no terms: the content " + word);
}

void read_member(const std::string& name, const Json& json, Terms* terms) {
  for (const Member& member : kExpressions) {
    if (name == member.name) {
      terms->*member.written = read_written(json);
      return;
    }
  }
  if (name == "index") {
    terms->index = json.text;
  } else if (name == "backward") {
    terms->is_backward = json.truth;
  } else if (name == "count") {
    terms->counts_only = json.truth;
  } else if (name == "content") {
    terms->content = read_content(json.text);
  } else if (name == "row-limit") {
    terms->row_limit = std::stoull(json.text);
  } else if (name == "page-bytes") {
    terms->page_bytes = std::stoull(json.text);
  } else if (name == "names") {
    for (size_t i = 0; i < json.items.size(); ++i) terms->names.emplace(json.names[i], json.items[i].text);
  } else if (name == "values") {
    terms->values = read_item(json);
  } else {
    throw std::invalid_argument("no terms: the member " + name);
  }
}

}  // namespace

std::string json_text(const Terms& terms) {
  std::string text;
  const auto add = [&text](const std::string& name, const std::string& json) {
    text += (text.empty() ? "" : ",") + json_string(name) + ":" + json;
  };
  for (const Member& member : kExpressions) {
    const std::optional<Written>& written = terms.*member.written;
    if (written.has_value()) add(member.name, "[" + json_string(written->text) + "," + json_text(written->trees) + "]");
  }
  if (!terms.index.empty()) add("index", json_string(terms.index));
  if (terms.is_backward) add("backward", "true");
  if (terms.counts_only) add("count", "true");
  if (terms.content == RefContent::kKeysOnly) add("content", "\"keys-only\"");
  if (terms.content == RefContent::kFullItem) add("content", "\"full-item\"");
  if (terms.row_limit != 0) add("row-limit", std::to_string(terms.row_limit));
  if (terms.page_bytes != 0) add("page-bytes", std::to_string(terms.page_bytes));
  if (!terms.names.empty()) add("names", names_text(terms.names));
  if (!terms.values.empty()) add("values", canonical_json(terms.values));
  return "{" + text + "}";
}

Terms read_terms(const Json& json) {
  if (json.kind != Json::Kind::kObject) throw std::invalid_argument("no terms: not an object");
  Terms terms;
  for (size_t i = 0; i < json.items.size(); ++i) read_member(json.names[i], json.items[i], &terms);
  return terms;
}

}  // namespace sheaf::model
