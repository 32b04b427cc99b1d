// Tests random programs. With every policy and number of workers, the values must equal those of serial execution bit
// for bit, and the recorded order must respect every recorded edge.

#include "engine/schedule/engine.h"
#include "tests/engine/schedule/random_program.h"

#include <QTest>

#include <atomic>
#include <map>
#include <set>

using namespace engine;
using namespace engine::schedule;

namespace {

struct Setting {
    Policy policy = Policy::Threaded;
    std::vector<int> workers{1};
    bool isRecording = false;
};

class Collected final : public LifeSink {
public:
    void lives(std::span<const Life> part) override { all.insert(all.end(), part.begin(), part.end()); }
    void edges(std::span<const EdgeEntry> part) override { allEdges.insert(allEdges.end(), part.begin(), part.end()); }

    std::vector<Life> all;
    std::vector<EdgeEntry> allEdges;
};

std::vector<VariableId> pick(const std::vector<VariableId>& variables, const std::vector<std::size_t>& which)
{
    std::vector<VariableId> picked;
    for (const std::size_t i : which)
        picked.push_back(variables[i]);
    return picked;
}

std::vector<std::uint64_t> runSerially(const tests::RandomProgram& program)
{
    std::vector<std::uint64_t> values(program.variables);
    for (std::size_t i = 0; i < program.steps.size(); ++i)
        tests::apply(program.steps[i], i, values);
    return values;
}

/// An engine that runs many programs one after the other.
class Bench {
public:
    explicit Bench(const Setting& setting)
        : m_engine(EngineOptions{.policy = setting.policy, .maxPending = 64, .isRecording = setting.isRecording})
    {
        for (const int workers : setting.workers)
            m_groups.push_back(m_engine.addGroup(GroupOptions{.name = "test", .workers = workers}).value());
    }

    std::vector<std::uint64_t> run(const tests::RandomProgram& program)
    {
        std::vector<std::uint64_t> values(program.variables);
        std::vector<VariableId> variables;
        for (std::size_t i = 0; i < program.variables; ++i)
            variables.push_back(m_engine.newVariable());
        for (std::size_t i = 0; i < program.steps.size(); ++i) {
            const tests::Step& step = program.steps[i];
            PushOptions options;
            options.priority = step.priority;
            options.group = m_groups[step.group % m_groups.size()];
            const Result<OpId> pushed = m_engine.push(
                pick(variables, step.reads), pick(variables, step.writes),
                [&values, &step, i]() noexcept { tests::apply(step, i, values); }, options);
            if (!pushed)
                qFatal("%s", pushed.error().english().c_str());
        }
        const Status waited = m_engine.waitAll();
        if (!waited)
            qFatal("%s", waited.error().english().c_str());
        for (const VariableId variable : variables)
            m_engine.release(variable);
        return values;
    }

    Engine& engine() { return m_engine; }

private:
    Engine m_engine;
    std::vector<GroupId> m_groups;
};

#if defined(OVERLAP_CHECKED)
constexpr std::uint64_t kPrograms = 1000;
#else
constexpr std::uint64_t kPrograms = 10000;
#endif

}  // namespace

class TestOracle : public QObject {
    Q_OBJECT

private slots:
    void randomProgramsGiveTheValuesOfSerialExecution_data()
    {
        QTest::addColumn<int>("naive");
        QTest::addColumn<QList<int>>("workers");
        QTest::addColumn<bool>("recording");
        QTest::newRow("naive") << 1 << QList<int>{1} << false;
        QTest::newRow("one worker") << 0 << QList<int>{1} << false;
        QTest::newRow("two workers, recording") << 0 << QList<int>{2} << true;
        QTest::newRow("three groups") << 0 << QList<int>{1, 2, 1} << false;
    }

