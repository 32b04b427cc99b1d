#include "engine/analysis/lateness.h"
#include "engine/analysis/rank_summary.h"
#include "engine/ranks/overview.h"
#include "engine/trace/store.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "ui/inspect/description.h"
#include "ui/inspect/detail/bar_rows.h"
#include "ui/inspect/inspector_view.h"
#include "ui/inspect/late_card.h"
#include "ui/look/format.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using engine::OpId;
using engine::trace::TracePtr;
using ui::inspect::describeOp;
using ui::inspect::Description;
using ui::inspect::Row;

/// Tests texts about runs of several ranks.
class TestRankDescriptions : public QObject {
    Q_OBJECT

private slots:
    void descriptionOfACollectiveStatesWhichRankItWaitsFor();
    void contradictingClocksLeaveLatenessUnknown();
    void computeOperationsAreDescribedWithoutRanks();
    void descriptionOfARunStatesTheStragglerAndItsCause_data();
    void descriptionOfARunStatesTheStragglerAndItsCause();
    void describedMakespanExcludesTheWarmUp();
    void onlyCollectivesOfGradientBucketsAreListed();
    void bucketsOfTheStepAtThePlayheadAreListed();
    void latenessOfAnotherRunIsDropped();
    void lateCardShowsTimesOfRanksAndSelectsTheLateOperations();
    void lateCardOfManyRanksComparesKindsOfWorkWithTheMedian();
    void descriptionOfARankComparesItWithTheMedian();
    void descriptionOfOneOfTwoRanksComparesItWithTheOtherRank();
    void inspectorFollowsThePlayheadOfTheNextRunWhileRanksAreSelected();
    void runWithoutStepsHasNoMeanStepTime();
    void descriptionOfSeveralRanksLeavesOutMissingRanks();
    void inspectorStatesAboveItsNumbersThatNoRankIsLate();
    void numbersDoNotWrapInANarrowInspector();

private:
    struct Inspected {
        explicit Inspected(const TracePtr& trace)
        {
            view.resize(250, 700);
            view.setVisible(true);
            feed.show(trace, {});
        }

        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::model::Playhead playhead;
        ui::inspect::InspectorView view{theme, feed, selection, playhead};
    };
    static TracePtr overviewOf(tests::Late late)
    {
        tests::RanksPlan plan;
        plan.late = late;
        return engine::ranks::overviewOf(tests::sampleRanks(plan));
    }
    static Description describeRun(const TracePtr& trace, engine::Nanoseconds now)
    {
        const ui::model::RankLoader loader;
        ui::model::RankFigures figures(loader);
        figures.follow(trace);
        return ui::inspect::describeRunOfRanks(*trace, figures, now);
    }
    static QString valueOf(const Description& description, const QString& name)
    {
        const auto row = std::ranges::find(description.rows, name, &Row::name);
        return row != description.rows.end() ? row->value : QString();
    }
};

void TestRankDescriptions::descriptionOfACollectiveStatesWhichRankItWaitsFor()
{
    const TracePtr trace = overviewOf(tests::Late::Slower);
    int waiting = 0;
    int last = 0;

    for (std::size_t i = 0; i < trace->opCount(); ++i) {
        if (trace->op(OpId{i}).kind != engine::trace::Kind::Collective)
            continue;
        const auto origin = *engine::ranks::originOf(*trace, OpId{i});
        const Description description = describeOp(*trace, OpId{i}, trace->extent());
        QVERIFY(description.title.startsWith("all_reduce #"));
        QVERIFY(description.place.contains(QString("Rank %1").arg(origin.member)));
        QVERIFY(valueOf(description, "Last arrival").endsWith("rank 3"));
        QCOMPARE(description.why.startsWith("waits for rank 3"), origin.member != 3);
        QCOMPARE(description.why.contains("arrives last"), origin.member == 3);
        waiting += origin.member != 3 ? 1 : 0;
        last += origin.member == 3 ? 1 : 0;
    }
    QCOMPARE(waiting, 36);
    QCOMPARE(last, 12);
}

