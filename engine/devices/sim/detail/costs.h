#pragma once

#include "engine/device/machine.h"
#include "engine/device/platform.h"

#include <array>
#include <compare>
#include <optional>
#include <set>

namespace engine::devices::sim::detail {

/// The cost of a kernel that runs alone on its device.
struct KernelCost {
    double ns = 0;      ///< time from start to end
    double share = 1;   ///< fraction of the processors that the kernel can use, in (0, 1]
    double memory = 0;  ///< fraction of the memory bandwidth that the kernel uses, in [0, 1]
};

/// Pure functions that compute durations from a machine's constants.
[[nodiscard]] KernelCost gpuKernel(const device::GpuModel& gpu, const ops::Operation& operation);
/// `output` is the memory that the program requested; none: pageable memory.
[[nodiscard]] KernelCost hostKernel(const device::HostModel& host, const ops::Operation& operation,
                                    std::optional<device::HostMemoryMode> output = {});

/// Additional ns of a CPU operation per page of its outputs that was never accessed.
[[nodiscard]] double pageTouchNs(const device::HostModel& host, const ops::Operation& operation);
/// Additional ns for `bytes` of pages that were never accessed.
[[nodiscard]] double touchNs(const device::HostModel& host, double pageNs, Bytes bytes);

/// Time in ns to fault in, to page-lock or to unmap the pages of `bytes` bytes.
[[nodiscard]] double faultNs(const device::HostModel& host, Bytes bytes);
[[nodiscard]] double pinNs(const device::HostModel& host, Bytes bytes);
[[nodiscard]] double unmapNs(const device::HostModel& host, Bytes bytes);

/// Cost of the search for convolution algorithms. Libraries benchmark their algorithms when a shape occurs for the
/// first time; this class stores the shapes that occurred.
class TuneCost {
public:
    /// Returns the ns to add to `operation` on this GPU: `ns` for each convolution in it whose shape occurs for the
    /// first time.
    [[nodiscard]] double next(std::size_t gpu, double ns, const ops::Operation& operation);

private:
    struct Form {
        std::size_t gpu = 0;
        std::array<std::int64_t, 8> sizes{};  ///< extents of data and weights
        std::array<std::int32_t, 2> stride{};
        std::array<std::int32_t, 2> padding{};
        auto operator<=>(const Form&) const = default;
    };
    std::set<Form> m_forms;
};

/// Durations of an operation that vary independently.
enum class Varying : std::uint8_t { Dispatch, Kernel, Copy };

/// The factor by which noise changes a duration of operation `op`, in [1 - noise, 1 + noise]; 1 without noise. It
/// depends only on the arguments, not on the order in which operations run.
[[nodiscard]] double jitter(double noise, std::uint64_t seed, OpId op, Varying what);

/// Computes how long the program's thread is busy when it issues an operation. Stores which operators were used before,
/// because a first use costs more.
class DispatchCost {
public:
    explicit DispatchCost(const device::FrontEndModel& model) : m_model(model) {}
    /// `kind`: the type of the device that runs the operation. A GPU adds the time to launch a kernel or a copy.
    [[nodiscard]] double next(device::DispatchClass dispatch, const ops::Operation& operation, trace::DeviceKind kind);
    /// Returns the time for a call that creates a tensor view, and therefore launches and computes nothing.
    [[nodiscard]] double ofView(device::DispatchClass dispatch) const;

private:
    device::FrontEndModel m_model;
    std::array<bool, 256> m_isUsed{};
    bool m_hasGpuProduct = false;
};

}  // namespace engine::devices::sim::detail
