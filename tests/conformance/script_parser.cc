#include "tests/conformance/script_parser.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include "tests/conformance/compact_text.h"
#include "tests/conformance/json_form.h"
#include "tests/conformance/outcome_parser.h"
#include "tests/conformance/request_forms.h"
#include "tests/conformance/table_notation.h"

namespace sheaf::conformance {
namespace {

using Members = std::vector<std::pair<std::string, std::string>>;

constexpr uint32_t kMostTimes = 1000;

// "100 put {...}" of `repeat`: the number, which is taken away with the space behind it.
std::optional<uint32_t> take_times(std::string* text) {
  uint32_t times = 0;
  const auto parsed = std::from_chars(text->data(), text->data() + text->size(), times);
  if (parsed.ec != std::errc() || parsed.ptr == text->data() + text->size() || *parsed.ptr != ' ') return std::nullopt;
  if (times == 0 || times > kMostTimes) return std::nullopt;
  text->erase(0, static_cast<size_t>(parsed.ptr - text->data()) + 1);
  return times;
}

std::string numbered(const std::string& text, uint32_t number) {
  std::string out;
  for (const char c : text) out += c == '$' ? std::to_string(number) : std::string(1, c);
  return out;
}

// A part that stands several times, with its numbers in it.
void write_out(const Request& part, std::vector<Request>* out) {
  for (uint32_t number = 1; number <= part.times; ++number) {
    Request one = part;
    one.times = 1;
    if (part.times > 1) {
      one.subject = numbered(part.subject, number);
      for (auto& [keyword, text] : one.parameters) text = numbered(text, number);
    }
    out->push_back(std::move(one));
  }
}

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
    std::optional<std::string> text = expand(raw);
    if (!text) return wrong("a malformed {{...}}");
    times_ = 1;
    std::string keyword = take_word(&*text);
    if (keyword == "repeat") {
      const auto times = take_times(&*text);
      if (!times) return wrong("'repeat' needs a number and a statement");
      times_ = *times;
      keyword = take_word(&*text);
      if (keyword != "stored" && !begins_part(keyword))
        return wrong("only 'stored' and parts of requests are repeated");
    }
    statement(keyword, *text);
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

  static std::string take_word(std::string* text) {
    const size_t end = std::min(text->find(' '), text->size());
    const std::string word = text->substr(0, end);
    text->erase(0, std::min(end + 1, text->size()));
    return word;
  }

  bool is_table(const std::string& name) const {
    return std::any_of(tables_.begin(), tables_.end(), [&](const auto& table) { return table.build().name == name; });
  }

  // Whether the keyword stands for an action or lookup of the transaction or batch that is being read.
  bool begins_part(const std::string& keyword) const {
    return step_ && step_->outcomes.empty() && request_forms().at(step_keyword_).parts.count(keyword) != 0;
  }

  void statement(const std::string& keyword, const std::string& text) {
    if (keyword == "table" || keyword == "global" || keyword == "local") return declaration(keyword, text);
    if (keyword == "case") return begin_case(text);
    if (!case_) return wrong("'" + keyword + "' stands before the first case");
    if (keyword == "on" || keyword == "needs" || keyword == "mode" || keyword == "native") return head(keyword, text);
    if (keyword == "stored") return stored(text);
    if (keyword == "given_names") return given(text, &given_names_);
    if (keyword == "given_values") return given(text, &given_values_);
    if (keyword == "true" || keyword == "false" || keyword == "error") return condition_line(keyword, text);
    if (keyword == "expect") return outcome(text);
    if (begins_part(keyword)) return begin_part(keyword, text);
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
    mode_.clear();
  }

  void end_case() {
    end_step();
    if (!case_) return;
    if (case_->steps.empty()) wrong_at(case_->line, case_->id + " has no step");
    if (case_->table.empty()) wrong_at(case_->line, case_->id + " says no table");
    const bool is_native = !case_->native.empty();
    const bool is_said_twice = case_->needs.empty() ? is_native && mode_ == "engine" : is_native || !mode_.empty();
    if (is_said_twice) wrong_at(case_->line, case_->id + " says twice how it is run");
    case_->ways = ways();
    for (const Step& step : case_->steps) {
      const bool is_call = step.request.kind == RequestKind::kCall;
      if (is_call && case_->needs.empty()) wrong_at(step.line, "a call stands in a case with 'needs'");
      const bool has_protocol = case_->ways.back() == Way::kProtocol;
      if (step.request.has("page_bytes") && has_protocol) wrong_at(step.line, "'page_bytes' needs 'native'");
    }
    script_.cases.push_back(std::move(*case_));
    case_.reset();
  }

