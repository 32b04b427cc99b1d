#pragma once

#include "tests/benchmarks/table.h"

/// The dependency engine under pressure: much pending, several pushers, a reader beside it, a stop, and none at all.
namespace bench {

void pendingCount(Table& table);
void unbounded(Table& table);
void severalPushers(Table& table);
void stopping(Table& table);
void liveReader(Table& table);
void idleTime(Table& table);

}  // namespace bench
