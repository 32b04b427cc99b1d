#pragma once

#include "engine/device/platform.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace engine::device {

/// How tensors of several devices become their sum, on each of them.
///   Naive    all go to the first device, the sum to all: 2 (n - 1) times the bytes over one device's links
///   Ring     each device speaks to its neighbour only, a part at a time: 2 (n - 1) / n times the bytes over each link
///   Library  what the platform has for it (NCCL)
enum class AllReduceWay : std::uint8_t { Naive, Ring, Library };

/// The tensor of one device, which the sum replaces.
struct Replica {
    DeviceId device;
    VariableId variable;
};

struct AllReduce {
    AllReduceWay way = AllReduceWay::Naive;
    std::span<const Replica> replicas{};  ///< one per device, of equal shape
    tensor::Shape shape;
    NameId phase{};
    std::int32_t line = 0;
    int priority = 0;
};

/// A platform on which a library adds up tensors of several devices in one operation.
class Collectives {
public:
    virtual ~Collectives() = default;
    /// "NCCL 2.28"; empty: there is none, or it cannot be used with these devices.
    [[nodiscard]] virtual std::string collectives() const = 0;
    /// One operation that reads and writes all replicas. Errors: Unsupported, OutOfMemory, DeviceFailure.
    [[nodiscard]] virtual Result<OpId> allReduce(const AllReduce& what, NameId name) = 0;
};

/// Issues it, as copies and additions that every platform has, or by the platform's library. The sum is the same bits
/// on all devices, since each part of it is added up in one place and copied. A ring takes at least as many parts
/// along an axis as there are devices, else the naive way is taken. The operation that wrote each replica last.
/// `intern`: names of operations. Errors: of push(); Unsupported if there is no library.
[[nodiscard]] Result<std::vector<OpId>> allReduce(Platform& platform, const AllReduce& what,
                                                  const std::function<NameId(std::string_view)>& intern);

}  // namespace engine::device
