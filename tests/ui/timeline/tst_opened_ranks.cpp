#include "engine/io/run_set_file.h"
#include "engine/ranks/overview.h"
#include "engine/trace/store.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/ui/timeline/timeline_stage.h"
#include "ui/drawing/hit_test.h"
#include "ui/drawing/ranks/rank_painter.h"

#include <QAction>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

using engine::OpId;
using engine::trace::TracePtr;
using tests::TimelineStage;
using ui::drawing::Row;
using ui::drawing::RowKind;
using ui::model::RankLoader;

/// Tests that selected ranks of a run get rows for their lanes, even if their operations must be loaded first.
class TestOpenedRanks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void clickOnABandLoadsAndOpensItsRank();
    void aRankThatCannotBeLoadedHasANote();
    void operationsOfALoadedRankAreReadFromItsTrace();
    void operationThatIsSelectedWhileARankIsLoadedIsDeselected();
    void atMostFourRanksAreOpen();
    void clickOnAnOpenedRankSelectsItsOperation();
    void keysSelectTheOperationsOfAnOpenedRank();
    void selectedRankIsInTheAccessibleDescription();
    void selectedRankIsScrolledIntoView();
    void clickOnTheHeaderOfAFoldedRankOpensTheRank();
    void arrowKeysSelectTheNextRank();
    void choosingASortOrderOfTheRanksReplacesTheOther();
    void selectedRanksOfAnotherRunAreLoadedAgain();
    void ranksMissingInAnotherRunAreDeselected();
    void openedRankHasTheScopeOfTheRun();
    void rankIsNotLoadedFromAFileThatAnotherRunHasReplaced();

private:
    [[nodiscard]] static tests::RanksPlan largePlan()
    {
        tests::RanksPlan plan;
        plan.ranks = 70;
        plan.ranksPerNode = 8;
        plan.lateRank = 40;
        plan.clockOffset = std::chrono::milliseconds(5);
        return plan;
    }
    /// Returns the trace of a file with 70 ranks, of which few are loaded with their operations.
    [[nodiscard]] TracePtr openLargeRun() const
    {
        return engine::ranks::overviewOf(engine::io::openRunSet(m_file.toStdString())->set);
    }
    static const Row* rowOf(const TimelineStage& stage, int member)
    {
        const auto& rows = stage.view.scene().layout.rows;
        const auto found = std::ranges::find_if(rows, [&](const Row& row) {
            return row.member == member && row.kind != RowKind::Band && row.kind != RowKind::Node;
        });
        return found != rows.end() ? &*found : nullptr;
    }
    static QPoint inRow(const TimelineStage& stage, const Row& row, double x)
    {
        return QPointF(x, stage.view.scene().yOf(row) + row.height / 2.0).toPoint();
    }
    static void settle(TimelineStage& stage)
    {
        stage.feed.ranks().finish();
        stage.settle();
    }

    QTemporaryDir m_folder;
    QString m_file;
};

void TestOpenedRanks::initTestCase()
{
    m_file = m_folder.filePath("ranks.otrace");
    QVERIFY(engine::io::saveRunSet(*tests::sampleRanks(largePlan()), m_file.toStdString()));
}

