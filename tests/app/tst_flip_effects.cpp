#include "engine/analysis/flip_effect.h"
#include "tests/app/program_cases.h"

#include <QTest>

#include <algorithm>
#include <chrono>

using namespace engine;
using namespace engine::analysis;
using engine::frontend::Dialect;
using engine::trace::Trace;
using engine::trace::TracePtr;

namespace {

constexpr Nanoseconds kNegligible = std::chrono::microseconds(200);

Nanoseconds firstBlock(const Trace& trace)
{
    Nanoseconds first = trace.blocks().empty() ? Nanoseconds{} : trace.blocks().front().begin;
    for (const auto& block : trace.blocks())
        first = std::min(first, block.begin);
    return first;
}

/// Returns how long after the end of a block the last operation that was issued in it ends.
Nanoseconds late(const Trace& trace, const trace::BlockRecord& block)
{
    Nanoseconds last = block.end;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (const auto& op = trace.op(OpId{i}); op.issued >= block.begin && op.issued <= block.end)
            last = std::max(last, op.finished);
    return last - block.end;
}

bool isLate(const Trace& trace, const trace::BlockRecord& block)
{
    return late(trace, block) > std::max((block.end - block.begin) / 100, kNegligible);
}

constexpr int kEveryLine = 0;

Nanoseconds blocked(const Trace& trace, int line)
{
    Nanoseconds sum{};
    for (const auto& wait : trace.waits())
        if ((line == kEveryLine || wait.line == line) && wait.begin >= firstBlock(trace))
            sum += wait.end - wait.begin;
    return sum;
}

bool runsAt(const Trace& trace, Nanoseconds time)
{
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (const auto& op = trace.op(OpId{i}); op.issued <= time && op.finished > time)
            return true;
    return false;
}

/// The position of an operation among those of its line, name and lane.
std::size_t occurrence(const Trace& trace, const trace::Op& op)
{
    std::size_t before = 0;
    for (std::size_t i = 0; i < op.id.index; ++i) {
        const auto& other = trace.op(OpId{i});
        before += other.line == op.line && trace.text(other.name) == trace.text(op.name) && other.lane == op.lane;
    }
    return before;
}

}  // namespace

/// The reasons that the window gives for a flip, computed again from the records of both runs.
class TestFlipEffects : public QObject {
    Q_OBJECT

private slots:
    void everyReasonHoldsForBothRuns_data();
    void everyReasonHoldsForBothRuns();
    void bookProgramGivesTheReasonsOfItsText();
    void insertedWaitDelaysTheOtherDevice();
    void cleanupTestCase();

private:
    struct Pair {
        TracePtr with, without;
    };
    std::optional<Pair> flipped(frontend::RunRequest request, const frontend::SyncPoint& point);
    void check(const Pair& pair, int line);
    void checkTotals(const Pair& pair, int line, const FlipEffect& effect);

    ProgramRuns m_runs;
    int m_clocks = 0, m_starts = 0, m_moved = 0, m_withoutEffect = 0;
    int m_earlier = 0, m_blocked = 0, m_path = 0, m_elsewhere = 0;
};

std::optional<TestFlipEffects::Pair> TestFlipEffects::flipped(frontend::RunRequest request,
                                                              const frontend::SyncPoint& point)
{
    const auto run = [&](bool isOn) {
        std::erase(request.off, point.line);
        std::erase(request.on, point.line);
        if (isOn != point.isInitiallyOn)
            (isOn ? request.on : request.off).push_back(point.line);
        return m_runs.trace(request);
    };
    Pair pair{run(true), run(false)};
    return pair.with->error() || pair.without->error() ? std::nullopt : std::optional(pair);
}

void TestFlipEffects::everyReasonHoldsForBothRuns_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("dialect");
    for (const frontend::Program& program : m_runs.runner().programs())
        for (const auto& [dialect, source] : program.sources)
            QTest::addRow("%s, %s", program.id.c_str(), dialect == Dialect::Torch ? "PyTorch" : "MXNet")
                << QString::fromStdString(program.id) << static_cast<int>(dialect);
}

