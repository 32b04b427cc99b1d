#include "engine/analysis/warnings.h"

#include "engine/analysis/timed_block.h"
#include "engine/messages/messages.h"
#include "engine/ranks/overview.h"
#include "engine/trace/imported.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

namespace engine::analysis {

namespace {

std::string secondsText(Nanoseconds t)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4f s", toSeconds(t));
    return text;
}

/// Work of a device that was issued in a scope and ended after it.
struct OutstandingWork {
    std::size_t operations = 0;
    Nanoseconds until{};
};

OutstandingWork outstandingAfter(const trace::Trace& trace, DeviceId device, Scope scope)
{
    OutstandingWork outstanding;
    const OpRange issued = issuedIn(trace, scope);
    for (std::size_t i = issued.first; i < issued.last; ++i) {
        const trace::Op op = trace.op(OpId{i});
        if (deviceOf(trace, op) != device || !hasEnded(op) || op.finished <= scope.end)
            continue;
        ++outstanding.operations;
        outstanding.until = std::max(outstanding.until, op.finished);
    }
    return outstanding;
}

void warnOfBlock(const trace::Trace& trace, std::size_t index, std::vector<Warning>& warnings)
{
    const trace::BlockRecord& record = trace.blocks()[index];
    const TimedBlock block = timedBlock(trace, index);
    if (!block.isMistimed())
        return;
    for (const TimedBlock::Delay& delay : block.delays) {
        const trace::Op earlier = trace.op(delay.earlier);
        const DeviceId device = deviceOf(trace, earlier);
        const bool isKnown = device.index < trace.devices().size();
        warnings.push_back(
            {block.begin, record.line, device,
             message("warning.earlier-work", isKnown ? trace.devices()[device.index].name : std::string("?"),
                     record.label, nameOf(trace, delay.earlier), messages::durationText(earlier.finished - block.begin),
                     nameOf(trace, delay.delayed))});
    }
    if (!block.isClockEarly())
        return;
    for (const trace::DeviceRecord& device : trace.devices())
        if (const OutstandingWork left = outstandingAfter(trace, device.id, {block.begin, block.clock});
            left.operations > 0)
            warnings.push_back({block.clock, record.line, device.id,
                                message("warning.early-clock", device.name, record.label,
                                        messages::durationText(left.until - block.clock), left.operations,
                                        secondsText(fromSeconds(record.seconds)))});
}

void warnOfEnd(const trace::Trace& trace, std::vector<Warning>& warnings)
{
    if (trace.end() && !trace.end()->isComplete)
        return;  // the user stopped the program before it could wait
    if (trace::isImported(trace.run()))
        return;  // an imported profile ends before its program, so running operations are no warning
    const Nanoseconds end = programEnd(trace);
    std::map<std::uint32_t, std::set<std::uint32_t>> left;  // operations that still run, by device
    for (const trace::LaneRecord& lane : trace.lanes()) {
        const trace::LaneIndex& index = trace.index(lane.id);
        if (isWorkLane(lane))
            for (std::size_t i = index.firstEndingAfter(end); i < index.spans().size(); ++i)
                if (const OpId op = index.spans()[i].op; trace.has(op) && hasEnded(trace.op(op)))
                    left[deviceOf(trace, trace.op(op)).index].insert(op.index);
    }
    for (const auto& [device, operations] : left) {
        if (device >= trace.devices().size())
            continue;
        Nanoseconds until{};
        for (const std::uint32_t op : operations)
            until = std::max(until, trace.op(OpId{op}).finished);
        warnings.push_back({end, 0, DeviceId{device},
                            message("warning.left-at-end", trace.devices()[device].name,
                                    messages::durationText(until - end), operations.size())});
    }
}

/// Returns the warnings of all ranks, computed from their own traces: the overview does not contain the waits of the
/// programs, so it cannot show which work was never waited for.
std::vector<Warning> warningsOfRanks(const ranks::RunSet& set)
{
    std::vector<Warning> all;
    for (const ranks::Member& member : set.members())
        for (Warning& warning : timingWarnings(*member.trace))
            all.push_back({member.clock.toReference(warning.time),
                           warning.line,
                           {},
                           message("ranks.of", member.info.rank, std::move(warning.text))});
    return all;
}

void sortByTime(std::vector<Warning>& all)
{
    std::stable_sort(all.begin(), all.end(), [](const Warning& a, const Warning& b) { return a.time < b.time; });
}

}  // namespace

std::string nameOf(const trace::Trace& trace, OpId id)
{
    const trace::Op& op = trace.op(id);
    std::string name(trace.text(op.name));
    std::string label(trace.text(op.label));
    if (label == "_")  // marks an unused result
        label.clear();
    // The name of a copy, "to", reads like an ordinary word, so a call such as "y.to('cpu')" is used instead.
    if (const std::string_view call = trace.text(op.text);
        !op.label.isValid() && isCopy(op.kind) && call.find('(') != std::string_view::npos)
        return std::string(call);
    if (name.empty())
        return label.empty() ? "operation " + std::to_string(id.index) : label;
    return label.empty() ? name : name + " (" + label + ")";
}

Nanoseconds programEnd(const trace::Trace& trace)
{
    Nanoseconds end{};
    for (const trace::LineRecord& line : trace.programPart().lines)
        end = std::max(end, line.end);
    for (const trace::WaitRecord& wait : trace.waits())
        end = std::max(end, wait.end);
    for (const trace::BlockRecord& block : trace.blocks())
        end = std::max(end, block.end);
    for (const trace::OutputRecord& output : trace.programPart().outputs)
        end = std::max(end, output.time);
    // Includes the calls, because in an imported trace a call may end later than the copy that it started.
    for (const trace::HostRecord& host : trace.programPart().hosts)
        if (isOfProgram(trace, host))
            end = std::max(end, host.end);
    if (trace.opCount() > 0)
        end = std::max(end, trace.op(OpId{trace.opCount() - 1}).issued);
    return end;
}

std::vector<Warning> timingWarnings(const trace::Trace& trace)
{
    std::vector<Warning> all;
    if (const ranks::RunSet* set = ranks::setOf(trace)) {
        all = warningsOfRanks(*set);
    } else {
        for (std::size_t block = 0; block < trace.blocks().size(); ++block)
            warnOfBlock(trace, block, all);
        if (!trace.isLive())
            warnOfEnd(trace, all);
    }
    sortByTime(all);
    return all;
}

std::vector<Warning> warnings(const trace::Trace& trace)
{
    std::vector<Warning> all = timingWarnings(trace);
    for (const trace::NoteRecord& note : trace.notes())
        if (note.isWarning)
            all.push_back({note.time, note.line, {}, note.text});
    sortByTime(all);
    return all;
}

}  // namespace engine::analysis