void TestRankDescriptions::contradictingClocksLeaveLatenessUnknown()
{
    tests::RanksPlan plan;
    plan.late = tests::Late::Slower;
    plan.clockUncertainty = std::chrono::microseconds(2);
    std::vector<engine::ranks::Member> members = tests::sampleMembers(plan);
    members[2].clock.shift(-std::chrono::milliseconds(10));
    const engine::ranks::RunSetPtr set = engine::ranks::RunSet::make(std::move(members)).value();
    const TracePtr trace = engine::ranks::overviewOf(set);
    const QString unknown = QStringLiteral("–");

    for (std::size_t i = 0; i < trace->opCount(); ++i) {
        if (trace->op(OpId{i}).kind != engine::trace::Kind::Collective)
            continue;
        const auto origin = *engine::ranks::originOf(*trace, OpId{i});
        const Description description = describeOp(*trace, OpId{i}, trace->extent());
        QCOMPARE(valueOf(description, "First arrival"), unknown);
        QCOMPARE(valueOf(description, "Last arrival"), unknown);
        QVERIFY(!valueOf(description, "Transfer").contains(QStringLiteral("·")));
        QCOMPARE(description.why.startsWith("waits for rank"), set->hasWaited(*origin.collective, *origin.arrival));
        QCOMPARE(description.why.startsWith("clocks contradict each other"), !description.why.startsWith("waits for"));
    }
    const Description run = describeRun(trace, {});
    QCOMPARE(valueOf(run, "Time lost waiting for late ranks"), unknown);
    QVERIFY(valueOf(run, "No rank late").isEmpty() && !valueOf(run, "Perfect overlap").isEmpty());
    Inspected inspected(trace);
    for (std::uint32_t member = 0; member < plan.ranks; ++member) {
        inspected.selection.selectRanks({member});
        const Description& rank = inspected.view.description();
        for (const char* name : {"Late", "Waits per step", "Costs per step"})
            QCOMPARE(valueOf(rank, name), unknown);
        QVERIFY2(!rank.place.contains("last in") && rank.why.isEmpty(), qPrintable(rank.place + rank.why));
        QCOMPARE(valueOf(rank, "Clock").endsWith("contradicts other clocks"), member >= 2);
    }
    inspected.selection.selectRanks({0, 1, 2});
    for (const char* name : {"Late", "Waits, mean per step", "Last in"})
        QCOMPARE(valueOf(inspected.view.description(), name), unknown);
    QVERIFY(engine::analysis::summaryText(*set).find("lost to lateness unknown time,") != std::string::npos);
}

void TestRankDescriptions::computeOperationsAreDescribedWithoutRanks()
{
    const TracePtr trace = overviewOf(tests::Late::Slower);

    const Description description = describeOp(*trace, OpId{0}, trace->extent());

    QVERIFY(!description.why.contains("rank"));
    QVERIFY(valueOf(description, "Last arrival").isEmpty());
}

void TestRankDescriptions::describedMakespanExcludesTheWarmUp()
{
    const auto set = tests::sampleRanks({}, [](std::uint32_t) {
        const engine::Nanoseconds begin{50'000'000}, end{100'000'000};
        return std::vector<engine::trace::Record>{engine::trace::BlockRecord{begin, end, 20, "epoch", 0.05, false}};
    });
    const TracePtr trace = engine::ranks::overviewOf(set);

    const Description description = describeRun(trace, trace->extent());

    QCOMPARE(valueOf(description, "Makespan"), ui::look::clockText(trace->extent() - engine::Nanoseconds{50'000'000}));
}

void TestRankDescriptions::descriptionOfARunStatesTheStragglerAndItsCause_data()
{
    QTest::addColumn<int>("late");
    QTest::addColumn<QString>("says");
    QTest::newRow("slower operations") << int(tests::Late::Slower) << "takes 1.9 times as long as on the median rank";
    QTest::newRow("late data") << int(tests::Late::Input) << "its data (line 21)";
    QTest::newRow("equal ranks") << int(tests::Late::Nobody)
                                 << "No rank is a straggler: last in at least half of the steps";
}

