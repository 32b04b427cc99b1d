#include "engine/analysis/warnings.h"

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

/// Work of a device that was issued by time t and had not ended then.
struct Outstanding {
    std::size_t operations = 0;
    Nanoseconds until{};
};

Outstanding outstandingAt(const trace::Trace& trace, DeviceId device, Nanoseconds t)
{
    Outstanding outstanding;
    for (const trace::LaneRecord& lane : trace.lanes()) {
        if (lane.device != device || !isWorkLane(lane))
            continue;
        const trace::LaneIndex& index = trace.index(lane.id);
        for (std::size_t i = index.firstEndingAfter(t); i < index.spans().size(); ++i) {
            const trace::Span& span = index.spans()[i];
            if (!span.op.isValid())
                continue;
            if (trace.op(span.op).issued > t)
                break;
            ++outstanding.operations;
            outstanding.until = std::max(outstanding.until, span.end());
        }
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

void warnOfBlock(const trace::Trace& trace, const trace::BlockRecord& block, std::vector<Warning>& warnings)
{
    for (const trace::DeviceRecord& device : trace.devices()) {
        if (const Outstanding left = outstandingAt(trace, device.id, block.begin); left.operations > 0)
            warnings.push_back({block.begin, block.line, device.id,
                                device.name + " is still busy with earlier work when \"" + block.label +
                                    "\" begins: " + countText(left.operations) +
                                    " not finished, so that the block's time contains up to " +
                                    durationText(std::min(left.until, block.end) - block.begin) + " of it."});
        if (const Outstanding left = outstandingAt(trace, device.id, block.end); left.operations > 0)
            warnings.push_back({block.end, block.line, device.id,
                                device.name + " is still busy when \"" + block.label +
                                    "\" ends: " + countText(left.operations) + " not finished, the last one " +
                                    durationText(left.until - block.end) + " later. The time " +
                                    secondsText(fromSeconds(block.seconds)) + " does not contain them."});
    }
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
    for (const trace::BlockRecord& block : trace.blocks())
        warnOfBlock(trace, block, all);
    if (!trace.isLive()) {
        const Nanoseconds end = programEnd(trace);
        for (const trace::DeviceRecord& device : trace.devices())
            if (const Outstanding left = outstandingAt(trace, device.id, end); left.operations > 0)
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
