#pragma once

#include <cstdint>
#include <vector>

namespace engine::devices::sim::detail {

/// The kernels that run on one GPU at the same time and how fast each goes.
///
/// A kernel alone needs `work` nanoseconds and can use the share `share` of the multiprocessors. Later kernels get what
/// earlier ones leave over (launch order), or all share max-min (`isFair`). Memory bandwidth is shared max-min. One
/// that would get nothing does not start.
class KernelShare {
public:
    struct Options {
        int mostResident = 128;
        bool isFair = false;
        double interference = 0;  ///< loss of speed while copies run
    };
    struct Kernel {
        std::uint32_t slot = 0;
        double share = 1;   ///< of the multiprocessors, in (0, 1]
        double memory = 0;  ///< of the memory bandwidth at full speed, in [0, 1]
        double work = 0;    ///< ns left at full speed, as of `since`
        double speed = 0;   ///< 1: as if alone
        std::int64_t since = 0;
    };

    explicit KernelShare(Options options) : m_options(options) {}

    /// Something is left for one more kernel.
    [[nodiscard]] bool hasRoom() const;
    [[nodiscard]] const std::vector<Kernel>& running() const { return m_running; }

    void start(std::uint32_t slot, double share, double memory, double work, std::int64_t now);

    /// Copies of this GPU: how many run and which part of the memory bandwidth they take.
    void setCopies(int count, double memory, std::int64_t now);

    /// Appends the kernels that are through at `now`, in launch order, and removes them.
    void collectDone(std::int64_t now, std::vector<std::uint32_t>& done);

    /// When the next one ends, if nothing changes; -1: nothing runs.
    [[nodiscard]] std::int64_t nextEnd() const;
    /// Changes whenever nextEnd() may have changed.
    [[nodiscard]] std::uint32_t version() const { return m_version; }

private:
    void share(std::int64_t now);
    void limitByLaunchOrder();
    void limitByMemory();
    [[nodiscard]] static std::int64_t endOf(const Kernel& kernel);

    Options m_options;
    std::vector<Kernel> m_running;  ///< in launch order
    std::vector<double> m_speeds;   ///< scratch of share()
    std::vector<double> m_limits;
    int m_copies = 0;
    double m_copyMemory = 0;
    std::uint32_t m_version = 0;
};

}  // namespace engine::devices::sim::detail
