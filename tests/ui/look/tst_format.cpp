#include "ui/look/changed_text.h"
#include "ui/look/flow.h"
#include "ui/look/format.h"
#include "ui/look/key_names.h"

#include <QLocale>
#include <QTest>

using namespace ui::look;
using engine::Bytes;
using engine::Nanoseconds;
using namespace std::chrono_literals;

/// Tests formatting of numbers, units and key names.
class TestFormat : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void durationsAreFormattedWithUnits_data();
    void durationsAreFormattedWithUnits();
    void sizesAreFormattedInBinaryUnits_data();
    void sizesAreFormattedInBinaryUnits();
    void shorterFormsOfAChangeOmitTheUnitsAndThenTheOldValue();
    void durationsBeforeAndAfterAChangeHaveTheSameUnit_data();
    void durationsBeforeAndAfterAChangeHaveTheSameUnit();
    void timesBeforeTheOriginAreLabelledAsWarmUpTimes();
    void portionsUseTheUnitOfTheWhole();
    void benchmarkTimesAreFormattedAsInTheBook();
    void measuredTimesHaveDigitsUpToTheFirstDigitOfTheSpread_data();
    void measuredTimesHaveDigitsUpToTheFirstDigitOfTheSpread();
    void ratesAreFormattedWithUnits();
    void percentagesFactorsAndCountsAreFormatted();
    void keysAreNamedAsOnAKeyboard();
    void unitsStayWithTheirNumbersAndKoreanParticlesFitTheirWords_data();
    void unitsStayWithTheirNumbersAndKoreanParticlesFitTheirWords();
};

void TestFormat::durationsAreFormattedWithUnits_data()
{
    QTest::addColumn<qint64>("nanoseconds");
    QTest::addColumn<QString>("text");

    QTest::newRow("zero") << qint64{0} << "0 ns";
    QTest::newRow("one nanosecond") << qint64{1} << "1 ns";
    QTest::newRow("largest value in nanoseconds") << qint64{999} << "999 ns";
    QTest::newRow("smallest value in microseconds") << qint64{1000} << "1.00 µs";
    QTest::newRow("milliseconds") << qint64{9'970'000} << "9.97 ms";
    QTest::newRow("two digits before the point") << qint64{10'040'000} << "10.0 ms";
    QTest::newRow("three digits before the point") << qint64{169'123'456} << "169 ms";
    QTest::newRow("rounds up into the next unit") << qint64{999'600'000} << "1.00 s";
    QTest::newRow("rounds up into the next number of digits") << qint64{9'996'000} << "10.0 ms";
    QTest::newRow("seconds") << qint64{1'186'000'000} << "1.19 s";
    QTest::newRow("negative has a minus, not a hyphen") << qint64{-2'500'000} << "−2.50 ms";
    QTest::newRow("very long") << qint64{9'000'000'000'000} << "9000 s";
}

void TestFormat::durationsAreFormattedWithUnits()
{
    QFETCH(qint64, nanoseconds);
    QFETCH(QString, text);

    QCOMPARE(durationText(Nanoseconds{nanoseconds}), text);
}

void TestFormat::sizesAreFormattedInBinaryUnits_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");

    QTest::newRow("zero") << qint64{0} << "0 B";
    QTest::newRow("a matrix of the book") << qint64{64'000'000} << "61.04 MiB";
    QTest::newRow("a block of PyTorch") << qint64{62} * 1024 * 1024 << "62.00 MiB";
    QTest::newRow("a peak") << qint64{3'264'000'000} << "3.04 GiB";
    QTest::newRow("kibibytes") << qint64{2048} << "2.00 KiB";
}

void TestFormat::sizesAreFormattedInBinaryUnits()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);

    QCOMPARE(bytesText(Bytes{bytes}), text);
    QCOMPARE(bytesNumberText(Bytes{bytes}, Bytes{bytes}), text.section(QLatin1Char(' '), 0, 0));
}

void TestFormat::shorterFormsOfAChangeOmitTheUnitsAndThenTheOldValue()
{
    const auto textsOf = [](const QString& before, const QString& now) {
        QStringList texts;
        for (const ChangeText& form : changeForms(beforeArrow(before, now), now))
            texts << form.before + form.now;
        return texts;
    };

    QCOMPARE(textsOf("0.4968 s", "0.0006 s"), QStringList({"0.4968 → 0.0006 s", "0.4968→0.0006", "→ 0.0006 s"}));
    // If the two numbers have different units, both units are shown.
    QCOMPARE(textsOf("1.2 s", "600 µs"), QStringList({"1.2 s → 600 µs", "→ 600 µs"}));
}

