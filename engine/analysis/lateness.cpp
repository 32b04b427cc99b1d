#include "engine/analysis/lateness.h"

#include "engine/analysis/detail/median.h"
#include "engine/analysis/rank_steps.h"
#include "engine/base/expect.h"
#include "engine/trace/imported.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace engine::analysis {

namespace {

using detail::medianOf;
using ranks::Arrival;
using ranks::MatchedCollective;
using ranks::Member;
using ranks::RunSet;

bool isOthersLane(const trace::LaneRecord& lane)
{
    return isWorkLane(lane) && lane.role != trace::LaneRole::Communication;
}

/// The steps that start in a scope of the run, and the step of each collective.
class Steps {
public:
    Steps(const RunSet& set, const Scope& scope) : m_set(set), m_scope(scope), m_ofMember(set.members().size())
    {
        ENGINE_EXPECT(!set.members().empty());
        if (of(0).all().empty())
            addCollectives();
        else
            addSteps();
    }

    [[nodiscard]] bool areOfALoop() const { return !m_ofMember.front()->all().empty(); }
    [[nodiscard]] const std::vector<Scope>& scopes() const { return m_scopes; }
    /// The step of each collective. Collectives outside of all steps, such as the first broadcast of the weights, have
    /// none.
    [[nodiscard]] const std::vector<std::optional<std::size_t>>& ofCollectives() const { return m_ofCollectives; }

private:
    const RankSteps& of(std::uint32_t member)
    {
        if (!m_ofMember[member])
            m_ofMember[member].emplace(m_set.members()[member]);
        return *m_ofMember[member];
    }

    [[nodiscard]] bool isInScope(Nanoseconds time) const { return time >= m_scope.begin && time < m_scope.end; }

    /// Makes each collective of the scope a step, which begins at the end of the previous collective.
    void addCollectives()
    {
        Nanoseconds begin = m_scope.begin;
        for (const MatchedCollective& collective : m_set.collectives()) {
            const bool isCounted = isInScope(collective.lastPosted);
            if (isCounted && collective.done > begin)
                m_scopes.push_back({std::exchange(begin, collective.done), collective.done});
            m_ofCollectives.push_back(isCounted && !m_scopes.empty() ? std::optional(m_scopes.size() - 1)
                                                                     : std::nullopt);
        }
    }

    /// Adds a step for each RankStep of the first rank, if the RankStep begins in the scope. A collective belongs to
    /// the step that issued it, because the program may run far ahead. A step begins when the program begins to issue
    /// it, but not before the end of the previous step, and ends when its operations and collectives have ended.
    void addSteps()
    {
        const Member& first = m_set.members().front();
        const auto steps = of(0).all();
        std::vector<Nanoseconds> ends;
        std::size_t skipped = 0;  // steps before the scope
        for (const RankStep& step : steps) {
            const Nanoseconds begin = first.clock.toReference(step.issued.begin);
            skipped += begin < m_scope.begin ? 1 : 0;
            if (!isInScope(begin))
                continue;
            Nanoseconds end = step.issued.end;
            for (std::size_t i = step.ops.first; i < step.ops.last; ++i)
                if (const trace::Op op = first.trace->op(OpId{i}); hasEnded(op))
                    end = std::max(end, op.finished);
            ends.push_back(first.clock.toReference(end));
        }
        for (const MatchedCollective& collective : m_set.collectives()) {
            const Arrival& arrival = m_set.arrivals(collective).front();
            std::optional<std::size_t> step = of(arrival.member).stepOf(arrival.op);
            if (step && (*step < skipped || *step - skipped >= ends.size()))
                step.reset();
            if (step) {
                *step -= skipped;
                ends[*step] = std::max(ends[*step], collective.done);
            }
            m_ofCollectives.push_back(step);
        }
        Nanoseconds before{};
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const Nanoseconds begin = std::max(before, first.clock.toReference(steps[skipped + i].issued.begin));
            before = std::max(begin, ends[i]);
            m_scopes.push_back({begin, before});
        }
    }

    const RunSet& m_set;
    Scope m_scope;
    std::vector<std::optional<RankSteps>> m_ofMember;
    std::vector<Scope> m_scopes;
    std::vector<std::optional<std::size_t>> m_ofCollectives;
};

/// Adds up the time that the collectives of each step cost each rank.
class Counter {
public:
    Counter(const RunSet& set, const Scope& scope)
        : m_set(set), m_steps(set, scope), m_counted(set.members().size()), m_transferred(set.members().size())
    {
        for (const Scope& step : m_steps.scopes())
            m_result.steps.push_back({step, 0, 0, {}});
        m_result.areStepsOfALoop = m_steps.areOfALoop();
        m_result.ranks.resize(set.members().size());
        m_late.resize(set.members().size());
    }

