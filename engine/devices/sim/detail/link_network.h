#pragma once

#include <cstdint>
#include <vector>

namespace engine::devices::sim::detail {

/// Flows of bytes over shared links. Rates are max-min fair and are recomputed when a flow starts or ends.
///
/// Links that no chain of flows connects do not affect each other, not even by rounding: rates are computed per
/// connected group, and flows whose rate does not change are not updated.
class LinkNetwork {
public:
    struct Flow {
        std::uint32_t slot = 0;
        std::vector<std::uint32_t> path;  ///< resources that the flow uses, without duplicates
        double limit = 0;                 ///< highest rate, bytes/ns
        double left = 0;                  ///< remaining bytes at time `since`
        double rate = 0;                  ///< bytes/ns
        std::int64_t since = 0;
    };

    /// Adds a link, one direction of a link, or another resource with limited bandwidth. `capacity` in bytes/ns.
    [[nodiscard]] std::uint32_t addResource(double capacity);
    [[nodiscard]] double capacity(std::uint32_t resource) const { return m_capacity[resource]; }

    void start(std::uint32_t slot, std::vector<std::uint32_t> path, double limit, double bytes, std::int64_t now);

    /// Removes the flows that end at `now` and appends them to `done`, oldest first.
    void collectDone(std::int64_t now, std::vector<std::uint32_t>& done);

    /// All flows, oldest first.
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
