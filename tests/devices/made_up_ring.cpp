#include "tests/devices/made_up_ring.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace fake {

using engine::devices::cuda::abi::Reduction;
using Kind = Ring::Step::Kind;

void Seat::run(std::span<const engine::devices::cuda::abi::ExchangeStep> steps,
               const std::function<bool()>& isAbandoned) const
{
    for (const Ring::Step& step : steps)
        m_ring->run(m_rank, step, isAbandoned);
}

Seat Ring::join(int id, int rank, int count)
{
    static std::mutex s_mutex;
    static std::map<int, std::weak_ptr<Ring>> s_rings;
    const std::lock_guard lock(s_mutex);
    Seat seat;
    seat.m_ring = s_rings[id].lock();
    if (!seat.m_ring)
        s_rings[id] = seat.m_ring = std::make_shared<Ring>(count);
    seat.m_rank = rank;
    return seat;
}

/// Combines in reverse rank order, because a library may use any order.
Ring::Numbers Ring::combined(const std::map<int, Numbers>& parts, Reduction how) const
{
    Numbers all = parts.rbegin()->second;
    for (auto part = std::next(parts.rbegin()); part != parts.rend(); ++part)
        for (std::size_t i = 0; i < all.size(); ++i) {
            const float one = part->second[i];
            all[i] = how == Reduction::Product   ? all[i] * one
                     : how == Reduction::Minimum ? std::min(all[i], one)
                     : how == Reduction::Maximum ? std::max(all[i], one)
                                                 : all[i] + one;
        }
    for (float& one : all)
        if (how == Reduction::Average)
            one /= static_cast<float>(m_count);
    return all;
}

void Ring::run(int rank, const Step& step, const std::function<bool()>& isAbandoned)
{
    const auto size = static_cast<std::size_t>(step.elements);
    std::unique_lock lock(m_mutex);
    const auto isThere = [&](const auto& condition) {
        while (!condition() && !isAbandoned()) {
            lock.unlock();
            std::this_thread::sleep_for(std::chrono::microseconds(20));
            lock.lock();
        }
        return condition();
    };
    std::map<int, Numbers>& parts = m_parts[m_steps[static_cast<std::size_t>(rank)]++];
    const bool isRoot = rank == step.root;
    if (step.kind != Kind::Broadcast || isRoot)
        parts[rank].assign(step.from, step.from + size);
    if (step.kind == Kind::Broadcast) {
        // As in NCCL, the root does not write to the memory that it sends from.
        if (isThere([&] { return parts.contains(step.root); }) && !(isRoot && step.to == step.from))
            std::ranges::copy(parts[step.root], step.to);
    } else if (step.kind == Kind::AllReduce || isRoot) {
        if (isThere([&] { return static_cast<int>(parts.size()) == m_count; }))
            std::ranges::copy(combined(parts, step.reduction), step.to);
    }
}

}  // namespace fake
