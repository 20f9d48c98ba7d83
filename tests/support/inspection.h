// Inspection: everything a database holds, and whether it is sound: each table can be opened, agrees with its indexes,
// and there are the column families of its catalog and no others. For a database that nobody is writing to.
#pragma once

#include <map>
#include <set>
#include <string>

#include "engine/db/database.h"

namespace sheaf::test {

// The items of each table, as JSON.
using Contents = std::map<std::string, std::set<std::string>>;

struct Inspection {
  Contents contents;
  std::string problem;  // the first, in words; "" when the database is sound
};

Inspection inspect(const std::shared_ptr<Database>& database);

// For messages.
std::string text_of(const Contents& contents);

}  // namespace sheaf::test