void TestFlipEffects::everyReasonHoldsForBothRuns()
{
    QFETCH(QString, program);
    QFETCH(int, dialect);
    const ProgramCase opened{program.toStdString(), static_cast<Dialect>(dialect), {}, {}, true, {}, {}};
    auto request = m_runs.request(opened.program, opened.dialect);
    request.parameters = opened.request(m_runs).parameters;  // trainings are shortened
    const auto points = m_runs.runner().syncPoints(request.source, request.dialect);
    QVERIFY(points.has_value());

    for (const frontend::SyncPoint& point : *points)
        if (const auto pair = flipped(request, point))
            check(*pair, point.line);
}

void TestFlipEffects::check(const Pair& pair, int line)
{
    const Trace &with = *pair.with, &without = *pair.without;
    const Nanoseconds length = with.extent() - firstBlock(with), lengthWithout = without.extent() - firstBlock(without);

    const FlipEffect effect = flipEffect(pair.with, pair.without, line);

    if (effect.clock) {
        ++m_clocks;
        const auto &block = without.blocks()[effect.clock->block], &other = with.blocks()[effect.clock->block];
        QVERIFY2(isLate(without, block), "without the wait, the clock must stop before the work is done");
        QCOMPARE(isLate(with, other), effect.clock->isEarlyWith);
        QVERIFY2(!effect.clock->isEarlyWith || other.end - other.begin > block.end - block.begin,
                 "with the wait, it must stop later");
        QCOMPARE(effect.clock->work, block.end + late(without, block) - block.begin);
    }
    if (effect.start) {
        ++m_starts;
        const auto& op = without.op(effect.start->op);
        const std::size_t number = occurrence(without, op);
        std::optional<Nanoseconds> earlier;
        for (std::size_t i = 0; i < with.opCount() && !earlier; ++i)
            if (const auto& other = with.op(OpId{i}); other.line == op.line && other.lane == op.lane &&
                                                      with.text(other.name) == without.text(op.name) &&
                                                      occurrence(with, other) == number)
                earlier = (other.started - firstBlock(with)) - (op.started - firstBlock(without));
        QVERIFY2(earlier.has_value(), "the operation must be part of both runs");
        QCOMPARE(effect.start->earlier, *earlier);
        QVERIFY(*earlier > kNegligible && *earlier * 50 > length);
    }
    if (effect.moved) {
        ++m_moved;
        QCOMPARE(effect.moved->longer, blocked(without, effect.moved->line) - blocked(with, effect.moved->line));
        QVERIFY(effect.moved->longer * 5 >= blocked(with, line) * 4);
        QVERIFY(effect.moved->line != line);
    }
    if (effect.earlierWork) {
        ++m_earlier;
        const auto& block = without.blocks()[*effect.earlierWork];
        QVERIFY2(runsAt(without, block.begin), "work from before the block must still run");
    }
    checkTotals(pair, line, effect);
    if (effect.isWithoutEffect) {
        ++m_withoutEffect;
        QVERIFY(blocked(with, line) * 50 <= std::max(length, lengthWithout));
        QVERIFY(std::max(length, lengthWithout) - std::min(length, lengthWithout) <=
                std::max(length, lengthWithout) / 100);
        QVERIFY2(!effect.start, "a flip without effect starts nothing earlier");
    }
}

