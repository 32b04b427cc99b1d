#include "ui/inspect/ranks_pane.h"

#include "engine/analysis/lateness.h"
#include "engine/ranks/overview.h"
#include "engine/trace/store.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "ui/inspect/detail/ranks_model.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QTest>
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

using engine::OpId;
using engine::trace::TracePtr;
using ui::inspect::detail::RanksModel;

/// Tests the table of ranks and the bars beside it.
class TestRanksPane : public QObject {
    Q_OBJECT

private slots:
    void tableOfRanksStartsWithTheRankForWhichOthersWait();
    void activatingALateRankSelectsTheOperationsThatMadeItLate();
    void tableOfARunWithoutRanksHasNoContent();
    void equalRanksShareARowOfTheTable();
    void tableAndTimelineSelectTheSameRank();
    void clickOnABarOfTheHistogramSelectsItsRanks();
    void barOfAStepShowsTheTimeThatTheStepLoses();
    void unfoldedRowsStayUnfoldedInALiveRun();
    void runWithoutStepsShowsNoLateness();
    void searchShowsOnlyMatchingRanks();
    void searchKeepsTheSelectedRank();
    void searchKeepsUnfoldedRows();
    void contradictingClocksLeaveLatenessUnknown();

private:
    /// Shows the table, because a hidden table computes nothing.
    struct Shown {
        explicit Shown(const TracePtr& trace)
        {
            feed.show(trace, {});
            pane.resize(900, 300);
            pane.setVisible(true);
        }
        [[nodiscard]] QString text(int row, int column) const
        {
            return table.model()->index(row, column).data().toString();
        }
        void selectRow(int row) { table.setCurrentIndex(table.model()->index(row, 0)); }

        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::inspect::RanksPane pane{theme, feed, selection};
        ui::inspect::RanksTable& table = pane.table();
    };
};

namespace {

TracePtr overviewOf(std::uint32_t ranks)
{
    tests::RanksPlan plan;
    plan.ranks = ranks;
    return engine::ranks::overviewOf(tests::sampleRanks(plan));
}

TracePtr overviewOf(tests::Late late)
{
    tests::RanksPlan plan;
    plan.late = late;
    return engine::ranks::overviewOf(tests::sampleRanks(plan));
}

}  // namespace

void TestRanksPane::tableOfRanksStartsWithTheRankForWhichOthersWait()
{
    const Shown shown(overviewOf(tests::Late::Slower));
    const QAbstractItemModelTester tester(shown.table.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);

    QCOMPARE(shown.table.model()->rowCount(), 4);
    QCOMPARE(shown.text(0, RanksModel::Rank), QString("3"));
    QCOMPARE(shown.text(0, RanksModel::LastIn), QString("4 of 4"));
    QVERIFY2(shown.text(0, RanksModel::Cause).contains("takes 1.9 ×, line "),
             qPrintable(shown.text(0, RanksModel::Cause)));
    for (int row = 1; row < 4; ++row) {
        QCOMPARE(shown.text(row, RanksModel::LastIn), QString("0 of 4"));
        QCOMPARE(shown.text(row, RanksModel::Cause), QString());
    }
}

void TestRanksPane::activatingALateRankSelectsTheOperationsThatMadeItLate()
{
    const TracePtr trace = overviewOf(tests::Late::Slower);
    Shown shown(trace);

    const QModelIndex first = shown.table.model()->index(0, 0);
    emit shown.table.activated(shown.table.model()->index(1, 0));
    QVERIFY(!shown.selection.op().isValid());
    emit shown.table.activated(first);

    std::vector<OpId> selected = shown.selection.more();
    selected.push_back(shown.selection.op());
    QVERIFY(selected.size() > 1);
    for (const OpId op : selected) {
        QCOMPARE(engine::ranks::originOf(*trace, op)->member, 3U);
        QCOMPARE(trace->op(op).kind, engine::trace::Kind::Backward);
    }
    QVERIFY(shown.selection.line() > 0);
}

