#include "engine/calibrate/fit.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace engine;
using namespace engine::calibrate;

/// Tests that fits recover the parameters that generated the data.
class TestFit : public QObject {
    Q_OBJECT

private slots:
    void fitLineRecoversTheLine();
    void fitLineToleratesNoise();
    void fitGemmRecoversRateAndHalfRateSize();
    void fitElementwiseRecoversItsConstants();
    void fitCacheFindsTheCacheSize();
    void occupiedGpuFractionIsComputedFromTheTimeOfTwoKernels();
    void fitFunctionsRefuseInvalidPointsWithAMessage();
};

namespace {

constexpr int kTrials = 300;

double between(std::mt19937_64& random, double low, double high)
{
    return low * std::pow(high / low, std::uniform_real_distribution(0.0, 1.0)(random));
}

bool isClose(double got, double wanted, double tolerance)
{
    const bool isGood = std::abs(got - wanted) <= tolerance * std::abs(wanted) + 1e-15;
    if (!isGood)
        qWarning("got %g, wanted %g", got, wanted);
    return isGood;
}

std::vector<Point> linePoints(double fixed, double rate, double noise, std::mt19937_64& random)
{
    std::normal_distribution<double> normal(0, noise);
    std::vector<Point> points;
    // Sizes on a logarithmic grid around the point where fixed and variable cost are equal.
    for (double amount = fixed * rate / 64; amount < fixed * rate * 64; amount *= 2)
        points.push_back({amount, (fixed + amount / rate) * (1 + normal(random))});
    return points;
}

}  // namespace

void TestFit::fitLineRecoversTheLine()
{
    std::mt19937_64 random(1);
    for (int i = 0; i < kTrials; ++i) {
        const double fixed = between(random, 1e-7, 1e-3);
        const double rate = between(random, 1e6, 1e14);
        const auto fit = fitLine(linePoints(fixed, rate, 0, random));
        QVERIFY(fit);
        QVERIFY(isClose(fit->fixed, fixed, 1e-9));
        QVERIFY(isClose(fit->rate, rate, 1e-9));
        QVERIFY(fit->residual < 1e-9);
    }
}

void TestFit::fitLineToleratesNoise()
{
    std::mt19937_64 random(2);
    for (int i = 0; i < kTrials; ++i) {
        const double fixed = between(random, 1e-7, 1e-3);
        const double rate = between(random, 1e6, 1e14);
        const auto fit = fitLine(linePoints(fixed, rate, 0.02, random));
        QVERIFY(fit);
        // 12 points with 2 % noise each: 6 % is five standard deviations of the estimate.
        QVERIFY(isClose(fit->fixed, fixed, 0.06));
        QVERIFY(isClose(fit->rate, rate, 0.06));
        QVERIFY(fit->residual > 0.004 && fit->residual < 0.06);
    }
}

void TestFit::fitGemmRecoversRateAndHalfRateSize()
{
    std::mt19937_64 random(3);
    for (int i = 0; i < kTrials; ++i) {
        const double rate = between(random, 1e11, 1e14);
        const double half = between(random, 1e8, 4e9);
        const double kernel = between(random, 5e-7, 1e-5);
        std::vector<Point> points;
        for (double n = 256; n <= 8192; n *= 2)
            points.push_back({2 * n * n * n, kernel + (2 * n * n * n + half) / rate});
        const auto fit = fitGemm(points, kernel);
        QVERIFY(fit);
        QVERIFY(isClose(fit->rate, rate, 1e-6));
        QVERIFY(isClose(fit->half, half, 1e-6));
    }
}

void TestFit::fitElementwiseRecoversItsConstants()
{
    std::mt19937_64 random(4);
    for (int i = 0; i < kTrials; ++i) {
        const double kernel = between(random, 5e-7, 1e-5);
        const double shortest = between(random, 5e-7, 5e-6);
        const double bandwidth = between(random, 1e10, 5e12);
        std::vector<Point> points;
        for (double bytes = 1 << 20; bytes <= 1 << 30; bytes *= 2)
            points.push_back({bytes, kernel + std::max(shortest, bytes / bandwidth)});
        const auto fit = fitElementwise(points, kernel + shortest);
        QVERIFY(fit);
        QVERIFY(isClose(fit->bandwidth, bandwidth, 1e-6));
        QVERIFY(isClose(fit->kernel, kernel, 1e-4));
        QVERIFY(isClose(fit->shortest, shortest, 1e-4));
    }
}

void TestFit::fitCacheFindsTheCacheSize()
{
    std::mt19937_64 random(5);
    for (int i = 0; i < kTrials; ++i) {
        const double outside = between(random, 1e9, 2e11);
        const double inside = outside * between(random, 1.3, 20);
        const double border = between(random, 2 << 20, 200 << 20);
        std::vector<Point> points;
        for (double bytes = 1 << 20; bytes <= 1 << 29; bytes *= 2)
            points.push_back({bytes, 1e-6 + bytes / (bytes <= border ? inside : outside)});
        const auto fit = fitCache(points, 1e-6);
        QVERIFY(fit);
        QVERIFY(isClose(fit->inside, inside, 1e-6));
        QVERIFY(isClose(fit->outside, outside, 1e-6));
        QVERIFY(fit->border > border / 2 && fit->border < border * 2);
    }
    const std::vector<Point> flat = {{1e6, 1e-4}, {2e6, 2e-4}, {4e6, 4e-4}};
    QCOMPARE(fitCache(flat, 0)->border, 0.0);
    QVERIFY(!fitCache({}, 0));
}

void TestFit::occupiedGpuFractionIsComputedFromTheTimeOfTwoKernels()
{
    for (const double share : {0.55, 0.6, 0.75, 0.9, 0.97}) {
        const auto got = shareOf(3 - 1 / share);
        QVERIFY(got);
        QVERIFY(isClose(*got, share, 1e-12));
    }
    QVERIFY(!shareOf(1.0));
    QVERIFY(!shareOf(2.0));
}

void TestFit::fitFunctionsRefuseInvalidPointsWithAMessage()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::vector<Point>> bad = {
        {},
        {{100, 1e-3}},
        {{100, 1e-3}, {100, 2e-3}},   // only one size
        {{100, 1e-3}, {200, 0}},      // zero time
        {{100, 1e-3}, {200, -1e-3}},  // negative time
        {{100, 1e-3}, {200, nan}},
        {{nan, 1e-3}, {200, 1e-3}},
        {{100, 2e-3}, {200, 1e-3}, {400, 5e-4}},  // more work takes less time
    };
    for (const auto& points : bad) {
        const auto fit = fitLine(points);
        QVERIFY(!fit);
        QVERIFY2(fit.error().english().ends_with('.'), fit.error().english().c_str());
        QVERIFY(fit.error().english().size() > 30);
        QVERIFY(!fitGemm(points, 0));
        QVERIFY(!fitElementwise(points, 1e-9));
    }
}

QTEST_APPLESS_MAIN(TestFit)
#include "tst_fit.moc"
