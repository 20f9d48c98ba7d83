#include "tests/conformance/script_parser.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/conformance/compact_text.h"
#include "tests/conformance/json_form.h"
#include "tests/conformance/outcome_parser.h"
#include "tests/conformance/table_notation.h"

namespace sheaf::conformance {
namespace {

using Members = std::vector<std::pair<std::string, std::string>>;

struct RequestForm {
  RequestKind kind;
  std::set<std::string> parameters;
};

const std::map<std::string, RequestForm>& request_forms() {
  static const std::set<std::string> write = {"condition", "names", "values", "return", "old_on_failure"};
  static const std::set<std::string> read = {"filter", "projection", "names",      "values",   "index",
                                             "limit",  "count",      "page_bytes", "full_item"};
  static const auto with = [](std::set<std::string> some, const std::set<std::string>& more) {
    some.insert(more.begin(), more.end());
    return some;
  };
  static const std::map<std::string, RequestForm> forms = {
      {"get", {RequestKind::kGet, {}}},
      {"put", {RequestKind::kPut, write}},
      {"update", {RequestKind::kUpdate, with(write, {"expression"})}},
      {"delete", {RequestKind::kDelete, write}},
      {"query", {RequestKind::kQuery, with(read, {"key", "reverse"})}},
      {"scan", {RequestKind::kScan, with(read, {"segment"})}},
      {"next", {RequestKind::kNext, {}}},
      {"call", {RequestKind::kCall, {}}},
  };
  return forms;
}

// Cases of a need that is not in README.md's table would wait for ever without anybody knowing.
const std::set<std::string> kNeeds = {"protocol", "batch", "transactions"};

// The members whose placeholders stand in the text, as a JSON object; "" when there is none.
std::string used_members(const Members& given, std::string_view text) {
  std::set<std::string, std::less<>> used;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '#' && text[i] != ':') continue;
    size_t end = i + 1;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
    used.emplace(text.substr(i, end - i));
  }
  std::string json;
  for (const auto& [name, value] : given) {
    if (used.count(name) != 0) json += (json.empty() ? "{\"" : ",\"") + name + "\":" + value;
  }
  return json.empty() ? json : json + '}';
}

class Parser {
 public:
  explicit Parser(const std::string& name) { file_ = name; }

  void read_line(size_t number, std::string_view raw) {
    line_ = number;
    raw.remove_prefix(std::min(raw.find_first_not_of(' '), raw.size()));
    if (raw.empty() || raw.starts_with("//")) return;
    const std::optional<std::string> text = expand(raw);
    if (!text) return wrong("a malformed {{...}}");
    const size_t space = text->find(' ');
    const std::string keyword = text->substr(0, space);
    statement(keyword, space == std::string::npos ? std::string() : text->substr(space + 1));
  }

  Script finish() {
    end_case();
    if (script_.cases.empty()) wrong_at(1, "there is no case in it");
    for (Case& each : script_.cases) {
      for (const TableBuilder& table : tables_) each.tables.push_back(table.build());
    }
    return std::move(script_);
  }

 private:
  void wrong_at(size_t line, const std::string& text) {
    script_.errors.push_back(file_ + ':' + std::to_string(line) + ": " + text);
  }
  void wrong(const std::string& text) { wrong_at(line_, text); }

  void statement(const std::string& keyword, const std::string& text) {
    if (keyword == "table" || keyword == "global" || keyword == "local") return declaration(keyword, text);
    if (keyword == "case") return begin_case(text);
    if (!case_) return wrong("'" + keyword + "' stands before the first case");
    if (keyword == "on" || keyword == "needs" || keyword == "stored") return head(keyword, text);
    if (keyword == "given_names") return given(text, &given_names_);
    if (keyword == "given_values") return given(text, &given_values_);
    if (keyword == "true" || keyword == "false" || keyword == "error") return condition_line(keyword, text);
    if (keyword == "expect") return outcome(text);
    if (const auto form = request_forms().find(keyword); form != request_forms().end()) {
      return begin_step(form->second.kind, keyword, text);
    }
    parameter(keyword, text);
  }

  void declaration(const std::string& keyword, const std::string& text) {
    if (case_) return wrong("tables and indexes are declared before the first case");
    if (keyword == "table") {
      TableBuilder table;
      if (!table.begin(text)) return wrong("a malformed table");
      tables_.push_back(table);
      return;
    }
    const bool is_right = !tables_.empty() && (keyword == "global" ? tables_.back().add_global_index(text)
                                                                   : tables_.back().add_local_index(text));
    if (!is_right) wrong("a malformed index, or one without a table");
  }

  void begin_case(const std::string& text) {
    end_case();
    case_.emplace();
    case_->file = file_;
    case_->line = line_;
    const size_t space = text.find(' ');
    case_->id = text.substr(0, space);
    const auto title = space == std::string::npos ? std::nullopt : string_content(text.substr(space + 1));
    if (case_->id.empty() || !title || title->empty()) wrong("a case has an id and a title in quotes");
    if (title) case_->title = *title;
    given_names_.clear();
    given_values_.clear();
  }

  void end_case() {
    end_step();
    if (!case_) return;
    if (case_->steps.empty()) wrong_at(case_->line, case_->id + " has no step");
    if (case_->table.empty()) wrong_at(case_->line, case_->id + " says no table");
    for (const Step& step : case_->steps) {
      const bool is_call = step.request.kind == RequestKind::kCall;
      if (is_call && case_->needs.empty()) wrong_at(step.line, "a call stands in a case with 'needs'");
    }
    script_.cases.push_back(std::move(*case_));
    case_.reset();
  }

