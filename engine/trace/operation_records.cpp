#include "engine/base/utf8.h"
#include "engine/trace/detail/store_operations.h"

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

std::size_t Store::Operations::issued() const
{
    return m_detail == Detail::Spans ? m_kinds.size() : m_draft.trace.opCount();
}

bool Store::Operations::isIssued(OpId op, const auto& record)
{
    if (op.index < issued())
        return true;
    if (!op.isValid())
        m_draft.drop();
    else
        m_waiting[op.index].emplace_back(record);
    return false;
}

void Store::Operations::on(const IssueRecord& record)
{
    if (!record.op.isValid() || record.op.index < issued())
        return m_draft.drop();
    if (record.op.index > issued()) {
        m_waiting[record.op.index].emplace_back(record);
        return;
    }
    append(record);
    if (!m_waiting.empty())
        applyWaiting();
}

void Store::Operations::append(const IssueRecord& record)
{
    if (m_detail == Detail::Spans) {
        m_kinds.push_back(record.kind);
        return m_draft.extendTo(record.end);
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
    if (!m_draft.devices.has(op.device)) {
        m_draft.drop();
        op.device = DeviceId{0};
        if (m_draft.devices.isEmpty())
            m_draft.devices.set({op.device, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    }
    m_draft.trace.m_ops.push_back(op);
    m_draft.trace.m_edges.addOp();
    m_draft.extendTo(record.end);
}

/// Applies the records that waited for the newest operation. If the IssueRecord of the next operation has arrived too,
/// applies it, and repeats.
void Store::Operations::applyWaiting()
{
    for (bool hasProgress = true; hasProgress && !m_waiting.empty();) {
        hasProgress = false;
        if (auto waiting = m_waiting.extract(static_cast<std::uint32_t>(issued() - 1)))
            for (const Record& record : waiting.mapped())
                std::visit(
                    [this](const auto& r) {
                        if constexpr (requires { on(r); })
                            on(r);
                    },
                    record);
        const auto next = m_waiting.find(static_cast<std::uint32_t>(issued()));
        if (next == m_waiting.end())
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

void Store::Operations::on(const LabelRecord& record)
{
    if (!isIssued(record.op, record) || m_detail == Detail::Spans)
        return;
    Op op = m_draft.trace.op(record.op);
    if (record.label.isValid())
        op.label = record.label;
    if (record.text.isValid())
        op.text = record.text;
    m_draft.trace.m_ops.update(op);
}

void Store::Operations::on(const StartRecord& record)
{
    if (!isIssued(record.op, record) || m_detail == Detail::Spans)
        return;
    if (!m_draft.lanes.has(record.lane))
        return m_draft.drop();
    Op op = m_draft.trace.op(record.op);
    if (op.state > OpState::Running)
        return;  // the operation's LifeRecord arrived first
    op.state = OpState::Running;
    op.lane = record.lane;
    op.started = record.started;
    m_draft.trace.m_ops.update(op);
    m_draft.lanes.setRunning(record.lane, record.op);
    m_draft.extendTo(record.started);
}

void Store::Operations::on(const LifeRecord& record)
{
    if (!isIssued(record.op, record))
        return;
    if (m_detail == Detail::Spans) {
        // If a faulty producer writes a second LifeRecord of an operation, the operation has two spans.
        if (record.state < OpState::Done || (record.lane.isValid() && !m_draft.lanes.has(record.lane)))
            return m_draft.drop();
        if (!record.lane.isValid())
            return;
        m_draft.extendTo(std::max(record.started, record.finished));
        return m_draft.insertSpan(record.lane, spanOf(record, m_kinds[record.op.index]));
    }
    Op op = m_draft.trace.op(record.op);
    if (record.state < OpState::Done || op.state >= OpState::Done)
        return m_draft.drop();
    const LaneId wasOn = op.lane;
    op.lane = record.lane;
    if (op.lane.isValid() && !m_draft.lanes.has(op.lane)) {
        op.lane = {};
        m_draft.drop();
    }
    op.state = record.state;
    op.ready = record.ready;
    op.started = record.started;
    op.finished = std::max(record.started, record.finished);
    op.readyCause = record.readyCause;
    op.startCause = record.startCause;
    op.culprit = record.culprit;
    m_draft.trace.m_ops.update(op);
    m_draft.lanes.stopRunning(wasOn, op.id);
    if (!op.lane.isValid())
        return;
    m_draft.extendTo(op.finished);
    m_draft.insertSpan(op.lane, spanOf(record, op.kind));
}

void Store::Operations::on(const DependencyRecord& record)
{
    if (record.from == record.to)
        return m_draft.drop();
    if (!isIssued(record.from, record) || !isIssued(record.to, record) || m_detail == Detail::Spans)
        return;
    if (!m_draft.trace.m_edges.add({record.from, record.to, record.kind}))
        m_draft.drop();
}

void Store::Operations::on(const CollectiveRecord& record)
{
    if (!isIssued(record.op, record))
        return;
    if (!record.what.group.isValid() || record.done < record.posted)
        return m_draft.drop();
    CollectiveRecord collective = record;
    if (collective.arrived)
        collective.arrived = std::clamp(*collective.arrived, record.posted, record.done);
    collective.what.type = drawable(std::move(collective.what.type));
    m_draft.trace.m_rankPart.collectives.push_back(std::move(collective));
    m_draft.extendTo(record.done);
}

bool Store::Operations::dropWaiting()
{
    for (const auto& [op, records] : m_waiting)
        for (std::size_t i = 0; i < records.size(); ++i)
            m_draft.drop();
    return !std::exchange(m_waiting, {}).empty();
}

}  // namespace engine::trace