void TestRankDescriptions::descriptionOfARunStatesTheStragglerAndItsCause()
{
    QFETCH(int, late);
    QFETCH(QString, says);

    const TracePtr trace = overviewOf(static_cast<tests::Late>(late));

    const Description description = describeRun(trace, trace->extent());
    ui::look::Theme theme;
    ui::model::TraceFeed feed;
    ui::model::Selection selection;
    const ui::inspect::LateCard card(theme, feed, selection);
    feed.show(trace, {});
    // If a rank is late, the card names it. Otherwise the inspector states that no rank is late.
    QCOMPARE(card.isHidden(), late == int(tests::Late::Nobody));
    const QString sentence = card.isHidden() ? description.why : card.text();
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
    QCOMPARE(description.why.isEmpty(), !card.isHidden());
    QCOMPARE(valueOf(description, "Ranks"), QString("4"));
    QCOMPARE(valueOf(description, "Nodes"), QString("2"));
    // Each bar of the card is a lower bound of the step time, so it is at most as long as the mean step, which a mark
    // shows.
    QVERIFY(!valueOf(description, "Mean step").isEmpty());
    QCOMPARE(valueOf(description, "No rank late").isEmpty(), !card.isHidden());
    if (card.isHidden())
        return;
    const auto* bounds = card.findChild<ui::inspect::detail::BarRows*>(QStringLiteral("lateBounds"));
    QCOMPARE(bounds->rows().size(), std::size_t{2});
    for (const ui::inspect::detail::BarRow& bound : bounds->rows())
        QVERIFY(bound.value > 0 && bound.value <= *bound.mark);
}

namespace {

/// A run in which every collective except the first of each step has the label "bucket N". N descends to 0
/// within the step.
TracePtr labelledBuckets(int buckets)
{
    tests::RanksPlan plan;
    plan.buckets = buckets;
    plan.layers = std::max(plan.layers, buckets);
    const auto plain = tests::sampleRanks(plan);
    return engine::ranks::overviewOf(tests::sampleRanks(plan, [&](std::uint32_t rank) {
        std::vector<engine::trace::Record> records;
        const std::size_t names = plain->members()[rank].trace->nameCount();
        const auto nameOf = [&](int number) { return engine::NameId{names + static_cast<std::size_t>(number)}; };
        for (int i = 0; i < buckets; ++i)
            records.emplace_back(engine::trace::NameRecord{nameOf(i), "bucket " + std::to_string(i)});
        for (const auto& collective : plain->collectives()) {
            const int number = buckets - 1 - static_cast<int>(collective.what.sequence) % buckets;
            const OpId op = plain->arrivals(collective)[rank].op;
            if (number < buckets - 1)
                records.emplace_back(engine::trace::LabelRecord{op, nameOf(number), {}});
        }
        return records;
    }));
}

}  // namespace

/// Other collectives, such as the all-reduce that averages the losses, are not listed.
void TestRankDescriptions::onlyCollectivesOfGradientBucketsAreListed()
{
    const TracePtr few = labelledBuckets(4);
    const TracePtr many = labelledBuckets(16);
    const auto tableOf = [](const TracePtr& trace) {
        return describeRun(trace, trace->programPart().steps[1].end).table;
    };

    QVERIFY(tableOf(overviewOf(tests::Late::Slower)).rows.empty());
    const ui::inspect::Table table = tableOf(few);
    QCOMPARE(table.rows.size(), std::size_t{4});
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
        QCOMPARE(table.rows[row][0], QString::number(row - 1));
        QVERIFY(row == 1 || table.rows[row][3].toDouble() <= table.rows[row - 1][3].toDouble());
    }
    QVERIFY(table.note.isEmpty());
    QVERIFY2(table.tip.contains("done: the last rank has the sum"), qPrintable(table.tip));
    QCOMPARE(tableOf(many).rows.size(), std::size_t{13});
    QCOMPARE(tableOf(many).note, QString("and 3 more"));
}

void TestRankDescriptions::latenessOfAnotherRunIsDropped()
{
    const ui::model::RankLoader loader;
    ui::model::RankFigures figures(loader);
    TracePtr trace = labelledBuckets(4);
    const std::weak_ptr<const engine::ranks::RunSet> set = trace->rankPart().set;
    figures.follow(trace);
    QVERIFY(!ui::inspect::describeRunOfRanks(*trace, figures, trace->extent()).table.rows.empty());
    const auto lateness = figures.lateness();
    figures.follow(trace);
    QCOMPARE(figures.lateness(), lateness);

    trace = overviewOf(tests::Late::Nobody);
    figures.follow(trace);

    QVERIFY2(set.expired(), "figures must not keep a run in memory");
    QVERIFY(figures.lateness() != lateness);
    QVERIFY(ui::inspect::describeRunOfRanks(*trace, figures, trace->extent()).table.rows.empty());
}

