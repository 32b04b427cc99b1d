#pragma once

#include "engine/base/message.h"
#include "engine/base/result.h"
#include "engine/device/rank_transport.h"
#include "engine/device/ranks.h"
#include "engine/trace/rank_records.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// The calls of collectives: how a rank numbers its own calls, and how the calls of several ranks are compared.
/// Simulated and real ranks use these functions, so that the rules and messages are the same.
namespace engine::ranks {

/// A chain of collectives that start in the order of their calls: either the collectives of a group, or the transfers
/// from one rank to another in a group.
struct Chain {
    GroupId group;
    int from = -1;
    int to = -1;
    auto operator<=>(const Chain&) const = default;
};
/// Whether the call is one end of a transfer between two ranks: Send or Receive.
[[nodiscard]] bool isTransfer(trace::CollectiveKind kind);
/// Returns the chain of a call of rank `own`. `root`: CollectiveRequest::root; for a transfer, the other rank.
[[nodiscard]] Chain chainOf(trace::CollectiveKind kind, GroupId group, int root, int own);

/// Checks one rank's call without comparing it with other ranks' calls. Errors: InvalidArgument.
[[nodiscard]] Status check(const device::CollectiveRequest& request, const device::RankTransport& transport);
/// Checks the ranks of a new group. Errors: InvalidArgument.
[[nodiscard]] Status checkGroup(std::span<const int> ranks, int count);
/// Returns the Collective of a call. `bytes`: the larger of the total sizes of inputs and outputs, which determines how
/// much a ring transfers.
[[nodiscard]] trace::Collective collectiveOf(const device::CollectiveRequest& request, std::uint32_t sequence,
                                             Bytes bytes);

/// Returns the record that a rank writes to its trace each time its state changes.
[[nodiscard]] trace::RankRecord recordOf(const device::RankPlace& place, trace::RankState state);
/// Returns the record of a group. For group 0, which contains all ranks, the record lists no ranks.
[[nodiscard]] trace::GroupRecord recordOf(GroupId group, std::span<const int> ranks);

/// Returns PyTorch's name of the collective: "all_reduce".
[[nodiscard]] const char* nameOf(trace::CollectiveKind kind);
/// Returns the ranks as text: "rank 2", "ranks 0, 1 and 3", "ranks 0 to 7 and 12".
[[nodiscard]] std::string namesOf(std::span<const int> ranks);

/// Returns the name of the lane that shows a chain: "communication" for the group of all ranks, "communication of ranks
/// 0, 2", "rank 0 → 1", and for a transfer in another group "rank 0 → 1 of ranks 0–3". `members`: ranks of the group.
[[nodiscard]] std::string laneNameOf(const Chain& chain, std::span<const int> members);

/// A text of limited size for shared memory and for messages between processes; longer texts are cut.
template <std::size_t kSize>
struct Text {
    std::array<char, kSize> bytes{};
    void operator=(const std::string& text) { bytes[text.copy(bytes.data(), kSize - 1)] = '\0'; }
    [[nodiscard]] std::string text() const { return bytes.data(); }
};

/// The properties of one rank's call that must be equal on all ranks, and the source line of the call.
struct Call {
    int rank = 0;
    trace::CollectiveKind kind = trace::CollectiveKind::AllReduce;
    trace::ReduceOp op = trace::ReduceOp::None;
    std::int32_t root = -1;
    std::int64_t elements = 0;
    std::int32_t line = 0;
    std::int32_t gpu = -1;  ///< -1: the CPU
    Text<14> type;
    std::int32_t gpus = 0;  ///< number of GPUs of the rank's computer
    bool isDirect = false;  ///< a GPU library (such as NCCL) exchanges the numbers
};
[[nodiscard]] Call callOf(const device::RankTransport::CollectiveCall& posted, int rank);
/// Describes how the calls of the ranks differ; empty if they agree. `calls`: in the order of the ranks.
[[nodiscard]] std::string differenceOf(std::span<const Call> calls);

/// Equal calls of one collective in different source lines. Either the program has a separate line for each rank, or
/// the ranks make their calls in different orders, so that the collective combines numbers of different tensors.
struct LineDifference {
    std::pair<std::int32_t, std::int32_t> lines;  ///< the first two different lines, without the root's line
    Message text;                                 ///< names all lines and ranks
};
/// Returns nullopt if the lines are equal or unknown, and for transfers and barriers, whose lines do not matter.
/// `calls`: in the order of the ranks; differenceOf() must be empty for them.
[[nodiscard]] std::optional<LineDifference> lineDifferenceOf(std::span<const Call> calls, std::uint32_t sequence);

/// Returns the message for the error that some ranks created group `number` with other members than `rank` did.
[[nodiscard]] std::string differentGroups(std::uint32_t number, int rank);

}  // namespace engine::ranks