void TestOpenedRanks::clickOnABandLoadsAndOpensItsRank()
{
    TimelineStage stage(openLargeRun());
    const auto& rows = stage.view.scene().layout.rows;
    const auto band = std::ranges::find(rows, RowKind::Band, &Row::kind);
    QVERIFY(band != rows.end());
    const auto set = stage.feed.trace()->rankPart().set;

    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, inRow(stage, *band, 500));

    QCOMPARE(stage.selection.ranks().size(), std::size_t{1});
    const auto member = stage.selection.ranks().front();
    QCOMPARE(set->members()[member].trace->opCount(), std::size_t{0});
    const Row* row = rowOf(stage, static_cast<int>(member));
    QVERIFY(row != nullptr && row->kind == RowKind::Rank);
    settle(stage);
    row = rowOf(stage, static_cast<int>(member));
    QVERIFY(row->opened != nullptr);
    QVERIFY(row->lanes.size() >= 2);
    for (const Row& lane : row->lanes)
        QVERIFY(lane.top >= row->top && lane.bottom() <= row->bottom());
    int below = 0;
    for (const Row& other : stage.view.scene().layout.rows) {
        QVERIFY(other.kind == RowKind::Axis || other.kind == RowKind::Key || other.kind == RowKind::Overview ||
                other.top >= below);
        below = other.kind == RowKind::Key || other.kind == RowKind::Overview ? below : other.bottom();
    }
    QVERIFY(!stage.view.grab().isNull());
    QTest::keyClick(&stage.view, Qt::Key_Escape);
    QVERIFY(stage.selection.ranks().empty());
    QVERIFY(rowOf(stage, static_cast<int>(member)) == nullptr);
}

void TestOpenedRanks::aRankThatCannotBeLoadedHasANote()
{
    TimelineStage stage(openLargeRun());
    QVERIFY(QFile::rename(m_file, m_file + "x"));

    stage.selection.selectRanks({9});
    settle(stage);

    const Row* row = rowOf(stage, 9);
    QCOMPARE(row->subtitle, QString("not loaded"));
    QVERIFY(row->opened == nullptr);
    QVERIFY(!stage.feed.ranks().find(9)->reason.empty());
    QVERIFY(!stage.view.grab().isNull());
    QVERIFY(QFile::rename(m_file + "x", m_file));
}

void TestOpenedRanks::operationsOfALoadedRankAreReadFromItsTrace()
{
    TimelineStage stage(openLargeRun());
    const auto whole = tests::sampleRanks(largePlan());

    stage.selection.selectRanks({12});
    settle(stage);

    const RankLoader::Rank* rank = stage.feed.ranks().find(12);
    QCOMPARE(rank->state, RankLoader::State::Loaded);
    const engine::ranks::Member& own = whole->members()[12];
    QCOMPARE(rank->overview->opCount(), own.trace->opCount());
    for (std::size_t i = 0; i < own.trace->opCount(); ++i) {
        QCOMPARE(engine::ranks::originOf(*rank->overview, OpId{i})->member, 12U);
        QCOMPARE(rank->overview->op(OpId{i}).started, own.clock.toReference(own.trace->op(OpId{i}).started));
    }
    const Row* row = rowOf(stage, 12);
    const ui::drawing::Scene scene = sceneOfOpened(stage.view.scene(), *row);
    int hits = 0;
    for (std::size_t i = 0; i < scene.trace->opCount(); ++i)
        if (const auto rect = rectOf(scene, OpId{i}); rect && rect->width() >= 4 && scene.plotRect().contains(*rect))
            hits += operationAt(scene, rect->center()) == OpId{i} ? 1 : 0;
    QVERIFY2(hits > 5, qPrintable(QString::number(hits)));
    stage.selection.selectRanks({40});  // loaded with the run, because it is late
    settle(stage);
    QVERIFY(stage.feed.ranks().find(12) == nullptr);
    QVERIFY(rowOf(stage, 40)->opened != nullptr);
}

/// Until the rank is loaded, OpId{3} denotes an operation of the first rank; afterwards, one of the loaded rank.
void TestOpenedRanks::operationThatIsSelectedWhileARankIsLoadedIsDeselected()
{
    TimelineStage stage(openLargeRun());

    stage.selection.selectRanks({12});
    stage.selection.selectOps({OpId{3}, OpId{4}});
    settle(stage);

    QVERIFY(stage.feed.ranks().latest() != nullptr);
    QVERIFY(!stage.selection.op().isValid() && stage.selection.more().empty());
    QVERIFY(!stage.view.scene().selection.op.isValid());
    stage.selection.selectOp(OpId{3});
    settle(stage);
    QCOMPARE(stage.selection.op(), OpId{3});
    stage.feed.finishFollowing(openLargeRun());  // as in a live run: the same rank of a newer set is loaded
    settle(stage);
    QVERIFY(stage.feed.ranks().latest() != nullptr);
    QCOMPARE(stage.selection.op(), OpId{3});
}

