#pragma once

#include "engine/analysis/difference.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/compare/compare_scene.h"

namespace tests {

inline ui::compare::PairPtr pairOf(const engine::analysis::Side& a, const engine::analysis::Side& b)
{
    using ui::compare::ComparedRun;
    return std::make_shared<const ui::compare::ComparedPair>(ComparedRun{a, {}, {}, "run A"},
                                                             ComparedRun{b, {}, {}, "run B"});
}

/// Pairs the two blocks of a sample that the window compares by default.
inline ui::compare::PairPtr naturalOf(Sample sample)
{
    const auto pair = engine::analysis::findOverlapPair(sampleTrace(sample));
    return pairOf(pair->first, pair->second);
}

}  // namespace tests
