#include "engine/analysis/bound.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/summary.h"
#include "engine/analysis/timed_block.h"
#include "tests/app/program_cases.h"
#include "tests/engine/analysis/figure_bounds.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using engine::frontend::Dialect;

namespace {

/// A random listing for two GPUs: products, sums and copies in timed blocks, with waits in random places.
std::string randomListing(std::uint32_t seed)
{
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return random() % n; };
    const std::string size = std::to_string(64 << below(6));
    std::string text = "devices = d2l.try_all_gpus()\n";
    std::vector<std::string> names[3];  // names of the arrays on GPU 0, on GPU 1 and on the CPU
    for (const std::string gpu : {"0", "1"}) {
        text += "x" + gpu + " = torch.rand(size=(" + size + ", " + size + "), device=devices[" + gpu + "])\n";
        names[gpu == "1"].push_back("x" + gpu);
    }
    int count = 0;
    for (std::size_t block = 0, blocks = 1 + below(5); block < blocks; ++block) {
        const bool isTimed = below(4) != 0;
        const std::string indent = isTimed ? "    " : "";
        if (isTimed)
            text += "with d2l.Benchmark('block " + std::to_string(block) + "'):\n";
        for (std::size_t statements = 1 + below(8); statements > 0; --statements) {
            const std::size_t place = below(names[2].empty() ? 2 : 3);
            const std::string from = names[place][below(names[place].size())];
            const std::string made = "y" + std::to_string(count++);
            const std::size_t what = below(7);
            const std::size_t to = what == 3 ? 2 : what == 4 ? (place + 1) % 2 : place;
            const std::string where = to == 2 ? "'cpu'" : "devices[" + std::to_string(to) + "]";
            text += indent;
            if (what == 0)
                text += "torch.cuda.synchronize()\n";
            else if (what == 1)
                text += "torch.cuda.synchronize(devices[" + std::to_string(below(2)) + "])\n";
            else if (what == 2)
                text += made + " = " + from + " + " + from + "\n";
            else if (what <= 4)
                text += made + " = " + from + ".to(" + where + (below(2) == 0 ? ", non_blocking=True)\n" : ")\n");
            else
                text += made + " = [" + from + ".mm(" + from + ") for _ in range(" + std::to_string(1 + below(30)) +
                        ")][0]\n";
            if (what >= 2)
                names[to].push_back(made);
        }
    }
    return text;
}

}  // namespace

/// Tests that the numbers shown for programs agree with their definitions and stay within their bounds. The lower bound
/// for all states of the waits is at most the length of every run without an error. With OVERLAP_ALL_PROGRAMS set, the
/// test runs 10,000 random programs, and every built-in program in every dialect and on every machine (as opened, with
/// each wait flipped, with all waits on and with all off); otherwise a sample of them.
class TestFigureBounds : public QObject {
    Q_OBJECT

private slots:
    void speedUpOfAMistimedBlockIncludesAllWorkOfTheBlock_data();
    void speedUpOfAMistimedBlockIncludesAllWorkOfTheBlock();
    void timedBlockWithoutAWaitIsMeasuredToTheEndOfItsWork();
    void programIsNotSyncBoundIfItsWaitsCostNothing();
    void measuresOfEveryProgramStayWithinTheirBounds();
    void measuresOfRandomProgramsStayWithinTheirBounds();

private:
    void check(const std::vector<ProgramCase>& states);
    void report(const QString& problem);

    ProgramRuns m_runs;
    int m_problems = 0;
};

void TestFigureBounds::speedUpOfAMistimedBlockIncludesAllWorkOfTheBlock_data()
{
    QTest::addColumn<QString>("n");
    QTest::addColumn<QString>("products");
    QTest::addColumn<double>("speedUp");
    QTest::newRow("the chapter's size") << "4000"
                                        << "50" << 1.96;
    QTest::newRow("many small products") << "200"
                                         << "1000" << 1.56;
}

void TestFigureBounds::speedUpOfAMistimedBlockIncludesAllWorkOfTheBlock()
{
    QFETCH(QString, n);
    QFETCH(QString, products);
    QFETCH(double, speedUp);
    auto request = m_runs.request("13.3.1", Dialect::Torch);
    request.machine = "book-v100";
    request.parameters = {{"n", n.toStdString()}, {"products", products.toStdString()}};

    const auto trace = m_runs.trace(request);

    const QByteArray summary = QByteArray::fromStdString(engine::analysis::summaryJson(*trace));
    const QJsonObject json = QJsonDocument::fromJson(summary).object();
    const QJsonArray blocks = json["benchmarks"].toArray();
    const QJsonObject block = blocks[2].toObject();
    QCOMPARE(block["label"].toString(), QStringLiteral("GPU1 & GPU2"));
    QCOMPARE(QString::number(json["scopes"].toArray()[2].toObject()["speed_up"].toDouble(), 'f', 2),
             QString::number(speedUp, 'f', 2));
    QVERIFY(block["mistimed"].toBool());
    QVERIFY(!blocks[0].toObject()["mistimed"].toBool());
    QVERIFY(!blocks[1].toObject()["mistimed"].toBool());
}

