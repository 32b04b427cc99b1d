#pragma once

#include "tests/benchmarks/table.h"

namespace bench {

/// Training and compiled nets as users run them: complete programs in overlap-run on this computer, including dialect,
/// front end and recording. Reports the fastest of several runs, which other programs disturbed least.
void benchRuns(Table& table);

}  // namespace bench
