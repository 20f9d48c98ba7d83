// Deeds: what is killed at every step. Each is a part of the program (ChildProcess) that opens the database in
// SHEAF_FOLDER, does its deed with SHEAF_STEP and SHEAF_MOMENT in force, and ends without closing: exit code 0 when it
// got to its end.
#pragma once

#include <set>
#include <string>

#include "tests/support/child_process.h"
#include "tests/support/shapes.h"

namespace sheaf::test {

inline const std::string kCreateDatabase = "create-database";  // folder and all; closes it too
inline const std::string kCreateTable = "create-table";        // victim()
inline const std::string kDropTable = "drop-table";
inline const std::string kOpen = "open";  // closes it too
inline const std::string kLoad = "load";  // fills victim(), which is empty, with loaded_items(), through files of runs
inline const std::string kAddIndex = "add-index";    // added_index() to kFilled
inline const std::string kDropIndex = "drop-index";  // the same

// A table with items that is given an index.
inline const std::string kFilled = "Filled";
IndexShape added_index();

// The table that is created, dropped or filled.
TableShape victim();
std::set<std::string> loaded_items();

ProgramParts deeds();

}  // namespace sheaf::test