void TestFigureBounds::timedBlockWithoutAWaitIsMeasuredToTheEndOfItsWork()
{
    auto request = m_runs.request("13.3.1", Dialect::Torch);
    request.off = {15};

    const auto trace = m_runs.trace(request);

    const engine::analysis::TimedBlock block = engine::analysis::timedBlock(*trace, 0);
    QVERIFY(engine::toSeconds(block.clock - block.begin) < 0.001);
    QVERIFY(std::abs(engine::toSeconds(block.work - block.begin) - 0.4968) < 0.001);
    QVERIFY(block.isMistimed());
    // GPU 0 still computes when the second block starts, but this does not delay the block's work on GPU 1.
    QVERIFY(!engine::analysis::timedBlock(*trace, 1).isMistimed());
}

void TestFigureBounds::check(const std::vector<ProgramCase>& states)
{
    QString fastestState;
    std::vector<std::pair<QString, engine::Nanoseconds>> blamed;  // "sync-bound" states with their lengths
    engine::Nanoseconds fastest = engine::Nanoseconds::max(), bound{};
    for (const ProgramCase& state : states) {
        const auto outcome = m_runs.run(state.request(m_runs));
        QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
        const engine::trace::Trace& trace = *outcome->trace;

        const std::string problem = tests::figureProblemOf(trace);

        if (!problem.empty())
            report(state.name() + QStringLiteral(": ") + QString::fromStdString(problem));
        if (trace.error())
            continue;
        const engine::analysis::Scope run = engine::analysis::runScope(trace);
        if (run.length() < fastest) {
            fastest = run.length();
            fastestState = state.name();
        }
        if (verdict(trace, run) == engine::analysis::Verdict::SyncBound)
            blamed.emplace_back(state.name(), run.length());
        if (state.boundsAllStates)
            bound = engine::analysis::boundOf(trace, run).stated();
    }
    for (const auto& [name, length] : blamed)
        if (fastest * 50 >= length * 49)
            report(QStringLiteral("%1 is sync-bound, but no state of the waits is faster").arg(name));
    if (bound > fastest)
        report(QStringLiteral("%1 takes %2 ns, less than the bound of the waits, %3 ns")
                   .arg(fastestState)
                   .arg(fastest.count())
                   .arg(bound.count()));
}

/// Counts a problem, and prints it immediately, because the test of all programs takes long.
void TestFigureBounds::report(const QString& problem)
{
    ++m_problems;
    qWarning("%s", qPrintable(problem));
}

/// The copies of the first program block its thread; those of the second program share links. Neither program becomes
/// faster if its waits are switched off.
void TestFigureBounds::programIsNotSyncBoundIfItsWaitsCostNothing()
{
    check(statesOf(m_runs, *m_runs.runner().load("13.3-figure"), Dialect::Torch, "book-v100"));
    check(statesOf(m_runs, *m_runs.runner().load("13.7.2"), Dialect::Torch, "nvlink-8"));

    QCOMPARE(m_problems, 0);
}

void TestFigureBounds::measuresOfEveryProgramStayWithinTheirBounds()
{
    constexpr std::size_t kSample = 6;
    const std::vector<std::vector<ProgramCase>> programs = programStates(m_runs, kSample);
    QVERIFY(programs.size() >= kSample);
    for (const std::vector<ProgramCase>& states : programs)
        check(states);
    QCOMPARE(m_problems, 0);
}

void TestFigureBounds::measuresOfRandomProgramsStayWithinTheirBounds()
{
    const std::uint32_t first = isEveryCaseTested() ? 0 : sampleSeed(), count = isEveryCaseTested() ? 10'000 : 100;
    std::size_t blocks = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        const std::string listing = randomListing(seed);
        const auto outcome = m_runs.run(ProgramRuns::typed(listing));
        QVERIFY2(outcome && !outcome->raised, listing.c_str());
        blocks += outcome->trace->blocks().size();

        const std::string problem = tests::figureProblemOf(*outcome->trace);

        QVERIFY2(problem.empty(), (problem + " in\n" + listing).c_str());
    }
    QVERIFY(blocks > count);
}

QTEST_GUILESS_MAIN(TestFigureBounds)
#include "tst_figure_bounds.moc"
