// sheaf_github [--data FOLDER] [DATABASE_FOLDER]: loads the GitHub model into the folder, or into a temporary one, and
// shows its 24 access patterns. Exit status 1 when a call fails or an answer is not what it has to be.
#include <stdlib.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

#include "demo/text.h"
#include "github/demo/load_world.h"
#include "github/demo/scenes.h"
#include "github/payloads.h"

// The build says where the repository's data is; by itself it is looked for from the repository's folder.
#ifndef SHEAF_DEMO_DATA_DIR
#define SHEAF_DEMO_DATA_DIR "examples/data"
#endif

namespace github {
namespace {

struct Arguments {
  std::string data_folder = SHEAF_DEMO_DATA_DIR;
  std::string database_folder;  // "" = a temporary one
};

int usage(std::FILE* file, int exit_status) {
  std::fprintf(file,
               "sheaf_github [--data FOLDER] [DATABASE_FOLDER]\n"
               "  Loads the GitHub model, 100,000 items and some real payloads, and shows its 24 access patterns.\n"
               "  Without a database folder it uses a temporary one and removes it; with one, the database stays, and\n"
               "  the next run makes its table GitHub anew.\n"
               "  --data FOLDER   where github.ndjson is; else %s\n",
               SHEAF_DEMO_DATA_DIR);
  return exit_status;
}

// A folder that goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string path = (std::filesystem::temp_directory_path() / "sheaf-github-XXXXXX").string();
    if (mkdtemp(path.data()) != nullptr) path_ = path;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

int fail(const Outcome& outcome) {
  std::fflush(stdout);
  std::fprintf(stderr, "sheaf_github: %s\n", outcome.message.c_str());
  return EXIT_FAILURE;
}

Outcome open_empty(const std::string& folder, std::unique_ptr<Table>* out) {
  sheaf_open_options options = {};
  options.flags = SHEAF_OPEN_CREATE;
  options.sync = SHEAF_SYNC_NORMAL;
  Outcome outcome = Table::open(folder.c_str(), options, out);
  if (!outcome) return outcome;
  // The marker is the first item of this demo's table; a table without it is somebody else's.
  const Key marker = {"DEMO#GITHUB", "DEMO#GITHUB"};
  constexpr Text kAnything{.kind = SHEAF_STMT_SCAN, .row_limit = 1};
  bool is_empty = false;
  {
    Rows rows = (*out)->query(kAnything, {});
    is_empty = rows.next() == nullptr;
    if (!rows.outcome()) return rows.outcome();
  }
  Item item;
  if (!is_empty) {
    outcome = (*out)->get(marker, &item);
    if (outcome.code == Code::kNotFound) outcome.message = folder + ": its table GitHub is not this demo's";
    if (!outcome) return outcome;
    sheaf_error* error = (*out)->error();
    outcome = outcome_of(sheaf_table_drop((*out)->db(), "GitHub", error), error);
    out->reset();
    if (outcome) outcome = Table::open(folder.c_str(), options, out);
    if (!outcome) return outcome;
  }
  item.clear();
  item.set("PK", marker.partition).set("SK", marker.sort).set("Type", "Marker");
  return (*out)->put(item, kIsNew, {Code::kExists, "the marker is there"});
}

Outcome load(Table& table, const World& world, const std::string& data_folder) {
  std::printf("\n==== Load: one table GitHub, three overloaded indexes, nine kinds of items\n");
  uint64_t began = now_nanoseconds();
  Outcome outcome = load_world(table, world);
  if (!outcome) return outcome;
  uint64_t nanoseconds = now_nanoseconds() - began;
  std::printf("  %-44s %7s items   %9s   %9s items/s\n", "made-up, batches of 1,000", grouped(World::kItems).text,
              duration(nanoseconds).text, rate(World::kItems, nanoseconds).text);
  uint64_t count = 0;
  began = now_nanoseconds();
  outcome = load_payloads(table, data_folder + "/github.ndjson", &count);
  nanoseconds = now_nanoseconds() - began;
  std::printf("  %-44s %7s items   %9s\n", "GitHub's own, each through its pattern", grouped(count).text,
              duration(nanoseconds).text);
  return outcome;
}

int run(const std::string& folder, const std::string& data_folder) {
  std::unique_ptr<Table> table;
  Outcome outcome = open_empty(folder, &table);
  if (!outcome) return fail(outcome);
  const World world(42);
  outcome = load(*table, world, data_folder);
  if (!outcome) return fail(outcome);

  Show show(*table);
  show_accounts(show, *table);
  show_repos(show, *table, world);
  show_issues_and_pull_requests(show, *table, world);
  show_comments(show, *table, world);
  show_reactions_and_stars(show, *table, world);
  show_retries(show, *table);
  if (!show.all_as_expected()) return EXIT_FAILURE;
  std::printf("\nAll answers are as expected.\n");
  return EXIT_SUCCESS;
}

int main_of(int count, char** texts) {
  Arguments arguments;
  if (const char* folder = std::getenv("SHEAF_DEMO_DATA_DIR")) arguments.data_folder = folder;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(texts[i], "--help") == 0) return usage(stdout, EXIT_SUCCESS);
    if (std::strcmp(texts[i], "--data") == 0 && i + 1 < count) {
      arguments.data_folder = texts[++i];
    } else if (texts[i][0] != '-' && texts[i][0] != '\0' && arguments.database_folder.empty()) {
      arguments.database_folder = texts[i];
    } else {
      return usage(stderr, EXIT_FAILURE);
    }
  }
  std::printf("Sheaf %s\n", sheaf_version_text());
  if (!arguments.database_folder.empty()) {
    std::printf("Database folder: %s\n", arguments.database_folder.c_str());
    return run(arguments.database_folder, arguments.data_folder);
  }
  const TemporaryFolder temporary;
  std::printf("Database folder: %s (temporary, removed at the end)\n", temporary.path().c_str());
  return run(temporary.path(), arguments.data_folder);
}

}  // namespace
}  // namespace github

int main(int count, char** texts) { return github::main_of(count, texts); }
