#include "engine/devices/sim/detail/links.h"

#include <algorithm>
#include <map>

namespace engine::devices::sim::detail {

namespace {

std::string gpuName(int ordinal)
{
    return "GPU " + std::to_string(ordinal);
}

}  // namespace

Links::Links(State& state) : m_state(state), m_traffic(state.profile.gpus.size())
{
    const device::Profile& profile = state.profile;
    m_hostMemory = add(profile.host.dramRate, "");
    for (const device::GpuModel& model : profile.gpus) {
        const std::string name = gpuName(static_cast<int>(m_ports.size()));
        Ports& ports = m_ports.emplace_back();
        ports.in = add(model.linkRate, model.linkName + " → " + name);
        ports.out = add(model.linkRate, model.linkName + " ← " + name);
        ports.duplex = add(2 * model.linkDuplex * model.linkRate, "");
        if (profile.fabric.rate > 0) {
            ports.fabricIn = add(profile.fabric.rate, profile.fabric.name + " → " + name);
            ports.fabricOut = add(profile.fabric.rate, profile.fabric.name + " ← " + name);
        }
    }
    for (const device::LinkSwitch& shared : profile.switches) {
        const std::uint32_t in = add(shared.rate, shared.name + " →");
        const std::uint32_t out = add(shared.rate, shared.name + " ←");
        for (int ordinal : shared.gpus) {
            m_ports[static_cast<std::size_t>(ordinal)].switchIn = in;
            m_ports[static_cast<std::size_t>(ordinal)].switchOut = out;
            m_ports[static_cast<std::size_t>(ordinal)].switchShares = static_cast<double>(shared.gpus.size());
        }
    }
    for (const device::PeerLink& peer : profile.peers) {
        const std::string a = gpuName(peer.a);
        const std::string b = gpuName(peer.b);
        const std::uint32_t forth = add(peer.rate, peer.name + " " + a + " → " + b);
        m_peers.push_back({forth, add(peer.rate, peer.name + " " + b + " → " + a)});
    }
    if (profile.network.rate > 0) {
        m_networkOut = add(profile.network.rate, "");
        m_networkIn = add(profile.network.rate, "");
    }
}

std::uint32_t Links::add(double rate, std::string name)
{
    m_displays.push_back({std::move(name), {}, {}, 0});
    return m_network.addResource(rate * kPerNs);
}

void Links::pathToHost(int gpu, std::vector<std::uint32_t>& path) const
{
    const Ports& ports = m_ports[static_cast<std::size_t>(gpu)];
    path.insert(path.end(), {ports.out, ports.duplex});
    if (ports.switchOut != kNone)
        path.push_back(ports.switchOut);
}

void Links::pathFromHost(int gpu, std::vector<std::uint32_t>& path) const
{
    const Ports& ports = m_ports[static_cast<std::size_t>(gpu)];
    path.insert(path.end(), {ports.in, ports.duplex});
    if (ports.switchIn != kNone)
        path.push_back(ports.switchIn);
}

Links::Route Links::routeOf(const CopyPlan& copy) const
{
    if (copy.direction == CopyDirection::Peer)
        return routeOfPeers(copy);
    Route route;
    const int gpu = copy.direction == CopyDirection::In ? copy.target : copy.source;
    copy.direction == CopyDirection::In ? pathFromHost(gpu, route.resources) : pathToHost(gpu, route.resources);
    route.resources.push_back(m_hostMemory);
    const double rate = m_state.gpu(gpu).linkRate;
    route.limit = (copy.isStaged ? std::min(rate, m_state.profile.host.stagingRate) : rate) * kPerNs;
    route.latency = m_state.gpu(gpu).linkLatency;
    return route;
}

Links::Route Links::routeOfPeers(const CopyPlan& copy) const
{
    const device::Profile& profile = m_state.profile;
    for (std::size_t i = 0; i < profile.peers.size(); ++i) {
        const device::PeerLink& peer = profile.peers[i];
        if (peer.a == copy.source && peer.b == copy.target)
            return {{m_peers[i].forth}, peer.rate * kPerNs, peer.latency};
        if (peer.b == copy.source && peer.a == copy.target)
            return {{m_peers[i].back}, peer.rate * kPerNs, peer.latency};
    }
    if (profile.fabric.rate > 0)
        return {{m_ports[static_cast<std::size_t>(copy.source)].fabricOut,
                 m_ports[static_cast<std::size_t>(copy.target)].fabricIn},
                profile.fabric.rate * kPerNs,
                profile.fabric.latency};
    // Without a direct link, the bytes pass through host memory chunk by chunk: first to the host, then to the target.
    const device::GpuModel& source = m_state.gpu(copy.source);
    const device::GpuModel& target = m_state.gpu(copy.target);
    Route route;
    pathToHost(copy.source, route.resources);
    pathFromHost(copy.target, route.resources);
    route.resources.push_back(m_hostMemory);
    route.limit = kPerNs / (1 / source.linkRate + 1 / target.linkRate);
    route.latency = source.linkLatency + target.linkLatency;
    return route;
}

int Links::computerOf(int rank) const
{
    const device::ComputerNetwork& network = m_state.profile.network;
    return network.rate > 0 ? rank / network.ranksPerComputer : 0;
}

/// Returns the capacity of a resource for all ranks of a computer; the profile contains the portion of one rank.
double Links::wholeOf(std::uint32_t resource) const
{
    const double ranks = m_state.options.transport == nullptr ? 1 : m_state.options.transport->place().localCount;
    double shares = resource == m_hostMemory ? ranks : 1;
    for (const Ports& ports : m_ports)
        if (resource == ports.switchIn || resource == ports.switchOut)
            shares = std::clamp<double>(ranks, 1, ports.switchShares);
    return m_network.capacity(resource) * shares;
}

/// Returns the route between ranks of one computer. Processes without GPUs copy through memory that they share.
Links::Route Links::routeOfRanks(int from, int to) const
{
    const device::HostModel& host = m_state.profile.host;
    if (from < 0)
        return {{m_hostMemory}, host.memcpyRate * kPerNs, host.opNs};
    CopyPlan hop;
    hop.direction = CopyDirection::Peer;
    hop.source = from;
    hop.target = to;
    return routeOfPeers(hop);
}

/// Returns the route to a rank on another computer; `toOffset` is added to the numbers of that computer's resources.
/// The bytes pass through the memory of both computers in small pieces, so that all links of the route are in use at
/// the same time.
Links::Route Links::routeOfNetwork(int from, int to, std::uint32_t toOffset) const
{
    const device::ComputerNetwork& network = m_state.profile.network;
    Route route{{m_hostMemory, m_networkOut}, network.rate * kPerNs, network.latency};
    std::vector<std::uint32_t> end{m_networkIn, m_hostMemory};
    if (from >= 0) {
        pathToHost(from, route.resources);
        pathFromHost(to, end);
        route.limit = std::min({network.rate, m_state.gpu(from).linkRate, m_state.gpu(to).linkRate}) * kPerNs;
    }
    for (const std::uint32_t resource : end)
        route.resources.push_back(resource + toOffset);
    return route;
}

Links::Ring Links::ringOf(const device::RankTransport::CompleteCollective& ranks, bool isOneWay) const
{
    Ring ring;
    LinkNetwork together;
    const auto perComputer = static_cast<std::uint32_t>(m_displays.size());
    std::map<int, std::uint32_t> offsets;  // by computer: offset of the numbers of the computer's resources
    const bool isAcross =
        std::ranges::any_of(ranks.ranks, [&](int rank) { return computerOf(rank) != computerOf(ranks.ranks.front()); });
    for (const int rank : ranks.ranks)
        if (offsets.try_emplace(computerOf(rank), perComputer * static_cast<std::uint32_t>(offsets.size())).second)
            for (std::uint32_t resource = 0; resource < perComputer; ++resource)
                static_cast<void>(together.addResource(isAcross ? wholeOf(resource) : m_network.capacity(resource)));
    const std::size_t count = isOneWay ? 1 : ranks.ranks.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t next = (i + 1) % ranks.ranks.size();
        const std::uint32_t from = offsets[computerOf(ranks.ranks[i])];
        const std::uint32_t to = offsets[computerOf(ranks.ranks[next])];
        Route route = from == to ? routeOfRanks(ranks.gpus[i], ranks.gpus[next])
                                 : routeOfNetwork(ranks.gpus[i], ranks.gpus[next], to - from);
        for (std::uint32_t& resource : route.resources)
            resource += from;
        ring.latency = std::max(ring.latency, route.latency);
        together.start(static_cast<std::uint32_t>(i), std::move(route.resources), route.limit, 1e9, 0);
    }
    ring.rate = together.flows().front().rate;
    for (const LinkNetwork::Flow& flow : together.flows())
        ring.rate = std::min(ring.rate, flow.rate);
    return ring;
}

