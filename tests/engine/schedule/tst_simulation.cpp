// Runs the whole engine on one thread, in an order that depends only on a seed: the next pusher, the next operation to
// end and its result, the queries in between, the time of a cancel. After each step, compares the engine with
// predictions that are made from the program alone. Messages name the seed that failed, which reproduces the failure.

#include "engine/schedule/engine.h"
#include "tests/engine/schedule/random_program.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

using namespace engine;
using namespace engine::schedule;
using trace::OpState;

namespace {

constexpr std::size_t kGroups = 3;

/// The prediction for one operation, made when it is pushed.
struct Expected {
    tests::Step step;
    bool isUnnumbered = false;
    std::vector<std::size_t> before;  ///< indices of operations that must be over before this one becomes ready
    std::optional<std::size_t> culprit;
    OpId op;
    OpHandle handle;
    enum class At : std::uint8_t { Waiting, Ready, Over } at = At::Waiting;
    OpState end = OpState::Done;
};

/// A run of the engine with one seed. `m_problem` stores the message of the first failed check.
class Simulation final : public Dispatcher, public EdgeSink {
public:
    explicit Simulation(std::uint64_t seed)
        : m_random(seed), m_engine({.policy = Policy::Threaded, .maxPending = 0, .edgeSink = this})
    {
        for (std::size_t i = 0; i < kGroups; ++i) {
            m_orders[i] = m_random.below(3) == 0 ? Order::Program : Order::Data;
            m_groups[i] =
                m_engine.addGroup({.name = "model", .workers = 1, .order = m_orders[i], .dispatcher = this}).value();
        }
        m_left = makePushers(seed);
        m_completesWithin = m_random.below(3) == 0;
        m_pushesWithin = m_random.below(3) == 0;
        m_cancelAt = m_random.below(4) == 0 ? m_random.below(80) : SIZE_MAX;
    }

    std::string run()
    {
        for (std::size_t steps = 0; m_problem.empty() && (hasPushes() || !m_ready.empty()); ++steps) {
            if (steps == m_cancelAt)
                cancel();
            act();
            checkEngine();
        }
        if (m_problem.empty())
            end();
        return m_problem;
    }

    void ready(const ReadyOp& released) override
    {
        Expected& it = m_all[released.payload];
        expect(it.at == Expected::At::Waiting, "an operation became ready twice, or after it was over");
        expect(!m_isCancelled, "an operation became ready after the run was cancelled");
        expect(!it.culprit, "an operation became ready that reads what a failed one should have written");
        expect(released.level == 1 - it.step.priority, "an operation lost its priority");
        for (const std::size_t earlier : it.before)
            expect(m_all[earlier].at == Expected::At::Over,
                   "an operation became ready before one that it depends on ended");
        expect(m_completesWithin || m_pushesWithin || !released.releasedBy.isValid() ||
                   m_releaser != released.releasedBy || m_lastReleased < released.payload,
               "what one completion released did not become ready in program order");
        m_lastReleased = released.payload;
        m_releaser = released.releasedBy;
        it.at = Expected::At::Ready;
        it.handle = released.handle;
        m_ready.push_back(released.payload);
        if (m_completesWithin && m_random.below(3) == 0)
            complete(m_ready.size() - 1);
        else if (m_pushesWithin && m_depth < 3 && m_random.below(3) == 0)
            push();
    }

    void dropped(const ReadyOp& released, OpState state, const FailurePtr& failure) override
    {
        Expected& it = m_all[released.payload];
        expect(it.at == Expected::At::Waiting, "an operation was dropped after it had become ready");
        if (state == OpState::Cancelled) {
            expect(m_isCancelled, "an operation was cancelled though nobody cancelled the run");
        } else {
            expect(it.culprit.has_value(), "an operation was skipped that reads nothing bad");
            // After a cancel, the operation that is predicted to fail first may not have run.
            expect(failure && it.culprit && (m_isCancelled || failure->op == m_all[*it.culprit].op),
                   "a skipped operation names another failure than the first in program order");
            for (const std::size_t earlier : it.before)
                expect(m_all[earlier].at == Expected::At::Over,
                       "an operation was skipped before what it waits for ended");
        }
        it.at = Expected::At::Over;
        it.end = state;
    }

    void edge(OpId from, OpId to, trace::DependencyKind) override
    {
        expect(from < to, "an edge leads backwards in program order");
    }

private:
    /// Returns two programs on the same variables, each for one pusher.
    std::array<std::vector<tests::Step>, 2> makePushers(std::uint64_t seed)
    {
        std::array<std::vector<tests::Step>, 2> left;
        std::size_t variables = 1;
        for (std::size_t i = 0; i < left.size(); ++i) {
            tests::RandomProgram program = tests::makeRandomProgram(2 * seed + i, 40, kGroups, 80);
            variables = std::max(variables, program.variables);
            std::reverse(program.steps.begin(), program.steps.end());
            left[i] = std::move(program.steps);
        }
        for (std::size_t i = 0; i < variables; ++i)
            m_slots.push_back(newSlot());
        return left;
    }