/// Checks the reasons that concern the whole run; a flip has exactly one of them if it has no other reason.
void TestFlipEffects::checkTotals(const Pair& pair, int line, const FlipEffect& effect)
{
    const Trace &with = *pair.with, &without = *pair.without;
    const Nanoseconds length = with.extent() - firstBlock(with), lengthWithout = without.extent() - firstBlock(without);
    const bool isSpecific = effect.clock || effect.start || effect.moved || effect.earlierWork;
    const int totals =
        (effect.blocked ? 1 : 0) + (effect.path ? 1 : 0) + (effect.stillBlocked ? 1 : 0) + (effect.elsewhere ? 1 : 0);
    QVERIFY2(isSpecific ? totals == 0 : totals + (effect.isWithoutEffect ? 1 : 0) == 1,
             qPrintable(QStringLiteral("line %1 needs one reason").arg(line)));
    if (effect.blocked) {
        ++m_blocked;
        QCOMPARE(effect.blocked->with, blocked(with, kEveryLine));
        QCOMPARE(effect.blocked->without, blocked(without, kEveryLine));
        QVERIFY(effect.blocked->with != effect.blocked->without);
    }
    if (effect.path) {
        ++m_path;
        QVERIFY(std::max(length, lengthWithout) * 99 > std::min(length, lengthWithout) * 100);
        QCOMPARE(effect.path->times.without < effect.path->times.with, lengthWithout < length);
    }
    if (effect.stillBlocked)
        QCOMPARE(*effect.stillBlocked, blocked(without, line));
    if (effect.elsewhere) {
        ++m_elsewhere;
        QCOMPARE(*effect.elsewhere, (blocked(without, kEveryLine) - blocked(without, line)) -
                                        (blocked(with, kEveryLine) - blocked(with, line)));
        QVERIFY(*effect.elsewhere > Nanoseconds{});
    }
}

void TestFlipEffects::bookProgramGivesTheReasonsOfItsText()
{
    const auto request = m_runs.request("13.3.1", Dialect::Torch);
    const auto points = m_runs.runner().syncPoints(request.source, request.dialect);
    const auto point = std::find_if(points->begin(), points->end(), [](const auto& each) { return each.line == 15; });
    QVERIFY(point != points->end());
    const auto pair = flipped(request, *point);
    QVERIFY(pair.has_value());

    const FlipEffect effect = flipEffect(pair->with, pair->without, 15);

    QVERIFY(effect.clock.has_value());
    QCOMPARE(pair->without->blocks()[effect.clock->block].label, std::string("GPU1 time"));
    QVERIFY(effect.start.has_value());
    QCOMPARE(pair->without->op(effect.start->op).line, 18);
    QVERIFY(std::abs(toSeconds(effect.start->earlier) - 0.496) < 0.002);
    QVERIFY(!effect.isWithoutEffect);
}

void TestFlipEffects::insertedWaitDelaysTheOtherDevice()
{
    auto request = m_runs.request("13.3.1", Dialect::Torch);
    const TracePtr without = m_runs.trace(request);
    const auto insertions = m_runs.runner().insertions(request.source, request.dialect);
    const auto wait =
        std::find_if(insertions->begin(), insertions->end(), [](const auto& at) { return at.line == 22; });
    QVERIFY(wait != insertions->end());
    QStringList lines = QString::fromStdString(request.source).split('\n');
    lines.insert(22, QString::fromStdString(wait->text));
    request.source = lines.join('\n').toStdString();
    const TracePtr with = m_runs.trace(request);

    const FlipEffect effect = flipEffect(with, without, 23);

    QVERIFY(effect.start.has_value());
    QCOMPARE(without->op(effect.start->op).line, 23);
    QVERIFY(std::abs(toSeconds(effect.start->earlier) - 0.496) < 0.002);
    QVERIFY(!effect.isWithoutEffect);
}

void TestFlipEffects::cleanupTestCase()
{
    qInfo("%d clocks, %d starts, %d moved waits, %d without effect", m_clocks, m_starts, m_moved, m_withoutEffect);
    qInfo("%d with earlier work, %d blocked, %d paths, %d elsewhere", m_earlier, m_blocked, m_path, m_elsewhere);
    if (QTest::currentTestFailed())
        return;
    QVERIFY2(m_clocks > 0 && m_starts > 0 && m_moved > 0 && m_withoutEffect > 0, "every reason must be tested");
    QVERIFY2(m_earlier > 0 && m_blocked > 0 && m_path > 0 && m_elsewhere > 0, "every reason must be tested");
}

QTEST_GUILESS_MAIN(TestFlipEffects)

#include "tst_flip_effects.moc"