void TestRanksPane::tableOfARunWithoutRanksHasNoContent()
{
    Shown shown(overviewOf(tests::Late::Nobody));
    QVERIFY(shown.pane.hasContent());

    shown.feed.show(engine::trace::Store().snapshot(), {});

    QVERIFY(!shown.pane.hasContent());
    QCOMPARE(shown.table.model()->rowCount(), 0);
}

void TestRanksPane::equalRanksShareARowOfTheTable()
{
    Shown shown(overviewOf(12U));
    QVERIFY(QTest::qWaitForWindowExposed(&shown.pane));
    const QAbstractItemModelTester tester(shown.table.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModel& model = *shown.table.model();

    QStringList names;
    QModelIndex group;
    int ranks = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        names << shown.text(row, RanksModel::Rank);
        const int below = model.rowCount(model.index(row, 0));
        ranks += std::max(1, below);
        if (below > 0)
            group = model.index(row, 0);
    }
    QCOMPARE(ranks, 12);
    QCOMPARE(names.front(), QString("3"));
    QVERIFY2(group.isValid() && names.contains("ranks 4–11, equal"), qPrintable(names.join(", ")));
    QVERIFY(!shown.table.isExpanded(group));
    shown.selection.selectRanks({5});
    QCOMPARE(shown.table.currentIndex().siblingAtColumn(0), group);
    QVERIFY(!shown.table.isExpanded(group));
    emit shown.table.clicked(group);
    QVERIFY(shown.table.isExpanded(group));
    QCOMPARE(model.index(0, RanksModel::Rank, group).data().toString().toInt() >= 4, true);
}

void TestRanksPane::tableAndTimelineSelectTheSameRank()
{
    Shown shown(overviewOf(tests::Late::Slower));
    QVERIFY(QTest::qWaitForWindowExposed(&shown.pane));

    shown.selectRow(0);
    QCOMPARE(shown.selection.ranks(), std::vector<std::uint32_t>{3});
    shown.selection.selectRanks({1});

    QCOMPARE(shown.table.currentIndex().siblingAtColumn(RanksModel::Rank).data().toString(), QString("1"));
    QCOMPARE(shown.selection.ranks(), std::vector<std::uint32_t>{1});
    shown.selection.clear();
    QVERIFY(!shown.table.selectionModel()->hasSelection());
}

void TestRanksPane::clickOnABarOfTheHistogramSelectsItsRanks()
{
    const Shown few(overviewOf(8U));
    Shown shown(overviewOf(12U));
    QVERIFY(QTest::qWaitForWindowExposed(&shown.pane));
    const auto histogramOf = [](const Shown& of) {
        return of.pane.findChild<ui::charts::Histogram*>(QStringLiteral("ranksByLateness"));
    };
    auto* histogram = histogramOf(shown);

    QVERIFY(histogramOf(few)->isHidden() && histogram->isHidden());
    QVERIFY(few.pane.findChild<ui::look::Segmented*>()->isHidden());
    emit shown.pane.findChild<ui::look::Segmented*>()->chosen(1);
    QVERIFY(!histogram->isHidden());
    double count = 0;
    for (const ui::charts::Bin& bin : histogram->bins())
        count += bin.value;
    QCOMPARE(count, 12.0);
    QCOMPARE(histogram->bins().back().text.section(QStringLiteral(": "), 0, 0), QString("1 rank(s)"));
    QVERIFY(histogram->bins().back().isStrong);
    histogram->resize(400, 200);
    histogram->replot(QCustomPlot::rpImmediateRefresh);
    const double middle = (histogram->bins().back().from + histogram->bins().back().to) / 2;
    QTest::mouseClick(histogram, Qt::LeftButton, {},
                      QPoint(static_cast<int>(histogram->xAxis->coordToPixel(middle)), 100));
    QCOMPARE(shown.selection.ranks(), std::vector<std::uint32_t>{3});
    QCOMPARE(histogram->accessibleDescription(), histogram->bins().back().text);
    QTest::keyClick(histogram, Qt::Key_Left);
    const ui::charts::Bin& picked = histogram->bins()[static_cast<std::size_t>(histogram->current())];
    QCOMPARE(shown.selection.ranks().size(), static_cast<std::size_t>(picked.value));
    QCOMPARE(std::ranges::count(shown.selection.ranks(), 3U), 0);
    QVERIFY(picked.to <= histogram->bins().back().from);
    QTest::keyClick(histogram, Qt::Key_Escape);
    QVERIFY(shown.selection.ranks().empty());
    QCOMPARE(histogram->current(), -1);
}

