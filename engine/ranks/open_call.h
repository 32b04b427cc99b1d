#pragma once

#include "engine/device/rank_transport.h"
#include "engine/ranks/calls.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Determines which ranks wait for each other in a call: a collective or a transfer that some or all of its ranks have
/// reached. Simulated ranks (shm) store the calls in shared memory, with modelled times. With real ranks (mpi), rank 0
/// stores the calls of all ranks, with times of its clock.
namespace engine::ranks {

constexpr Nanoseconds kTimeout = std::chrono::minutes(30);  ///< default timeout, as long as that of gloo in PyTorch

/// Identifies a call: the n-th of its group, or the n-th transfer from one rank to another.
struct CollectiveKey {
    std::uint32_t group = 0;
    std::uint32_t sequence = 0;
    std::int32_t from = -1;  ///< sender of a transfer; -1: no transfer
    std::int32_t to = -1;
    auto operator<=>(const CollectiveKey&) const = default;
};
/// Returns the key of a call. `own`: the rank that makes the call.
[[nodiscard]] CollectiveKey keyOf(const trace::Collective& what, int own);
/// Returns the ranks that must make the call, ascending. `group`: ranks of its group.
[[nodiscard]] std::vector<int> membersOf(const CollectiveKey& key, std::span<const int> group);

/// The state of a rank's program, for messages on other ranks.
struct RankProgram {
    bool hasEnded = false;
    std::string reason;          ///< text of endedWith() about the error that ended the program; empty: no error
    std::int32_t sleepLine = 0;  ///< line of the current time.sleep(), or of the last one before the arrival; 0: none
};
/// Returns why a rank's program ended, as a relative clause for the sentence of OpenCall::describe().
[[nodiscard]] std::string endedWith(const std::string& error, std::int32_t line);

/// A call of a collective, with the state of each rank that must make it.
struct OpenCall {
    struct Member {
        int rank = 0;
        std::optional<Call> call;  ///< none: the rank has not arrived
        std::int64_t time = 0;     ///< ns; time of the arrival, or a time before which the rank cannot arrive
        RankProgram program;       ///< `hasEnded`: the program ended before it made the call
    };
    CollectiveKey key;
    std::vector<Member> members;  ///< ascending by rank

    [[nodiscard]] bool isComplete() const;
    /// Returns the calls of the ranks that have arrived, in the order of the ranks.
    [[nodiscard]] std::vector<Call> calls() const;

    /// Whether the missing ranks may still arrive; a rank whose program has ended cannot.
    enum class Prospect : std::uint8_t { AllMayArrive, SomeMayArrive, NoneMayArrive };
    [[nodiscard]] Prospect prospect() const;
    /// Describes a call that some but not all of its ranks have made: "all_reduce #17 (ranks 0 and 2, line 31) waits
    /// for rank 1, whose program has ended".
    [[nodiscard]] std::string describe() const;
    /// Returns the error with which all ranks end if some have waited for others for at least `timeout`. Empty if no
    /// rank has waited so long, if the others may still arrive in time, or if the programs of all missing ranks
    /// have ended.
    [[nodiscard]] std::string describeTimeout(Nanoseconds timeout) const;
};
/// Returns the descriptions of several calls as one text; empty for no calls.
[[nodiscard]] std::string describe(std::span<const OpenCall> calls);
/// Returns the error with which all ranks end when they wait for each other for ever.
[[nodiscard]] std::string describeHang(std::span<const OpenCall> calls);
/// Returns the error with which all ranks end after some have waited for others for too long.
[[nodiscard]] std::string describeTimeout(std::span<const OpenCall> calls, Nanoseconds waited);
/// Returns a remark about collectives in which ranks have waited for others; empty for no calls.
[[nodiscard]] std::string describeWait(std::span<const OpenCall> calls, Nanoseconds waited);

/// The remarks about equal calls that ranks make in different source lines, one for each pair of lines, until the array
/// is full. An object may be in shared memory.
class LineRemarks {
public:
    /// Returns a new remark about the lines of a complete call whose ranks agree (differenceOf()); empty: none.
    std::string add(const OpenCall& complete);
    [[nodiscard]] std::vector<std::string> texts() const;

private:
    struct Remark {
        std::pair<std::int32_t, std::int32_t> lines;
        Text<400> text;
    };
    std::array<Remark, 16> m_remarks;
    std::size_t m_count = 0;
};

}  // namespace engine::ranks