    void randomProgramsGiveTheValuesOfSerialExecution()
    {
        QFETCH(int, naive);
        QFETCH(QList<int>, workers);
        QFETCH(bool, recording);
        Bench bench({naive != 0 ? Policy::Naive : Policy::Threaded, {workers.begin(), workers.end()}, recording});
        Collected sink;

        for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
            const tests::RandomProgram program = tests::makeRandomProgram(seed, 40, 3);
            const std::vector<std::uint64_t> values = bench.run(program);

            QVERIFY2(values == runSerially(program), qPrintable(QString("seed %1").arg(seed)));
            if (seed % 256 == 0) {
                bench.engine().drain(sink);
                sink = Collected();
            }
        }
        QCOMPARE(bench.engine().pending(), std::int64_t{0});
    }

    void recordedOrderRespectsEveryEdge()
    {
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            Bench bench({Policy::Threaded, {1, 2}, true});
            const tests::RandomProgram program = tests::makeRandomProgram(seed, 300, 2);
            bench.run(program);
            bench.engine().shutdown(Engine::Ending::Drain);
            Collected sink;
            bench.engine().drain(sink);

            QCOMPARE(sink.all.size(), program.steps.size());
            std::map<std::uint32_t, Life> lives;
            for (const Life& life : sink.all) {
                QVERIFY(life.pushed <= life.ready && life.ready <= life.started && life.started <= life.finished);
                lives[life.op.index] = life;
            }
            QCOMPARE(lives.size(), program.steps.size());
            for (const EdgeEntry& edge : sink.allEdges) {
                QVERIFY(edge.from < edge.to);
                QVERIFY(lives.at(edge.from.index).finished <= lives.at(edge.to.index).started);
            }
            for (const auto& [index, life] : lives)
                if (life.releasedBy.isValid())
                    QVERIFY(std::any_of(
                        sink.allEdges.begin(), sink.allEdges.end(),
                        [&, op = index](const EdgeEntry& e) { return e.from == life.releasedBy && e.to.index == op; }));
        }
    }

    // Any two operations that access the same variable must be ordered by edges, unless both only read the variable.
    void conflictingOperationsAreOrderedByEdges()
    {
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            Bench bench({Policy::Naive, {1}, true});
            const tests::RandomProgram program = tests::makeRandomProgram(seed, 60, 1);
            bench.run(program);
            Collected sink;
            bench.engine().drain(sink);

            const std::size_t n = program.steps.size();
            std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));
            for (const EdgeEntry& edge : sink.allEdges) {  // sorted by `to`
                reaches[edge.to.index][edge.from.index] = true;
                for (std::size_t i = 0; i < n; ++i)
                    if (reaches[edge.from.index][i])
                        reaches[edge.to.index][i] = true;
            }
            const auto touches = [](const std::vector<std::size_t>& list, std::size_t v) {
                return std::find(list.begin(), list.end(), v) != list.end();
            };
            for (std::size_t b = 0; b < n; ++b)
                for (std::size_t a = 0; a < b; ++a) {
                    const tests::Step& first = program.steps[a];
                    const tests::Step& second = program.steps[b];
                    bool conflict = false;
                    for (std::size_t v = 0; v < program.variables; ++v)
                        conflict =
                            conflict ||
                            (touches(first.writes, v) && (touches(second.writes, v) || touches(second.reads, v))) ||
                            (touches(first.reads, v) && touches(second.writes, v));
                    if (conflict)
                        QVERIFY(reaches[b][a]);
                }
            for (const EdgeEntry& edge : sink.allEdges) {
                const tests::Step& from = program.steps[edge.from.index];
                const tests::Step& to = program.steps[edge.to.index];
                bool isTrue = false;
                for (std::size_t v = 0; v < program.variables; ++v) {
                    if (edge.kind == trace::DependencyKind::ReadAfterWrite)
                        isTrue = isTrue || (touches(from.writes, v) && touches(to.reads, v));
                    if (edge.kind == trace::DependencyKind::WriteAfterRead)
                        isTrue = isTrue || (touches(from.reads, v) && touches(to.writes, v));
                    if (edge.kind == trace::DependencyKind::WriteAfterWrite)
                        isTrue = isTrue || (touches(from.writes, v) && touches(to.writes, v));
                }
                QVERIFY(isTrue);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestOracle)
#include "tst_oracle.moc"
