#include "engine/analysis/comparison.h"
#include "engine/analysis/flip_effect.h"
#include "engine/analysis/scope.h"
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

/// Returns the time from the end of a block to the end of the last operation that was issued in the block.
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

/// Total duration of the waits on the line (kEveryLine: on all lines) that start at `begin` or later.
Nanoseconds blocked(const Trace& trace, int line, Nanoseconds begin)
{
    Nanoseconds sum{};
    for (const auto& wait : trace.waits())
        if ((line == kEveryLine || wait.line == line) && wait.begin >= begin)
            sum += wait.end - wait.begin;
    return sum;
}

bool waitsBefore(const Trace& trace, int line, Nanoseconds time)
{
    return std::any_of(trace.waits().begin(), trace.waits().end(),
                       [&](const auto& wait) { return wait.line == line && wait.begin < time; });
}

/// Time from the start of the first timed block to the end of the work that was issued before it.
Nanoseconds warmUpInto(const Trace& trace)
{
    Nanoseconds end = firstBlock(trace);
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (const auto& op = trace.op(OpId{i}); op.issueBegin < firstBlock(trace))
            end = std::max(end, op.finished);
    return end - firstBlock(trace);
}

bool runsAt(const Trace& trace, Nanoseconds time)
{
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (const auto& op = trace.op(OpId{i}); op.issued <= time && op.finished > time)
            return true;
    return false;
}

/// The number of earlier operations with the same line, name and lane.
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

/// Compares the reasons that the window shows for the effect of a switched wait with the records of both runs.
class TestFlipEffects : public QObject {
    Q_OBJECT

private slots:
    void reasonShownForEachSwitchedWaitMatchesBothTraces_data();
    void reasonShownForEachSwitchedWaitMatchesBothTraces();
    void effectsOfAWaitMatchTheTextOfTheBook();
    void waitInsertedForOneDeviceDelaysTheOther();
    void effectOfSwitchingOffAWarmUpWaitIsExplained();
    void flipEffectIncludesPageLockingThatReplacesWaiting();
    void cleanupTestCase();

private:
    struct Pair {
        TracePtr with, without;
    };
    std::optional<Pair> flipped(frontend::RunRequest request, const frontend::SyncPoint& point);
    std::optional<Pair> flipped(const char* program, int line);
    void check(const Pair& pair, int line);
    void checkTotals(const Pair& pair, int line, const FlipEffect& effect);
    static void checkReason(const Pair& pair);

    ProgramRuns m_runs;
    int m_clocks = 0, m_starts = 0, m_moved = 0, m_withoutEffect = 0;
    int m_earlier = 0, m_blocked = 0, m_path = 0, m_elsewhere = 0, m_warmUp = 0, m_pages = 0;
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

std::optional<TestFlipEffects::Pair> TestFlipEffects::flipped(const char* program, int line)
{
    const auto request = m_runs.request(program, Dialect::Torch);
    const auto points = m_runs.runner().syncPoints(request.source, request.dialect);
    const auto point =
        std::find_if(points->begin(), points->end(), [&](const auto& each) { return each.line == line; });
    return point == points->end() ? std::nullopt : flipped(request, *point);
}

void TestFlipEffects::reasonShownForEachSwitchedWaitMatchesBothTraces_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("dialect");
    for (const frontend::Program& program : m_runs.runner().programs())
        for (const auto& [dialect, source] : program.sources)
            QTest::addRow("%s, %s", program.id.c_str(), dialect == Dialect::Torch ? "PyTorch" : "MXNet")
                << QString::fromStdString(program.id) << static_cast<int>(dialect);
}

void TestFlipEffects::reasonShownForEachSwitchedWaitMatchesBothTraces()
{
    QFETCH(QString, program);
    QFETCH(int, dialect);
    const ProgramCase opened{program.toStdString(), static_cast<Dialect>(dialect), {}, {}, true, {}, {}};
    auto request = m_runs.request(opened.program, opened.dialect);
    request.parameters = opened.request(m_runs).parameters;  // these parameters shorten trainings
    const auto points = m_runs.runner().syncPoints(request.source, request.dialect);
    QVERIFY(points.has_value());

    for (const frontend::SyncPoint& point : *points)
        if (const auto pair = flipped(request, point)) {
            check(*pair, point.line);
            checkReason(*pair);
        }
}