std::string Links::nameOf(const device::RankTransport::CompleteCollective& ranks, std::size_t first,
                          std::size_t second) const
{
    if (computerOf(ranks.ranks[first]) != computerOf(ranks.ranks[second]))
        return m_state.profile.network.name;
    const int from = ranks.gpus[first];
    const int to = ranks.gpus[second];
    if (from < 0)
        return "host memory";
    for (const device::PeerLink& peer : m_state.profile.peers)
        if (std::minmax(peer.a, peer.b) == std::minmax(from, to))
            return peer.name;
    return m_state.profile.fabric.rate > 0 ? m_state.profile.fabric.name : m_state.gpu(from).linkName;
}

void Links::start(Slot slot)
{
    const CopyPlan& copy = m_state.operations[slot].copy;
    Route route = routeOf(copy);
    m_network.start(slot, std::move(route.resources), route.limit / copy.slowness, copy.bytes, m_state.now);
}

std::vector<Slot> Links::end()
{
    std::vector<Slot> done;
    m_network.collectDone(m_state.now, done);
    return done;
}

bool Links::update()
{
    if (m_scheduled == m_network.version())
        return false;
    m_scheduled = m_network.version();
    std::vector<Load> loads(m_displays.size());
    m_traffic.assign(m_traffic.size(), {});
    for (const LinkNetwork::Flow& flow : m_network.flows()) {
        const SimOp& op = m_state.operations[flow.slot];
        for (std::uint32_t resource : flow.path) {
            Load& load = loads[resource];
            if (!load.oldest.isValid())
                load.oldest = op.id;
            load.rate += flow.rate;
        }
        for (int end : {op.copy.source, op.copy.target})
            if (end >= 0) {
                ++m_traffic[static_cast<std::size_t>(end)].copies;
                m_traffic[static_cast<std::size_t>(end)].rate += flow.rate;
            }
    }
    for (std::uint32_t resource = 0; resource < m_displays.size(); ++resource)
        show(resource, loads[resource]);
    if (const std::int64_t end = m_network.nextEnd(); end >= 0)
        m_state.events.schedule(end, EventKind::FlowsEnd, 0, m_scheduled);
    return true;
}

void Links::show(std::uint32_t resource, const Load& load)
{
    Display& display = m_displays[resource];
    if (display.name.empty())
        return;
    if (display.op != load.oldest)
        showSpan(resource, load.oldest);
    if (display.rate == load.rate)
        return;
    display.rate = load.rate;
    m_state.trace.write(trace::LinkRateRecord{at(m_state.now), display.lane, load.rate / kPerNs});
}

void Links::showSpan(std::uint32_t resource, OpId op)
{
    Display& display = m_displays[resource];
    if (display.op.isValid())
        m_state.trace.host(display.since, m_state.now, m_state.trace.intern(display.name), 0, display.op, display.lane);
    else if (!display.lane.isValid())
        display.lane = m_state.trace.lane({}, trace::LaneRole::Link, static_cast<std::uint16_t>(resource), display.name,
                                          m_network.capacity(resource) / kPerNs);
    display.op = op;
    display.since = m_state.now;
}

void Links::close()
{
    for (std::uint32_t resource = 0; resource < m_displays.size(); ++resource)
        show(resource, {});
}

}  // namespace engine::devices::sim::detail
