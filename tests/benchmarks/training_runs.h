#pragma once

#include "tests/benchmarks/table.h"

namespace bench {

/// Training and compiled nets as readers run them: whole programs through overlap-run on this computer, dialect, front
/// end and recording included. Of several runs the fastest counts, which other programs disturbed least.
void benchRuns(Table& table);

}  // namespace bench
