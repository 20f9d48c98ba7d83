// Operation: one step of a run, and one line of a workload. What a run does is always read back from its line first, so that a
// saved run is the run.
//
//   create <definition>           a CreateTable in JSON
//   drop <table>
//   put <place> <item>            an item in DynamoDB's JSON, in any spelling
//   put-old <place> <item>        the same, and asks for the item that was there
//   delete <place> <key>          a key is a JSON array of values: [{"S":"a"},{"N":"1e0"}]
//   delete-old <place> <key>
//   put-if <place> <images> <item> <terms>       with a condition, or without one
//   delete-if <place> <images> <key> <terms>
//   update <place> <images> <key> <terms>        an UpdateItem
//   transact <token> <actions>    all or nothing; the token "-" is none
//   batch-write <actions>         each by itself
//   batch-get <count> <gets>      until the items have so many bytes; 0 is no limit
//   bury <table> <count> <item>   puts and deletes that many items whose last key value goes on from this item's
//   get <place> <key>
//   query <place> <query>         all its rows
//   hasty <place> <query>         the same with a deadline that has passed, page by page
//   page <name> <count> <place> <query>    a first page of at most that many rows
//   next-page <name> <count>      the page behind it, by its token
//   open <name> <place> <query>   a cursor
//   next <name> <count>           its next rows; behind the last one the cursor goes
//   reset <name> <query>          the same cursor on another walk over its place
//   close <name>
//   select <place> <terms>        a query or a scan as a prepared statement, page by page to its end
//   select-page <name> <place> <terms>     its first page
//   select-next <name> <count>    the page behind it, by its token: with count 0 by the same statement, else by a new one with that
//                                 row limit
//   snapshot <name>
//   release <name>
//   flush <table>                 puts its rows into files
//   verify                        every table
//   reopen                        in a folder only, as the next
//   reopen-read-only
//
// Actions are put-if, delete-if and update, and in transactions check <place> <images> <key> <terms>, one behind the other; of their images
// the old one counts, after a condition that does not hold. Gets are such too.
//
// A place is <table>, or <table>@<snapshot>. A query is
//   [on <index>] [partition <op> <values>] [sort <op> <values>] [backward] [keys-only | full-item]
// with the operators = < <= > >= between begins_with. Images are none, old, new or both, and with -updated only the parts that an update
// is about; terms are JSON (tests/model/terms.h). An empty line and one that begins with # say nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/model/reference_table.h"
#include "tests/model/terms.h"

namespace sheaf::model {

enum class Verb {
  kCreate,
  kDrop,
  kPut,
  kPutOld,
  kDelete,
  kDeleteOld,
  kPutIf,
  kDeleteIf,
  kUpdate,
  kCheck,
  kTransact,
  kBatchWrite,
  kBatchGet,
  kBury,
  kGet,
  kQuery,
  kHasty,
  kPage,
  kNextPage,
  kOpen,
  kNext,
  kReset,
  kClose,
  kSelect,
  kSelectPage,
  kSelectNext,
  kSnapshot,
  kRelease,
  kFlush,
  kVerify,
  kReopen,
  kReopenReadOnly
};

// A value as it is written, and what it means.
struct Spelled {
  std::string json = {};
  RefValue value;
};

struct OperationQuery {
  std::string index;
  std::vector<Spelled> partition;
  RefOp partition_op = RefOp::kAll;
  std::vector<Spelled> sort;
  RefOp sort_op = RefOp::kAll;
  bool is_backward = false;
  RefContent content = RefContent::kStored;
};

// Which images a write gives back.
struct Images {
  bool old_image = false;
  bool new_image = false;
  bool is_updated_only = false;
};

// What a verb has no use for is left as it is.
struct Operation {
  Verb verb = Verb::kVerify;
  std::string name = {};      // of a walk by pages, a cursor or a snapshot; a token
  std::string table = {};     // of a create too
  std::string snapshot = {};  // "" is now
  uint64_t count = 0;
  std::string json = {};  // a definition or an item
  std::vector<Spelled> key = {};
  OperationQuery query = {};
  Images images = {};
  Terms terms = {};
  std::vector<Operation> parts = {};  // actions or gets
};

inline const std::string kNoToken = "-";

RefKeyValues values_of(const std::vector<Spelled>& spelled);
RefQuery meaning_of(const OperationQuery& query);

std::string text_of(const Operation& operation);

// Throws std::invalid_argument for a line that is no operation.
Operation read_operation(std::string_view line);

// Whether the line says nothing.
bool is_comment(std::string_view line);

}  // namespace sheaf::model