    Lateness count()
    {
        std::vector<std::vector<Wait>> waits(m_result.steps.size());
        for (std::uint32_t i = 0; i < m_set.collectives().size(); ++i)
            if (const std::optional<std::size_t> step = m_steps.ofCollectives()[i]) {
                addWaits(i, m_result.steps[*step].scope.begin, waits[*step]);
                addTransfer(m_set.collectives()[i]);
            }
        for (std::size_t i = 0; i < m_result.steps.size(); ++i) {
            m_result.total += m_result.steps[i].scope.length();
            finishStep(m_result.steps[i], waits[i]);
        }
        return finished();
    }

private:
    /// Time for which a rank only waited for another one.
    struct Wait {
        std::uint32_t member = 0;
        std::uint32_t last = 0;
        std::uint32_t collective = 0;
        Nanoseconds idle{};
    };

    void addWaits(std::uint32_t index, Nanoseconds stepBegin, std::vector<Wait>& waits)
    {
        const MatchedCollective& collective = m_set.collectives()[index];
        for (const Arrival& arrival : m_set.arrivals(collective)) {
            if (arrival.member == collective.lastMember)
                continue;
            // If a rank waits at several collectives at the same time, the time counts for the first of them.
            const Nanoseconds begin = std::max({arrival.posted, m_counted[arrival.member], stepBegin});
            if (begin >= collective.lastPosted)
                continue;
            m_counted[arrival.member] = collective.lastPosted;
            const Nanoseconds busy =
                busyBesideCollectives(m_set.members()[arrival.member], begin, collective.lastPosted);
            const Nanoseconds idle = std::max(Nanoseconds{}, collective.lastPosted - begin - busy);
            m_result.ranks[arrival.member].waits += idle;
            waits.push_back({arrival.member, collective.lastMember, index, idle});
        }
    }

    /// Adds the time from the last arrival to the end of the collective. Time in which several collectives transfer
    /// counts once.
    void addTransfer(const MatchedCollective& collective)
    {
        for (const Arrival& arrival : m_set.arrivals(collective)) {
            const Nanoseconds begin = std::max(collective.lastPosted, m_transferred[arrival.member]);
            const Nanoseconds end = arrival.done;
            if (begin >= end)
                continue;
            m_transferred[arrival.member] = end;
            m_result.transfer += end - begin;
            m_result.exposed += end - begin - busyBesideCollectives(m_set.members()[arrival.member], begin, end);
        }
    }

    void finishStep(StepLateness& step, std::vector<Wait>& waits)
    {
        // For each rank that arrived last, add up how long each other rank was idle while it waited for that rank.
        std::ranges::sort(waits, {}, &Wait::last);
        for (auto first = waits.begin(); first != waits.end();) {
            const auto end =
                std::find_if(first, waits.end(), [&](const Wait& wait) { return wait.last != first->last; });
            std::vector<Nanoseconds> idle(m_set.members().size());
            const Wait* longest = &*first;
            for (const Wait& wait : std::span(first, end)) {
                idle[wait.member] += wait.idle;
                if (wait.idle > longest->idle)
                    longest = &wait;
            }
            idle.erase(idle.begin() + static_cast<std::ptrdiff_t>(longest->last));
            const Nanoseconds cost = medianOf(std::move(idle));
            if (cost > step.cost) {
                step.cost = cost;
                step.last = longest->last;
                step.collective = longest->collective;
            }
            first = end;
        }
        if (step.cost <= Nanoseconds{})
            return;
        m_result.lost += step.cost;
        ++m_result.ranks[step.last].lastIn;
        m_result.ranks[step.last].cost += step.cost;
        const auto arrivals = m_set.arrivals(m_set.collectives()[step.collective]);
        std::vector<Nanoseconds> posted;
        for (const Arrival& arrival : arrivals)
            posted.push_back(arrival.posted);
        const Nanoseconds median = medianOf(posted);
        // Of two ranks, the median would be the later arrival, so each arrival is compared with the other one.
        const bool areTwo = arrivals.size() == 2;
        const Nanoseconds both = areTwo ? posted.front() + posted.back() : Nanoseconds{};
        for (const Arrival& arrival : arrivals)
            m_late[arrival.member].push_back(arrival.posted - (areTwo ? both - arrival.posted : median));
    }

