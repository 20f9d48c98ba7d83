// An operator new that fails when it is told to, in the thread that tells it.
#pragma once

// The next allocations succeed, `after` of them; the one behind them throws std::bad_alloc.
void fail_allocation(long after);
// The same, but only allocations are counted that code of this program asks for, not those of RocksDB, which aborts when its own
// memory ends, nor of other shared libraries.
void fail_own_allocation(long after);
void fail_no_allocation();