void TestFormat::benchmarkTimesAreFormattedAsInTheBook()
{
    QCOMPARE(benchmarkText(0.49671), QStringLiteral("0.4967 s"));
    QCOMPARE(benchmarkText(0), QStringLiteral("0.0000 s"));
    QCOMPARE(benchmarkText(-0.00001), QStringLiteral("0.0000 s"));
    QCOMPARE(benchmarkText(1.0 / 0.0), QStringLiteral("—"));
    QCOMPARE(clockText(Nanoseconds{1'182'600'000}), QStringLiteral("1.1826 s"));
    QCOMPARE(clockText(Nanoseconds{0}), QStringLiteral("0.0000 s"));
    QCOMPARE(clockText(Nanoseconds{10'000'000}), QStringLiteral("0.0100 s"));
    QCOMPARE(clockText(Nanoseconds{874'000}), durationText(Nanoseconds{874'000}));
}

void TestFormat::durationsBeforeAndAfterAChangeHaveTheSameUnit_data()
{
    QTest::addColumn<qint64>("before");
    QTest::addColumn<qint64>("now");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");

    QTest::newRow("seconds") << qint64{1'527'800'000} << qint64{1'031'600'000} << "1.528 s"
                             << "1.032 s";
    QTest::newRow("less than a tenth") << qint64{103'000'000} << qint64{78'400'000} << "0.103 s"
                                       << "0.0784 s";
    QTest::newRow("nothing") << qint64{1'620'000} << qint64{0} << "1.62 ms"
                             << "0 ms";
    QTest::newRow("much less") << qint64{5'000'000'000} << qint64{12'000} << "5.000 s"
                               << "0.000012 s";
    QTest::newRow("longer") << qint64{950'000} << qint64{2'000'000} << "0.950 ms"
                            << "2.00 ms";
    QTest::newRow("minutes") << qint64{2'000'000'000'000} << qint64{1'500'000'000} << "2000 s"
                             << "1.500 s";
    QTest::newRow("both nothing") << qint64{0} << qint64{0} << "0 ns"
                                  << "0 ns";
}

void TestFormat::durationsBeforeAndAfterAChangeHaveTheSameUnit()
{
    QFETCH(qint64, before);
    QFETCH(qint64, now);
    QFETCH(QString, first);
    QFETCH(QString, second);

    const ChangeText pair = durationPair(Nanoseconds{before}, Nanoseconds{now});

    QCOMPARE(pair.before, first);
    QCOMPARE(pair.now, second);
}

void TestFormat::timesBeforeTheOriginAreLabelledAsWarmUpTimes()
{
    const Nanoseconds zero = 516ms;
    QCOMPARE(momentText(zero + 1'182'600us, zero), QStringLiteral("1.1826 s"));
    QCOMPARE(momentText(120ms, zero), QStringLiteral("in the warm-up, 0.1200 s after the start"));
    QCOMPARE(momentText(-3ms, 0ms), QStringLiteral("in the warm-up, 0.0000 s after the start"));
    QCOMPARE(intervalText(zero + 100ms, zero + 200ms, zero), QStringLiteral("0.1000 – 0.2000 s"));
    QCOMPARE(intervalText(zero + 1400us, zero + 13ms, zero), QStringLiteral("0.0014 – 0.0130 s"));
    QCOMPARE(intervalText(zero + 100'000'001ns, zero + 100'000'003ns, zero),
             QStringLiteral("0.100000001 – 0.100000003 s"));
    QCOMPARE(intervalText(120ms, 130ms, zero), QStringLiteral("in the warm-up, 0.1200 – 0.1300 s after the start"));
    QCOMPARE(intervalText(120ms, zero + 30ms, zero),
             QStringLiteral("in the warm-up, 0.1200 s after the start, until 0.0300 s"));
}

void TestFormat::portionsUseTheUnitOfTheWhole()
{
    const Bytes half{std::int64_t{1} << 29}, whole{std::int64_t{1} << 31};
    QCOMPARE(bytesNumberText(half, whole), QStringLiteral("0.50"));
    QCOMPARE(bytesNumberText(half, half), QStringLiteral("512.00"));
    QCOMPARE(bytesNumberText(Bytes{3}, Bytes{}), QStringLiteral("3"));
}

void TestFormat::measuredTimesHaveDigitsUpToTheFirstDigitOfTheSpread_data()
{
    QTest::addColumn<int>("samples");
    QTest::addColumn<double>("lower");
    QTest::addColumn<double>("upper");
    QTest::addColumn<QString>("text");
    QTest::newRow("spread of hundredths") << 5 << 1.21 << 1.25 << "1.23 s (1.21\u20131.25)";
    QTest::newRow("spread below a tenth of a millisecond")
        << 5 << 1.23401 << 1.23402 << "1.2340 s (1.2340\u20131.2340)";
    QTest::newRow("one run") << 1 << 1.234 << 1.234 << "1.2340 s";
}

void TestFormat::measuredTimesHaveDigitsUpToTheFirstDigitOfTheSpread()
{
    QFETCH(int, samples);
    QFETCH(double, lower);
    QFETCH(double, upper);

    const engine::Statistics seconds{
        .samples = samples, .minimum = lower, .lower = lower, .median = 1.234, .upper = upper};

    QTEST(measuredText(seconds), "text");
}

void TestFormat::ratesAreFormattedWithUnits()
{
    QCOMPARE(rateText(1.3e9), QStringLiteral("1.30 GB/s"));
    QCOMPARE(flopRateText(12.84e12), QStringLiteral("12.8 TFLOP/s"));
    QCOMPARE(flopRateText(0), QStringLiteral("0.00 FLOP/s"));
}

void TestFormat::percentagesFactorsAndCountsAreFormatted()
{
    QCOMPARE(percentText(0.66), QStringLiteral("66 %"));
    QCOMPARE(percentText(0.001), QStringLiteral("<1 %"));
    QCOMPARE(percentText(0), QStringLiteral("0 %"));
    QCOMPARE(factorText(2.0236), QStringLiteral("2.02×"));
    QCOMPARE(factorText(13.24), QStringLiteral("13.2×"));
    QCOMPARE(factorText(416.67), QStringLiteral("417×"));
    QCOMPARE(factorText(0.0 / 0.0), QStringLiteral("—"));
    QCOMPARE(countText(-3), QStringLiteral("−3"));
}

void TestFormat::keysAreNamedAsOnAKeyboard()
{
    QCOMPARE(keyNames(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Right)), QStringLiteral("Ctrl+Shift+→"));
    QCOMPARE(keyNames(QKeySequence(Qt::CTRL | Qt::Key_Return)), QStringLiteral("Ctrl+Enter"));
    QCOMPARE(keyNames(QStringLiteral("PgDown")), QStringLiteral("Page Down"));
    QCOMPARE(keyNames(QStringLiteral("Home")), QStringLiteral("Home"));
    QCOMPARE(keyNames(QKeySequence(Qt::CTRL | Qt::Key_Plus)), QStringLiteral("Ctrl+\u200c+"));
}

void TestFormat::unitsStayWithTheirNumbersAndKoreanParticlesFitTheirWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("inFlow");

    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("time, share and rate") << "It took 0.4967 s, 3.2 µs, 66 % and 1.30 GB/s."
                                          << "It took 0.4967\u00A0s, 3.2\u00A0µs, 66\u00A0% and 1.30\u00A0GB/s.";
    QTest::newRow("a number before a word") << "In 5 steps, 2 GPUs, 3 more"
                                            << "In 5 steps, 2 GPUs, 3 more";
    QTest::newRow("in tags") << "<b>0.0124 s</b> instead"
                             << "<b>0.0124\u00A0s</b> instead";
    QTest::newRow("after a digit with a last consonant") << "GPU 0을(를) GPU 1이(가)"
                                                         << "GPU 0을 GPU 1이";
    QTest::newRow("after a digit without a last consonant") << "GPU 2을(를) GPU 4은(는)"
                                                            << "GPU 2를 GPU 4는";
    QTest::newRow("after a letter") << "B은(는) CPU이(가) mm을(를)"
                                    << "B는 CPU가 mm을";
    QTest::newRow("after Korean words") << "복사을(를) 연산은(는)"
                                        << "복사를 연산은";
    QTest::newRow("past brackets, quotes and tags") << "`y[3]`이(가) <b>y[5]</b>은(는) “곱”을(를)"
                                                    << "`y[3]`이 <b>y[5]</b>는 “곱”을";
    QTest::newRow("instrumental particle") << "y[1](으)로 y[3](으)로 CPU(으)로"
                                           << "y[1]로 y[3]으로 CPU로";
    QTest::newRow("Chinese") << "用 2.98 s。 B 在 GPU 0，提交时 复制引擎 空闲"
                             << "用 2.98\u00A0s。B 在 GPU 0，提交时复制引擎空闲";
    QTest::newRow("particle alone") << "은(는)"
                                    << "은(는)";
}

void TestFormat::unitsStayWithTheirNumbersAndKoreanParticlesFitTheirWords()
{
    QFETCH(QString, text);

    QTEST(formatForWrapping(text), "inFlow");
}

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