void TestRanksPane::barOfAStepShowsTheTimeThatTheStepLoses()
{
    const TracePtr trace = overviewOf(tests::Late::Slower);
    Shown shown(trace);
    QVERIFY(QTest::qWaitForWindowExposed(&shown.pane));
    auto* steps = shown.pane.findChild<ui::charts::Histogram*>(QStringLiteral("lostInSteps"));
    const auto lateness = engine::analysis::lateness(*trace->rankPart().set);
    std::vector<ui::model::TimeRange> wanted;
    connect(&shown.pane, &ui::inspect::RanksPane::rangeWanted, this,
            [&](const ui::model::TimeRange& range) { wanted.push_back(range); });

    QCOMPARE(steps->bins().size(), lateness.steps.size());
    for (std::size_t i = 0; i < lateness.steps.size(); ++i) {
        QCOMPARE(steps->bins()[i].value, engine::toSeconds(lateness.steps[i].cost) * 1e3);
        QVERIFY(steps->bins()[i].isStrong);
        QVERIFY(steps->bins()[i].text.endsWith("lost to rank 3"));
    }
    QTest::keyClick(steps, Qt::Key_Right);
    QTest::keyClick(steps, Qt::Key_Right);

    QCOMPARE(wanted.size(), std::size_t{2});
    QCOMPARE(wanted.back().begin, lateness.steps[1].scope.begin);
    QCOMPARE(wanted.back().end, lateness.steps[1].scope.end);
}

/// Each update of a live run replaces its set of ranks.
void TestRanksPane::unfoldedRowsStayUnfoldedInALiveRun()
{
    Shown shown(overviewOf(12U));
    QVERIFY(QTest::qWaitForWindowExposed(&shown.pane));
    const auto groupOf = [&](int first) {
        for (int row = 0; row < shown.table.model()->rowCount(); ++row)
            if (shown.text(row, RanksModel::Rank).startsWith(QStringLiteral("ranks %1–").arg(first)))
                return shown.table.model()->index(row, 0);
        return QModelIndex();
    };
    QVERIFY(groupOf(4).isValid());
    shown.table.expand(groupOf(4));

    shown.feed.finishFollowing(overviewOf(12U));
    QVERIFY(groupOf(4).isValid() && shown.table.isExpanded(groupOf(4)));
    shown.feed.show(overviewOf(12U), {});

    QVERIFY(!shown.table.isExpanded(groupOf(4)));
}

void TestRanksPane::runWithoutStepsShowsNoLateness()
{
    tests::RanksPlan plan;
    plan.steps = 0;

    const Shown shown(engine::ranks::overviewOf(tests::sampleRanks(plan)));

    QCOMPARE(shown.text(0, RanksModel::Late), QString("–"));
}

void TestRanksPane::searchShowsOnlyMatchingRanks()
{
    Shown shown(overviewOf(12));
    auto& field = *shown.pane.findChild<QLineEdit*>("findRank");
    QVERIFY(field.isVisible());
    const auto found = [&](const QString& text) {
        field.setText(text);
        std::vector<std::uint32_t> ranks;
        const auto& model = *shown.table.model();
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex group = model.index(row, 0);
            if (!model.hasChildren(group))
                ranks.push_back(group.data(RanksModel::kSortRole).toUInt());
            for (int child = 0; child < model.rowCount(group); ++child)
                ranks.push_back(model.index(child, 0, group).data(RanksModel::kSortRole).toUInt());
        }
        std::ranges::sort(ranks);
        return ranks;
    };

    QCOMPARE(found("7"), std::vector<std::uint32_t>{7});
    QCOMPARE(found("rank 11"), std::vector<std::uint32_t>{11});
    QCOMPARE(found("node 2"), (std::vector<std::uint32_t>{4, 5}));
    QCOMPARE(found("NODE5"), (std::vector<std::uint32_t>{10, 11}));  // the name of a host
    QCOMPARE(found("ra").size(), std::size_t{12});
    QVERIFY(found("rank 12").empty());
    found("5");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(shown.selection.ranks(), std::vector<std::uint32_t>{5});
    QCOMPARE(found("").size(), std::size_t{12});
    shown.feed.show(overviewOf(4), {});
    QVERIFY(field.isHidden() && field.text().isEmpty());
}

