#include "engine/devices/sim/detail/link_network.h"

#include "engine/devices/sim/detail/work_ends.h"

#include <algorithm>

namespace engine::devices::sim::detail {

std::uint32_t LinkNetwork::addResource(double capacity)
{
    m_capacity.push_back(capacity);
    return static_cast<std::uint32_t>(m_capacity.size() - 1);
}

void LinkNetwork::start(std::uint32_t slot, std::vector<std::uint32_t> path, double limit, double bytes,
                        std::int64_t now)
{
    m_flows.push_back({slot, std::move(path), limit, bytes, 0, now});
    solve(now);
}

std::int64_t LinkNetwork::endOf(const Flow& flow)
{
    return endAt(flow.since, flow.left, std::max(flow.rate, 1e-12));
}

void LinkNetwork::collectDone(std::int64_t now, std::vector<std::uint32_t>& done)
{
    if (popDone(m_flows, now, done, endOf))
        solve(now);
}

std::int64_t LinkNetwork::nextEnd() const
{
    return firstEnd(m_flows, endOf);
}

void LinkNetwork::solve(std::int64_t now)
{
    ++m_version;
    // Finds the groups of flows that share resources directly or indirectly. The search is quadratic, but few flows run
    // at the same time.
    std::vector<bool> isGrouped(m_flows.size(), false);
    for (std::size_t first = 0; first < m_flows.size(); ++first) {
        if (isGrouped[first])
            continue;
        std::vector<bool> isReached(m_capacity.size(), false);
        std::vector<std::uint32_t> group;
        bool hasGrown = true;
        for (std::uint32_t resource : m_flows[first].path)
            isReached[resource] = true;
        while (hasGrown) {
            hasGrown = false;
            for (std::size_t i = first; i < m_flows.size(); ++i) {
                const auto& path = m_flows[i].path;
                if (isGrouped[i] || (i != first && std::none_of(path.begin(), path.end(),
                                                                [&](std::uint32_t r) { return isReached[r]; })))
                    continue;
                isGrouped[i] = true;
                hasGrown = true;
                group.push_back(static_cast<std::uint32_t>(i));
                for (std::uint32_t resource : path)
                    isReached[resource] = true;
            }
        }
        std::sort(group.begin(), group.end());
        solveGroup(group, now);
    }
}

void LinkNetwork::solveGroup(const std::vector<std::uint32_t>& group, std::int64_t now)
{
    std::vector<double> left = m_capacity;
    std::vector<double> rates(m_flows.size(), -1);
    for (std::size_t open = group.size(); open > 0;) {
        std::vector<int> users(m_capacity.size(), 0);
        for (std::uint32_t i : group)
            if (rates[i] < 0)
                for (std::uint32_t resource : m_flows[i].path)
                    ++users[resource];
        const auto roomFor = [&](std::uint32_t i) {
            double room = m_flows[i].limit;
            for (std::uint32_t resource : m_flows[i].path)
                room = std::min(room, left[resource] / users[resource]);
            return room;
        };
        double lowest = -1;
        for (std::uint32_t i : group)
            if (rates[i] < 0)
                lowest = lowest < 0 ? roomFor(i) : std::min(lowest, roomFor(i));
        std::vector<std::uint32_t> fixed;
        for (std::uint32_t i : group)
            if (rates[i] < 0 && roomFor(i) <= lowest)
                fixed.push_back(i);
        for (std::uint32_t i : fixed) {
            rates[i] = lowest;
            --open;
            for (std::uint32_t resource : m_flows[i].path)
                left[resource] = std::max(left[resource] - lowest, 0.0);
        }
    }
    for (std::uint32_t i : group) {
        Flow& flow = m_flows[i];
        if (rates[i] == flow.rate)
            continue;
        flow.left = std::max(flow.left - flow.rate * static_cast<double>(now - flow.since), 0.0);
        flow.since = now;
        flow.rate = rates[i];
    }
}

}  // namespace engine::devices::sim::detail
