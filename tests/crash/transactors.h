// Transactors: a process whose threads write transactions over two tables, with idempotency tokens, and batches; and what the tables
// hold after so many of them. Transaction number n of a thread is always the same, so that whoever was killed in the middle of it can
// send it again, and each raises counters by one, which shows whether it was done once.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/support/inspection.h"

namespace sheaf::test {

constexpr size_t kTransactors = 4;                   // threads
using Numbers = std::array<uint64_t, kTransactors>;  // of each thread's last transaction; 0 is none
constexpr uint64_t kBatchEvery = 4;                  // a batch of the same number follows such a transaction

// The part of the program. It sends those transactions once more that SHEAF_CRASH_LAST (a Numbers as text) names, checks that they were
// done once, and goes on behind them.
int run_transactors();

std::string text_of(const Numbers& numbers);

// What is there after that many transactions of each thread, without what batches have written.
Contents contents_after(const Numbers& done);

// Takes what batches wrote out of the contents, and gives what is wrong with it or "": each thread's items must be of a batch from
// `first` to `last`.
std::string take_batches(const Numbers& first, const Numbers& last, Contents* contents);

// The numbers as the contents have them.
Numbers numbers_in(const Contents& contents);

}  // namespace sheaf::test
