#include "engine/ranks/clock_map.h"

#include <QTest>

#include <random>

using namespace engine;
using namespace std::chrono_literals;
using ranks::ClockMap;
using trace::ClockRecord;

class TestClockMap : public QObject {
    Q_OBJECT

private slots:
    void mapWithoutPointsChangesNoTime();
    void mapWithOnePointShiftsEveryTime();
    void mapIsLinearBetweenAndBeyondPoints();
    void mappedTimesNeverDecrease();
    void pointsWithDecreasingTimesAreIgnored();
    void uncertaintyIsTheLargerOneOfTheAdjacentPoints();
    void inverseOfAClockMapIsExactToANanosecond();
    void shiftIsAddedToEveryReferenceTime();
    void mapsWithHugeSlopesDoNotOverflow();
    void uncertainOrImplausibleClockComparisonIsNotUsed();
};

void TestClockMap::mapWithoutPointsChangesNoTime()
{
    const ClockMap map;

    QVERIFY(map.isExact());
    QCOMPARE(map.toReference(17ns), 17ns);
    QCOMPARE(map.toLocal(17ns), 17ns);
    QCOMPARE(map.uncertaintyAt(17ns), 0ns);
}

void TestClockMap::mapWithOnePointShiftsEveryTime()
{
    const ClockMap map({ClockRecord{10ns, 110ns, 3ns}});

    QCOMPARE(map.toReference(0ns), 100ns);
    QCOMPARE(map.toReference(20ns), 120ns);
    QCOMPARE(map.toLocal(120ns), 20ns);
    QCOMPARE(map.uncertaintyAt(500ns), 3ns);
}

void TestClockMap::mapIsLinearBetweenAndBeyondPoints()
{
    const ClockMap map({ClockRecord{0ns, 0ns, 0ns}, ClockRecord{100ns, 200ns, 0ns}, ClockRecord{200ns, 500ns, 0ns}});

    QCOMPARE(map.toReference(50ns), 100ns);
    QCOMPARE(map.toReference(150ns), 350ns);
    QCOMPARE(map.toReference(-10ns), -20ns);
    QCOMPARE(map.toReference(300ns), 800ns);
}

void TestClockMap::mappedTimesNeverDecrease()
{
    std::mt19937_64 random(7);
    std::vector<ClockRecord> points;
    Nanoseconds local{}, reference{};
    for (int i = 0; i < 40; ++i) {
        points.push_back({local, reference, 1us});
        local += Nanoseconds{1 + static_cast<std::int64_t>(random() % 100'000'000)};
        reference += Nanoseconds{1 + static_cast<std::int64_t>(random() % 100'000'000)};
    }
    const ClockMap map(points);

    Nanoseconds before = map.toReference(-1s);
    for (Nanoseconds time = -1s; time < local + 1s;
         time += Nanoseconds{1 + static_cast<std::int64_t>(random() % 1'000'000)}) {
        const Nanoseconds now = map.toReference(time);
        QVERIFY(now >= before);
        before = now;
    }
}

void TestClockMap::pointsWithDecreasingTimesAreIgnored()
{
    const ClockMap map({ClockRecord{0ns, 0ns, 0ns}, ClockRecord{100ns, 100ns, 0ns}, ClockRecord{50ns, 200ns, 0ns},
                        ClockRecord{200ns, 90ns, 0ns}, ClockRecord{200ns, 200ns, 0ns}});

    QCOMPARE(map.points().size(), std::size_t{3});
    QCOMPARE(map.toReference(150ns), 150ns);
}

void TestClockMap::uncertaintyIsTheLargerOneOfTheAdjacentPoints()
{
    const ClockMap map({ClockRecord{0ns, 0ns, 5ns}, ClockRecord{100ns, 100ns, 2ns}, ClockRecord{200ns, 200ns, 9ns}});

    QCOMPARE(map.uncertaintyAt(50ns), 5ns);
    QCOMPARE(map.uncertaintyAt(150ns), 9ns);
    QCOMPARE(map.uncertaintyAt(-1ns), 5ns);
    QCOMPARE(map.largestUncertainty(), 9ns);
}

void TestClockMap::inverseOfAClockMapIsExactToANanosecond()
{
    // The points are a year apart, and the drift is 20 ppm: results of type double would be wrong by microseconds.
    const Nanoseconds year = 365 * 24h;
    const ClockMap map({ClockRecord{0ns, 7340us, 0ns}, ClockRecord{year, year + 7340us + year / 50'000, 0ns}});

    for (Nanoseconds time = 0ns; time < year; time += year / 1009) {
        const Nanoseconds back = map.toLocal(map.toReference(time));
        QVERIFY2(std::abs((back - time).count()) <= 1, qPrintable(QString::number((back - time).count())));
    }
}

void TestClockMap::shiftIsAddedToEveryReferenceTime()
{
    ClockMap exact;
    exact.shift(5ns);
    ClockMap map({ClockRecord{0ns, 10ns, 0ns}, ClockRecord{100ns, 210ns, 0ns}});
    map.shift(-10ns);

    QCOMPARE(exact.toReference(1ns), 6ns);
    QCOMPARE(map.toReference(50ns), 100ns);
}

void TestClockMap::mapsWithHugeSlopesDoNotOverflow()
{
    const Nanoseconds far{std::int64_t{1} << 55};
    const ClockMap map({ClockRecord{0ns, -far, 0ns}, ClockRecord{1ns, far, 0ns}});

    QCOMPARE(map.toReference(0ns), -far);
    QCOMPARE(map.toReference(far), 2 * far);
    QCOMPARE(map.toReference(-far), -2 * far);
    QVERIFY(map.toLocal(far) >= 0ns);
}

void TestClockMap::uncertainOrImplausibleClockComparisonIsNotUsed()
{
    const auto us = [](std::int64_t t) { return Nanoseconds{1000 * t}; };
    const ClockRecord first{us(0), us(700), us(1)};
    const auto after10s = [&](std::int64_t apart, std::int64_t uncertainty) {
        return ClockRecord{us(10'000'000), us(10'000'700 + apart), us(uncertainty)};
    };

    QVERIFY(ranks::refines(first, after10s(200, 1)));  // a drift of 20 ppm is plausible
    QVERIFY(ranks::refines(first, after10s(-200, 20)));
    QVERIFY(!ranks::refines(first, after10s(200, 900)));       // too uncertain: the map is more accurate without it
    QVERIFY(!ranks::refines(first, after10s(10'000'000, 1)));  // implausible: the clock was set
}

QTEST_GUILESS_MAIN(TestClockMap)
#include "tst_clock_map.moc"
