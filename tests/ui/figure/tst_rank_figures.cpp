#include "engine/ranks/overview.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/ui/figure/vector_files.h"
#include "ui/figure/detail/plan.h"
#include "ui/figure/figure.h"

#include <QTest>
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

using namespace engine;
using namespace ui::figure;

/// Tests figures of runs of several ranks.
class TestRankFigures : public QObject {
    Q_OBJECT

private slots:
    void figureShowsWhichRankOtherRanksWaitFor()
    {
        tests::RanksPlan plan;
        plan.steps = plan.buckets = 1;
        plan.late = tests::Late::Sleep;
        const trace::TracePtr trace = ranks::overviewOf(tests::sampleRanks(plan));

        const tests::VectorFile file = tests::readSvg(*renderFigure(*trace, {}, Format::Svg));

        const auto count = [&](const char* text) {
            return std::ranges::count_if(file.texts, [&](const auto& placed) { return placed.text.startsWith(text); });
        };
        QVERIFY2(count("waits for rank 3") >= 3, qPrintable(file.words));
        QVERIFY2(count("the others have arrived") == 1 && count("waits for another rank") == 1 &&
                     count("the program issues") == 0,
                 qPrintable(file.words));
    }

    void figureOfManyRanksHasOneRowForEachRank_data()
    {
        QTest::addColumn<unsigned>("ranks");
        QTest::addColumn<Preset>("preset");
        for (const unsigned ranks : {9U, 16U, 64U})
            for (const Preset preset : {Preset::Slide, Preset::Page178mm, Preset::Column85mm})
                QTest::addRow("%u ranks, preset %d", ranks, static_cast<int>(preset)) << ranks << preset;
    }
    void figureOfManyRanksHasOneRowForEachRank()
    {
        QFETCH(unsigned, ranks);
        tests::RanksPlan sample;
        sample.ranks = ranks;
        sample.ranksPerNode = ranks == 16 ? 8 : 1;
        const trace::TracePtr trace = ranks::overviewOf(tests::sampleRanks(sample));
        FigureOptions options;
        QFETCH(Preset, preset);
        options.preset = preset;

        const detail::Plan plan = detail::makePlan(*trace, options);

        const int name = plan.type.label;
        unsigned rows = 0;
        double last = -1e9;
        for (const detail::RowPlan& row : plan.rows()) {
            QVERIFY(row.folded && row.height >= 6 && row.bottom() <= plan.axisY);
            rows += row.folded->kind == ui::drawing::RowKind::Rank ? 1 : 0;
            if (!row.folded->isNamed)
                continue;
            const double middle = row.top + row.height / 2;
            QVERIFY2(middle - last >= name, qPrintable(row.label));
            last = middle;
        }
        QCOMPARE(rows, ranks);
        if (preset == Preset::Slide) {
            QCOMPARE(plan.page.zoom, 1.0);  // the texts of the slide keep their size
            QCOMPARE(plan.heading.subtitleLines.size(), std::size_t{1});
        }
        QVERIFY(plan.texts.subtitle.startsWith(
            QStringLiteral("%1 ranks · %2 node").arg(ranks).arg(ranks == 16 ? 2 : ranks)));
        const tests::VectorFile file = tests::readSvg(*renderFigure(*trace, options, Format::Svg));
        const auto isOfRank = [](const tests::PlacedText& text) {
            return text.text.startsWith("Rank 3 · ") && text.text.endsWith("late");
        };
        QCOMPARE(std::ranges::count_if(file.texts, isOfRank), 1);
        for (const tests::PlacedText& text : file.texts)
            QVERIFY2(text.at.x() >= 0, qPrintable(text.text));
    }

    void animatedFlipMovesTheBarsOfRanksThatHaveOneRowEach()
    {
        tests::RanksPlan plan;
        plan.ranks = 9;
        plan.steps = 1;
        FigureOptions options;
        options.before = ranks::overviewOf(tests::sampleRanks(plan));
        plan.late = tests::Late::Nobody;
        const trace::TracePtr trace = ranks::overviewOf(tests::sampleRanks(plan));

        const QByteArray svg = *renderFlip(*trace, options);

        const qsizetype moved = svg.count("class=\"flip-move\"");
        QVERIFY2(moved > 9 * plan.layers, qPrintable(QString::number(moved)));
        QVERIFY(svg.contains("Rank 8"));
    }

    /// Rank 3 sleeps for 30 ms, but its clock is shifted by 200 ms, so the recorded waits take 230 ms.
    void figureOfContradictingClocksShowsNoWaits()
    {
        tests::RanksPlan plan;
        plan.steps = plan.buckets = 1;
        plan.late = tests::Late::Sleep;
        plan.clockUncertainty = std::chrono::microseconds(2);
        std::vector<ranks::Member> members = tests::sampleMembers(plan);
        members[3].clock.shift(std::chrono::milliseconds(200));
        const trace::TracePtr trace = ranks::overviewOf(ranks::RunSet::make(std::move(members)).value());

        const tests::VectorFile file = tests::readSvg(*renderFigure(*trace, {}, Format::Svg));

        const auto count = [&](const char* text) {
            return std::ranges::count_if(file.texts, [&](const auto& placed) { return placed.text.contains(text); });
        };
        QVERIFY2(count("waits for") == 0 && count("the others have arrived") == 0, qPrintable(file.words));
        QVERIFY2(count("clocks contradict each other") >= 3, qPrintable(file.words));
    }

    /// Of the two steps of this run, only the first one has a late rank.
    void captionOfAPartOfARunDoesNotMentionTheRest()
    {
        tests::RanksPlan plan;
        plan.steps = 2;
        plan.late = tests::Late::Sleep;
        plan.lateStep = 0;
        const trace::TracePtr trace = ranks::overviewOf(tests::sampleRanks(plan));
        const auto captionOf = [&](const FigureOptions& options) { return textsFor(*trace, options).caption; };
        FigureOptions first, second, moment;
        const Nanoseconds middle = (trace->programPart().steps[0].end + trace->programPart().steps[1].begin) / 2;
        first.range = ui::model::TimeRange{Nanoseconds{}, middle};
        second.range = ui::model::TimeRange{middle, trace->extent()};
        moment.until = middle;

        QVERIFY2(captionOf({}).contains("Rank 3 costs"), qPrintable(captionOf({})));
        QVERIFY2(captionOf(first).contains("Rank 3 costs"), qPrintable(captionOf(first)));
        QVERIFY2(!captionOf(second).contains("ank 3"), qPrintable(captionOf(second)));
        QVERIFY2(!captionOf(moment).contains("ank 3"), qPrintable(captionOf(moment)));
    }
};

QTEST_MAIN(TestRankFigures)
#include "tst_rank_figures.moc"
