#pragma once

#include "engine/devices/cuda/abi.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

/// The communicators of an imitated library for GPUs. Its kernels wait for the kernels of the other ranks.
namespace fake {

class Ring;

/// The communicator of one rank.
class Seat {
public:
    /// Runs the steps in the calling thread. Returns early as soon as `isAbandoned` returns true.
    void run(std::span<const engine::devices::cuda::abi::ExchangeStep> steps,
             const std::function<bool()>& isAbandoned) const;

private:
    friend class Ring;
    std::shared_ptr<Ring> m_ring;
    int m_rank = 0;
};

/// State that the communicators with one id share.
class Ring {
public:
    using Step = engine::devices::cuda::abi::ExchangeStep;

    explicit Ring(int count) : m_count(count), m_steps(static_cast<std::size_t>(count)) {}

    /// Returns a seat in the ring of this id. The ring exists until its last seat is destroyed.
    [[nodiscard]] static Seat join(int id, int rank, int count);

    void run(int rank, const Step& step, const std::function<bool()>& isAbandoned);

private:
    using Numbers = std::vector<float>;

    [[nodiscard]] Numbers combined(const std::map<int, Numbers>& parts,
                                   engine::devices::cuda::abi::Reduction how) const;

    const int m_count;
    std::mutex m_mutex;                             // guards everything below
    std::vector<int> m_steps;                       // by rank: number of steps so far
    std::map<int, std::map<int, Numbers>> m_parts;  // by step, then rank
};

}  // namespace fake
