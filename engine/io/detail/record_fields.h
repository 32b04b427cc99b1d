#pragma once

#include "engine/trace/record.h"

#include <algorithm>

/// Defines which fields each record has on disk, and their order. Reading and writing share these functions. Any change
/// here requires a new version of the file format.
namespace engine::io::detail {

/// Limit for the parameters of one program run, and for its switches. A parameter may take only two bytes in a file,
/// but takes far more memory.
constexpr std::size_t kMaxParameters = 4096;

/// An enumerator, and the last valid enumerator of its type.
template <typename E>
struct UpTo {
    E& value;
    E last;
};

template <typename E>
UpTo<E> upTo(E& value, E last)
{
    return {value, last};
}

void fields(auto& a, trace::Cause& r)
{
    a(upTo(r.kind, trace::CauseKind::Synchronise), r.op);
}

void fields(auto& a, trace::RunInfo& r)
{
    for (std::string* text : {&r.program, &r.title, &r.section, &r.source, &r.dialect, &r.machine, &r.machineLabel})
        a(*text);
    a(upTo(r.platform, trace::PlatformKind::Virtual), upTo(r.values, trace::ValueMode::TimingOnly), r.seed);
    std::uint64_t count = std::min(r.parameters.size(), kMaxParameters);
    a(count);
    a.require(count <= kMaxParameters);
    for (std::uint64_t i = 0; i < count && a.isGood(); ++i) {
        if (i == r.parameters.size())
            r.parameters.emplace_back();
        a(r.parameters[i].first, r.parameters[i].second);
    }
    if (!a.isSince(7))
        return;
    count = std::min(r.switches.size(), kMaxParameters);
    a(count);
    a.require(count <= kMaxParameters);
    for (std::uint64_t i = 0; i < count && a.isGood(); ++i) {
        if (i == r.switches.size())
            r.switches.emplace_back();
        a(r.switches[i].first, r.switches[i].second);
    }
}

void fields(auto& a, trace::NameRecord& r)
{
    a(r.id, r.text);
}

void fields(auto& a, trace::DeviceRecord& r)
{
    a(r.id, upTo(r.kind, trace::DeviceKind::Gpu), r.name, r.model, r.capacity, r.usedByOthers, r.peakFlops);
}

void fields(auto& a, trace::LaneRecord& r)
{
    a(r.id, r.device, upTo(r.role, trace::LaneRole::Communication), r.index, r.name, r.capacity);
}

void fields(auto& a, trace::IssueRecord& r)
{
    a(r.op, r.begin, r.end, r.name, r.label, r.text, r.phase, upTo(r.kind, trace::Kind::Collective), r.device, r.line,
      r.flops, r.bytes, r.outputBytes, upTo(r.hostMemory, trace::HostMemory::PinnedPool));
    if (a.isSince(5))
        a(r.layer, r.shape);
}

void fields(auto& a, trace::LabelRecord& r)
{
    a(r.op, r.label, r.text);
}

void fields(auto& a, trace::StartRecord& r)
{
    a(r.op, r.lane, r.started);
}

void fields(auto& a, trace::LifeRecord& r)
{
    a(r.op, r.lane, r.ready, r.started, r.finished, upTo(r.state, trace::OpState::Cancelled));
    fields(a, r.readyCause);
    fields(a, r.startCause);
    a(r.culprit);
}

void fields(auto& a, trace::DependencyRecord& r)
{
    a(r.from, r.to, upTo(r.kind, trace::DependencyKind::Stream));
}

void fields(auto& a, trace::WaitRecord& r)
{
    a(r.begin, r.end, r.line, r.call, upTo(r.target, trace::WaitTarget::Event), r.device, r.op, r.releasedBy);
}

void fields(auto& a, trace::HostRecord& r)
{
    a(r.begin, r.end, r.line, r.name, r.op, r.lane);
}

void fields(auto& a, trace::LineRecord& r)
{
    a(r.begin, r.end, r.line);
}

void fields(auto& a, trace::BlockRecord& r)
{
    a(r.begin, r.end, r.line, r.label, r.seconds, r.isFailed);
}

void fields(auto& a, trace::StepRecord& r)
{
    a(r.begin, r.end, upTo(r.kind, trace::StepKind::Batch), r.index, r.count, r.line);
}

void fields(auto& a, trace::MemoryRecord& r)
{
    a(r.time, r.device, upTo(r.act, trace::MemoryAct::Refuse), r.bytes, r.allocated, r.held, r.reserved, r.variable,
      r.op);
}

void fields(auto& a, trace::LinkRateRecord& r)
{
    a(r.time, r.lane, r.rate);
}

void fields(auto& a, trace::MetricRecord& r)
{
    a(r.time, r.name, r.value, r.step);
}

void fields(auto& a, trace::OutputRecord& r)
{
    a(r.time, r.line, upTo(r.stream, trace::OutputStream::Result), r.text);
}

void fields(auto& a, trace::NoteRecord& r)
{
    a(r.time, r.text, r.isWarning, r.line, r.op);
}

void fields(auto& a, trace::ErrorRecord& r)
{
    a(r.time, r.line, r.type, r.message, r.traceback, r.op);
}

void fields(auto& a, trace::EndRecord& r)
{
    a(r.time, r.isComplete);
}

void fields(auto& a, trace::RankRecord& r)
{
    a(r.rank, r.count);
    a.require(r.rank < r.count && r.count <= trace::kMaxRanks);
    a(r.node, r.localRank, r.process, r.host, r.boot, upTo(r.state, trace::RankState::Lost));
    if (a.isSince(10))
        a(r.run);
}

void fields(auto& a, trace::GroupRecord& r)
{
    a(r.id, r.name);
    std::uint64_t count = r.ranks.size();
    a(count);
    a.require(count <= trace::kMaxRanks);
    for (std::uint64_t i = 0; i < count && a.isGood(); ++i) {
        if (i == r.ranks.size())
            r.ranks.emplace_back();
        a(r.ranks[i]);
        a.require(r.ranks[i] < trace::kMaxRanks);
    }
}

void fields(auto& a, trace::Collective& r)
{
    a(upTo(r.kind, trace::CollectiveKind::Receive), r.group, r.sequence, r.bytes, r.type,
      upTo(r.op, trace::ReduceOp::Other), r.root);
}

void fields(auto& a, trace::CollectiveRecord& r)
{
    a(r.op);
    fields(a, r.what);
    a(r.posted);
    bool isKnown = r.arrived.has_value();
    a(isKnown);
    if (isKnown)
        a(r.arrived ? *r.arrived : r.arrived.emplace());
    a(r.done);
}

void fields(auto& a, trace::ClockRecord& r)
{
    a(r.local, r.reference, r.uncertainty);
}

}  // namespace engine::io::detail
