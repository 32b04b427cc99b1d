#pragma once

#include <cstdint>
#include <vector>

namespace engine::devices::sim::detail {

/// Bytes on their way over links that they share: max-min rates, recomputed when a flow begins or ends.
///
/// Links that no flow connects do not influence each other, not even in the last bit: rates are computed per connected
/// group, and a flow whose rate stays the same is left alone.
class LinkNetwork {
public:
    struct Flow {
        std::uint32_t slot = 0;
        std::vector<std::uint32_t> path;  ///< resources, each once
        double limit = 0;                 ///< bytes/ns that it could use at most
        double left = 0;                  ///< bytes, as of `since`
        double rate = 0;                  ///< bytes/ns
        std::int64_t since = 0;
    };

    /// A link, one direction of it, or anything else that bytes pass. `capacity` in bytes/ns.
    [[nodiscard]] std::uint32_t addResource(double capacity);
    [[nodiscard]] double capacity(std::uint32_t resource) const { return m_capacity[resource]; }

    void start(std::uint32_t slot, std::vector<std::uint32_t> path, double limit, double bytes, std::int64_t now);

    /// Appends the flows that are through at `now`, oldest first, and removes them.
    void collectDone(std::int64_t now, std::vector<std::uint32_t>& done);

    /// In the order in which they began.
    [[nodiscard]] const std::vector<Flow>& flows() const { return m_flows; }
    [[nodiscard]] std::int64_t nextEnd() const;
    [[nodiscard]] std::uint32_t version() const { return m_version; }

private:
    void solve(std::int64_t now);
    void solveGroup(const std::vector<std::uint32_t>& group, std::int64_t now);
    [[nodiscard]] static std::int64_t endOf(const Flow& flow);

    std::vector<double> m_capacity;
    std::vector<Flow> m_flows;
    std::uint32_t m_version = 0;
};

}  // namespace engine::devices::sim::detail