void TestFlipEffects::check(const Pair& pair, int line)
{
    const Trace &with = *pair.with, &without = *pair.without;
    const Nanoseconds length = with.extent() - firstBlock(with), lengthWithout = without.extent() - firstBlock(without);

    const FlipEffect effect = flipEffect(pair.with, pair.without, line);
    const bool isInWarmUp = waitsBefore(with, line, firstBlock(with));
    const auto blockedIn = [&](const Trace& trace, int at) {
        return blocked(trace, at, isInWarmUp ? Nanoseconds{} : firstBlock(trace));
    };

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
        QCOMPARE(effect.moved->longer, blockedIn(without, effect.moved->line) - blockedIn(with, effect.moved->line));
        QVERIFY(effect.moved->longer * 5 >= blockedIn(with, line) * 4);
        QVERIFY(effect.moved->line != line);
    }
    if (effect.earlierWork) {
        ++m_earlier;
        const auto& block = without.blocks()[*effect.earlierWork];
        QVERIFY2(runsAt(without, block.begin), "work from before the block must still run");
    }
    if (effect.warmUp) {
        ++m_warmUp;
        QCOMPARE(effect.warmUp->into.count(), warmUpInto(without).count());
        QVERIFY(effect.warmUp->into > kNegligible && warmUpInto(with) <= kNegligible);
    }
    checkTotals(pair, line, effect);
    if (effect.hardlyBlocked) {
        ++m_withoutEffect;
        QCOMPARE(*effect.hardlyBlocked, blocked(with, line, {}));
        QVERIFY(*effect.hardlyBlocked * 50 <= std::max(length, lengthWithout));
        QVERIFY(std::max(length, lengthWithout) - std::min(length, lengthWithout) <=
                std::max(length, lengthWithout) / 100);
        QVERIFY2(!effect.start, "a flip without effect starts nothing earlier");
    }
}

/// The times in the reason of a comparison are at most the length of the longer run.
void TestFlipEffects::checkReason(const Pair& pair)
{
    const RunComparison comparison = compareRuns(wholeSide(pair.with), wholeSide(pair.without));
    const Nanoseconds longer = std::max(comparison.a.scope.length(), comparison.b.scope.length());
    const Reason& reason = comparison.reason;
    QVERIFY2(reason.share <= longer && reason.lost <= longer, "a reason must not be longer than the runs");
    QVERIFY(reason.running <= longer && reason.runningInFaster <= longer);
}

/// Checks the reasons that concern the whole run. A flip without another reason has exactly one of these.
void TestFlipEffects::checkTotals(const Pair& pair, int line, const FlipEffect& effect)
{
    const Trace &with = *pair.with, &without = *pair.without;
    const Nanoseconds length = with.extent() - firstBlock(with), lengthWithout = without.extent() - firstBlock(without);
    const bool isInWarmUp = waitsBefore(with, line, firstBlock(with));
    const auto blockedIn = [&](const Trace& trace, int at) {
        return blocked(trace, at, isInWarmUp ? Nanoseconds{} : firstBlock(trace));
    };
    const bool isSpecific = effect.clock || effect.start || effect.moved || effect.earlierWork || effect.warmUp;
    const int totals = (effect.blocked ? 1 : 0) + (effect.path ? 1 : 0) + (effect.stillBlocked ? 1 : 0) +
                       (effect.elsewhere ? 1 : 0) + (effect.hardlyBlocked ? 1 : 0);
    QVERIFY2(totals == (isSpecific ? 0 : 1), qPrintable(QStringLiteral("line %1 needs one reason").arg(line)));
    if (effect.blocked) {
        ++m_blocked;
        QCOMPARE(effect.blocked->with, blockedIn(with, kEveryLine));
        QCOMPARE(effect.blocked->without, blockedIn(without, kEveryLine));
        QVERIFY(effect.blocked->with != effect.blocked->without);
    }
    // The sentence states two times. Their difference must be within a factor of 2.5 of the difference between the
    // lengths of the runs.
    if (effect.blocked && std::max(length, lengthWithout) * 99 > std::min(length, lengthWithout) * 100) {
        Nanoseconds less = effect.blocked->with - effect.blocked->without;
        if (effect.pages)
            less -= effect.pages->without - effect.pages->with;
        const Nanoseconds saved = length - lengthWithout;
        QVERIFY2(std::abs(toSeconds(less)) * 2.5 >= std::abs(toSeconds(saved)), "the sentence explains too little");
        QVERIFY2(std::abs(toSeconds(less)) <= 2.5 * std::abs(toSeconds(saved)), "the sentence explains too much");
    }
    if (effect.pages) {
        ++m_pages;
        QVERIFY(effect.blocked.has_value());
    }
    if (effect.path) {
        ++m_path;
        QVERIFY(std::max(length, lengthWithout) * 99 > std::min(length, lengthWithout) * 100);
        QCOMPARE(effect.path->now < effect.path->before, lengthWithout < length);
    }
    if (effect.stillBlocked)
        QCOMPARE(*effect.stillBlocked, blocked(without, line, {}));
    if (effect.elsewhere) {
        ++m_elsewhere;
        QCOMPARE(*effect.elsewhere, (blockedIn(without, kEveryLine) - blocked(without, line, {})) -
                                        (blockedIn(with, kEveryLine) - blocked(with, line, {})));
        QVERIFY(*effect.elsewhere > Nanoseconds{});
    }
}

