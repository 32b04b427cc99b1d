#pragma once

#include "tests/benchmarks/table.h"

namespace bench {

/// The core time per task at which 75 % of the time is work, with two workers, and in the same run the limit of the two
/// cores without the engine, because the state of the host affects the result more than the engine.
void taskGranularity(Table& table);

}  // namespace bench
