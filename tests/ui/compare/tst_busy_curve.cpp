#include "engine/analysis/comparison.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/compare/busy_curve.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace ui::compare;
using engine::Nanoseconds;
using engine::analysis::BusyStep;
using ui::model::TimeRange;

namespace {

double areaOf(const std::vector<CurvePiece>& pieces)
{
    double area = 0;
    for (const CurvePiece& piece : pieces)
        area += piece.units * static_cast<double>((piece.end - piece.begin).count());
    return area;
}

double areaOf(const std::vector<BusyStep>& steps, Nanoseconds length, const TimeRange& range)
{
    double area = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Nanoseconds end = i + 1 < steps.size() ? steps[i + 1].time : length;
        const Nanoseconds seen = std::min(end, range.end) - std::max(steps[i].time, range.begin);
        area += seen > Nanoseconds{} ? static_cast<double>(seen.count()) * steps[i].units : 0;
    }
    return area;
}

/// Creates random steps, most of them short and some long.
std::vector<BusyStep> randomSteps(int count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<BusyStep> steps;
    std::int64_t at = 0;
    for (int i = 0; i < count; ++i) {
        steps.push_back({Nanoseconds{at}, static_cast<int>(random() % 4)});
        at += 1 + static_cast<std::int64_t>(random() % (i % 50 == 0 ? 100'000 : 1000));
    }
    return steps;
}

}  // namespace

/// Tests that the curve of "devices busy at once" preserves the busy time at every zoom.
class TestBusyCurve : public QObject {
    Q_OBJECT

private slots:
    void piecesOfACurvePreserveTheBusyTime_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("begin");
        QTest::addColumn<double>("end");
        QTest::newRow("the whole run") << 400 << -0.1 << 1.1;
        QTest::newRow("part of the run") << 400 << 0.31 << 0.47;
        QTest::newRow("more steps than pixels") << 20'000 << 0.0 << 1.0;
        QTest::newRow("one step") << 1 << 0.0 << 1.0;
    }

    void piecesOfACurvePreserveTheBusyTime()
    {
        QFETCH(int, count);
        QFETCH(double, begin);
        QFETCH(double, end);
        const auto steps = randomSteps(count, 7);
        const Nanoseconds length = steps.back().time + Nanoseconds{5000};
        const auto at = [&](double share) {
            return Nanoseconds{static_cast<std::int64_t>(static_cast<double>(length.count()) * share)};
        };
        const TimeRange range{at(begin), at(end)};

        const auto pieces = BusyCurve(steps, length).pieces(range, range.length() / 150);

        const double wanted = areaOf(steps, length, range);
        QVERIFY2(std::abs(areaOf(pieces) - wanted) <= 1e-9 * wanted + 1, qPrintable(QString::number(areaOf(pieces))));
        QVERIFY(pieces.size() < 500);
        for (std::size_t i = 0; i + 1 < pieces.size(); ++i)
            QCOMPARE(pieces[i].end, pieces[i + 1].begin);
    }

    void longStepsOfACurveKeepTheirExactTimes()
    {
        const BusyCurve curve(
            {{Nanoseconds{0}, 1}, {Nanoseconds{500}, 2}, {Nanoseconds{504}, 0}, {Nanoseconds{508}, 1}},
            Nanoseconds{1000});

        const auto pieces = curve.pieces({Nanoseconds{0}, Nanoseconds{1000}}, Nanoseconds{10});

        QCOMPARE(pieces.size(), std::size_t{3});
        QCOMPARE(pieces[0].end, Nanoseconds{500});
        QCOMPARE(pieces[0].units, 1.0);
        QCOMPARE(pieces[1].units, 1.0);  // the mean of 2 and 0 units, which last equally long
        QCOMPARE(pieces[2].begin, Nanoseconds{508});
    }

    void subPixelGapsDoNotDropTheCurveToZero()
    {
        std::vector<BusyStep> steps;
        for (int i = 0; i < 50; ++i) {
            steps.push_back({Nanoseconds{i * 1000}, 1});
            steps.push_back({Nanoseconds{i * 1000 + 990}, 0});
        }

        const auto pieces = BusyCurve(steps, Nanoseconds{50'000}).pieces({{}, Nanoseconds{50'000}}, Nanoseconds{400});

        QVERIFY(pieces.size() <= 3);
        for (const CurvePiece& piece : pieces)
            QVERIFY(piece.units > 0.9 || piece.end - piece.begin <= Nanoseconds{10});
        QVERIFY(std::abs(areaOf(pieces) - 49'500) < 1e-6);
    }

    void emptyCurveOrRangeGivesNoPieces()
    {
        QVERIFY(BusyCurve().pieces({Nanoseconds{0}, Nanoseconds{10}}, Nanoseconds{1}).empty());
        QVERIFY(
            BusyCurve({{Nanoseconds{0}, 1}}, Nanoseconds{10}).pieces({Nanoseconds{10}, Nanoseconds{20}}, {}).empty());
        QCOMPARE(BusyCurve({{Nanoseconds{0}, 1}}, Nanoseconds{10}).busyUntil(Nanoseconds{99}), std::int64_t{10});
    }

    void curveOfARunHasTheBusyTimeOfTheRun()
    {
        // The run has 50 short copies with gaps. Together the copies take a tenth of the run.
        const auto trace = tests::sampleTrace(tests::Sample::CopyOverlap);
        const auto whole = engine::analysis::wholeSide(trace);
        const auto comparison = engine::analysis::compareRuns(whole, whole);
        const BusyCurve curve(comparison.busyA, comparison.lengthA());

        double busy = 0;
        for (std::size_t unit = 0; unit < comparison.units.size(); ++unit)
            busy += comparison.measure(engine::analysis::Measure::Busy, static_cast<int>(unit))->a *
                    static_cast<double>(comparison.lengthA().count());

        QVERIFY(std::abs(static_cast<double>(curve.busyUntil(comparison.lengthA())) - busy) < 1e-6 * busy + 10);
    }
};

QTEST_GUILESS_MAIN(TestBusyCurve)
#include "tst_busy_curve.moc"
