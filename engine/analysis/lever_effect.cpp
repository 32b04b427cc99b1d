#include "engine/analysis/lever_effect.h"

#include "engine/analysis/concurrency.h"
#include "engine/analysis/scope.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace engine::analysis {

using trace::Trace;

namespace {

constexpr Nanoseconds kNegligible = std::chrono::microseconds(200);

/// Sums over a run, since its first timed block.
struct Sums {
    std::size_t operations = 0;
    Nanoseconds copies{}, together{}, blocked{};
    std::map<std::string, Nanoseconds> devices;  ///< time of operations other than copies
};

Sums sumsOf(const Trace& trace)
{
    Sums sums;
    const Scope scope = runScope(trace);
    std::map<std::uint32_t, std::string> names;
    for (const trace::DeviceRecord& device : trace.devices())
        names[device.id.index] = device.name;
    const OpRange issued = issuedIn(trace, scope);
    sums.operations = issued.last - issued.first;
    for (std::size_t i = issued.first; i < issued.last; ++i) {
        const trace::Op& op = trace.op(OpId{i});
        if (!hasEnded(op) || !op.lane.isValid())
            continue;
        const trace::LaneRecord& lane = trace.lanes()[op.lane.index];
        if (!isWorkLane(lane))
            continue;
        (isCopy(op.kind) ? sums.copies : sums.devices[names[lane.device.index]]) += op.finished - op.started;
    }
    for (const trace::WaitRecord& wait : trace.waits())
        if (wait.begin >= scope.begin)
            sums.blocked += wait.end - wait.begin;
    sums.together = Concurrency(trace).many().busy(scope.begin, scope.end);
    return sums;
}

std::optional<LeverEffect::Times> difference(Nanoseconds before, Nanoseconds now)
{
    const auto [shorter, longer] = std::minmax(before, now);
    if (longer - shorter <= kNegligible || (longer - shorter) * 50 <= longer)
        return std::nullopt;
    return LeverEffect::Times{before, now};
}

}  // namespace

LeverEffect leverEffect(const Trace& before, const Trace& now)
{
    Sums was = sumsOf(before), is = sumsOf(now);
    LeverEffect effect;
    if (was.operations != is.operations)
        effect.operations = LeverEffect::Counts{was.operations, is.operations};
    effect.copies = difference(was.copies, is.copies);
    effect.together = difference(was.together, is.together);
    effect.blocked = difference(was.blocked, is.blocked);
    for (const auto& [name, busy] : is.devices) {
        const auto times = difference(was.devices[name], busy);
        const auto growth = [](const LeverEffect::Times& one) { return one.now - one.before; };
        if (times && growth(*times) > Nanoseconds{} &&
            (!effect.device || growth(*times) > growth(effect.device->times)))
            effect.device = LeverEffect::Device{name, *times};
    }
    const auto [shorter, longer] = std::minmax({runScope(before).length(), runScope(now).length()});
    effect.isWithoutEffect = !effect.operations && !effect.copies && !effect.together && !effect.blocked &&
                             !effect.device && (longer - shorter) * 100 <= longer;
    return effect;
}

}  // namespace engine::analysis
