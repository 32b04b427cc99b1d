#include "engine/analysis/change_effect.h"

#include "engine/analysis/concurrency.h"
#include "engine/analysis/timed_block.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace engine::analysis {

using trace::Trace;

namespace {

/// Times that differ by no more than this, or by no more than 1/kEqualShare of the longer one, count as equal: two runs
/// of one program may differ by as much.
constexpr Nanoseconds kLeastDifference = std::chrono::microseconds(200);
constexpr std::int64_t kEqualShare = 50;

/// Sums over the part of a run since the begin of its first timed block.
struct Sums {
    std::size_t operations = 0, mistimed = 0;
    Nanoseconds copies{}, hidden{}, together{}, pages{}, blocked{};
    std::map<std::string, Nanoseconds> devices;  ///< by device name: time of the operations other than copies
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
    const Concurrency concurrency(trace);
    sums.hidden = concurrency.hidden().busy(scope.begin, scope.end);
    sums.together = concurrency.many().busy(scope.begin, scope.end);
    sums.pages = pageWorkOfProgram(trace, scope);
    for (const TimedBlock& block : timedBlocks(trace))
        sums.mistimed += block.isMistimed() ? 1 : 0;
    return sums;
}

std::optional<ChangeEffect::Times> difference(Nanoseconds before, Nanoseconds now)
{
    const auto [shorter, longer] = std::minmax(before, now);
    if (longer - shorter <= kLeastDifference || (longer - shorter) * kEqualShare <= longer)
        return std::nullopt;
    return ChangeEffect::Times{before, now};
}

std::optional<ChangeEffect::Counts> difference(std::size_t before, std::size_t now)
{
    return before == now ? std::nullopt : std::optional(ChangeEffect::Counts{before, now});
}

bool areAlike(Nanoseconds a, Nanoseconds b, Nanoseconds length)
{
    return std::max(a - b, b - a) * 100 <= length;
}

bool haveAlikePaths(const Trace& before, const Trace& now, Nanoseconds length)
{
    const PathSplit a = splitOf(before, criticalPath(before, runScope(before)));
    const PathSplit b = splitOf(now, criticalPath(now, runScope(now)));
    return areAlike(a.compute, b.compute, length) && areAlike(a.copy, b.copy, length) &&
           areAlike(a.pages, b.pages, length) && areAlike(a.dispatch, b.dispatch, length) &&
           areAlike(a.wait, b.wait, length);
}

}  // namespace

ChangeEffect changeEffect(const Trace& before, const Trace& now)
{
    Sums was = sumsOf(before), is = sumsOf(now);
    ChangeEffect effect;
    effect.operations = difference(was.operations, is.operations);
    effect.mistimed = difference(was.mistimed, is.mistimed);
    effect.copies = difference(was.copies, is.copies);
    effect.hidden = difference(was.hidden, is.hidden);
    effect.together = difference(was.together, is.together);
    effect.pages = difference(was.pages, is.pages);
    effect.blocked = difference(was.blocked, is.blocked);
    for (const auto& [name, busy] : is.devices) {
        const auto times = difference(was.devices[name], busy);
        const auto growth = [](const ChangeEffect::Times& one) { return one.now - one.before; };
        if (times && growth(*times) > Nanoseconds{} &&
            (!effect.device || growth(*times) > growth(effect.device->times)))
            effect.device = ChangeEffect::Device{name, *times};
    }
    const Nanoseconds lengthBefore = runScope(before).length(), lengthNow = runScope(now).length();
    const Nanoseconds longer = std::max(lengthBefore, lengthNow);
    const bool isAlike = areAlike(lengthBefore, lengthNow, longer);
    const bool isNothing = !effect.operations && !effect.mistimed && !effect.copies && !effect.hidden &&
                           !effect.together && !effect.pages && !effect.blocked && !effect.device;
    effect.isWithoutEffect = isNothing && isAlike;
    effect.isOffPath = !isNothing && isAlike && haveAlikePaths(before, now, longer);
    if (isNothing && !isAlike)
        effect.path = pathChange(before, now);
    return effect;
}

}  // namespace engine::analysis