    Lateness finished()
    {
        const auto members = static_cast<std::int64_t>(m_set.members().size());
        const auto steps = static_cast<std::int64_t>(std::max<std::size_t>(1, m_result.steps.size()));
        m_result.transfer /= members;
        m_result.exposed /= members;
        for (std::uint32_t i = 0; i < m_result.ranks.size(); ++i) {
            RankLateness& rank = m_result.ranks[i];
            rank.late = medianOf(m_late[i]);
            rank.waits /= steps;
            Straggler straggler{i, 0, rank.cost, 0};
            for (const StepLateness& step : m_result.steps)
                straggler.steps += step.last == i && step.isCostly() ? 1 : 0;
            straggler.share = m_result.total.count() > 0 ? toSeconds(straggler.cost) / toSeconds(m_result.total) : 0;
            straggler.isRare = straggler.steps < kStragglerSteps * static_cast<double>(m_result.steps.size());
            const bool isMost = 2 * straggler.cost > m_result.lost;
            straggler.cost = rank.cost /= steps;
            if (straggler.steps == 0 || straggler.share < kStragglerCost)
                continue;
            if (!straggler.isRare)
                m_result.stragglers.push_back(std::move(straggler));
            else if (isMost)
                m_result.rare = std::move(straggler);
        }
        for (Straggler& straggler : m_result.stragglers)
            straggler.reason = reasonOf(m_set, m_result, straggler.member);
        if (!m_result.stragglers.empty())
            m_result.rare.reset();
        if (m_result.rare)
            m_result.rare->reason = reasonOf(m_set, m_result, m_result.rare->member);
        return std::move(m_result);
    }

    const RunSet& m_set;
    Steps m_steps;
    std::vector<Nanoseconds> m_counted;      ///< by member: end of its last counted wait
    std::vector<Nanoseconds> m_transferred;  ///< by member: end of its last counted transfer
    std::vector<std::vector<Nanoseconds>> m_late;
    Lateness m_result;
};

}  // namespace

std::vector<Message> sentencesOf(const RunSet& set, const Lateness& lateness)
{
    std::vector<Message> sentences;
    for (const Straggler& straggler : lateness.stragglers)
        sentences.push_back(sentenceOf(set, lateness, straggler));
    if (lateness.rare)
        sentences.push_back(sentenceOf(set, lateness, *lateness.rare));
    return sentences;
}

std::vector<std::uint32_t> Lateness::named() const
{
    std::vector<std::uint32_t> members;
    for (const Straggler& straggler : stragglers)
        members.push_back(straggler.member);
    if (rare)
        members.push_back(rare->member);
    return members;
}

bool Lateness::isNamed(std::uint32_t member) const
{
    return std::ranges::count(named(), member) > 0;
}

bool Lateness::isNotable(std::uint32_t member) const
{
    const Nanoseconds late = ranks[member].late;
    return isNamed(member) ||
           (!isClockWrong && late > Nanoseconds{} && toSeconds(late) >= kStragglerCost * toSeconds(meanStep()));
}

Nanoseconds busyBesideCollectives(const Member& member, Nanoseconds begin, Nanoseconds end)
{
    if (end <= begin)
        return {};
    const Nanoseconds first = member.clock.toLocal(begin);
    const Nanoseconds last = member.clock.toLocal(end);
    std::vector<const trace::LaneIndex*> busy;
    for (const trace::LaneRecord& lane : member.trace->lanes())
        if (isOthersLane(lane) && member.trace->index(lane.id).busy(first, last) > Nanoseconds{})
            busy.push_back(&member.trace->index(lane.id));
    if (busy.empty())
        return {};
    // PyTorch's blocking collectives run on the stream of other work, so a lane of an imported trace contains both.
    const bool hasMixedLanes = trace::isImported(member.trace->run());
    if (busy.size() == 1 && !hasMixedLanes)
        return std::min(end - begin, busy.front()->busy(first, last));
    std::vector<Scope> spans;
    for (const trace::LaneIndex* index : busy)
        for (std::size_t i = index->firstEndingAfter(first); i < index->spans().size(); ++i) {
            const trace::Span& span = index->spans()[i];
            if (span.begin >= last)
                break;
            if (hasMixedLanes && span.kind == trace::Kind::Collective)
                continue;
            spans.push_back({std::max(span.begin, first), std::min(span.end(), last)});
        }
    std::ranges::sort(spans, {}, &Scope::begin);
    Nanoseconds together{};
    Nanoseconds counted = first;
    for (const Scope& span : spans) {
        together += std::max(Nanoseconds{}, span.end - std::max(span.begin, counted));
        counted = std::max(counted, span.end);
    }
    return std::min(end - begin, together);
}

Scope runScope(const RunSet& set)
{
    Scope scope{{}, set.extent()};
    const Member& first = set.members().front();
    if (!first.trace->blocks().empty())
        scope.begin = first.clock.toReference(runScope(*first.trace).begin);
    return scope;
}

Lateness lateness(const RunSet& set, const Scope& scope)
{
    Lateness result = Counter(set, scope).count();
    // If clocks contradict each other, it is unknown which rank arrived last.
    result.isClockWrong = set.clockConflict().has_value();
    if (result.isClockWrong) {
        result.stragglers.clear();
        result.rare.reset();
    }
    return result;
}

}  // namespace engine::analysis
