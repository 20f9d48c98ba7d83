#include "tests/protocol/script_parser.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "tests/conformance/compact_text.h"

namespace sheaf::protocol_cases {
namespace {

constexpr uint32_t kMostTimes = 2000;
constexpr std::string_view kByte = "{{byte ";

bool is_json(const std::string& text) {
  simdjson::dom::parser parser;
  return parser.parse(simdjson::padded_string(text)).error() == simdjson::SUCCESS;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The line with its notations written out: {{byte FF}} here, the others as in conformance files.
std::optional<std::string> written_out(std::string_view line) {
  std::string out;
  while (true) {
    const size_t at = line.find(kByte);
    const std::optional<std::string> before = conformance::expand(line.substr(0, at));
    if (!before) return std::nullopt;
    out += *before;
    if (at == std::string_view::npos) return out;
    line.remove_prefix(at + kByte.size());
    unsigned value = 0;
    const auto parsed = std::from_chars(line.data(), line.data() + line.size(), value, 16);
    line.remove_prefix(static_cast<size_t>(parsed.ptr - line.data()));
    if (parsed.ec != std::errc() || value > 0xFF || !line.starts_with("}}")) return std::nullopt;
    line.remove_prefix(2);
    out += static_cast<char>(value);
  }
}

std::string take_word(std::string* text) {
  const size_t end = std::min(text->find(' '), text->size());
  const std::string word = text->substr(0, end);
  text->erase(0, std::min(end + 1, text->size()));
  return word;
}

// `"one" "two"`: JSON strings with spaces between them. Nothing when it is not that.
std::optional<std::vector<std::string>> quoted_texts(const std::string& text) {
  std::string json = "[";
  bool is_inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      if (!is_inside && json.size() > 1) json += ',';
      is_inside = !is_inside;
    }
    json += text[i];
    if (text[i] == '\\' && i + 1 < text.size()) json += text[++i];
  }
  simdjson::dom::parser parser;
  simdjson::dom::array array;
  if (parser.parse(simdjson::padded_string(json + ']')).get(array) != simdjson::SUCCESS) return std::nullopt;
  std::vector<std::string> texts;
  for (const simdjson::dom::element each : array) {
    std::string_view content;
    if (each.get(content) != simdjson::SUCCESS) return std::nullopt;
    texts.emplace_back(content);
  }
  return texts;
}

std::vector<std::string> parted(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

class Parser {
 public:
  void read_file(const std::string& name, const std::string& text) {
    file_ = name;
    line_ = 0;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) read_line(line);
    end_block();
  }

  Script finish() {
    if (script_.cases.empty()) wrong("there is no case");
    std::set<std::string> ids;
    for (size_t i = 0; i < script_.cases.size(); ++i) {
      Case& each = script_.cases[i];
      const auto wrong_case = [&](const std::string& text) { wrong_at(each.file, each.line, text); };
      if (!ids.insert(each.id).second) wrong_case("the id " + each.id + " stands twice");
      if (each.calls.empty()) wrong_case("the case has no calls");
      std::vector<Call> calls;
      for (const std::string& name : used_setups_[i]) {
        const auto setup = setups_.find(name);
        if (setup == setups_.end()) {
          wrong_case("there is no setup " + name);
          continue;
        }
        calls.insert(calls.end(), setup->second.begin(), setup->second.end());
      }
      each.calls.insert(each.calls.begin(), calls.begin(), calls.end());
    }
    return std::move(script_);
  }

 private:
  enum class Block : uint8_t { kNone, kSetup, kCase };

  void wrong_at(const std::string& file, size_t line, const std::string& text) {
    script_.errors.push_back(file + ':' + std::to_string(line) + ": " + text);
  }
  void wrong(const std::string& text) { wrong_at(file_, line_, text); }

  void read_line(std::string_view raw) {
    ++line_;
    raw.remove_prefix(std::min(raw.find_first_not_of(' '), raw.size()));
    if (raw.empty() || raw.starts_with("//")) return;
    std::optional<std::string> text = written_out(raw);
    if (!text) return wrong("a malformed {{...}}");
    if (!is_letter(raw.front())) {
      if (json_ == nullptr) return wrong("JSON without a call or an outcome that it belongs to");
      *json_ += (json_->empty() ? "" : "\n") + *text;
      return;
    }
    const std::string keyword = take_word(&*text);
    if (keyword != "text") end_json();
    statement(keyword, &*text);
  }

  void statement(const std::string& keyword, std::string* text) {
    if (keyword == "case") return begin_case(*text);
    if (keyword == "setup") return begin_setup(*text);
    if (block_ == Block::kNone) return wrong('\'' + keyword + "' stands outside of cases and setups");
    if (keyword == "with") return use_setups(*text);
    if (keyword == "repeat") return repeat(text);
    if (keyword == "call") return begin_call(*text, 1);
    if (keyword == "stored") return store(*text, 1);
    if (keyword == "text") return take_text(*text);
    if (keyword == "expect") return expect(text);
    if (keyword == "keep") return keep(text);
    wrong("no statement '" + keyword + '\'');
  }

  void begin_case(std::string text) {
    end_block();
    block_ = Block::kCase;
    Case begun;
    begun.file = file_;
    begun.line = line_;
    begun.id = take_word(&text);
    const auto title = quoted_texts(text);
    if (begun.id.empty() || !title || title->size() != 1) wrong("a case is `case ID \"title\"`");
    if (title && !title->empty()) begun.title = title->front();
    script_.cases.push_back(std::move(begun));
    used_setups_.emplace_back();
    calls_ = &script_.cases.back().calls;
  }

  void begin_setup(const std::string& name) {
    end_block();
    block_ = Block::kSetup;
    if (name.empty() || setups_.count(name) != 0) wrong("a setup needs a name of its own");
    calls_ = &setups_[name];
  }

  void end_block() {
    end_json();
    end_call();
    block_ = Block::kNone;
  }

  void end_json() {
    if (json_ != nullptr && !is_text_ && !is_json(*json_)) wrong("above this line stands JSON that is malformed");
    json_ = nullptr;
    is_text_ = false;
  }

  // The call before this line needs an outcome, but in a setup, where it must succeed.
  void end_call() {
    if (block_ == Block::kNone || calls_->empty() || !calls_->back().outcomes.empty()) return;
    if (block_ == Block::kCase) wrong_at(file_, calls_->back().line, "the call has no outcome");
    calls_->back().outcomes.emplace_back();
  }

  void use_setups(const std::string& text) {
    if (block_ != Block::kCase || !calls_->empty()) return wrong("'with' stands at the beginning of a case");
    for (const std::string& name : parted(text, ' ')) used_setups_.back().push_back(name);
  }

  void repeat(std::string* text) {
    uint32_t times = 0;
    const std::string number = take_word(text);
    std::from_chars(number.data(), number.data() + number.size(), times);
    const std::string keyword = take_word(text);
    if (times == 0 || times > kMostTimes) return wrong("'repeat' needs a number and a statement");
    if (keyword == "call") return begin_call(*text, times);
    if (keyword == "stored") return store(*text, times);
    wrong("only 'call' and 'stored' are repeated");
  }

  void begin_call(const std::string& operation, uint32_t times) {
    end_call();
    Call& call = calls_->emplace_back();
    call.line = line_;
    call.operation = operation;
    call.times = times;
    json_ = &call.body;
  }

  void store(std::string text, uint32_t times) {
    end_call();
    Call& call = calls_->emplace_back();
    call.line = line_;
    call.operation = "PutItem";
    call.times = times;
    call.body = "{\"TableName\":\"" + take_word(&text) + "\",\"Item\":" + text + '}';
    call.outcomes.emplace_back();
    if (!is_json(call.body)) wrong("the item is malformed JSON");
  }

  // The body as it stands, which need not be JSON.
  void take_text(const std::string& text) {
    if (json_ == nullptr || calls_->empty() || json_ != &calls_->back().body) return wrong("'text' belongs to a call");
    is_text_ = true;
    *json_ += text;
  }

  Outcome* new_outcome(OutcomeKind kind) {
    Outcome& outcome = calls_->back().outcomes.emplace_back();
    outcome.kind = kind;
    return &outcome;
  }

  void expect(std::string* text) {
    if (calls_->empty() || block_ != Block::kCase) return wrong("an outcome belongs to a call of a case");
    if (*text == "ok") {
      new_outcome(OutcomeKind::kOk);
    } else if (*text == "nothing") {
      new_outcome(OutcomeKind::kNothing);
    } else if (text->starts_with('{')) {
      begin_expected_json(OutcomeKind::kResponse, *text);
    } else if (take_word(text) == "error") {
      expect_error(text);
    } else if (text->starts_with('{')) {
      begin_expected_json(OutcomeKind::kErrorDocument, *text);
    } else {
      wrong("an outcome is ok, nothing, {response}, error CODE \"text\", or error_document {document}");
    }
  }

  void begin_expected_json(OutcomeKind kind, const std::string& text) {
    json_ = &new_outcome(kind)->json;
    *json_ = text;
  }

  void expect_error(std::string* text) {
    Outcome* outcome = new_outcome(OutcomeKind::kError);
    outcome->codes = parted(take_word(text), '|');
    if (text->starts_with("exactly ")) {
      take_word(text);
      outcome->is_whole_message = true;
    }
    const auto parts = quoted_texts(*text);
    if (parts) outcome->parts = *parts;
    const bool is_right = parts && !parts->empty() && (!outcome->is_whole_message || parts->size() == 1);
    if (!is_right || outcome->codes.empty()) wrong("an error is `expect error CODE \"part of the message\"`");
  }

  void keep(std::string* text) {
    if (calls_->empty() || calls_->back().outcomes.empty()) return wrong("'keep' follows an outcome");
    const std::string name = take_word(text);
    if (name.empty() || text->empty()) return wrong("'keep' needs a name and a path");
    calls_->back().kept.push_back({name, *text});
  }

  std::string file_;
  size_t line_ = 0;
  Script script_;
  std::vector<std::vector<std::string>> used_setups_;  // of each case
  std::map<std::string, std::vector<Call>> setups_;
  Block block_ = Block::kNone;
  std::vector<Call>* calls_ = nullptr;  // of the block
  std::string* json_ = nullptr;         // where lines of JSON go
  bool is_text_ = false;
};

}  // namespace

Script parse_scripts(const std::vector<std::pair<std::string, std::string>>& files) {
  Parser parser;
  for (const auto& [name, text] : files) parser.read_file(name, text);
  return parser.finish();
}

Script read_scripts(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".test") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    files.emplace_back(path.filename().string(), text.str());
  }
  return parse_scripts(files);
}

}  // namespace sheaf::protocol_cases
