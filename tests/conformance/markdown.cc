#include "tests/conformance/markdown.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "tests/conformance/compact_text.h"
#include "tests/conformance/script_parser.h"

namespace sheaf::conformance {
namespace {

constexpr std::string_view kFence = "```";
constexpr std::string_view kOpening = "```sheaf";

// The word that the text begins with; the text is shortened by it and the space behind it.
std::string take_word(std::string_view* text) {
  const size_t end = std::min(text->find(' '), text->size());
  const std::string word(text->substr(0, end));
  text->remove_prefix(std::min(end + 1, text->size()));
  return word;
}

// Turns a document into the text of a conformance file with as many lines, so that line numbers stay true: prose becomes
// empty lines, and the head of a case stands on the fence's line and the empty one above it.
class DocumentReader {
 public:
  explicit DocumentReader(const std::string& name) : name_(name) {}

  void read_line(std::string_view line) {
    lines_.emplace_back();
    if (block_ == Block::kNone) {
      if (line == kOpening) {
        block_ = Block::kCases;
      } else if (line.starts_with("```sheaf ")) {
        block_ = Block::kCases;
        begin_case(line.substr(kOpening.size() + 1));
      } else if (line.starts_with(kFence)) {
        block_ = Block::kOther;
      } else {
        is_after_empty_line_ = line.empty();
      }
    } else if (line == kFence) {
      block_ = Block::kNone;
      is_after_empty_line_ = false;
    } else if (block_ == Block::kCases) {
      read_statement(line);
    }
  }

  Script finish() {
    if (block_ != Block::kNone) wrong("a block does not end");
    std::string text;
    for (const std::string& line : lines_) text += line + '\n';
    Script script = parse_script(name_, text);
    script.errors.insert(script.errors.end(), errors_.begin(), errors_.end());
    for (Case& each : script.cases) {
      const std::vector<StoredItem>& stored = stored_[each.table];
      each.stored.insert(each.stored.begin(), stored.begin(), stored.end());
    }
    return script;
  }

 private:
  enum class Block { kNone, kCases, kOther };

  void wrong(const std::string& text) { errors_.push_back(name_ + ':' + std::to_string(lines_.size()) + ": " + text); }

  void begin_case(std::string_view words) {
    if (!is_after_empty_line_) return wrong("an empty line must stand before a block with a case");
    const std::string id = take_word(&words);
    const std::string table = take_word(&words);
    lines_[lines_.size() - 2] = "case " + id + " \"" + std::string(words) + '"';
    lines_.back() = "on " + table;
    has_case_ = true;
  }

  // What is stored before the first case is stored for every case on the table above it.
  void read_statement(std::string_view line) {
    if (!has_case_ && line.starts_with("table ")) {
      std::string_view words = line;
      take_word(&words);
      table_ = take_word(&words);
    }
    if (has_case_ || !line.starts_with("stored ")) {
      lines_.back() = line;
      return;
    }
    take_word(&line);
    const std::optional<std::string> item = expand(line);
    if (!item || table_.empty()) return wrong("what is stored is an item behind its table");
    stored_[table_].push_back({table_, *item});
  }

  std::string name_;
  std::vector<std::string> lines_;
  std::vector<std::string> errors_;
  Block block_ = Block::kNone;
  bool is_after_empty_line_ = false;
  bool has_case_ = false;
  std::string table_;
  std::map<std::string, std::vector<StoredItem>> stored_;  // by table
};

}  // namespace

Script parse_document(const std::string& name, std::string_view text) {
  DocumentReader reader(name);
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    reader.read_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.finish();
}

Script read_document(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  Script script = parse_document(name, text.str());
  if (!stream) script.errors.push_back(path + ": it cannot be read");
  return script;
}

}  // namespace sheaf::conformance
