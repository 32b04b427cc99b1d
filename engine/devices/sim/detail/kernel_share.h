#pragma once

#include <cstdint>
#include <vector>

namespace engine::devices::sim::detail {

/// The kernels that run on one GPU at the same time, and the speed of each.
///
/// A kernel that runs alone takes `work` nanoseconds and uses the fraction `share` of the multiprocessors. Concurrent
/// kernels are allocated multiprocessors in launch order or, with `isFair`, max-min fairly. Memory bandwidth is always
/// shared max-min fairly. In launch order, a kernel does not start while no multiprocessors are free.
class KernelShare {
public:
    struct Options {
        int mostResident = 128;
        bool isFair = false;
        double interference = 0;  ///< fraction of the speed that is lost while copies run
    };
    struct Kernel {
        std::uint32_t slot = 0;
        double share = 1;   ///< fraction of the multiprocessors, in (0, 1]
        double memory = 0;  ///< fraction of the memory bandwidth at full speed, in [0, 1]
        double work = 0;    ///< remaining ns at full speed, at time `since`
        double speed = 0;   ///< speed relative to running alone
        std::int64_t since = 0;
    };

    explicit KernelShare(Options options) : m_options(options) {}

    /// Whether one more kernel can start.
    [[nodiscard]] bool hasRoom() const;
    [[nodiscard]] const std::vector<Kernel>& running() const { return m_running; }

    void start(std::uint32_t slot, double share, double memory, double work, std::int64_t now);

    /// Sets the number of this GPU's copies, and the fraction of the memory bandwidth that they use.
    void setCopies(int count, double memory, std::int64_t now);

    /// Removes the kernels that end at `now` and appends them to `done`, in launch order.
    void collectDone(std::int64_t now, std::vector<std::uint32_t>& done);

    /// End time of the next kernel if nothing changes; -1: no kernel runs.
    [[nodiscard]] std::int64_t nextEnd() const;
    /// Changes whenever nextEnd() may have changed.
    [[nodiscard]] std::uint32_t version() const { return m_version; }

private:
    void share(std::int64_t now);
    void limitByLaunchOrder();
    void limitByMemory();
    /// Returns -1 if the kernel does not advance.
    [[nodiscard]] static std::int64_t endOf(const Kernel& kernel);

    Options m_options;
    std::vector<Kernel> m_running;  ///< in launch order
    std::vector<double> m_speeds;   ///< temporary of share()
    std::vector<double> m_limits;
    int m_copies = 0;
    double m_copyMemory = 0;
    std::uint32_t m_version = 0;
};

}  // namespace engine::devices::sim::detail
