#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/devices/sim/detail/costs.h"
#include "engine/devices/sim/detail/inline_list.h"
#include "engine/ops/operation.h"
#include "engine/schedule/dispatcher.h"
#include "engine/trace/record.h"

#include <memory>

namespace engine::devices::sim::detail {

using Slot = std::uint32_t;  ///< index of a pending operation; slots are reused
constexpr Slot kNoSlot = 0x7fffffffU;
constexpr std::uint32_t kNone = 0xffffffffU;
constexpr std::uint32_t kQueueGate = 0x80000000U;  ///< flag of a SimOp::followers entry that waits for a hardware queue

enum class OpClass : std::uint8_t { GpuKernel, HostKernel, Copy, Marker, Collective };
enum class CopyDirection : std::uint8_t { In, Out, Peer };

/// The stages of a copy between devices, in order. A copy skips stages that it does not need.
enum class CopyStage : std::uint8_t { Latency, Pages, Flow, Tail };

struct CopyPlan {
    CopyDirection direction = CopyDirection::In;
    int source = -1;  ///< index of a GPU; -1: the CPU
    int target = -1;
    double bytes = 0;
    double pageNs = 0;          ///< ns of page work before the transfer
    double slowness = 1;        ///< factor of the noise on the copy's duration
    const char* pageWork = "";  ///< "fault" | "pin"
    bool isStaged = false;      ///< from or to pageable memory: the host's copy loop limits its rate
    CopyStage stage = CopyStage::Latency;
    std::uint16_t engineLane = 0;
};

/// A collective, or a transfer between two ranks.
struct CollectivePlan {
    trace::Collective what;
    std::int64_t elements = 0;  ///< elements of the larger of this rank's two buffers
    std::size_t reads = 0;      ///< number of variables that this rank sends; they come first in SimOp::reads
    std::size_t writes = 0;     ///< number of variables that this rank receives; they come first in SimOp::writes
    int from = -1;              ///< sending rank of a transfer (`to`: receiving rank); -1: not a transfer
    int to = -1;
    int concurrent = 1;       ///< number of transfers of the batch that share this rank's links
    std::int64_t posted = 0;  ///< ns; time at which this rank arrived at the collective
    std::uint32_t ticket = 0;
};

/// A pending operation.
struct SimOp {
    OpId id;
    schedule::OpHandle handle;
    OpClass kind = OpClass::Marker;
    bool hasStarted = false;
    bool isStaged = false;   ///< copy from the host: the source has been read and may be overwritten
    std::int32_t gates = 1;  ///< number of conditions not met yet; all data dependencies count as one
    std::int32_t gpu = -1;   ///< GPU that runs the operation; -1: the CPU
    DeviceId home;           ///< device whose synchronization waits for the operation
    DeviceId otherHome;      ///< copies between GPUs: second device whose synchronization waits for the operation
    std::uint32_t stream = kNone;
    std::uint32_t worker = kNone;
    std::int32_t line = 0;
    int priority = 0;
    LaneId lane;
    std::int64_t issued = 0;
    std::int64_t earliest = 0;  ///< ns; earliest start: after the launch latency, or after an event
    std::int64_t ready = 0;
    std::int64_t started = 0;
    trace::Cause readyCause;
    trace::Cause startCause;
    KernelCost cost;
    double pageTouchNs = 0;  ///< CPU kernel: additional ns per page that was never accessed before
    double prepareNs = 0;    ///< time that the worker needs before the operation starts
    CopyPlan copy;
    InlineList<3> reads;             ///< variables
    InlineList<2> writes;            ///< variables
    InlineList<2> followers;         ///< slots that wait for this operation because of a stream or a hardware queue
    InlineList<2> predecessors;      ///< operations that were pending when this one began to wait for them
    std::unique_ptr<Error> failure;  ///< set if no memory could be allocated
    std::unique_ptr<ops::Operation> operation;  ///< set if values are computed
    std::unique_ptr<CollectivePlan> collective;
};

}  // namespace engine::devices::sim::detail
