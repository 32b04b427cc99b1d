#include "engine/analysis/warnings.h"

#include "engine/analysis/timed_block.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace engine::analysis {

namespace {

std::string secondsText(Nanoseconds t)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4f s", toSeconds(t));
    return text;
}

std::string durationText(Nanoseconds duration)
{
    const double us = static_cast<double>(duration.count()) * 1e-3;
    char text[32];
    if (us < 1e3)
        std::snprintf(text, sizeof text, "%.3g µs", us);
    else if (us < 1e6)
        std::snprintf(text, sizeof text, "%.3g ms", us * 1e-3);
    else
        std::snprintf(text, sizeof text, "%.4g s", us * 1e-6);
    return text;
}

std::string countText(std::size_t count)
{
    return std::to_string(count) + (count == 1 ? " operation" : " operations");
}

/// Work of a device that was issued in a scope and ended after it.
struct Outstanding {
    std::size_t operations = 0;
    Nanoseconds until{};
};

Outstanding outstandingAfter(const trace::Trace& trace, DeviceId device, Scope scope)
{
    Outstanding outstanding;
    const OpRange issued = issuedIn(trace, scope);
    for (std::size_t i = issued.first; i < issued.last; ++i) {
        const trace::Op op = trace.op(OpId{i});
        if (op.device != device || !hasEnded(op) || op.finished <= scope.end)
            continue;
        ++outstanding.operations;
        outstanding.until = std::max(outstanding.until, op.finished);
    }
    return outstanding;
}

Nanoseconds programEnd(const trace::Trace& trace)
{
    Nanoseconds end{};
    for (const trace::LineRecord& line : trace.lines())
        end = std::max(end, line.end);
    for (const trace::WaitRecord& wait : trace.waits())
        end = std::max(end, wait.end);
    for (const trace::BlockRecord& block : trace.blocks())
        end = std::max(end, block.end);
    for (const trace::OutputRecord& output : trace.outputs())
        end = std::max(end, output.time);
    if (trace.opCount() > 0)
        end = std::max(end, trace.op(OpId{trace.opCount() - 1}).issued);
    return end;
}

void warnOfBlock(const trace::Trace& trace, std::size_t index, std::vector<Warning>& warnings)
{
    const trace::BlockRecord& record = trace.blocks()[index];
    const TimedBlock block = timedBlock(trace, index);
    if (!block.isMistimed())
        return;
    if (block.earlier.isValid()) {
        const trace::Op earlier = trace.op(block.earlier);
        const auto deviceOf = [&](DeviceId id) {
            return id.index < trace.devices().size() ? trace.devices()[id.index].name : std::string("A device");
        };
        warnings.push_back({block.begin, record.line, earlier.device,
                            deviceOf(earlier.device) + " is still busy with earlier work when \"" + record.label +
                                "\" begins: " + nameOf(trace, block.earlier) + " ends " +
                                durationText(earlier.finished - block.begin) + " later, and " +
                                nameOf(trace, block.delayed) + " of the block starts after it."});
    }
    if (!block.isClockEarly())
        return;
    for (const trace::DeviceRecord& device : trace.devices())
        if (const Outstanding left = outstandingAfter(trace, device.id, {block.begin, block.clock});
            left.operations > 0)
            warnings.push_back({block.clock, record.line, device.id,
                                device.name + " is still busy when \"" + record.label +
                                    "\" ends: " + countText(left.operations) + " not finished, the last one " +
                                    durationText(left.until - block.clock) + " later. The time " +
                                    secondsText(fromSeconds(record.seconds)) + " does not contain them."});
}

}  // namespace

std::string nameOf(const trace::Trace& trace, OpId id)
{
    const trace::Op& op = trace.op(id);
    std::string name(trace.text(op.name));
    const std::string label(trace.text(op.label));
    if (name.empty())
        return label.empty() ? "operation " + std::to_string(id.index) : label;
    return label.empty() ? name : name + " (" + label + ")";
}

std::vector<Warning> warnings(const trace::Trace& trace)
{
    std::vector<Warning> all;
    for (std::size_t block = 0; block < trace.blocks().size(); ++block)
        warnOfBlock(trace, block, all);
    if (!trace.isLive()) {
        const Nanoseconds end = programEnd(trace);
        for (const trace::DeviceRecord& device : trace.devices())
            if (const Outstanding left = outstandingAfter(trace, device.id, {Nanoseconds{}, end}); left.operations > 0)
                all.push_back({end, 0, device.id,
                               device.name + " is still busy when the program ends: " + countText(left.operations) +
                                   " not finished, the last one " + durationText(left.until - end) +
                                   " later. Nothing waited for them."});
    }
    for (const trace::NoteRecord& note : trace.notes())
        if (note.isWarning)
            all.push_back({note.time, note.line, {}, note.text.english()});
    std::stable_sort(all.begin(), all.end(), [](const Warning& a, const Warning& b) { return a.time < b.time; });
    return all;
}

}  // namespace engine::analysis