void TestRanksPane::searchKeepsTheSelectedRank()
{
    Shown shown(overviewOf(12U));
    QVERIFY(QTest::qWaitForWindowExposed(&shown.pane));
    auto& field = *shown.pane.findChild<QLineEdit*>("findRank");
    const auto isMarked = [&] { return shown.table.selectionModel()->hasSelection(); };
    shown.selectRow(0);
    QCOMPARE(shown.selection.ranks(), std::vector<std::uint32_t>{3});

    for (const char* text : {"5", "50", "5", "rank 11", "node 2"}) {
        field.setText(text);
        QCOMPARE(shown.selection.ranks(), std::vector<std::uint32_t>{3});
        QVERIFY(!isMarked());
    }
    field.clear();

    QCOMPARE(shown.selection.ranks(), std::vector<std::uint32_t>{3});
    QVERIFY(isMarked());
    QCOMPARE(shown.table.currentIndex().siblingAtColumn(RanksModel::Rank).data().toString(), QString("3"));
    shown.selection.selectRanks({5});
    field.setText("7");
    field.setText("3");
    QCOMPARE(shown.selection.ranks(), std::vector<std::uint32_t>{5});
}

void TestRanksPane::searchKeepsUnfoldedRows()
{
    Shown shown(overviewOf(12U));
    QVERIFY(QTest::qWaitForWindowExposed(&shown.pane));
    auto& field = *shown.pane.findChild<QLineEdit*>("findRank");
    const auto groupOf = [&](std::uint32_t member) {
        const auto& model = *shown.table.model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (const QModelIndex group = model.index(row, 0); model.hasChildren(group))
                for (int child = 0; child < model.rowCount(group); ++child)
                    if (model.index(child, 0, group).data(RanksModel::kSortRole).toUInt() == member)
                        return group;
        return QModelIndex();
    };
    QVERIFY(groupOf(7).isValid());
    shown.table.expand(groupOf(7));

    field.setText("7");
    field.clear();
    QVERIFY(shown.table.isExpanded(groupOf(7)));
    field.setText("7");
    shown.feed.show(overviewOf(12U), {});
    QCOMPARE(field.text(), QString("7"));
    QVERIFY(shown.table.isExpanded(groupOf(7)));
    field.clear();

    QVERIFY(!shown.table.isExpanded(groupOf(7)));  // the user has unfolded no row of the new run
}

void TestRanksPane::contradictingClocksLeaveLatenessUnknown()
{
    tests::RanksPlan plan;
    plan.late = tests::Late::Slower;
    plan.clockUncertainty = std::chrono::microseconds(2);
    std::vector<engine::ranks::Member> members = tests::sampleMembers(plan);
    members[2].clock.shift(-std::chrono::milliseconds(10));
    Shown shown(engine::ranks::overviewOf(engine::ranks::RunSet::make(std::move(members)).value()));

    QCOMPARE(shown.table.model()->rowCount(), 4);
    for (int row = 0; row < 4; ++row) {
        for (int column = RanksModel::Late; column < RanksModel::kColumns; ++column)
            QCOMPARE(shown.text(row, column), QString("–"));
        emit shown.table.activated(shown.table.model()->index(row, 0));
        QVERIFY(!shown.selection.op().isValid());
    }
}

QTEST_MAIN(TestRanksPane)
#include "tst_ranks_pane.moc"
