#pragma once

#include "tests/benchmarks/table.h"

namespace bench {

/// Measures the smallest core time per task at which 75 % of that time is work, with two workers. Also measures two
/// threads without the engine in the same run, because the state of the computer affects the times more than the engine
/// does.
void taskGranularity(Table& table);

}  // namespace bench
