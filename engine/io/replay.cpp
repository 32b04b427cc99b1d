#include "engine/io/trace_file.h"

namespace engine::io {

namespace {

/// Writes each name just before the first record that uses it, so that a truncated file is still readable.
class NameWriter {
public:
    NameWriter(const trace::Trace& trace, trace::Sink& sink) : m_trace(trace), m_sink(sink) {}

    void use(NameId name)
    {
        // Names that a damaged file does not define remain unknown.
        if (!name.isValid() || name.index >= m_trace.nameCount())
            return;
        for (; m_written <= name.index; ++m_written)
            m_sink.write(trace::NameRecord{NameId{m_written}, std::string(m_trace.text(NameId{m_written}))});
    }

private:
    const trace::Trace& m_trace;
    trace::Sink& m_sink;
    std::uint32_t m_written = 0;
};

void replayOp(const trace::Trace& trace, const trace::Op& op, NameWriter& names, trace::Sink& sink)
{
    for (NameId name : {op.name, op.label, op.text, op.phase, op.layer, op.shape})
        names.use(name);
    sink.write(trace::IssueRecord{op.id, op.issueBegin, op.issued, op.name, op.label, op.text, op.phase, op.kind,
                                  op.device, op.line, op.flops, op.bytes, op.outputBytes, op.hostMemory, op.layer,
                                  op.shape});
    for (const trace::Edge& edge : trace.edges().into(op.id))
        sink.write(trace::DependencyRecord{edge.from, edge.to, edge.kind});
    if (op.state >= trace::OpState::Done)
        sink.write(trace::LifeRecord{op.id, op.lane, op.ready, op.started, op.finished, op.state, op.readyCause,
                                     op.startCause, op.culprit});
    else if (op.state == trace::OpState::Running)
        sink.write(trace::StartRecord{op.id, op.lane, op.started});
}

void replayAll(const auto& records, trace::Sink& sink)
{
    for (const auto& record : records)
        sink.write(record);
}

}  // namespace

void replay(const trace::Trace& trace, trace::Sink& sink)
{
    sink.write(std::make_shared<const trace::RunInfo>(trace.run()));
    const trace::RankPart& ranks = trace.rankPart();
    if (ranks.rank)
        sink.write(*ranks.rank);
    replayAll(ranks.groups, sink);
    replayAll(ranks.clock, sink);
    replayAll(trace.devices(), sink);
    replayAll(trace.lanes(), sink);
    NameWriter names(trace, sink);
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        replayOp(trace, trace.op(OpId{i}), names, sink);
    for (const trace::WaitRecord& wait : trace.waits()) {
        names.use(wait.call);
        sink.write(wait);
    }
    for (const trace::HostRecord& host : trace.programPart().hosts) {
        names.use(host.name);
        sink.write(host);
    }
    replayAll(ranks.collectives, sink);
    replayAll(trace.programPart().lines, sink);
    replayAll(trace.blocks(), sink);
    replayAll(trace.programPart().steps, sink);
    for (const trace::DeviceRecord& device : trace.devices())
        replayAll(trace.memory(device.id), sink);
    for (const trace::LaneRecord& lane : trace.lanes())
        for (const trace::LinkRate& change : trace.rates(lane.id))
            sink.write(trace::LinkRateRecord{change.time, lane.id, change.rate});
    replayAll(trace.programPart().metrics, sink);
    replayAll(trace.programPart().outputs, sink);
    replayAll(trace.notes(), sink);
    if (trace.error())
        sink.write(*trace.error());
    if (trace.end())
        sink.write(*trace.end());
}

}  // namespace engine::io
