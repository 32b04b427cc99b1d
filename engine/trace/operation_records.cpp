#include "engine/messages/messages.h"
#include "engine/trace/detail/store_state.h"

#include <algorithm>
#include <utility>

namespace engine::trace {

namespace {

Span spanOf(const LifeRecord& life, Kind kind)
{
    Span span;
    span.begin = life.started;
    span.setDuration(std::max(life.started, life.finished) - life.started);
    span.kind = kind;
    span.state = life.state;
    span.op = life.op;
    return span;
}

}  // namespace

void Store::State::on(const IssueRecord& record)
{
    if (!record.op.isValid() || record.op.index < issued())
        return drop();
    if (record.op.index > issued()) {
        early[record.op.index].emplace_back(record);
        return;
    }
    append(record);
    if (!early.empty())
        applyEarly();
}

void Store::State::append(const IssueRecord& record)
{
    if (detail == Detail::Spans) {
        kinds.push_back(record.kind);
        return extendTo(record.end);
    }
    Op op;
    op.id = record.op;
    op.name = record.name;
    op.label = record.label;
    op.text = record.text;
    op.phase = record.phase;
    op.layer = record.layer;
    op.shape = record.shape;
    op.kind = record.kind;
    op.hostMemory = record.hostMemory;
    op.device = record.device;
    op.line = record.line;
    op.issueBegin = std::min(record.begin, record.end);
    op.issued = record.end;
    op.flops = record.flops;
    op.bytes = record.bytes;
    op.outputBytes = record.outputBytes;
    if (op.device.index >= devicesKnown.size()) {
        drop();
        op.device = DeviceId{0};
        if (devicesKnown.empty())
            on(DeviceRecord{op.device, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    }
    trace.m_ops.push_back(op);
    trace.m_edges.addOp();
    extendTo(record.end);
}

/// Applies the records that waited for the newest operation, then later operations that arrived too early.
void Store::State::applyEarly()
{
    for (bool hasProgress = true; hasProgress && !early.empty();) {
        hasProgress = false;
        if (auto waiting = early.extract(static_cast<std::uint32_t>(issued() - 1)))
            for (const Record& record : waiting.mapped())
                visit(record);
        const auto next = early.find(static_cast<std::uint32_t>(issued()));
        if (next == early.end())
            return;
        std::vector<Record>& records = next->second;
        const auto issue = std::find_if(records.begin(), records.end(),
                                        [](const Record& r) { return std::holds_alternative<IssueRecord>(r); });
        if (issue != records.end()) {
            append(std::get<IssueRecord>(*issue));
            records.erase(issue);
            hasProgress = true;
        }
    }
}

void Store::State::on(const LabelRecord& record)
{
    if (!isIssued(record.op, record) || detail == Detail::Spans)
        return;
    Op op = trace.op(record.op);
    if (record.label.isValid())
        op.label = record.label;
    if (record.text.isValid())
        op.text = record.text;
    trace.m_ops.update(op);
}

void Store::State::on(const StartRecord& record)
{
    if (!isIssued(record.op, record) || detail == Detail::Spans)
        return;
    if (record.lane.index >= lanesKnown.size())
        return drop();
    Op op = trace.op(record.op);
    if (op.state > OpState::Running)
        return;  // its LifeRecord arrived first
    op.state = OpState::Running;
    op.lane = record.lane;
    op.started = record.started;
    trace.m_ops.update(op);
    trace.m_running[record.lane.index] = record.op;
    extendTo(record.started);
}

void Store::State::on(const LifeRecord& record)
{
    if (!isIssued(record.op, record))
        return;
    if (detail == Detail::Spans) {
        // A second LifeRecord of an operation, an error of the producer, gives it a second span.
        if (record.state < OpState::Done || (record.lane.isValid() && record.lane.index >= lanesKnown.size()))
            return drop();
        if (!record.lane.isValid())
            return;
        extendTo(std::max(record.started, record.finished));
        return insertSpan(record.lane, spanOf(record, kinds[record.op.index]));
    }
    Op op = trace.op(record.op);
    if (record.state < OpState::Done || op.state >= OpState::Done)
        return drop();
    const LaneId wasOn = op.lane;
    op.lane = record.lane;
    if (op.lane.isValid() && op.lane.index >= lanesKnown.size()) {
        op.lane = {};
        drop();
    }
    op.state = record.state;
    op.ready = record.ready;
    op.started = record.started;
    op.finished = std::max(record.started, record.finished);
    op.readyCause = record.readyCause;
    op.startCause = record.startCause;
    op.culprit = record.culprit;
    trace.m_ops.update(op);
    if (wasOn.index < trace.m_running.size() && trace.m_running[wasOn.index] == op.id)
        trace.m_running[wasOn.index] = {};
    if (!op.lane.isValid())
        return;
    extendTo(op.finished);
    insertSpan(op.lane, spanOf(record, op.kind));
}

void Store::State::insertSpan(LaneId lane, const Span& span)
{
    auto& [index, isChanged] = lanes[lane.index];
    const bool isLate = !index.empty() && index.spans().back().begin > span.begin;
    if (isLate && !moves.allow(index.spans().size() - index.firstBeginningAt(span.begin), applied))
        return drop();
    isChanged = true;
    if (!index.insert(span) || overlapNoted[lane.index])
        return;
    overlapNoted[lane.index] = true;
    Message text = messages::message("trace.note.lane-overlap", lanesKnown[lane.index].name);
    ownNotes.insert(text.english());
    trace.m_notes.push_back({span.begin, std::move(text), true, 0, span.op});
}

void Store::State::on(const DependencyRecord& record)
{
    if (record.from == record.to)
        return drop();
    if (!isIssued(record.from, record) || !isIssued(record.to, record) || detail == Detail::Spans)
        return;
    if (!trace.m_edges.add({record.from, record.to, record.kind}))
        drop();
}

}  // namespace engine::trace
