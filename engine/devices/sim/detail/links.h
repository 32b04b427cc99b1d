#pragma once

#include "engine/devices/sim/detail/link_network.h"
#include "engine/devices/sim/detail/state.h"

#include <string>
#include <vector>

namespace engine::devices::sim::detail {

constexpr double kPerNs = 1e-9;  ///< bytes/s to bytes/ns

/// The links between host memory and GPUs: which of them a copy passes, its bytes on the way, and the spans that the
/// links' lanes show.
class Links {
public:
    /// What one copy passes.
    struct Route {
        std::vector<std::uint32_t> resources;
        double limit = 0;    ///< bytes/ns
        double latency = 0;  ///< ns
    };
    /// All copies to and from one GPU.
    struct Traffic {
        int copies = 0;
        double rate = 0;  ///< bytes/ns
    };

    explicit Links(State& state);

    [[nodiscard]] Route routeOf(const CopyPlan& copy) const;
    /// The bytes of a copy enter its route.
    void start(Slot slot);
    /// Removes and returns the copies whose bytes are through, oldest first.
    [[nodiscard]] std::vector<Slot> end();

    /// An event of an outdated plan must be ignored.
    [[nodiscard]] bool isCurrent(const Event& event) const { return event.version == m_network.version(); }
    /// If flows changed since the last call: updates spans and traffic, schedules the next end, and returns true.
    bool update();
    [[nodiscard]] Traffic trafficOf(std::size_t gpu) const { return m_traffic[gpu]; }
    /// Ends the spans that are open.
    void close();

private:
    /// The resources of one GPU.
    struct Ports {
        std::uint32_t in = 0, out = 0, duplex = 0, fabricIn = 0, fabricOut = 0;
        std::uint32_t switchIn = kNone, switchOut = kNone;
    };
    /// The resources of one of the profile's direct links.
    struct PeerPorts {
        std::uint32_t forth = 0, back = 0;
    };
    /// What the lane of a resource shows. Resources without a name have no lane.
    struct Display {
        std::string name;
        LaneId lane;
        OpId op;  ///< none: idle
        std::int64_t since = 0;
    };

    [[nodiscard]] std::uint32_t add(double rate, std::string name);
    void pathToHost(int gpu, std::vector<std::uint32_t>& path) const;
    void pathFromHost(int gpu, std::vector<std::uint32_t>& path) const;
    [[nodiscard]] Route routeOfPeers(const CopyPlan& copy) const;
    void show(std::uint32_t resource, OpId op);

    State& m_state;
    LinkNetwork m_network;
    std::uint32_t m_scheduled = 0;  ///< version of the network
    std::uint32_t m_hostMemory = 0;
    std::vector<Ports> m_ports;       ///< by GPU
    std::vector<PeerPorts> m_peers;   ///< by the profile's peer links
    std::vector<Display> m_displays;  ///< by resource
    std::vector<Traffic> m_traffic;   ///< by GPU
};

}  // namespace engine::devices::sim::detail
