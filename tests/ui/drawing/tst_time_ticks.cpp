#include "ui/drawing/time_ticks.h"

#include <QTest>

using engine::Nanoseconds;
using ui::drawing::TimeTick;
using ui::drawing::timeTicks;
using ui::model::TimeRange;
using namespace std::chrono_literals;

class TestTimeTicks : public QObject {
    Q_OBJECT

private slots:
    void tickLabelsMatchRangeAndOrigin_data();
    void tickLabelsMatchRangeAndOrigin();
    void tickLabelsHaveAMinimumDistance();
    void invalidRangesGiveFewOrNoTicks();
};

void TestTimeTicks::tickLabelsMatchRangeAndOrigin_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<qint64>("origin");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");

    QTest::newRow("the run of the design")
        << qint64{460'000'000} << qint64{2'110'000'000} << qint64{516'000'000} << "0 s"
        << "0.2";
    QTest::newRow("no number before the origin") << qint64{0} << qint64{1'000'000'000} << qint64{500'000'000} << "0 s"
                                                 << "0.2";
    QTest::newRow("milliseconds") << qint64{0} << qint64{10'000'000} << qint64{0} << "0 ms"
                                  << "2";
    QTest::newRow("microseconds") << qint64{0} << qint64{10'000} << qint64{0} << QString::fromUtf8("0 µs") << "2";
    QTest::newRow("nanoseconds") << qint64{0} << qint64{40} << qint64{0} << "0 ns"
                                 << "5";
}

void TestTimeTicks::tickLabelsMatchRangeAndOrigin()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(qint64, origin);
    QFETCH(QString, first);
    QFETCH(QString, second);

    QStringList labels;
    for (const TimeTick& tick : timeTicks({Nanoseconds{begin}, Nanoseconds{end}}, Nanoseconds{origin}, 636, 74))
        if (!tick.label.isEmpty())
            labels << tick.label;

    QVERIFY(labels.size() >= 3);
    QCOMPARE(labels[0], first);
    QCOMPARE(labels[1], second);
}

void TestTimeTicks::tickLabelsHaveAMinimumDistance()
{
    for (qint64 length = 20; length < 100'000'000'000'000; length = length * 7 / 3) {
        double previous = -1e9;
        int count = 0;
        for (const TimeTick& tick : timeTicks({0ns, Nanoseconds{length}}, 0ns, 900, 74)) {
            if (tick.label.isEmpty())
                continue;
            QVERIFY2(tick.x - previous >= 73.9, "labels need their room");
            previous = tick.x;
            ++count;
        }
        QVERIFY2(count >= 2 && count <= 13, "an axis has a few labels at every zoom");
    }
}

void TestTimeTicks::invalidRangesGiveFewOrNoTicks()
{
    QVERIFY(timeTicks({5ns, 5ns}, 0ns, 800, 74).empty());
    QVERIFY(timeTicks({5ns, 1ns}, 0ns, 800, 74).empty());
    QVERIFY(timeTicks({0ns, 1s}, 0ns, 0, 74).empty());
    QVERIFY(timeTicks({0ns, 1s}, 0ns, 3, 74).size() < 20);
}

QTEST_APPLESS_MAIN(TestTimeTicks)
#include "tst_time_ticks.moc"