void TestRankDescriptions::bucketsOfTheStepAtThePlayheadAreListed()
{
    const TracePtr trace = labelledBuckets(4);
    const auto& step = trace->programPart().steps[1];

    const ui::inspect::Table table = describeRun(trace, step.begin + (step.end - step.begin) / 2).table;

    QCOMPARE(table.title, QString("Buckets at the playhead, ms from the step's start"));
    QCOMPARE(table.rows.size(), std::size_t{4});
    QCOMPARE(table.rows[0].size(), table.rows[1].size());
    double after = 1e9;
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
        QCOMPARE(table.rows[row][0], QString::number(row - 1));
        const double posted = table.rows[row][3].toDouble(), done = table.rows[row][4].toDouble();
        QVERIFY2(posted <= after && done > posted, qPrintable(table.rows[row].join(' ')));
        QVERIFY(done <= engine::toSeconds(step.end - step.begin) * 1000 + 0.1);
        QVERIFY(table.rows[row][5].endsWith('%'));
        after = posted;
    }
}

namespace {

TracePtr overviewOf(std::uint32_t ranks)
{
    tests::RanksPlan plan;
    plan.ranks = ranks;
    return engine::ranks::overviewOf(tests::sampleRanks(plan));
}

}  // namespace

void TestRankDescriptions::lateCardShowsTimesOfRanksAndSelectsTheLateOperations()
{
    const TracePtr trace = overviewOf(tests::Late::Slower);
    ui::look::Theme theme;
    ui::model::TraceFeed feed;
    ui::model::Selection selection;
    ui::inspect::LateCard card(theme, feed, selection);
    feed.show(trace, {});

    const auto rows = card.findChild<ui::inspect::detail::BarRows*>(QStringLiteral("lateTimes"))->rows();
    auto* button = card.findChild<QPushButton*>(QStringLiteral("selectLateOperations"));

    QCOMPARE(rows.size(), std::size_t{4});
    QCOMPARE(rows[3].kind, std::optional(engine::trace::Kind::Backward));
    for (int i = 0; i < 3; ++i) {
        QVERIFY(!rows[static_cast<std::size_t>(i)].isStrong);
        QVERIFY(std::abs(rows[3].value / rows[static_cast<std::size_t>(i)].value - 1.9) < 0.1);
    }
    QVERIFY(rows[3].isStrong);
    button->click();
    std::vector<OpId> selected = selection.more();
    selected.push_back(selection.op());
    QVERIFY2(button->text().contains(QString::number(selected.size())), qPrintable(button->text()));
    double seconds = 0;
    for (const OpId op : selected) {
        QCOMPARE(engine::ranks::originOf(*trace, op)->member, 3U);
        seconds += engine::toSeconds(trace->op(op).finished - trace->op(op).started);
    }
    // `seconds` is the sum over one step. The row shows the mean of such sums over all steps.
    QVERIFY(std::abs(seconds / rows[3].value - 1) < 0.1);
}

void TestRankDescriptions::lateCardOfManyRanksComparesKindsOfWorkWithTheMedian()
{
    ui::look::Theme theme;
    ui::model::TraceFeed feed;
    ui::model::Selection selection;
    ui::inspect::LateCard card(theme, feed, selection);
    feed.show(::overviewOf(12), {});

    const auto rows = card.findChild<ui::inspect::detail::BarRows*>(QStringLiteral("lateTimes"))->rows();

    const auto backward = std::ranges::find(rows, QStringLiteral("backward"), &ui::inspect::detail::BarRow::name);
    const auto compute = std::ranges::find(rows, QStringLiteral("compute"), &ui::inspect::detail::BarRow::name);
    QVERIFY(backward != rows.end() && compute != rows.end());
    QVERIFY(backward->value > 1.5 * *backward->mark);
    QVERIFY(std::abs(compute->value / *compute->mark - 1) < 0.1);
}

void TestRankDescriptions::descriptionOfARankComparesItWithTheMedian()
{
    Inspected inspected(overviewOf(tests::Late::Slower));

    inspected.selection.selectRanks({3});

    const Description& rank = inspected.view.description();
    QCOMPARE(rank.title, QString("Rank 3"));
    QVERIFY2(rank.place.contains("last in 4 of 4"), qPrintable(rank.place));
    const QString backward = valueOf(rank, "Backward").section(QStringLiteral(" · "), 1).remove(QChar(0xd7));
    QVERIFY2(std::abs(backward.toDouble() - 1.9) < 0.05, qPrintable(backward));
    QVERIFY2(rank.why.contains("takes 1.9 ×"), qPrintable(rank.why));
    inspected.selection.selectRanks({0, 1, 2});
    QVERIFY(inspected.view.description().title.startsWith("3 rank"));
    QCOMPARE(inspected.view.description().place, QString("ranks 0–2"));
    inspected.selection.clear();
    QVERIFY(!valueOf(inspected.view.description(), "Nodes").isEmpty());
}

