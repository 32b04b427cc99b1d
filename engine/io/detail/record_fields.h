#pragma once

#include "engine/trace/record.h"

#include <algorithm>

/// Defines which fields each record has on disk, and their order. Reading and writing share these functions. Any change
/// here requires a new version of the file format.
namespace engine::io::detail {

/// Limit for the parameters of one run, and for its switches. A parameter takes only two bytes in a file, but far more
/// memory.
constexpr std::size_t kMaxParameters = 4096;

template <typename A>
void fields(A& a, trace::Cause& r)
{
    a.choice(r.kind, trace::CauseKind::Synchronise);
    a.id(r.op);
}

template <typename A>
void fields(A& a, trace::RunInfo& r)
{
    for (std::string* text : {&r.program, &r.title, &r.section, &r.source, &r.dialect, &r.machine, &r.machineLabel})
        a.text(*text);
    a.choice(r.platform, trace::PlatformKind::Virtual);
    a.choice(r.values, trace::ValueMode::TimingOnly);
    a.number(r.seed);
    std::uint64_t count = std::min(r.parameters.size(), kMaxParameters);
    a.number(count);
    a.require(count <= kMaxParameters);
    for (std::uint64_t i = 0; i < count && a.isGood(); ++i) {
        if (i == r.parameters.size())
            r.parameters.emplace_back();
        a.text(r.parameters[i].first);
        a.text(r.parameters[i].second);
    }
    if (!a.isSince(7))
        return;
    count = std::min(r.switches.size(), kMaxParameters);
    a.number(count);
    a.require(count <= kMaxParameters);
    for (std::uint64_t i = 0; i < count && a.isGood(); ++i) {
        if (i == r.switches.size())
            r.switches.emplace_back();
        a.line(r.switches[i].first);
        a.flag(r.switches[i].second);
    }
}

template <typename A>
void fields(A& a, trace::NameRecord& r)
{
    a.id(r.id);
    a.text(r.text);
}

template <typename A>
void fields(A& a, trace::DeviceRecord& r)
{
    a.id(r.id);
    a.choice(r.kind, trace::DeviceKind::Gpu);
    a.text(r.name);
    a.text(r.model);
    a.bytes(r.capacity);
    a.bytes(r.usedByOthers);
    a.real(r.peakFlops);
}

template <typename A>
void fields(A& a, trace::LaneRecord& r)
{
    a.id(r.id);
    a.id(r.device);
    a.choice(r.role, trace::LaneRole::Communication);
    a.number(r.index);
    a.text(r.name);
    a.real(r.capacity);
}

template <typename A>
void fields(A& a, trace::IssueRecord& r)
{
    a.id(r.op);
    a.time(r.begin);
    a.time(r.end);
    a.id(r.name);
    a.id(r.label);
    a.id(r.text);
    a.id(r.phase);
    a.choice(r.kind, trace::Kind::Collective);
    a.id(r.device);
    a.line(r.line);
    a.real(r.flops);
    a.bytes(r.bytes);
    a.bytes(r.outputBytes);
    a.choice(r.hostMemory, trace::HostMemory::PinnedPool);
    if (a.isSince(5)) {
        a.id(r.layer);
        a.id(r.shape);
    }
}

template <typename A>
void fields(A& a, trace::LabelRecord& r)
{
    a.id(r.op);
    a.id(r.label);
    a.id(r.text);
}

template <typename A>
void fields(A& a, trace::StartRecord& r)
{
    a.id(r.op);
    a.id(r.lane);
    a.time(r.started);
}

template <typename A>
void fields(A& a, trace::LifeRecord& r)
{
    a.id(r.op);
    a.id(r.lane);
    a.time(r.ready);
    a.time(r.started);
    a.time(r.finished);
    a.choice(r.state, trace::OpState::Cancelled);
    fields(a, r.readyCause);
    fields(a, r.startCause);
    a.id(r.culprit);
}

template <typename A>
void fields(A& a, trace::DependencyRecord& r)
{
    a.id(r.from);
    a.id(r.to);
    a.choice(r.kind, trace::DependencyKind::Stream);
}

template <typename A>
void fields(A& a, trace::WaitRecord& r)
{
    a.time(r.begin);
    a.time(r.end);
    a.line(r.line);
    a.id(r.call);
    a.choice(r.target, trace::WaitTarget::Event);
    a.id(r.device);
    a.id(r.op);
    a.id(r.releasedBy);
}

template <typename A>
void fields(A& a, trace::HostRecord& r)
{
    a.time(r.begin);
    a.time(r.end);
    a.line(r.line);
    a.id(r.name);
    a.id(r.op);
    a.id(r.lane);
}

template <typename A>
void fields(A& a, trace::LineRecord& r)
{
    a.time(r.begin);
    a.time(r.end);
    a.line(r.line);
}

template <typename A>
void fields(A& a, trace::BlockRecord& r)
{
    a.time(r.begin);
    a.time(r.end);
    a.line(r.line);
    a.text(r.label);
    a.real(r.seconds);
    a.flag(r.isFailed);
}

template <typename A>
void fields(A& a, trace::StepRecord& r)
{
    a.time(r.begin);
    a.time(r.end);
    a.choice(r.kind, trace::StepKind::Batch);
    a.line(r.index);
    a.line(r.count);
    a.line(r.line);
}

template <typename A>
void fields(A& a, trace::MemoryRecord& r)
{
    a.time(r.time);
    a.id(r.device);
    a.choice(r.act, trace::MemoryAct::Refuse);
    a.bytes(r.bytes);
    a.bytes(r.allocated);
    a.bytes(r.held);
    a.bytes(r.reserved);
    a.id(r.variable);
    a.id(r.op);
}

template <typename A>
void fields(A& a, trace::LinkRateRecord& r)
{
    a.time(r.time);
    a.id(r.lane);
    a.real(r.rate);
}

template <typename A>
void fields(A& a, trace::MetricRecord& r)
{
    a.time(r.time);
    a.text(r.name);
    a.real(r.value);
    a.line(r.step);
}

template <typename A>
void fields(A& a, trace::OutputRecord& r)
{
    a.time(r.time);
    a.line(r.line);
    a.choice(r.stream, trace::OutputStream::Result);
    a.text(r.text);
}

template <typename A>
void fields(A& a, trace::NoteRecord& r)
{
    a.time(r.time);
    a.message(r.text);
    a.flag(r.isWarning);
    a.line(r.line);
    a.id(r.op);
}

template <typename A>
void fields(A& a, trace::ErrorRecord& r)
{
    a.time(r.time);
    a.line(r.line);
    a.text(r.type);
    a.text(r.message);
    a.text(r.traceback);
    a.id(r.op);
}

template <typename A>
void fields(A& a, trace::EndRecord& r)
{
    a.time(r.time);
    a.flag(r.isComplete);
}

template <typename A>
void fields(A& a, trace::RankRecord& r)
{
    a.number(r.rank);
    a.number(r.count);
    a.require(r.rank < r.count && r.count <= trace::kMaxRanks);
    a.number(r.node);
    a.number(r.localRank);
    a.number(r.process);
    a.text(r.host);
    a.text(r.boot);
    a.choice(r.state, trace::RankState::Lost);
    if (a.isSince(10))
        a.number(r.run);
}

template <typename A>
void fields(A& a, trace::GroupRecord& r)
{
    a.id(r.id);
    a.text(r.name);
    std::uint64_t count = r.ranks.size();
    a.number(count);
    a.require(count <= trace::kMaxRanks);
    for (std::uint64_t i = 0; i < count && a.isGood(); ++i) {
        if (i == r.ranks.size())
            r.ranks.emplace_back();
        a.number(r.ranks[i]);
        a.require(r.ranks[i] < trace::kMaxRanks);
    }
}

template <typename A>
void fields(A& a, trace::Collective& r)
{
    a.choice(r.kind, trace::CollectiveKind::Receive);
    a.id(r.group);
    a.number(r.sequence);
    a.bytes(r.bytes);
    a.text(r.type);
    a.choice(r.op, trace::ReduceOp::Other);
    a.line(r.root);
}

template <typename A>
void fields(A& a, trace::CollectiveRecord& r)
{
    a.id(r.op);
    fields(a, r.what);
    a.time(r.posted);
    bool isKnown = r.arrived.has_value();
    a.flag(isKnown);
    if (isKnown)
        a.time(r.arrived ? *r.arrived : r.arrived.emplace());
    a.time(r.done);
}

template <typename A>
void fields(A& a, trace::ClockRecord& r)
{
    a.time(r.local);
    a.time(r.reference);
    a.time(r.uncertainty);
}

}  // namespace engine::io::detail
