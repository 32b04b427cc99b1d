#include "engine/base/text.h"

#include <QTest>
#include <cstdint>

using namespace engine;

class TestText : public QObject {
    Q_OBJECT

private slots:
    void textThatIsNotExactlyANumberIsRejected();
    void numberOutOfRangeIsRejected();
    void trimmedTextHasNoBlanksAroundIt();
};

void TestText::textThatIsNotExactlyANumberIsRejected()
{
    QVERIFY(parseNumber<int>("-12") == -12);
    QVERIFY(parseNumber<double>("1.5e3") == 1500.0);

    for (const char* text : {"", " 1", "1 ", "+1", "1x", "0x10", "one"})
        QVERIFY2(!parseNumber<int>(text), text);
}

void TestText::numberOutOfRangeIsRejected()
{
    QVERIFY(parseNumber<std::uint64_t>("18446744073709551615") == UINT64_MAX);
    QVERIFY(!parseNumber<std::uint64_t>("18446744073709551616"));
    QVERIFY(!parseNumber<std::uint64_t>("-1"));
}

void TestText::trimmedTextHasNoBlanksAroundIt()
{
    QCOMPARE(trimmed(" \tx = 1\r"), std::string_view("x = 1"));
    QCOMPARE(trimmed("x"), std::string_view("x"));
    QCOMPARE(trimmed(" \t"), std::string_view());
    QCOMPARE(trimmed(""), std::string_view());
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