void TestRankDescriptions::descriptionOfOneOfTwoRanksComparesItWithTheOtherRank()
{
    tests::RanksPlan plan;
    plan.ranks = 2;
    plan.lateRank = 1;
    Inspected inspected(engine::ranks::overviewOf(tests::sampleRanks(plan)));
    const auto ratioOf = [&](std::uint32_t member) {
        inspected.selection.selectRanks({member});
        const QString text = valueOf(inspected.view.description(), "Backward");
        return text.section(QStringLiteral(" · "), 1).remove(QChar(0xd7)).toDouble();
    };

    QVERIFY2(std::abs(ratioOf(1) - 1.9) < 0.05, qPrintable(QString::number(ratioOf(1))));
    QVERIFY2(std::abs(ratioOf(0) - 1 / 1.9) < 0.05, qPrintable(QString::number(ratioOf(0))));
}

void TestRankDescriptions::inspectorFollowsThePlayheadOfTheNextRunWhileRanksAreSelected()
{
    const auto set = tests::sampleRanks({});
    Inspected inspected(engine::ranks::overviewOf(set));
    inspected.selection.selectRanks({3});
    const TracePtr other = set->members()[0].trace;
    inspected.feed.show(other, {});
    inspected.playhead.setExtent(other->extent());
    const auto textAt = [&](engine::Nanoseconds time) {
        inspected.playhead.setTime(time);
        return inspected.view.description().why;
    };

    QVERIFY(textAt(other->extent() / 2) != textAt(other->extent()));
}

void TestRankDescriptions::runWithoutStepsHasNoMeanStepTime()
{
    tests::RanksPlan plan;
    plan.steps = 0;
    const TracePtr trace = engine::ranks::overviewOf(tests::sampleRanks(plan));

    QVERIFY(valueOf(describeRun(trace, {}), "Mean step").isEmpty());
}

void TestRankDescriptions::descriptionOfSeveralRanksLeavesOutMissingRanks()
{
    std::vector<engine::ranks::Member> members = tests::sampleMembers({});
    members.erase(members.begin() + 2);
    Inspected inspected(engine::ranks::overviewOf(engine::ranks::RunSet::make(std::move(members)).value()));

    inspected.selection.selectRanks({0, 1, 2});

    QCOMPARE(inspected.view.description().place, QString("ranks 0–1, 3"));
    inspected.selection.setBlock(0);
    QCOMPARE(inspected.view.description().place, QString("ranks 0–1, 3 · whole run"));
}

void TestRankDescriptions::inspectorStatesAboveItsNumbersThatNoRankIsLate()
{
    Inspected inspected(overviewOf(tests::Late::Nobody));
    QVERIFY(QTest::qWaitForWindowExposed(&inspected.view));

    const auto* sentence = inspected.view.findChild<QLabel*>(QStringLiteral("inspectorWhy"));
    const QList<QLabel*> labels = inspected.view.findChildren<QLabel*>();
    const auto makespan = std::ranges::find(labels, QStringLiteral("Makespan"), &QLabel::text);
    QVERIFY(makespan != labels.end());
    QVERIFY(sentence->mapTo(&inspected.view, QPoint()).y() < (*makespan)->mapTo(&inspected.view, QPoint()).y());
}

void TestRankDescriptions::numbersDoNotWrapInANarrowInspector()
{
    Inspected inspected(overviewOf(tests::Late::Input));
    QVERIFY(QTest::qWaitForWindowExposed(&inspected.view));

    int numbers = 0;
    for (const QLabel* label : inspected.view.findChildren<QLabel*>()) {
        if (!label->isVisible() || !label->hasHeightForWidth() || label->text().contains(QLatin1Char(' ')))
            continue;
        numbers += label->text().contains(QChar(QChar::Nbsp)) ? 1 : 0;
        QVERIFY2(label->heightForWidth(label->width()) < 2 * label->fontMetrics().height(), qPrintable(label->text()));
    }
    QVERIFY(numbers >= 3);
}

QTEST_MAIN(TestRankDescriptions)
#include "tst_rank_descriptions.moc"
