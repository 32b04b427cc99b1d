#pragma once

#include "tests/benchmarks/table.h"

namespace bench {

/// Measures the smallest core time per task of which 75 % is work, with two workers. Also measures two threads without
/// the engine in the same run, because the state of the host affects the result more than the engine.
void taskGranularity(Table& table);

}  // namespace bench