void TestOpenedRanks::atMostFourRanksAreOpen()
{
    TimelineStage stage(openLargeRun());

    const auto opened = [&] {
        settle(stage);
        std::vector<int> members;
        for (const Row& row : stage.view.scene().layout.rows)
            if (row.opened)
                members.push_back(row.member);
        return members;
    };

    for (const std::uint32_t member : {1U, 2U, 5U, 6U, 8U})
        stage.selection.toggleRank(member);
    QCOMPARE(opened(), (std::vector<int>{2, 5, 6, 8}));
    QVERIFY(stage.feed.ranks().find(1) == nullptr);
    // A bar of the histogram selects many ranks. The timeline opens none of them, because none is preferred.
    stage.selection.selectRanks({1, 2, 5, 6, 8, 9});
    QVERIFY(opened().empty());
    QCOMPARE(stage.view.accessibleDescription(), QString("6 ranks"));
}

void TestOpenedRanks::clickOnAnOpenedRankSelectsItsOperation()
{
    TimelineStage stage(openLargeRun());
    stage.selection.selectRanks({12, 30});
    settle(stage);
    QVERIFY(stage.feed.operations() == stage.feed.ranks().find(30)->overview);
    const Row row = *rowOf(stage, 12);
    const ui::drawing::Scene scene = sceneOfOpened(stage.view.scene(), row);
    const auto placeOf = [&](std::size_t least) {
        for (std::size_t i = least; i < scene.trace->opCount(); ++i)
            if (const auto rect = rectOf(scene, OpId{i});
                rect && rect->width() >= 6 && scene.plotRect().contains(*rect))
                return std::pair(OpId{i}, rect->center().toPoint());
        return std::pair(OpId{}, QPoint());
    };
    const auto [op, at] = placeOf(4);
    QVERIFY(op.isValid());

    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, at);
    stage.settle();

    QCOMPARE(stage.selection.ranks(), (std::vector<std::uint32_t>{30, 12}));
    QCOMPARE(stage.selection.op(), op);
    QCOMPARE(engine::ranks::originOf(*stage.feed.operations(), op)->member, 12U);
    const ui::drawing::Scene selected = sceneOfSelection(stage.view.scene());
    QCOMPARE(selected.trace, stage.feed.operations());
    QVERIFY(rectOf(selected, op).has_value());
    QVERIFY(!sceneOfOpened(stage.view.scene(), *rowOf(stage, 30)).selection.op.isValid());
    QTest::keyClick(&stage.view, Qt::Key_Escape);
    QVERIFY(!stage.selection.op().isValid() && stage.selection.ranks().empty());
}

void TestOpenedRanks::keysSelectTheOperationsOfAnOpenedRank()
{
    TimelineStage stage(openLargeRun());
    QTest::keyClick(&stage.view, Qt::Key_Return);
    QVERIFY(!stage.selection.op().isValid());
    stage.selection.selectRanks({12});
    settle(stage);
    const auto laneOf = [&](OpId op) { return stage.feed.operations()->op(op).lane; };

    QTest::keyClick(&stage.view, Qt::Key_Return);
    const OpId entered = stage.selection.op();
    QVERIFY(entered.isValid());
    QTest::keyClick(&stage.view, Qt::Key_Right);
    const OpId next = stage.selection.op();
    QVERIFY(next != entered);
    QCOMPARE(laneOf(next), laneOf(entered));
    QVERIFY(stage.feed.operations()->op(next).started > stage.feed.operations()->op(entered).started);
    QTest::keyClick(&stage.view, Qt::Key_Down);
    QVERIFY(laneOf(stage.selection.op()) != laneOf(next));

    QCOMPARE(stage.selection.ranks(), std::vector<std::uint32_t>{12});
    QVERIFY2(stage.view.accessibleDescription().contains("Rank 12"), qPrintable(stage.view.accessibleDescription()));
}

