#include "engine/analysis/difference.h"

#include "engine/analysis/training.h"

#include <algorithm>
#include <cmath>

namespace engine::analysis {

namespace {

Nanoseconds longer(const RunComparison& comparison)
{
    return std::max(comparison.lengthA(), comparison.lengthB());
}

}  // namespace

bool isNegligible(const RunComparison& comparison)
{
    const Nanoseconds saved = std::max(comparison.saved(), -comparison.saved());
    return saved * 100 < longer(comparison) || saved == Nanoseconds{};
}

bool isNegligible(const RunComparison& comparison, const MeasureRow& row)
{
    constexpr double kNoticed = 0.01;  // same limit as in the overload for whole runs
    if (row.isHigherBetter())
        return std::abs(std::lround(row.b * 100) - std::lround(row.a * 100)) <= 1;
    const bool isPortion = row.what == Measure::Start || row.what == Measure::Idle ||
                           row.what == Measure::ProgramWaits || row.what == Measure::LostToLateRanks ||
                           row.what == Measure::ExposedCommunication;
    const double whole = isPortion ? toSeconds(longer(comparison)) : std::max(row.a, row.b);
    return std::abs(row.difference()) < kNoticed * whole || row.difference() == 0;
}

const MeasureRow* largestShift(const RunComparison& comparison)
{
    constexpr double kNoticed = 0.02;  // two runs of one program may differ by as much (change_effect.cpp)
    const MeasureRow* largest = nullptr;
    for (const MeasureRow& row : comparison.measures)
        if (row.what == Measure::Benchmark && std::abs(row.difference()) > kNoticed * toSeconds(longer(comparison)) &&
            (largest == nullptr || std::abs(row.difference()) > std::abs(largest->difference())))
            largest = &row;
    return largest;
}

std::optional<LateWork> lateWork(const trace::Trace& trace, Scope scope)
{
    std::optional<LateWork> late;
    const OpRange issued = issuedIn(trace, scope);
    for (std::size_t i = issued.first; i < issued.last; ++i) {
        const trace::Op& op = trace.op(OpId{i});
        if (hasEnded(op) && op.finished > scope.end && (!late || op.finished - scope.end > late->time))
            late = LateWork{op.id, op.finished - scope.end};
    }
    return late;
}

std::optional<LateWork> lateWork(const RunComparison& comparison, const MeasureRow& row)
{
    if (row.what != Measure::Benchmark || row.unit < 0 ||
        static_cast<std::size_t>(row.unit) >= comparison.benchmarks.size())
        return std::nullopt;
    const BenchmarkPair& pair = comparison.benchmarks[static_cast<std::size_t>(row.unit)];
    const trace::Trace& trace = row.b < row.a ? *comparison.b.trace : *comparison.a.trace;
    return lateWork(trace, blockScope(trace, row.b < row.a ? pair.blockB : pair.blockA));
}

bool isClockStoppedEarly(const RunComparison& comparison, const MeasureRow& row)
{
    const auto late = lateWork(comparison, row);
    return late && (std::min(row.a, row.b) + toSeconds(late->time)) * 1.01 >= std::max(row.a, row.b);
}

}  // namespace engine::analysis
