#include "engine/base/statistics.h"

#include <QTest>

#include <cmath>

using namespace engine;

/// Tests the quartiles of repeated measurements, and whether two sets of measurements differ.
class TestStatistics : public QObject {
    Q_OBJECT

private slots:
    void summaryOfNumbersHasTheExpectedQuartiles();
    void mediansDifferOnlyIfTheDifferenceExceedsTheSpread_data();
    void mediansDifferOnlyIfTheDifferenceExceedsTheSpread();
    void numberOfDecimalsFollowsFromTheSpread_data();
    void numberOfDecimalsFollowsFromTheSpread();
};

void TestStatistics::summaryOfNumbersHasTheExpectedQuartiles()
{
    const double numbers[] = {5, 1, 4, 2, 3, std::nan("")};

    const Statistics all = summarize(numbers);

    QCOMPARE(all.samples, 5);
    QCOMPARE(all.minimum, 1.0);
    QCOMPARE(all.lower, 2.0);
    QCOMPARE(all.median, 3.0);
    QCOMPARE(all.upper, 4.0);
    QCOMPARE(all.iqr(), 2.0);
    QCOMPARE(summarize({}).samples, 0);
}

void TestStatistics::mediansDifferOnlyIfTheDifferenceExceedsTheSpread_data()
{
    QTest::addColumn<QList<double>>("a");
    QTest::addColumn<QList<double>>("b");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, QList<double> a, QList<double> b, Difference expected) {
        QTest::newRow(name) << a << b << static_cast<int>(expected);
    };
    row("medians apart by more than both ranges", {1.00, 1.01, 1.02, 1.03, 1.04}, {1.20, 1.21, 1.22, 1.23, 1.24},
        Difference::Shown);
    row("medians within the range of one set", {1.00, 1.01, 1.02, 1.03, 1.04}, {0.9, 1.1, 1.2, 1.4, 1.6},
        Difference::None);
    row("narrow ranges, but less than 2 % apart", {1.000, 1.000, 1.000}, {1.015, 1.015, 1.015}, Difference::None);
    row("narrow ranges, more than 2 % apart", {1.000, 1.000, 1.000}, {1.03, 1.03, 1.03}, Difference::Shown);
    row("equal sets", {1, 2, 3}, {1, 2, 3}, Difference::None);
    row("one run on one side", {1}, {2, 2, 2, 2, 2}, Difference::OneRun);
    row("no runs", {}, {}, Difference::OneRun);
}

void TestStatistics::mediansDifferOnlyIfTheDifferenceExceedsTheSpread()
{
    QFETCH(QList<double>, a);
    QFETCH(QList<double>, b);
    QFETCH(int, expected);

    QCOMPARE(static_cast<int>(differenceOf(summarize(a), summarize(b))), expected);
    QCOMPARE(static_cast<int>(differenceOf(summarize(b), summarize(a))), expected);
}

void TestStatistics::numberOfDecimalsFollowsFromTheSpread_data()
{
    QTest::addColumn<double>("range");
    QTest::addColumn<int>("decimals");
    QTest::newRow("no spread shows all digits") << 0.0 << 4;
    QTest::newRow("spread of hundredths") << 0.03 << 2;
    QTest::newRow("spread of thousandths") << 0.004 << 3;
    QTest::newRow("spread below the last digit") << 1e-7 << 4;
    QTest::newRow("spread of seconds") << 30.0 << 0;
}

void TestStatistics::numberOfDecimalsFollowsFromTheSpread()
{
    QFETCH(double, range);

    QTEST(decimalsOf({.samples = 5, .minimum = 50, .lower = 50, .median = 50, .upper = 50 + range}, 4), "decimals");
}

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