void TestOpenedRanks::selectedRankIsInTheAccessibleDescription()
{
    TimelineStage stage(openLargeRun());

    stage.selection.selectRanks({40});
    QVERIFY2(stage.view.accessibleDescription().startsWith("Rank 40"), qPrintable(stage.view.accessibleDescription()));
    QVERIFY(stage.view.accessibleDescription().contains("late"));
    stage.selection.selectRanks({9});
    QVERIFY2(stage.view.accessibleDescription().contains("loading"), qPrintable(stage.view.accessibleDescription()));
    settle(stage);

    QVERIFY2(!stage.view.accessibleDescription().contains("loading"), qPrintable(stage.view.accessibleDescription()));
}

void TestOpenedRanks::selectedRankIsScrolledIntoView()
{
    tests::RanksPlan plan;
    plan.ranks = 64;
    TimelineStage stage(engine::ranks::overviewOf(tests::sampleRanks(plan)), {936, 300});

    stage.selection.selectRanks({60});
    stage.settle();

    const Row* row = rowOf(stage, 60);
    QVERIFY(stage.view.scene().lanesRect().contains(QPointF(10, stage.view.scene().yOf(*row) + 2)));
}

void TestOpenedRanks::clickOnTheHeaderOfAFoldedRankOpensTheRank()
{
    tests::RanksPlan plan;
    plan.ranks = 16;
    TimelineStage stage(engine::ranks::overviewOf(tests::sampleRanks(plan)));
    const Row folded = *rowOf(stage, 5);
    QCOMPARE(folded.kind, RowKind::Rank);

    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, inRow(stage, folded, 20));
    stage.settle();

    QCOMPARE(stage.selection.ranks(), std::vector<std::uint32_t>{5});
    const Row* row = rowOf(stage, 5);
    QCOMPARE(row->kind, RowKind::Compute);
    QVERIFY(row->lane.isValid());
    QCOMPARE(rowOf(stage, 6)->kind, RowKind::Rank);
    QTest::mouseClick(&stage.view, Qt::LeftButton, Qt::ControlModifier, inRow(stage, *rowOf(stage, 6), 20));
    QCOMPARE(stage.selection.ranks(), (std::vector<std::uint32_t>{5, 6}));
    QTest::keyClick(&stage.view, Qt::Key_Escape);
    QCOMPARE(rowOf(stage, 5)->kind, RowKind::Rank);
    for (const auto& lane : stage.view.scene().trace->lanes())
        QVERIFY(stage.view.scene().layout.rowOf(lane.id) != nullptr);
}

void TestOpenedRanks::arrowKeysSelectTheNextRank()
{
    TimelineStage stage(openLargeRun());

    QTest::keyClick(&stage.view, Qt::Key_Down);
    QCOMPARE(stage.selection.ranks(), std::vector<std::uint32_t>{0});
    QTest::keyClick(&stage.view, Qt::Key_Down);
    QTest::keyClick(&stage.view, Qt::Key_Down);
    QCOMPARE(stage.selection.ranks(), std::vector<std::uint32_t>{2});
    QTest::keyClick(&stage.view, Qt::Key_Up);
    QCOMPARE(stage.selection.ranks(), std::vector<std::uint32_t>{1});
}

