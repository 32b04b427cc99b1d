#pragma once

#include "engine/device/platform.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace engine::device {

/// Algorithms that sum the tensors of several devices and store the sum on each of them.
///   Naive copies all tensors to the first device and the sum back: 2 (n - 1) times a tensor's bytes over its links
///   Ring sends one part at a time to the next device: 2 (n - 1) / n times a tensor's bytes over each link
///   Library  calls the platform's collective library (NCCL)
enum class AllReduceAlgorithm : std::uint8_t { Naive, Ring, Library };

/// The tensor of one device; the sum overwrites it.
struct Replica {
    DeviceId device;
    VariableId variable;
};

/// A request to sum the tensors of several devices and to store the sum on each device.
struct AllReduce {
    AllReduceAlgorithm algorithm = AllReduceAlgorithm::Naive;
    std::span<const Replica> replicas{};  ///< one per device, of equal shape
    ops::Shape shape;
    NameId phase{};
    std::int32_t line = 0;
    int priority = 0;
};

/// The collective library of a platform, which sums tensors of several devices in one operation. Thread: the program's.
class Collectives {
public:
    virtual ~Collectives() = default;
    /// Name and version, "NCCL 2.28.3"; empty: the library is missing or does not support these devices.
    [[nodiscard]] virtual std::string library() const = 0;
    /// Issues one operation that reads and writes all replicas. Errors: Unsupported without the library; those of
    /// Platform::push().
    [[nodiscard]] virtual Result<OpId> allReduce(const AllReduce& what, NameId name) = 0;
};

/// Issues the all-reduce, either as copies and additions, which every platform supports, or as one library call.
/// Returns, for each replica, the operation that wrote it last. The sum is bit-identical on all devices, because the
/// sum of each part is completed on one device and copied from there. The ring needs an axis with at least as many rows
/// as there are devices; otherwise the naive algorithm is used. `intern` returns the id of an operation's name. For a
/// single replica, nothing is issued and the returned id is invalid. Errors: those of create() and push();
/// InvalidArgument without replicas; Unsupported if the requested library is missing.
[[nodiscard]] Result<std::vector<OpId>> allReduce(Platform& platform, const AllReduce& what,
                                                  const std::function<NameId(std::string_view)>& intern);

}  // namespace engine::device
