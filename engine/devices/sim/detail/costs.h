#pragma once

#include "engine/device/machine.h"
#include "engine/device/platform.h"

#include <array>
#include <compare>
#include <set>

namespace engine::devices::sim::detail {

/// A kernel alone on its device.
struct KernelCost {
    double ns = 0;      ///< from start to end
    double share = 1;   ///< fraction of the processors that it can use, in (0, 1]
    double memory = 0;  ///< fraction of the memory bandwidth that it uses, in [0, 1]
};

/// Durations by a machine's constants; pure functions.
[[nodiscard]] KernelCost gpuKernel(const device::GpuModel& gpu, const ops::Operation& operation);
[[nodiscard]] KernelCost hostKernel(const device::HostModel& host, const ops::Operation& operation);

/// The additional time, ns, of a CPU operation per page of its results that was never touched.
[[nodiscard]] double pageTouchNs(const device::HostModel& host, const ops::Operation& operation);
/// The same for `bytes` of such pages.
[[nodiscard]] double touchNs(const device::HostModel& host, double pageNs, Bytes bytes);

/// Page work, ns.
[[nodiscard]] double faultNs(const device::HostModel& host, Bytes bytes);
[[nodiscard]] double pinNs(const device::HostModel& host, Bytes bytes);
[[nodiscard]] double unmapNs(const device::HostModel& host, Bytes bytes);

/// Forms of convolutions whose algorithm was searched: libraries try their algorithms when a form occurs first.
class TuneCost {
public:
    /// ns that `operation` adds on this GPU, where each new form costs `ns`.
    [[nodiscard]] double next(std::size_t gpu, double ns, const ops::Operation& operation);

private:
    struct Form {
        std::size_t gpu = 0;
        std::array<std::int64_t, 8> sizes{};  ///< of data and weights
        std::array<std::int32_t, 2> stride{};
        std::array<std::int32_t, 2> padding{};
        auto operator<=>(const Form&) const = default;
    };
    std::set<Form> m_forms;
};

/// Durations of an operation that vary independently.
enum class Varying : std::uint8_t { Dispatch, Kernel, Copy };

/// The factor by which a duration of operation `op` varies, in [1 - noise, 1 + noise]; 1 without noise. It depends on
/// its arguments only, not on the order in which operations run.
[[nodiscard]] double jitter(double noise, std::uint64_t seed, OpId op, Varying what);

/// What the program's thread pays to issue operations; remembers first uses.
class DispatchCost {
public:
    explicit DispatchCost(const device::FrontEndModel& model) : m_model(model) {}
    [[nodiscard]] double next(device::DispatchClass dispatch, ops::Operator op, bool isOnGpu);

private:
    device::FrontEndModel m_model;
    std::array<bool, 256> m_isUsed{};
    bool m_hasGpuProduct = false;
};

}  // namespace engine::devices::sim::detail