void TestOpenedRanks::choosingASortOrderOfTheRanksReplacesTheOther()
{
    tests::RanksPlan plan;
    plan.ranks = 16;
    plan.lateRank = 9;
    TimelineStage stage(engine::ranks::overviewOf(tests::sampleRanks(plan)));
    QAction* latest = stage.view.action("latestFirst");
    QAction* alike = stage.view.action("alikeTogether");
    const auto firstMember = [&] {
        const auto& rows = stage.view.scene().layout.rows;
        return std::ranges::find(rows, RowKind::Rank, &Row::kind)->member;
    };

    latest->trigger();
    QCOMPARE(firstMember(), 9);
    alike->trigger();
    QVERIFY(!latest->isChecked() && alike->isChecked());
    QCOMPARE(firstMember(), 9);  // member 9 differs most from the median
    latest->trigger();
    QVERIFY(latest->isChecked() && !alike->isChecked());
    latest->trigger();
    QCOMPARE(firstMember(), 0);
}

void TestOpenedRanks::selectedRanksOfAnotherRunAreLoadedAgain()
{
    TimelineStage stage(openLargeRun());
    stage.selection.selectRanks({9});
    settle(stage);

    stage.feed.show(openLargeRun(), {});
    settle(stage);

    QCOMPARE(stage.selection.ranks(), std::vector<std::uint32_t>{9});
    QVERIFY(rowOf(stage, 9)->opened != nullptr);
}

void TestOpenedRanks::ranksMissingInAnotherRunAreDeselected()
{
    TimelineStage stage(openLargeRun());
    stage.selection.selectRanks({3, 69});
    settle(stage);
    tests::RanksPlan plan;
    plan.ranks = 16;

    stage.feed.show(engine::ranks::overviewOf(tests::sampleRanks(plan)), {});
    QCOMPARE(stage.selection.ranks(), std::vector<std::uint32_t>{3});
    QCOMPARE(stage.view.scene().selection.ranks, stage.selection.ranks());
    stage.feed.show(engine::trace::Store().snapshot(), {});

    QVERIFY(stage.selection.ranks().empty());
    QVERIFY(stage.view.scene().selection.ranks.empty());
}

void TestOpenedRanks::openedRankHasTheScopeOfTheRun()
{
    tests::RanksPlan plan;
    plan.ranks = 70;
    const engine::Nanoseconds begin = std::chrono::milliseconds(50), end = std::chrono::milliseconds(100);
    TimelineStage stage(engine::ranks::overviewOf(tests::sampleRanks(plan, [&](std::uint32_t) {
        return std::vector<engine::trace::Record>{engine::trace::BlockRecord{begin, end, 20, "epoch", 0.05, false}};
    })));
    stage.selection.selectRanks({9});
    settle(stage);
    const auto scopeOfOpened = [&] { return sceneOfOpened(stage.view.scene(), *rowOf(stage, 9)).scope(); };
    QVERIFY(rowOf(stage, 9)->opened != nullptr);

    QCOMPARE(scopeOfOpened().begin, begin);
    stage.selection.setBlock(0);

    QVERIFY(scopeOfOpened() == stage.view.scene().scope());
    QVERIFY(scopeOfOpened().end < stage.feed.trace()->extent());
}

/// While the window shows a run, the next run in the same folder replaces its file.
void TestOpenedRanks::rankIsNotLoadedFromAFileThatAnotherRunHasReplaced()
{
    const QString file = m_folder.filePath("again.otrace");
    QVERIFY(QFile::copy(m_file, file));
    TimelineStage stage(engine::ranks::overviewOf(engine::io::openRunSet(file.toStdString())->set));
    tests::RanksPlan longer = largePlan();
    ++longer.steps;
    QVERIFY(engine::io::saveRunSet(*tests::sampleRanks(longer), file.toStdString()));

    stage.selection.selectRanks({9});
    settle(stage);

    QCOMPARE(stage.feed.ranks().find(9)->state, RankLoader::State::Failed);
    QVERIFY(stage.feed.ranks().find(9)->reason.english().find("written again") != std::string::npos);
}

QTEST_MAIN(TestOpenedRanks)
#include "tst_opened_ranks.moc"
