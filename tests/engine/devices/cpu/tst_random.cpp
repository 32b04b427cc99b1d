#include "engine/devices/cpu/kernels/random.h"
#include "engine/ops/arithmetic.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

using namespace engine::devices::cpu;
using engine::ops::normalQuantile;
using engine::ops::philox4x32;

class TestRandom : public QObject {
    Q_OBJECT

private slots:
    void philoxGivesThePublishedValues();
    void randomValuesAreTheSameIfTheFillIsSplit();
    void uniformValuesStayInTheirInterval_data();
    void uniformValuesStayInTheirInterval();
    void uniformValuesPassAChiSquareTest();
    void normalQuantileInvertsTheDistributionFunction();
    void normalValuesHaveTheRequestedMeanAndVariance();
    void differentSeedsGiveDifferentValues();
    void randomBitsAreEqualOnEveryPlatform();
};

void TestRandom::philoxGivesThePublishedValues()
{
    // Known answers for philox4x32 with 10 rounds, from Random123, the library of its authors.
    using Words = engine::ops::RandomWords;
    constexpr std::uint32_t kAll = 0xffffffffU;

    QCOMPARE(philox4x32({0, 0, 0, 0}, 0, 0), (Words{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}));
    QCOMPARE(philox4x32({kAll, kAll, kAll, kAll}, kAll, kAll),
             (Words{0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU}));
    QCOMPARE(philox4x32({0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}, 0xa4093822U, 0x299f31d0U),
             (Words{0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U}));
}

void TestRandom::randomValuesAreTheSameIfTheFillIsSplit()
{
    std::vector<float> whole(1003);
    std::vector<float> pieces(1003);
    fillUniform(whole, 0, 42, -1, 1);
    for (std::size_t begin = 0; begin < pieces.size(); begin += 7)
        fillUniform(std::span(pieces).subspan(begin, std::min<std::size_t>(7, pieces.size() - begin)), begin, 42, -1,
                    1);
    QCOMPARE(pieces, whole);

    fillNormal(whole, 0, 42, 3, 2);
    for (std::size_t begin = 0; begin < pieces.size(); begin += 5)
        fillNormal(std::span(pieces).subspan(begin, std::min<std::size_t>(5, pieces.size() - begin)), begin, 42, 3, 2);
    QCOMPARE(pieces, whole);
}

void TestRandom::uniformValuesStayInTheirInterval_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");

    QTest::newRow("the unit interval") << 0.0 << 1.0;
    QTest::newRow("negative") << -3.0 << -2.0;
    QTest::newRow("bound reached by rounding to float") << 1e7 << 1e7 + 1;
    QTest::newRow("one float wide") << 16777216.0 << 16777218.0;
}

void TestRandom::uniformValuesStayInTheirInterval()
{
    QFETCH(double, low);
    QFETCH(double, high);
    std::vector<float> values(20000);

    fillUniform(values, 0, 7, low, high);

    for (float value : values)
        QVERIFY(value >= static_cast<float>(low) && value < static_cast<float>(high));
}

void TestRandom::uniformValuesPassAChiSquareTest()
{
    constexpr int kBins = 64;
    constexpr int kCount = 640000;
    std::vector<float> values(kCount);
    std::vector<int> bins(kBins);

    fillUniform(values, 0, 1, 0, 1);

    for (float value : values)
        ++bins[static_cast<std::size_t>(value * kBins)];
    double chiSquare = 0;
    for (int count : bins)
        chiSquare += std::pow(count - kCount / kBins, 2) / (kCount / kBins);
    // With 63 degrees of freedom, 99.9 % of the values are below 104, and 99.9 % are above 34.
    QVERIFY2(chiSquare > 34 && chiSquare < 104, qPrintable(QString::number(chiSquare)));
}

void TestRandom::normalQuantileInvertsTheDistributionFunction()
{
    for (double p : {1e-9, 1e-6, 1e-3, 0.01, 0.07, 0.0749, 0.0751, 0.2, 0.4, 0.5, 0.6, 0.9, 0.925, 0.99, 0.999999}) {
        const double x = normalQuantile(p);
        const double back = 0.5 * std::erfc(-x / std::sqrt(2.0));
        QVERIFY2(std::abs(back - p) < 1e-5 * std::min(p, 1 - p) + 1e-12, qPrintable(QString::number(p)));
    }
    QCOMPARE(normalQuantile(0.5), 0.0);
    QCOMPARE(normalQuantile(0.25), -normalQuantile(0.75));
}

void TestRandom::normalValuesHaveTheRequestedMeanAndVariance()
{
    std::vector<float> values(200000);

    fillNormal(values, 0, 99, 3, 2);

    const double n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double variance = 0;
    for (float value : values)
        variance += (value - mean) * (value - mean) / n;
    QVERIFY(std::abs(mean - 3) < 4 * 2 / std::sqrt(n));
    QVERIFY(std::abs(variance - 4) < 4 * 4 * std::sqrt(2 / n));
}

void TestRandom::differentSeedsGiveDifferentValues()
{
    std::vector<float> a(1000);
    std::vector<float> b(1000);
    std::vector<float> c(1000);

    fillUniform(a, 0, 1, 0, 1);
    fillUniform(b, 0, 2, 0, 1);
    fillUniform(c, 0, std::uint64_t{1} << 40, 0, 1);

    QVERIFY(a != b);
    QVERIFY(a != c);
}

void TestRandom::randomBitsAreEqualOnEveryPlatform()
{
    // Expected values from the published vector above: the upper 24 bits of 0x6627e8d5 and so on.
    std::vector<float> uniform(4);
    fillUniform(uniform, 0, 0, 0, 1);
    QCOMPARE(std::bit_cast<std::uint32_t>(uniform[0]), std::bit_cast<std::uint32_t>(0x6627e8p-24F));
    QCOMPARE(std::bit_cast<std::uint32_t>(uniform[1]), std::bit_cast<std::uint32_t>(0xe169c5p-24F));

    // These recorded values detect a change of the formula or of the compiler's rounding.
    std::vector<float> normal(4);
    fillNormal(normal, 0, 0, 0, 1);
    const std::array<std::uint32_t, 4> bits = {
        std::bit_cast<std::uint32_t>(normal[0]), std::bit_cast<std::uint32_t>(normal[1]),
        std::bit_cast<std::uint32_t>(normal[2]), std::bit_cast<std::uint32_t>(normal[3])};
    QCOMPARE(bits, (std::array<std::uint32_t, 4>{0xbe82fa4fU, 0x3f96bb50U, 0x3f2153b8U, 0x3e88fdebU}));
}

QTEST_APPLESS_MAIN(TestRandom)
#include "tst_random.moc"