void TestFlipEffects::effectsOfAWaitMatchTheTextOfTheBook()
{
    const auto pair = flipped("13.3.1", 15);
    QVERIFY(pair.has_value());

    const FlipEffect effect = flipEffect(pair->with, pair->without, 15);

    QVERIFY(effect.clock.has_value());
    QCOMPARE(pair->without->blocks()[effect.clock->block].label, std::string("GPU1 time"));
    QVERIFY(effect.start.has_value());
    QCOMPARE(pair->without->op(effect.start->op).line, 18);
    QVERIFY(std::abs(toSeconds(effect.start->earlier) - 0.496) < 0.002);
    QVERIFY(!effect.hardlyBlocked);
}

void TestFlipEffects::waitInsertedForOneDeviceDelaysTheOther()
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
    QVERIFY(!effect.hardlyBlocked);
}

/// The program waits for the warm-up of both GPUs on lines 10 and 11.
void TestFlipEffects::effectOfSwitchingOffAWarmUpWaitIsExplained()
{
    const auto first = flipped("13.3.1", 10), second = flipped("13.3.1", 11);
    QVERIFY(first && second);

    const FlipEffect ofFirst = flipEffect(first->with, first->without, 10);
    const FlipEffect ofSecond = flipEffect(second->with, second->without, 11);

    QVERIFY(blockedOn(*first->with, 10) > std::chrono::milliseconds(300));
    QVERIFY(ofFirst.moved.has_value());
    QCOMPARE(ofFirst.moved->line, 11);
    QVERIFY(std::abs(toSeconds(ofFirst.moved->longer - blockedOn(*first->with, 10))) < 0.001);
    QVERIFY(ofSecond.warmUp.has_value());
    QCOMPARE(second->without->devices()[second->without->op(ofSecond.warmUp->op).device.index].name,
             std::string("GPU 1"));
    QVERIFY(!ofFirst.hardlyBlocked && !ofSecond.hardlyBlocked);
}

/// Without the wait for each copy, the program locks pages of host memory for the copies. The time saved is the
/// decrease in waiting time minus the increase in time for page work.
void TestFlipEffects::flipEffectIncludesPageLockingThatReplacesWaiting()
{
    const auto pair = flipped("13.3.2", 17);
    QVERIFY(pair.has_value());

    const FlipEffect effect = flipEffect(pair->with, pair->without, 17);

    QVERIFY(effect.blocked && effect.pages);
    const Nanoseconds less = effect.blocked->with - effect.blocked->without;
    const Nanoseconds more = effect.pages->without - effect.pages->with;
    const Nanoseconds saved = runScope(*pair->with).length() - runScope(*pair->without).length();
    QVERIFY(more > std::chrono::seconds(1) && less > more);
    QVERIFY2(std::abs(toSeconds(less - more - saved)) < 0.01, "the times of the sentence must add up");
}

void TestFlipEffects::cleanupTestCase()
{
    qInfo("%d clocks, %d starts, %d moved waits, %d without effect", m_clocks, m_starts, m_moved, m_withoutEffect);
    qInfo("%d with earlier work, %d blocked, %d paths, %d elsewhere", m_earlier, m_blocked, m_path, m_elsewhere);
    qInfo("%d warm-ups, %d with page work", m_warmUp, m_pages);
    if (QTest::currentTestFailed())
        return;
    QVERIFY2(m_clocks > 0 && m_starts > 0 && m_moved > 0 && m_withoutEffect > 0, "every reason must be tested");
    QVERIFY2(m_earlier > 0 && m_blocked > 0 && m_path > 0 && m_elsewhere > 0, "every reason must be tested");
    QVERIFY2(m_warmUp > 0 && m_pages > 0, "every reason must be tested");
}

QTEST_GUILESS_MAIN(TestFlipEffects)

#include "tst_flip_effects.moc"