  void head(const std::string& keyword, const std::string& text) {
    if (!case_->steps.empty() || step_) return wrong("'" + keyword + "' stands behind a step");
    if (keyword == "stored") {
      if (!item_form(text, Numbers::kAnySpelling)) return wrong("what is stored is an item");
      case_->stored.push_back(text);
    } else if (keyword == "on") {
      const bool is_known =
          std::any_of(tables_.begin(), tables_.end(), [&](const auto& table) { return table.build().name == text; });
      if (!is_known || !case_->table.empty()) return wrong("'on' names one of the file's tables, once");
      case_->table = text;
    } else {
      const std::string need = text.substr(0, text.find(' '));
      if (kNeeds.count(need) == 0 || need.size() + 1 >= text.size())
        return wrong("an unknown need, or one without a reason");
      case_->needs = text;
    }
  }

  void given(const std::string& text, Members* out) {
    end_step();
    const auto parsed = members(text);
    if (!parsed) return wrong("names and values are JSON objects");
    *out = *parsed;
  }

  void condition_line(const std::string& keyword, const std::string& text) {
    end_step();
    Outcome outcome;
    std::string condition = text;
    if (keyword == "error") {
      std::string_view rest;
      const auto error = parse_error(text, &rest);
      if (!error || !rest.starts_with(' ')) return wrong("a malformed error");
      outcome = *error;
      condition = rest.substr(1);
    } else {
      outcome.kind = keyword == "true" ? OutcomeKind::kEveryItem : OutcomeKind::kNothing;
    }
    outcome.line = line_;
    Step step;
    step.line = line_;
    step.request.kind = RequestKind::kScan;
    step.request.parameters["filter"] = condition;
    for (const auto& [parameter, given] : {std::pair("names", &given_names_), std::pair("values", &given_values_)}) {
      const std::string used = used_members(*given, condition);
      if (!used.empty()) step.request.parameters[parameter] = used;
    }
    step.outcomes.push_back(outcome);
    case_->steps.push_back(std::move(step));
  }

  void begin_step(RequestKind kind, const std::string& keyword, const std::string& text) {
    end_step();
    step_.emplace();
    step_->line = line_;
    step_->request.kind = kind;
    step_->request.subject = text;
    step_keyword_ = keyword;
    const bool has_subject = kind <= RequestKind::kDelete;
    if (has_subject && !is_json(text)) return wrong("'" + keyword + "' needs an item or a key as JSON");
    if (kind == RequestKind::kCall && !members(text.substr(std::min(text.find(' '), text.size())))) {
      return wrong("a call needs an operation and a JSON object");
    }
    if (!has_subject && kind != RequestKind::kCall && !text.empty())
      wrong("'" + keyword + "' stands alone on its line");
  }

  void parameter(const std::string& keyword, const std::string& text) {
    const bool is_known = std::any_of(request_forms().begin(), request_forms().end(),
                                      [&](const auto& form) { return form.second.parameters.count(keyword) != 0; });
    if (!is_known) return wrong("unknown keyword '" + keyword + "'");
    if (!step_ || !step_->outcomes.empty()) return wrong("'" + keyword + "' belongs to no request");
    if (request_forms().at(step_keyword_).parameters.count(keyword) == 0) {
      return wrong("'" + step_keyword_ + "' has no '" + keyword + "'");
    }
    if ((keyword == "names" || keyword == "values") && !members(text))
      return wrong("names and values are JSON objects");
    if (!step_->request.parameters.emplace(keyword, text).second) wrong("'" + keyword + "' stands twice");
  }

  void outcome(const std::string& text) {
    if (!step_) return wrong("an outcome without a request");
    auto parsed = parse_outcome(text);
    if (!parsed) return wrong("a malformed outcome");
    parsed->line = line_;
    step_->outcomes.push_back(std::move(*parsed));
  }

  void end_step() {
    if (!step_) return;
    if (step_->outcomes.empty()) {
      wrong_at(step_->line, "a request without an outcome");
    }
    case_->steps.push_back(std::move(*step_));
    step_.reset();
  }

  std::string file_;
  size_t line_ = 0;
  Script script_;
  std::vector<TableBuilder> tables_;
  std::optional<Case> case_;
  std::optional<Step> step_;
  std::string step_keyword_;
  Members given_names_;
  Members given_values_;
};

}  // namespace

namespace {

Script parse_one(const std::string& name, std::string_view text) {
  Parser parser(name);
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    parser.read_line(number, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parser.finish();
}

}  // namespace

Script parse_script(const std::string& name, std::string_view text) { return joined({parse_one(name, text)}); }

Script joined(std::vector<Script> scripts) {
  Script all;
  std::map<std::string, std::string> places;
  for (Script& script : scripts) {
    all.errors.insert(all.errors.end(), script.errors.begin(), script.errors.end());
    for (Case& each : script.cases) {
      std::istringstream ids(each.id);
      for (std::string id; std::getline(ids, id, ',');) {
        const std::string place = each.file + ':' + std::to_string(each.line);
        const auto [first, is_new] = places.emplace(id, place);
        if (!is_new) all.errors.push_back(place + ": the id " + id + " stands at " + first->second + ", too");
      }
      all.cases.push_back(std::move(each));
    }
  }
  return all;
}

Script read_scripts(const std::string& folder) {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".test") files.insert(entry.path());
  }
  std::vector<Script> scripts;
  for (const std::filesystem::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    scripts.push_back(parse_one(file.filename().string(), text.str()));
  }
  Script all = joined(std::move(scripts));
  if (files.empty()) all.errors.push_back(folder + ": no file ends in .test");
  return all;
}

}  // namespace sheaf::conformance