    /// Creates an engine variable in a new slot. A variable of the program moves to a new slot when it is replaced.
    std::size_t newSlot()
    {
        m_variables.push_back(m_engine.newVariable());
        m_access.emplace_back();
        m_poison.emplace_back();
        m_values.push_back(0);
        m_serial.push_back(0);
        return m_variables.size() - 1;
    }

    void expect(bool holds, const char* sentence)
    {
        if (!holds && m_problem.empty())
            m_problem = sentence;
    }

    [[nodiscard]] bool hasPushes() const { return !m_left[0].empty() || !m_left[1].empty(); }

    void act()
    {
        const bool mayEnd = !m_ready.empty();
        if (hasPushes() && (!mayEnd || m_random.below(5) < 3))
            push();
        else if (mayEnd)
            complete(m_random.below(m_ready.size()));
        if (m_random.below(12) == 0)
            replaceVariable();
    }

    void push()
    {
        const std::size_t who = m_left[0].empty() || (!m_left[1].empty() && m_random.below(2) == 0) ? 1 : 0;
        if (m_left[who].empty())
            return;
        tests::Step step = std::move(m_left[who].back());
        m_left[who].pop_back();
        for (std::vector<std::size_t>* list : {&step.reads, &step.writes})
            for (std::size_t& variable : *list)
                variable = m_slots[variable];
        pushStep(std::move(step), false);
    }

    void pushStep(tests::Step step, bool isUnnumbered)
    {
        const std::size_t index = m_all.size();
        if (!m_isCancelled)
            m_all.push_back(predict(std::move(step), index, isUnnumbered));
        else
            m_refused = std::move(step);
        const tests::Step& what = m_isCancelled ? m_refused : m_all.back().step;
        PushOptions options;
        options.group = m_groups[what.group];
        options.priority = what.priority;
        options.payload = index;
        options.isUnnumbered = isUnnumbered;
        options.runsAfterFailure = isUnnumbered;
        if (!isUnnumbered && !m_isCancelled)
            m_all[index].op = OpId{m_numbered++};
        ++m_depth;
        const Result<OpId> pushed = m_engine.push(variablesOf(what.reads), variablesOf(what.writes), options);
        --m_depth;
        if (m_isCancelled)
            expect(!pushed && pushed.error().code == ErrorCode::Cancelled,
                   "a push was accepted after the run was cancelled");
        else
            expect(pushed && (isUnnumbered || *pushed == m_all[index].op), "an operation got another number");
    }

    /// Predicts the predecessors and the end state of an operation from the program alone.
    Expected predict(tests::Step step, std::size_t index, bool isUnnumbered)
    {
        Expected it;
        it.isUnnumbered = isUnnumbered;
        std::uint64_t hash = index;
        for (const std::size_t v : step.reads) {
            if (m_access[v].writer)
                it.before.push_back(*m_access[v].writer);
            if (m_poison[v] && (!it.culprit || *m_poison[v] < *it.culprit))
                it.culprit = m_poison[v];
            hash = tests::mix(hash, m_serial[v]);
        }
        for (const std::size_t v : step.writes) {
            if (m_access[v].writer)
                it.before.push_back(*m_access[v].writer);
            it.before.insert(it.before.end(), m_access[v].readers.begin(), m_access[v].readers.end());
        }
        if (m_orders[step.group] == Order::Program && m_last[step.group])
            it.before.push_back(*m_last[step.group]);
        m_last[step.group] = index;
        for (const std::size_t v : step.reads)
            m_access[v].readers.push_back(index);
        const bool isGood = !it.culprit && !step.fails;
        for (const std::size_t v : step.writes) {
            m_access[v] = {index, {}};
            m_poison[v] = isGood ? std::nullopt : it.culprit ? it.culprit : std::optional(index);
            if (isGood)
                m_serial[v] = tests::mix(hash, v);
        }
        it.step = std::move(step);
        return it;
    }

    void complete(std::size_t place)
    {
        const std::size_t index = m_ready[place];
        m_ready.erase(m_ready.begin() + static_cast<std::ptrdiff_t>(place));
        Expected& it = m_all[index];
        it.at = Expected::At::Over;
        const OpHandle handle = it.handle;
        if (it.step.fails) {
            it.end = OpState::Failed;
            m_engine.complete(handle, untranslatedError(ErrorCode::OperationFailed, "It was to fail."));
            return;
        }
        tests::apply(it.step, index, m_values);
        m_engine.complete(handle);
    }

    /// Replaces a tensor by a new one while operations that use it may still be pending.
    void replaceVariable()
    {
        if (m_isCancelled)
            return;
        std::size_t& slot = m_slots[m_random.below(m_slots.size())];
        tests::Step freeing;
        freeing.writes = {slot};
        freeing.group = static_cast<std::uint32_t>(m_random.below(kGroups));
        pushStep(std::move(freeing), true);
        m_engine.release(m_variables[slot]);
        slot = newSlot();
    }

    void cancel()
    {
        m_engine.cancel();
        m_isCancelled = true;
    }

