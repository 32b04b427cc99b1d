#pragma once

#include "engine/device/rank_transport.h"
#include "engine/devices/sim/detail/link_network.h"
#include "engine/devices/sim/detail/state.h"

#include <string>
#include <vector>

namespace engine::devices::sim::detail {

constexpr double kPerNs = 1e-9;  ///< bytes/s to bytes/ns

/// The links between host memory and GPUs: the route of each copy, the flow of its bytes, and the spans on the lanes of
/// the links.
class Links {
public:
    /// The resources that a copy uses, and its limits.
    struct Route {
        std::vector<std::uint32_t> resources;
        double limit = 0;    ///< bytes/ns
        double latency = 0;  ///< ns
    };
    /// The copies to and from one GPU that run at the same time.
    struct Traffic {
        int copies = 0;
        double rate = 0;  ///< bytes/ns
    };

    /// The slowest link of a ring while all its links are in use.
    struct Ring {
        double rate = 0;     ///< bytes/ns
        double latency = 0;  ///< ns
    };

    explicit Links(State& state);

    [[nodiscard]] Route routeOf(const CopyPlan& copy) const;
    /// Returns the slowest link of a ring over these ranks' GPUs (-1: a process that copies in host memory). If
    /// `isOneWay`: the slowest link of the path from the first rank to the last.
    [[nodiscard]] Ring ringOf(const device::RankTransport::CompleteCollective& ranks, bool isOneWay) const;
    /// Returns the name of the link between the ranks at two positions, such as "NVLink".
    [[nodiscard]] std::string nameOf(const device::RankTransport::CompleteCollective& ranks, std::size_t from,
                                     std::size_t to) const;
    [[nodiscard]] std::size_t resources() const { return m_displays.size(); }
    /// Starts the flow of the copy's bytes.
    void start(Slot slot);
    /// Removes and returns the copies whose bytes have passed their links, oldest first.
    [[nodiscard]] std::vector<Slot> end();

    /// Whether the event belongs to the current rates; other events must be ignored.
    [[nodiscard]] bool isCurrent(const Event& event) const { return event.version == m_network.version(); }
    /// If flows changed since the last call: updates spans, rates and traffic, schedules the next end, and returns
    /// true.
    bool update();
    [[nodiscard]] Traffic trafficOf(std::size_t gpu) const { return m_traffic[gpu]; }
    /// Ends all open spans.
    void close();

private:
    /// The resources of one GPU.
    struct Ports {
        std::uint32_t in = 0, out = 0, duplex = 0, fabricIn = 0, fabricOut = 0;
        std::uint32_t switchIn = kNone, switchOut = kNone;
        double switchShares = 1;
    };
    /// The resources of one direct link between GPUs.
    struct PeerPorts {
        std::uint32_t forth = 0, back = 0;
    };
    /// The open span on the lane of a resource. Resources without a name have no lane.
    struct Display {
        std::string name;
        LaneId lane;
        OpId op;  ///< none: idle
        std::int64_t since = 0;
        double rate = 0;  ///< bytes/ns; the last recorded rate
    };
    /// The flows on a resource.
    struct Load {
        OpId oldest;  ///< none: idle
        double rate = 0;
    };

    [[nodiscard]] std::uint32_t add(double rate, std::string name);
    void pathToHost(int gpu, std::vector<std::uint32_t>& path) const;
    void pathFromHost(int gpu, std::vector<std::uint32_t>& path) const;
    [[nodiscard]] Route routeOfPeers(const CopyPlan& copy) const;
    [[nodiscard]] Route routeOfRanks(int from, int to) const;
    [[nodiscard]] Route routeOfNetwork(int from, int to, std::uint32_t toOffset) const;
    [[nodiscard]] int computerOf(int rank) const;
    [[nodiscard]] double wholeOf(std::uint32_t resource) const;
    void show(std::uint32_t resource, const Load& load);
    void showSpan(std::uint32_t resource, OpId op);

    State& m_state;
    LinkNetwork m_network;
    std::uint32_t m_scheduled = 0;  ///< version of m_network for which the next end is scheduled
    std::uint32_t m_hostMemory = 0;
    std::uint32_t m_networkOut = 0, m_networkIn = 0;  ///< this computer's port
    std::vector<Ports> m_ports;                       ///< by GPU
    std::vector<PeerPorts> m_peers;                   ///< by index into Profile::peers
    std::vector<Display> m_displays;                  ///< by resource
    std::vector<Traffic> m_traffic;                   ///< by GPU
};

}  // namespace engine::devices::sim::detail
