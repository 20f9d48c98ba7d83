// An operator new that fails when it is told to, in the thread that tells it.
#pragma once

// The next allocations succeed, `after` of them; the one behind them throws std::bad_alloc.
void fail_allocation(long after);
void fail_no_allocation();
