#include "github/demo/show.h"

#include <cstdio>

#include "demo/text.h"

namespace github {
namespace {

constexpr size_t kLineBytes = 104;

const char* name_of(Code code) {
  switch (code) {
    case Code::kDone:
      return "done";
    case Code::kExists:
      return "refused: it exists";
    case Code::kNotFound:
      return "refused: not found";
    case Code::kFull:
      return "refused: full";
    case Code::kInvalid:
      return "refused: invalid";
    case Code::kFailed:
      return "failed";
  }
  return "";
}

std::string plural(uint64_t number) { return std::string(grouped(number).text) + (number == 1 ? " item" : " items"); }

}  // namespace

void Show::chapter(const char* title, const char* sentence) { std::printf("\n==== %s\n%s\n", title, sentence); }

void Show::heading(const Step& step) const {
  std::printf("\n  %2s  %s\n      %s\n", step.number, step.call.c_str(), step.request);
}

void Show::item(const sheaf_item* item, std::initializer_list<const char*> lead) const {
  Item shown;
  for (const char* name : lead) {
    sheaf_value value;
    if (sheaf_item_get(item, bytes_of(name), &value, nullptr) == SHEAF_OK) {
      sheaf_item_set(shown.get(), bytes_of(name), &value, nullptr);
    }
  }
  std::string line = json_of(shown);
  if (line.size() > kLineBytes) line.replace(kLineBytes - 4, std::string::npos, " ...");
  std::printf("         %s\n", line.c_str());
}

void Show::expect(const char* what, const std::string& expected, const std::string& got) {
  if (expected == got) return;
  std::fflush(stdout);
  std::fprintf(stderr, "sheaf_github: WRONG ANSWER: %s: expected %s, got %s\n", what, expected.c_str(), got.c_str());
  all_as_expected_ = false;
}

void Show::require(const char* what, const Outcome& outcome) {
  if (outcome) return;
  std::fflush(stdout);
  std::fprintf(stderr, "sheaf_github: %s: %s\n", what, outcome.message.c_str());
  all_as_expected_ = false;
}

void Show::list(const Step& step, const std::function<Rows()>& ask, const Expected& expected,
                std::initializer_list<const char*> lead) {
  heading(step);
  std::vector<std::string> first;
  {
    Rows rows = ask();
    while (const sheaf_item* row = rows.next()) {
      if (first.size() < expected.first.size()) first.emplace_back(text_at(row, expected.attribute));
    }
    require(step.call.c_str(), rows.outcome());
  }
  const uint64_t began = now_nanoseconds();
  Rows rows = ask();
  while (rows.next() != nullptr) continue;
  const uint64_t nanoseconds = now_nanoseconds() - began;
  const uint64_t read = rows.read();
  const uint64_t returned = rows.returned();
  const bool is_page = !rows.token().empty();
  std::printf("      -> %s, %s read, in %s%s\n", plural(returned).c_str(), grouped(read).text,
              duration(nanoseconds).text, is_page ? "; more follows from a token" : "");
  Rows again = ask();
  for (size_t i = 0; i < 3; ++i) {
    const sheaf_item* row = again.next();
    if (row == nullptr) break;
    item(row, lead);
  }
  expect(step.call.c_str(), std::to_string(expected.returned), std::to_string(returned));
  expect("rows that were read", std::to_string(expected.read), std::to_string(read));
  if (first.size() != expected.first.size()) expect(step.call.c_str(), "more items", "fewer");
  for (size_t i = 0; i < first.size(); ++i) expect(expected.attribute, expected.first[i], first[i]);
}

Item Show::get(const Step& step, const std::function<Outcome(Item*)>& ask, std::initializer_list<const char*> lead) {
  heading(step);
  Item found;
  require(step.call.c_str(), ask(&found));
  const uint64_t began = now_nanoseconds();
  require(step.call.c_str(), ask(&found));
  const uint64_t nanoseconds = now_nanoseconds() - began;
  std::printf("      -> 1 item, %s bytes, in %s\n", grouped(sheaf_item_size_bytes(found)).text,
              duration(nanoseconds).text);
  item(found, lead);
  return found;
}

void Show::write(const Step& step, const std::function<Outcome()>& send, Code expected) {
  heading(step);
  const uint64_t began = now_nanoseconds();
  const Outcome outcome = send();
  const uint64_t nanoseconds = now_nanoseconds() - began;
  std::printf("      -> %s, in %s%s%s\n", name_of(outcome.code), duration(nanoseconds).text, outcome ? "" : ": ",
              outcome.message.c_str());
  expect(step.call.c_str(), name_of(expected), name_of(outcome.code));
}

void Show::create(const Step& step, const std::function<Numbered()>& send, uint64_t expected_number) {
  heading(step);
  const uint64_t began = now_nanoseconds();
  const Numbered made = send();
  const uint64_t nanoseconds = now_nanoseconds() - began;
  require(step.call.c_str(), made.outcome);
  std::printf("      -> number %s, in %s\n", grouped(made.number).text, duration(nanoseconds).text);
  expect(step.call.c_str(), std::to_string(expected_number), std::to_string(made.number));
}

void Show::count(const char* what, const Key& key, const char* path, uint64_t expected) {
  Item found;
  require(what, table_.get(key, &found));
  const uint64_t number = number_at(found, path);
  std::printf("      %s: %s is %s\n", what, path, grouped(number).text);
  expect(what, std::to_string(expected), std::to_string(number));
}

}  // namespace github