  // The protocol stands last.
  std::vector<Way> ways() const {
    if (!case_->needs.empty()) return {Way::kProtocol};
    std::vector<Way> ways;
    if (mode_ != "dynamodb") ways.push_back(Way::kEngine);
    if (mode_ != "engine") ways.push_back(Way::kDynamoDb);
    if (mode_ != "engine" && case_->native.empty()) ways.push_back(Way::kProtocol);
    return ways;
  }

  void head(const std::string& keyword, const std::string& text) {
    if (!case_->steps.empty() || step_) return wrong("'" + keyword + "' stands behind a step");
    if (keyword == "on") {
      if (!is_table(text) || !case_->table.empty()) return wrong("'on' names one of the file's tables, once");
      case_->table = text;
    } else if (keyword == "mode") {
      if (text != "dynamodb" && text != "engine") return wrong("the modes are dynamodb and engine");
      mode_ = text;
    } else if (keyword == "native") {
      if (text.empty()) return wrong("'native' needs a reason");
      case_->native = text;
    } else {
      static constexpr std::string_view kNeed = "protocol ";
      if (!text.starts_with(kNeed) || text.size() == kNeed.size())
        return wrong("an unknown need, or one without a reason");
      case_->needs = text.substr(kNeed.size());
    }
  }

  // `{item}`, or `in two {item}` for another table than the case's.
  void stored(std::string text) {
    if (!case_->steps.empty() || step_) return wrong("'stored' stands behind a step");
    std::string table = case_->table;
    if (text.starts_with("in ")) {
      take_word(&text);
      table = take_word(&text);
    }
    if (!is_table(table)) return wrong("'stored' stands behind 'on', or names one of the file's tables");
    if (!item_form(text, Numbers::kAnySpelling)) return wrong("what is stored is an item");
    for (uint32_t number = 1; number <= times_; ++number) {
      case_->stored.push_back({table, times_ == 1 ? text : numbered(text, number)});
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
    if (has_subject(kind) && !is_json(text)) return wrong("'" + keyword + "' needs an item or a key as JSON");
    if (kind == RequestKind::kCall && !members(text.substr(std::min(text.find(' '), text.size())))) {
      return wrong("a call needs an operation and a JSON object");
    }
    if (!has_subject(kind) && kind != RequestKind::kCall && !text.empty())
      wrong("'" + keyword + "' stands alone on its line");
  }

  void begin_part(const std::string& keyword, const std::string& text) {
    Request part;
    part.kind = keyword == "check" ? RequestKind::kCheck : request_forms().at(keyword).kind;
    part.subject = text;
    part.times = times_;
    if (!is_json(text)) return wrong("'" + keyword + "' needs an item or a key as JSON");
    step_->request.parts.push_back(std::move(part));
  }

  void parameter(const std::string& keyword, const std::string& text) {
    const bool is_known = std::any_of(request_forms().begin(), request_forms().end(),
                                      [&](const auto& form) { return form.second.parameters.count(keyword) != 0; });
    if (!is_known) return wrong("unknown keyword '" + keyword + "'");
    if (!step_ || !step_->outcomes.empty()) return wrong("'" + keyword + "' belongs to no request");
    const bool is_of_part = !step_->request.parts.empty();
    Request* const request = is_of_part ? &step_->request.parts.back() : &step_->request;
    const std::set<std::string>& known =
        is_of_part ? part_parameters(step_->request.kind, request->kind) : request_forms().at(step_keyword_).parameters;
    if (known.count(keyword) == 0) return wrong("'" + step_keyword_ + "' has no '" + keyword + "' here");
    if ((keyword == "names" || keyword == "values") && !members(text))
      return wrong("names and values are JSON objects");
    if (keyword == "in" && !is_table(text)) return wrong("'in' names one of the file's tables");
    if (!request->parameters.emplace(keyword, text).second) wrong("'" + keyword + "' stands twice");
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
    const std::vector<Request> parts = std::exchange(step_->request.parts, {});
    for (const Request& part : parts) write_out(part, &step_->request.parts);
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
  std::string mode_;    // of the case; empty when it says none
  uint32_t times_ = 1;  // of the statement that is being read
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
