#pragma once

#include "engine/base/id.h"
#include "engine/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Records of a run that is one rank of several. Rank and group numbers are the same on all ranks; operations, names
/// and times belong to the rank that recorded them.
namespace engine::trace {

/// A record with a larger number of ranks is treated as damaged.
inline constexpr std::uint32_t kMaxRanks = std::uint32_t{1} << 16;

enum class CollectiveKind : std::uint8_t {
    AllReduce,
    Reduce,
    Broadcast,
    AllGather,
    ReduceScatter,
    AllToAll,
    Gather,
    Scatter,
    Barrier,
    Send,
    Receive,
};

/// None: the call does not reduce. Other: a reduction that has no name here.
enum class ReduceOp : std::uint8_t { None, Sum, Product, Minimum, Maximum, Average, Other };

/// One call of a collective. All ranks of the group must make the same call, except for Send and Receive.
struct Collective {
    CollectiveKind kind = CollectiveKind::AllReduce;
    GroupId group;               ///< numbered in the order in which the program created its groups; 0: all ranks
    std::uint32_t sequence = 0;  ///< number among the calls of this group, from 0, in the order of posting
    Bytes bytes;                 ///< size of one rank's buffer
    std::string type;            ///< "float32"
    ReduceOp op = ReduceOp::None;
    std::int32_t root = -1;  ///< rank of the root; for Send and Receive, the other rank; -1: none

    bool operator==(const Collective&) const = default;
};

/// Finished, Failed: the rank's program has ended, without or with an error. Lost: accepted in files, but never
/// written.
enum class RankState : std::uint8_t { Running, Finished, Failed, Lost };

/// The rank that recorded the run. The record is written first, and again when the state changes; the last one is
/// valid.
struct RankRecord {
    std::uint32_t rank = 0;
    std::uint32_t count = 1;  ///< number of ranks of the run
    std::uint32_t node = 0;   ///< ranks with equal numbers share a computer
    std::uint32_t localRank = 0;
    std::uint64_t process = 0;
    std::string host;
    std::string boot;  ///< id of this boot of the computer; ranks with the same id share a clock; empty: unknown
    RankState state = RankState::Running;
    std::uint64_t run = 0;  ///< number of the run, equal on all its ranks; 0: unknown
};

/// Written before the first collective of the group.
struct GroupRecord {
    GroupId id;
    std::string name;                  ///< "world", "bucket 1"
    std::vector<std::uint32_t> ranks;  ///< empty: all
};

/// Written when the collective is done. Times are those of this rank's trace.
struct CollectiveRecord {
    OpId op;  ///< the operation of Kind::Collective
    Collective what;
    Nanoseconds posted{};
    std::optional<Nanoseconds> arrived;  ///< time at which all ranks had posted the collective; nullopt: unknown
    Nanoseconds done{};
};

/// A point of the map from this rank's times to those of rank 0; the map is linear between two points.
struct ClockRecord {
    Nanoseconds local{};
    Nanoseconds reference{};
    Nanoseconds uncertainty{};  ///< maximum error of `reference`
};

}  // namespace engine::trace
