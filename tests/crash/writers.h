// Writers: what the process does that is killed: four threads that put, overwrite and delete in one table with indexes,
// and one that creates and drops tables, all of it in a journal.
#pragma once

namespace sheaf::test {

// A part of the program, for ChildProcess. Ends by itself only when an answer is wrong, or with its parent.
int run_writers();

}  // namespace sheaf::test
