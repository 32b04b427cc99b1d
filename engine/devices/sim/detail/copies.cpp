#include "engine/devices/sim/detail/simulator.h"

#include <algorithm>

// Links, copy engines, page work.
namespace engine::devices::sim::detail {

namespace {

constexpr double kPerNs = 1e-9;  // bytes/s to bytes/ns

std::string gpuName(std::size_t ordinal)
{
    return "GPU " + std::to_string(ordinal);
}

}  // namespace

void Simulator::buildLinks()
{
    const auto add = [&](double rate, std::string name) {
        const std::uint32_t resource = m_network.addResource(rate * kPerNs);
        m_links.push_back({std::move(name), {}, {}, 0});
        return resource;
    };
    m_dram = add(m_profile.host.dramRate, "");
    for (std::size_t i = 0; i < m_profile.gpus.size(); ++i) {
        const device::GpuModel& model = m_profile.gpus[i];
        Gpu& gpu = m_gpus[i];
        gpu.in = add(model.linkRate, model.linkName + " → " + gpuName(i));
        gpu.out = add(model.linkRate, model.linkName + " ← " + gpuName(i));
        gpu.duplex = add(2 * model.linkDuplex * model.linkRate, "");
        if (m_profile.fabric.rate > 0) {
            gpu.portIn = add(m_profile.fabric.rate, m_profile.fabric.name + " → " + gpuName(i));
            gpu.portOut = add(m_profile.fabric.rate, m_profile.fabric.name + " ← " + gpuName(i));
        }
    }
    for (const device::LinkSwitch& shared : m_profile.switches) {
        const std::uint32_t in = add(shared.rate, shared.name + " →");
        const std::uint32_t out = add(shared.rate, shared.name + " ←");
        for (int ordinal : shared.gpus) {
            m_gpus[static_cast<std::size_t>(ordinal)].upIn = in;
            m_gpus[static_cast<std::size_t>(ordinal)].upOut = out;
        }
    }
    // Peer links come last, two resources each, in the order of the profile.
    for (const device::PeerLink& peer : m_profile.peers) {
        const std::string a = gpuName(static_cast<std::size_t>(peer.a));
        const std::string b = gpuName(static_cast<std::size_t>(peer.b));
        static_cast<void>(add(peer.rate, peer.name + " " + a + " → " + b));
        static_cast<void>(add(peer.rate, peer.name + " " + b + " → " + a));
    }
}

void Simulator::buildLanes()
{
    using trace::LaneRole;
    const auto workers = [](int count) {
        std::vector<std::uint32_t> idle;
        for (int i = count; i-- > 0;)
            idle.push_back(static_cast<std::uint32_t>(i));
        return idle;
    };
    const DeviceId cpu{0};
    static_cast<void>(m_trace.lane(cpu, LaneRole::Frontend, 0, "frontend"));
    const int cpuWorkers = m_options.computeWorkers > 0 ? m_options.computeWorkers : m_profile.engine.cpuWorkers;
    Group& cpuGroup = m_groups.emplace_back(false);
    cpuGroup.idle = workers(cpuWorkers);
    for (int i = 0; i < (isTorch() ? 1 : cpuWorkers); ++i)
        cpuGroup.lanes.push_back(m_trace.lane(cpu, LaneRole::CpuWorker, static_cast<std::uint16_t>(i),
                                              cpuWorkers > 1 ? "worker " + std::to_string(i) : "CPU"));
    m_pagesLane = m_trace.lane(cpu, LaneRole::HostPages, 0, "host pages");
    for (std::size_t i = 0; i < m_profile.gpus.size(); ++i) {
        const device::GpuModel& model = m_profile.gpus[i];
        const DeviceId id{i + 1};
        const int streams = isTorch()                      ? 1
                            : m_options.computeStreams > 0 ? m_options.computeStreams
                                                           : m_profile.engine.gpuWorkers;
        Group& compute = m_groups.emplace_back(false);
        compute.idle = workers(streams);
        for (int s = 0; s < streams; ++s)
            compute.lanes.push_back(m_trace.lane(id, LaneRole::Compute, static_cast<std::uint16_t>(s),
                                                 s == 0 ? "compute" : "stream " + std::to_string(s)));
        m_groups.emplace_back(true).idle = workers(m_profile.engine.copyWorkers);
        const std::array<std::pair<LaneRole, const char*>, 3> roles = {
            {{LaneRole::CopyIn, "copy in"}, {LaneRole::CopyOut, "copy out"}, {LaneRole::CopyPeer, "to peer"}}};
        for (std::size_t way = 0; way < roles.size(); ++way) {
            CopyEngine& engine = m_gpus[i].engines[way];
            const bool isPeer = way == static_cast<std::size_t>(Way::Peer);
            if (isPeer && m_profile.gpus.size() < 2)
                continue;
            engine.capacity = isPeer ? 1 : model.enginesPerWay;
            for (int l = 0; l < engine.capacity; ++l) {
                engine.lanes.push_back(m_trace.lane(id, roles[way].first, static_cast<std::uint16_t>(l),
                                                    roles[way].second, model.linkRate));
                engine.freeLanes.insert(engine.freeLanes.begin(), static_cast<std::uint16_t>(l));
            }
        }
    }
}

Simulator::CopyEngine& Simulator::engineOf(const SimOp& op)
{
    return m_gpus[static_cast<std::size_t>(op.gpu)].engines[static_cast<std::size_t>(op.copy.way)];
}

void Simulator::requestEngine(Slot slot)
{
    SimOp& op = m_ops[slot];
    CopyEngine& engine = engineOf(op);
    Gpu& gpu = m_gpus[static_cast<std::size_t>(op.gpu)];
    const bool isOther = m_profile.gpus[static_cast<std::size_t>(op.gpu)].isOneEngine && op.copy.way != Way::Peer &&
                         gpu.engines[op.copy.way == Way::In ? 1 : 0].busy > 0;
    if (isOther || engine.busy >= engine.capacity)
        engine.waiting.push_back(slot);
    else
        beginCopy(slot);
}

void Simulator::beginCopy(Slot slot)
{
    SimOp& op = m_ops[slot];
    CopyEngine& engine = engineOf(op);
    ++engine.busy;
    op.copy.engineLane = engine.freeLanes.back();
    engine.freeLanes.pop_back();
    op.lane = engine.lanes[op.copy.engineLane];
    op.started = m_now;
    op.hasStarted = true;
    op.copy.stage = CopyStage::Latency;
    double limit = 0;
    double latency = 0;
    static_cast<void>(pathOf(op.copy, limit, latency));
    m_events.schedule(m_now + static_cast<std::int64_t>(latency * op.copy.slowness + 0.5), Happening::StageEnd, slot);
}

// The stage that the operation was in is over.
void Simulator::nextStage(Slot slot)
{
    SimOp& op = m_ops[slot];
    if (op.copy.stage == CopyStage::Latency && op.copy.pageNs > 0) {
        op.copy.stage = CopyStage::Pages;
        std::int64_t begin = 0;
        const std::int64_t end = reservePages(op.copy.pageNs * op.copy.slowness, begin);
        m_trace.host(begin, end, m_trace.nameOfWork(op.copy.pageWork, Bytes{static_cast<std::int64_t>(op.copy.bytes)}),
                     op.line, op.id, m_pagesLane);
        m_events.schedule(end, Happening::StageEnd, slot);
        return;
    }
    if (op.copy.stage == CopyStage::Latency || op.copy.stage == CopyStage::Pages)
        startFlow(slot);
    else
        endCopy(slot);
}

void Simulator::startFlow(Slot slot)
{
    SimOp& op = m_ops[slot];
    op.copy.stage = CopyStage::Flow;
    double limit = 0;
    double latency = 0;
    std::vector<std::uint32_t> path = pathOf(op.copy, limit, latency);
    m_network.start(slot, std::move(path), limit / op.copy.slowness, op.copy.bytes, m_now);
}

std::vector<std::uint32_t> Simulator::pathOf(const CopyPlan& copy, double& limit, double& latency) const
{
    const auto gpu = [&](int ordinal) -> const Gpu& { return m_gpus[static_cast<std::size_t>(ordinal)]; };
    const auto model = [&](int ordinal) -> const device::GpuModel& {
        return m_profile.gpus[static_cast<std::size_t>(ordinal)];
    };
    std::vector<std::uint32_t> path;
    const auto toHost = [&](int ordinal) {
        path.insert(path.end(), {gpu(ordinal).out, gpu(ordinal).duplex});
        if (gpu(ordinal).upOut != kNone)
            path.push_back(gpu(ordinal).upOut);
    };
    const auto fromHost = [&](int ordinal) {
        path.insert(path.end(), {gpu(ordinal).in, gpu(ordinal).duplex});
        if (gpu(ordinal).upIn != kNone)
            path.push_back(gpu(ordinal).upIn);
    };
    if (copy.way != Way::Peer) {
        const int ordinal = copy.way == Way::In ? copy.target : copy.source;
        copy.way == Way::In ? fromHost(ordinal) : toHost(ordinal);
        path.push_back(m_dram);
        limit = model(ordinal).linkRate;
        if (copy.isStaged)
            limit = std::min(limit, m_profile.host.stagingRate);
        limit *= kPerNs;
        latency = model(ordinal).linkLatency;
        return path;
    }
    auto resource = static_cast<std::uint32_t>(m_links.size() - 2 * m_profile.peers.size());
    for (const device::PeerLink& peer : m_profile.peers) {
        const bool isForth = peer.a == copy.source && peer.b == copy.target;
        if (isForth || (peer.b == copy.source && peer.a == copy.target)) {
            limit = peer.rate * kPerNs;
            latency = peer.latency;
            return {isForth ? resource : resource + 1};
        }
        resource += 2;
    }
    if (m_profile.fabric.rate > 0) {
        limit = m_profile.fabric.rate * kPerNs;
        latency = m_profile.fabric.latency;
        return {gpu(copy.source).portOut, gpu(copy.target).portIn};
    }
    // Without a way of their own the bytes go through host memory piece by piece: down, then up.
    toHost(copy.source);
    fromHost(copy.target);
    path.push_back(m_dram);
    limit = kPerNs / (1 / model(copy.source).linkRate + 1 / model(copy.target).linkRate);
    latency = model(copy.source).linkLatency + model(copy.target).linkLatency;
    return path;
}

void Simulator::flowsEnd()
{
    std::vector<std::uint32_t> done;
    m_network.collectDone(m_now, done);
    for (Slot slot : done) {
        SimOp& op = m_ops[slot];
        op.isStaged = true;
        // The last piece that the host has put into the driver's buffer still has to reach the device.
        if (op.copy.way == Way::In && op.copy.isStaged) {
            op.copy.stage = CopyStage::Tail;
            const double tail = std::min(op.copy.bytes, m_profile.host.stagingChunk) /
                                m_profile.gpus[static_cast<std::size_t>(op.gpu)].linkRate * 1e9;
            m_events.schedule(m_now + static_cast<std::int64_t>(tail + 0.5), Happening::StageEnd, slot);
        } else {
            endCopy(slot);
        }
    }
}

void Simulator::endCopy(Slot slot)
{
    SimOp& op = m_ops[slot];
    const OpId id = op.id;
    const auto index = static_cast<std::size_t>(op.gpu);
    Gpu& gpu = m_gpus[index];
    CopyEngine& engine = engineOf(op);
    CopyEngine* next = &engine;
    --engine.busy;
    engine.freeLanes.push_back(op.copy.engineLane);
    // One engine for both directions: the copy that waits longest, of either.
    if (m_profile.gpus[index].isOneEngine && op.copy.way != Way::Peer) {
        CopyEngine& other = gpu.engines[op.copy.way == Way::In ? 1 : 0];
        if (engine.waiting.empty() ||
            (!other.waiting.empty() && m_ops[other.waiting.front()].id < m_ops[engine.waiting.front()].id))
            next = &other;
    }
    if (!next->waiting.empty() && next->busy < next->capacity) {
        const Slot waiting = next->waiting.front();
        next->waiting.pop_front();
        m_ops[waiting].startCause = {trace::CauseKind::CopyEngine, id};
        beginCopy(waiting);
    }
    complete(slot);
}

// -- page work: one at a time in the whole system, in the order of the requests

std::int64_t Simulator::reservePages(double ns, std::int64_t& begin)
{
    begin = std::max(m_now, m_pagesFree);
    m_pagesFree = begin + static_cast<std::int64_t>(ns + 0.5);
    return m_pagesFree;
}

void Simulator::pageWork(double ns, const char* what, Bytes bytes, std::int32_t line, OpId op)
{
    if (ns <= 0)
        return;
    std::int64_t begin = 0;
    const std::int64_t end = reservePages(ns, begin);
    const NameId name = m_trace.nameOfWork(what, bytes);
    m_trace.host(begin, end, name, line, op, m_pagesLane);
    m_trace.host(m_now, end, name, line, op, {});
    advanceTo(end);
}

void Simulator::deleteHostMemory(VariableId /*id*/, Bytes toSystem)
{
    const double ns = unmapNs(m_profile.host, toSystem);
    if (ns <= 0)
        return;
    std::int64_t begin = 0;
    const std::int64_t end = reservePages(ns, begin);
    m_trace.host(begin, end, m_trace.nameOfWork("unmap", toSystem), 0, {}, m_pagesLane);
    ++m_deletes;
    m_events.schedule(end, Happening::DeleteEnd, 0);
}

// -- what links show: at each moment the copy that has been on them longest

void Simulator::drawLinks()
{
    std::vector<OpId> on(m_links.size());
    std::vector<int> copies(m_profile.gpus.size(), 0);
    std::vector<double> rates(m_profile.gpus.size(), 0);
    for (const LinkNetwork::Flow& flow : m_network.flows()) {
        const SimOp& op = m_ops[flow.slot];
        for (std::uint32_t resource : flow.path)
            if (!on[resource].isValid())
                on[resource] = op.id;
        for (int end : {op.copy.source, op.copy.target})
            if (end >= 0) {
                ++copies[static_cast<std::size_t>(end)];
                rates[static_cast<std::size_t>(end)] += flow.rate;
            }
    }
    for (std::size_t i = 0; i < copies.size(); ++i)
        m_gpus[i].share.setCopies(copies[i], rates[i] / (m_profile.gpus[i].dramRate * kPerNs), m_now);
    for (std::uint32_t resource = 0; resource < m_links.size(); ++resource) {
        Link& link = m_links[resource];
        if (link.name.empty() || link.op == on[resource])
            continue;
        if (link.op.isValid())
            m_trace.host(link.since, m_now, m_trace.intern(link.name), 0, link.op, link.lane);
        else if (!link.lane.isValid())
            link.lane = m_trace.lane({}, trace::LaneRole::Link, static_cast<std::uint16_t>(resource), link.name,
                                     m_network.capacity(resource) / kPerNs);
        link.op = on[resource];
        link.since = m_now;
    }
}

void Simulator::closeLinks()
{
    for (Link& link : m_links)
        if (link.op.isValid()) {
            m_trace.host(link.since, m_now, m_trace.intern(link.name), 0, link.op, link.lane);
            link.op = {};
        }
}

}  // namespace engine::devices::sim::detail
