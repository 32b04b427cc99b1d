#include "engine/analysis/gpu_intervals.h"

#include "engine/trace/imported.h"

#include <algorithm>

namespace engine::analysis {

bool isGpuLane(const trace::Trace& trace, const trace::LaneRecord& lane)
{
    return isWorkLane(lane) && lane.device.isValid() && lane.device.index < trace.devices().size() &&
           isGpu(trace.devices()[lane.device.index]);
}

namespace {

enum class GpuWork : std::uint8_t { Kernels, Copies };

/// Spans of kernels or of copies, sorted by start and clipped to the scope.
std::vector<GpuInterval> workOf(const trace::Trace& trace, Scope scope, GpuWork of)
{
    std::vector<GpuInterval> work;
    for (const trace::LaneRecord& lane : trace.lanes()) {
        if (!isGpuLane(trace, lane))
            continue;
        const trace::LaneIndex& index = trace.index(lane.id);
        for (std::size_t i = index.firstEndingAfter(scope.begin);
             i < index.spans().size() && index.spans()[i].begin < scope.end; ++i) {
            const trace::Span& span = index.spans()[i];
            if (span.op.isValid() && isCopy(span.kind) == (of == GpuWork::Copies))
                work.push_back({std::max(span.begin, scope.begin), std::min(span.end(), scope.end), span.op});
        }
    }
    std::ranges::stable_sort(work, {}, &GpuInterval::begin);
    return work;
}

/// Removes the portions that earlier spans of the list already cover.
std::vector<GpuInterval> apart(const std::vector<GpuInterval>& work)
{
    std::vector<GpuInterval> result;
    Nanoseconds at = Nanoseconds::min();
    for (const GpuInterval& one : work) {
        const Nanoseconds begin = std::max(one.begin, at);
        if (one.end <= begin)
            continue;
        result.push_back({begin, one.end, one.op});
        at = one.end;
    }
    return result;
}

}  // namespace

std::vector<GpuInterval> gpuIntervals(const trace::Trace& trace, Scope scope)
{
    std::vector<GpuInterval> result = apart(workOf(trace, scope, GpuWork::Kernels));
    const std::vector<GpuInterval> copies = apart(workOf(trace, scope, GpuWork::Copies));
    std::vector<GpuInterval> between;
    auto kernel = result.begin();
    for (const GpuInterval& copy : copies) {
        Nanoseconds at = copy.begin;
        while (kernel != result.end() && kernel->end <= at)
            ++kernel;
        for (auto next = kernel; at < copy.end; ++next) {
            const Nanoseconds end = next == result.end() ? copy.end : std::min(copy.end, next->begin);
            if (end > at)
                between.push_back({at, end, copy.op});
            if (next == result.end())
                break;
            at = std::max(at, next->end);
        }
    }
    result.insert(result.end(), between.begin(), between.end());
    std::ranges::sort(result, {}, &GpuInterval::begin);
    return result;
}

std::array<Nanoseconds, kParts> gpuParts(const trace::Trace& trace, Scope scope)
{
    std::array<Nanoseconds, kParts> parts{};
    Nanoseconds rest = scope.length();
    for (const GpuInterval& interval : gpuIntervals(trace, scope)) {
        const trace::Op& op = trace.op(interval.op);
        Part part = partOf(trace, op);
        if (isCopy(op.kind) && part != Part::Exchange)
            part = Part::Read;
        parts[static_cast<std::size_t>(part)] += interval.end - interval.begin;
        rest -= interval.end - interval.begin;
    }
    parts[static_cast<std::size_t>(Part::Wait)] += rest;
    return parts;
}

bool isImportedGpuProfile(const trace::Trace& trace)
{
    return trace::isImported(trace.run()) &&
           std::ranges::any_of(trace.lanes(), [&](const auto& lane) { return isGpuLane(trace, lane); });
}

}  // namespace engine::analysis
