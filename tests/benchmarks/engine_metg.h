#pragma once

#include "tests/benchmarks/table.h"

namespace bench {

/// The core time per task at which 75 % of it is work, with two workers, and in the same run what the two cores allow
/// by themselves: which of several states the host is in decides more than the engine does.
void taskGranularity(Table& table);

}  // namespace bench
