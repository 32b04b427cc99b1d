#pragma once

#include "engine/device/rank_transport.h"
#include "engine/device/values.h"
#include "engine/devices/sim/detail/links.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/streams.h"
#include "engine/devices/sim/detail/views.h"
#include "engine/ranks/calls.h"

#include <map>
#include <vector>

namespace engine::devices::sim::detail {

/// Orders the collectives of this rank, posts them to the other ranks, and computes their durations. Does nothing if
/// the program run has one rank.
///
/// A collective starts when the last rank has arrived and takes equally long on all ranks: the time of the steps of a
/// ring over the links between the ranks. The collectives of a group start in the order in which they were issued.
class Collectives {
public:
    Collectives(State& state, Links& links, Streams& streams, Views& views, device::ValueEngine* values);

    /// Completes the description of an operation that was planned for `request`: its order, stream and record.
    void plan(Slot slot, const device::CollectiveRequest& request);
    /// Stores the id under which the operation of `request` was submitted.
    void submitted(const device::CollectiveRequest& request, OpId op);

    /// Called when nothing delays the operation any more: posts the collective.
    void post(Slot slot);
    /// Whether the clock may advance to `time`. If collectives have become complete, schedules their ends and returns
    /// false, because one of these ends may now be the next event.
    [[nodiscard]] bool mayAdvanceTo(std::int64_t time, const std::atomic<bool>& isCancelled)
    {
        if (time > m_lastTime && time < device::kNever)
            countProgress(time);
        if (m_openCount == 0 && time >= m_nextIdleReport && time < device::kNever)
            reportIdle(time);
        const bool isAllowed = m_openCount == 0 || m_failure || (time <= m_horizon && time < device::kNever);
        return isAllowed || askTransport(time, isCancelled);
    }
    /// Called when the operation ends: writes its record and its values.
    void end(Slot slot);

    /// The error that ended the program run on all ranks.
    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }

private:
    /// ns of modelled time. Once per interval, this rank reports that it will join no collective before the current
    /// time, so that waits of other ranks can time out.
    static constexpr std::int64_t kBetweenIdleReports = 1'000'000'000;

    struct OpenCollective {
        Slot slot = kNoSlot;
        device::RankTransport::CompleteCollective complete;
    };

    using Chain = ranks::Chain;

    [[nodiscard]] Chain chainOf(const device::CollectiveRequest& request) const
    {
        return ranks::chainOf(request.kind, request.group, request.root, m_transport->place().rank);
    }
    /// The lanes on one device for a chain's collectives and for the link to the next rank.
    struct ChainLanes {
        LaneId collective;
        LaneId link;
    };
    [[nodiscard]] static Chain chainOf(const CollectivePlan& plan) { return {plan.what.group, plan.from, plan.to}; }
    [[nodiscard]] ChainLanes& lanesOf(const SimOp& op);
    void joinStream(SimOp& op, Slot slot, const device::CollectiveRequest& request);
    [[nodiscard]] std::uint32_t streamOf(DeviceId device, const Chain& chain = {});
    void joinBatch(Slot slot, const device::CollectiveRequest& request);
    [[nodiscard]] bool askTransport(std::int64_t time, const std::atomic<bool>& isCancelled);
    [[nodiscard]] double durationOf(const SimOp& op, const device::RankTransport::CompleteCollective& complete) const;
    void countProgress(std::int64_t time)
    {
        m_lastTime = time;
        if (m_transport != nullptr)
            m_transport->countProgress();
    }
    void reportIdle(std::int64_t time);
    void showSteps(const SimOp& op, const device::RankTransport::CompleteCollective& complete);
    void writeValues(const SimOp& op);
    void fail(Error error);

    State& m_state;
    Links& m_links;
    Streams& m_streams;
    Views& m_views;
    device::ValueEngine* m_values;
    device::RankTransport* m_transport;
    std::map<Chain, OpId> m_tails;
    std::map<Chain, OpId> m_pairTails;  ///< last transfer between two ranks, in either direction
    std::map<Chain, std::uint32_t> m_sequences;
    std::map<std::pair<Chain, DeviceId>, ChainLanes> m_lanes;
    std::map<std::pair<DeviceId, Chain>, std::uint32_t> m_streamOf;  ///< see joinStream()
    struct Batch {
        std::uint32_t number = 0;
        std::vector<OpId> before;  ///< operations that must end before the batch starts
        std::vector<OpId> ops;     ///< transfers of the batch
    };
    std::map<DeviceId, Batch> m_batches;  ///< the last batch of each GPU
    std::vector<OpenCollective> m_open;   ///< by ticket; kNoSlot: this rank has not joined the collective
    std::size_t m_openCount = 0;          ///< number of incomplete collectives that this rank has joined
    std::int64_t m_lastTime = 0;          ///< ns; latest finite time that was passed to mayAdvanceTo()
    std::int64_t m_horizon = 0;           ///< ns; the clock may advance up to this time
    std::int64_t m_nextIdleReport = kBetweenIdleReports;  ///< ns; modelled time of the next report to other ranks
    std::optional<Error> m_failure;
};

}  // namespace engine::devices::sim::detail
