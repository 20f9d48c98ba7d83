// Opening a database as a user whom permissions bind, which root is not: in a process of its own, which becomes nobody
// when it is root's.
#pragma once

#include <optional>
#include <string>

#include "engine/db/database.h"

namespace sheaf::test {

// The error that the process was answered with; nothing when it could open the database.
std::optional<Error> open_unprivileged(const std::string& path, OpenMode mode);

// The part of the program that does it.
inline const std::string kOpenUnprivileged = "open-unprivileged";
int run_open_unprivileged();

}  // namespace sheaf::test
