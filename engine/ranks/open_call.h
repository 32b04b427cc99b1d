#pragma once

#include "engine/device/meeting.h"
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

/// Which ranks wait for which: the rules for calls that only some of their ranks have made, and for those that all have
/// made. Simulated ranks (box) keep the calls in shared memory, by modelled times; rank 0 of real ranks (mpi) keeps
/// those of all, by its own clock.
namespace engine::ranks {

constexpr Nanoseconds kTimeout = std::chrono::minutes(30);  ///< unless set; that of gloo in PyTorch

/// Identifies a call: the n-th of its group, or the n-th transfer from one rank to another.
struct CollectiveKey {
    std::uint32_t group = 0;
    std::uint32_t sequence = 0;
    std::int32_t from = -1;  ///< of a transfer
    std::int32_t to = -1;
    auto operator<=>(const CollectiveKey&) const = default;
};
/// `own`: the rank that makes the call.
[[nodiscard]] CollectiveKey keyOf(const trace::Collective& what, int own);
/// The ranks that must make the call, ascending. `group`: those of its group.
[[nodiscard]] std::vector<int> membersOf(const CollectiveKey& key, std::span<const int> group);

/// What is known of a rank's program.
struct RankProgram {
    bool hasEnded = false;
    std::string reason;          ///< the error that ended it, of endedWith(); empty: none
    std::int32_t sleepLine = 0;  ///< line of time.sleep() in which it is, or was before it arrived; 0: none
};
/// Returns why a rank's program ended, as a relative clause for the sentence of OpenCall::describe().
[[nodiscard]] std::string endedWith(const std::string& error, std::int32_t line);

/// A call, as seen by one who knows all its ranks.
struct OpenCall {
    struct Member {
        int rank = 0;
        std::optional<Call> call;  ///< none: the rank has not arrived
        std::int64_t time = 0;     ///< ns; of the arrival, or before which the rank does not arrive
        RankProgram program;       ///< hasEnded: before the arrival
    };
    CollectiveKey key;
    std::vector<Member> members;  ///< ascending by rank

    [[nodiscard]] bool isComplete() const;
    /// Those that were made, in the order of the ranks.
    [[nodiscard]] std::vector<Call> calls() const;

    /// Whether ranks may arrive whose programs have not ended.
    enum class Prospect : std::uint8_t { AllMayArrive, SomeMayArrive, NoneMayArrive };
    [[nodiscard]] Prospect prospect() const;
    /// Of a call that at least one rank has made, and not all: "all_reduce #17 (ranks 0 and 2, line 31) waits for rank
    /// 1, whose program has ended".
    [[nodiscard]] std::string describe() const;
    /// Returns the message with which all ranks are ended if some have waited for others for at least `timeout`; empty:
    /// they have not, it is unknown whether the others arrive in time, or these have ended.
    [[nodiscard]] std::string describeTimeout(Nanoseconds timeout) const;
};
/// The descriptions of several; empty: none.
[[nodiscard]] std::string describe(std::span<const OpenCall> calls);
/// Returns the message with which all ranks are ended when they wait for each other for ever.
[[nodiscard]] std::string describeHang(std::span<const OpenCall> calls);

/// The remarks about equal calls in different lines: the first one for each pair of lines. May be in shared memory.
class LineRemarks {
public:
    /// `complete`: without a difference. Returns a new remark about its lines; empty: none.
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
