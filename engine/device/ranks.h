#pragma once

#include "engine/device/platform.h"
#include "engine/trace/rank_records.h"

#include <span>
#include <string>
#include <vector>

namespace engine::device {

/// The position of this process among the ranks of a run.
struct RankPlace {
    int rank = 0;
    int count = 1;
    int localRank = 0;      ///< number among the ranks on this computer
    int localCount = 1;     ///< number of ranks on this computer
    int localCores = 0;     ///< cores that these ranks may use together, even if MPI binds each to fewer; 0: unknown
    int node = 0;           ///< number of this computer among those of the run
    std::uint64_t run = 0;  ///< number of the run, equal on all its ranks; 0: unknown
};

/// Transfers of a rank that progress together and share its links, as NCCL groups them.
struct TransferBatch {
    std::uint32_t number = 0;  ///< number among this rank's batches, from 1; 0: no batch
    /// The larger of two numbers: of ranks that this rank sends to, and of ranks that it receives from.
    int concurrent = 1;
};

/// One call of a collective, or of a transfer between two ranks. Like any operation it reads and writes variables;
/// these determine its order relative to other operations.
struct CollectiveRequest {
    trace::CollectiveKind kind = trace::CollectiveKind::AllReduce;
    trace::ReduceOp op = trace::ReduceOp::None;
    GroupId group{0};
    ops::DataType type = ops::DataType::Float32;  ///< data type of the first variable
    int root = -1;  ///< rank of the run that is the root, or the other rank of a Send or Receive; -1: none
    /// The variables that this rank contributes and receives, on one device. AllReduce, Reduce and Broadcast read and
    /// write equal lists. AllGather writes, for each contribution, one variable per rank of the group. ReduceScatter
    /// reads, for each result, one variable per rank.
    std::span<const VariableId> reads;
    std::span<const VariableId> writes;
    DeviceId device;
    NameId name;
    NameId label;
    NameId text;
    NameId phase;
    std::int32_t line = 0;
    int priority = 0;
    TransferBatch batch{};
};

/// The communication of a Platform with the other ranks of its run. All ranks must call createGroup() and the
/// collectives of a group in the same order; otherwise all ranks end with an error that names two calls that differ.
/// Thread: the program's.
class Ranks {
public:
    virtual ~Ranks() = default;

    [[nodiscard]] virtual RankPlace place() const = 0;
    /// Creates a group. Errors: InvalidArgument for no ranks, and for ranks that do not exist or repeat; the error that
    /// ended all ranks.
    [[nodiscard]] virtual Result<GroupId> createGroup(std::span<const int> ranks) = 0;
    /// The ranks of a group, in order; empty if there is no such group.
    [[nodiscard]] virtual std::vector<int> ranksOf(GroupId group) const = 0;
    /// Issues the collective and returns without waiting for it. Errors: those of Platform::push(); the error that
    /// ended all ranks.
    [[nodiscard]] virtual Result<OpId> collective(const CollectiveRequest& request) = 0;
    /// Whether the operation is complete at the current program time.
    [[nodiscard]] virtual bool isComplete(OpId op) = 0;
    /// Operations issued to `stream` from now on wait for the collective. The program does not wait.
    virtual void streamWait(StreamId stream, OpId op) = 0;

    /// Reports that the program sleeps in `line`; 0: it is awake again. Messages about ranks that wait for this one
    /// name the line. Errors: the error that ended all ranks.
    [[nodiscard]] virtual Status setSleep(std::int32_t line) = 0;
    /// Sets how long ranks may wait for each other, unless the user has chosen this time.
    virtual void setTimeout(Nanoseconds timeout) = 0;
    /// Sets whether a GPU library (NCCL) may run later collectives of GPU tensors, if all ranks have it; initially not.
    /// All ranks must pass the same value. The library determines the order of additions. No effect on a virtual
    /// machine.
    virtual void setLibrary(bool /*isWanted*/) {}
};

}  // namespace engine::device
