#pragma once

#include "tests/benchmarks/table.h"

/// Measures the dependency engine under load: many pending operations, several pushers, a thread that drains records, a
/// stop, and idle workers.
namespace bench {

void pendingCount(Table& table);
void unbounded(Table& table);
void severalPushers(Table& table);
void stopping(Table& table);
void liveReader(Table& table);
void idleTime(Table& table);

}  // namespace bench