    /// Compares the engine's state with the predictions. An operation without pending predecessors must be ready or
    /// over.
    void checkEngine()
    {
        std::int64_t pending = 0;
        for (std::size_t i = 0; i < m_all.size(); ++i) {
            const Expected& it = m_all[i];
            pending += it.at == Expected::At::Over ? 0 : 1;
            if (it.at == Expected::At::Waiting && !m_isCancelled)
                expect(std::any_of(it.before.begin(), it.before.end(),
                                   [&](std::size_t b) { return m_all[b].at != Expected::At::Over; }),
                       "an operation waits for nothing");
        }
        if (!m_isCancelled)
            expect(m_engine.pending() == pending, "the engine counts other operations than are pending");
        const std::size_t v = m_slots[m_random.below(m_slots.size())];
        const auto& writer = m_access[v].writer;
        const bool isWritten = !writer || m_all[*writer].at == Expected::At::Over;
        expect(m_engine.isWritten(m_variables[v]) == isWritten, "isWritten() is wrong");
        if (m_isCancelled || !isWritten)
            return;
        const FailurePtr failure = m_engine.failureOf(m_variables[v]);
        expect((failure != nullptr) == m_poison[v].has_value(), "failureOf() is wrong");
        if (failure && m_poison[v])
            expect(failure->op == m_all[*m_poison[v]].op, "failureOf() names another operation");
        if (writer)
            expect(m_engine.lastWriter(m_variables[v]) == m_all[*writer].op, "lastWriter() is wrong");
    }

    void end()
    {
        if (m_isCancelled) {
            expect(m_engine.waitAll().error().code == ErrorCode::Cancelled,
                   "a wait did not say that the run was cancelled");
            m_engine.shutdown(Engine::Ending::Cancel);
            for (const Expected& it : m_all)
                expect(it.at == Expected::At::Over, "an operation is left after the run was cancelled");
            return;
        }
        const auto failed =
            std::find_if(m_all.begin(), m_all.end(), [](const Expected& it) { return it.end == OpState::Failed; });
        const Status waited = m_engine.waitAll();
        expect(waited.has_value() == (failed == m_all.end()), "waitAll() does not tell whether something failed");
        expect(m_engine.waitAll().has_value(), "a failure was reported twice");
        for (const std::size_t v : m_slots)
            expect(m_engine.waitToRead(m_variables[v]).has_value() == !m_poison[v], "waitToRead() is wrong");
        for (const Expected& it : m_all) {
            const OpState end = it.culprit ? OpState::Skipped : it.step.fails ? OpState::Failed : OpState::Done;
            expect(it.at == Expected::At::Over && it.end == end, "an operation ended otherwise than the program says");
        }
        expect(m_values == m_serial, "the values are not those of the serial order");
        m_engine.shutdown(Engine::Ending::Drain);
    }

    [[nodiscard]] std::vector<VariableId> variablesOf(const std::vector<std::size_t>& which) const
    {
        std::vector<VariableId> ids;
        for (const std::size_t v : which)
            ids.push_back(m_variables[v]);
        return ids;
    }

    struct Access {
        std::optional<std::size_t> writer;
        std::vector<std::size_t> readers;
    };

    tests::Random m_random;
    Engine m_engine;
    std::array<GroupId, kGroups> m_groups;
    std::array<Order, kGroups> m_orders{};
    std::array<std::optional<std::size_t>, kGroups> m_last;
    std::vector<VariableId> m_variables;             ///< engine variable of each slot
    std::vector<std::size_t> m_slots;                ///< current slot of each program variable
    std::array<std::vector<tests::Step>, 2> m_left;  ///< by pusher: remaining steps, the next one at the end
    std::deque<Expected> m_all;                      ///< in program order
    std::vector<std::size_t> m_ready;
    std::vector<Access> m_access;  ///< accesses to each slot
    std::vector<std::optional<std::size_t>> m_poison;
    std::vector<std::uint64_t> m_values;
    std::vector<std::uint64_t> m_serial;
    std::uint64_t m_lastReleased = 0;
    OpId m_releaser;
    std::size_t m_cancelAt = SIZE_MAX;
    std::uint32_t m_numbered = 0;
    int m_depth = 0;
    bool m_completesWithin = false;
    bool m_pushesWithin = false;
    bool m_isCancelled = false;
    tests::Step m_refused;
    std::string m_problem;
};

}  // namespace

class TestSimulation : public QObject {
    Q_OBJECT

private slots:
    void engineBehavesAsPredictedFromTheProgramForEverySeed()
    {
#if defined(OVERLAP_CHECKED)
        constexpr std::uint64_t kSeeds = 1500;
#else
        constexpr std::uint64_t kSeeds = 15000;
#endif
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            Simulation simulation(seed);
            const std::string problem = simulation.run();
            QVERIFY2(problem.empty(), qPrintable(QString("seed %1: %2").arg(seed).arg(problem.c_str())));
        }
    }
};

QTEST_APPLESS_MAIN(TestSimulation)
#include "tst_simulation.moc"
