#include "ui/look/python_tokens.h"

#include <QTest>

using namespace ui::look;

/// Tests the syntax colours of a line of Python.
class TestPythonTokens : public QObject {
    Q_OBJECT

private slots:
    void pythonLineIsSplitIntoTokens_data();
    void pythonLineIsSplitIntoTokens();
    void tripleQuotedStringContinuesOnTheNextLine();
};

namespace {

/// Returns one letter for each character of the line: the type of its token, for example "k" for a keyword.
QString kindsOf(const QString& line, OpenString& open)
{
    QString kinds(line.size(), '.');
    for (const Token& token : tokensOf(line, open)) {
        static const char letters[] = ".ksncf";
        for (qsizetype i = token.start; i < token.start + token.length; ++i)
            kinds[i] = QLatin1Char(letters[static_cast<int>(token.kind)]);
    }
    return kinds;
}

}  // namespace

void TestPythonTokens::pythonLineIsSplitIntoTokens_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("kinds");

    QTest::newRow("empty line") << ""
                                << "";
    QTest::newRow("a call of a module") << "torch.cuda.synchronize(x)"
                                        << "...........fffffffffff...";
    QTest::newRow("a definition") << "def run(x):"
                                  << "kkk.fff....";
    QTest::newRow("a number in a call") << "range(50)"
                                        << "kkkkk.nn.";
    QTest::newRow("a comment") << "x = 1  # 2"
                               << "....n..ccc";
    QTest::newRow("a number sign in a string") << "f('#')"
                                               << "f.sss.";
    QTest::newRow("an f-string with its prefix") << "f'{x}'"
                                                 << "ssssss";
    QTest::newRow("an escaped quote") << "'a\\'b' 1"
                                      << "ssssss.n";
    QTest::newRow("an unclosed string") << "'abc"
                                        << "ssss";
    QTest::newRow("an exponent") << "1e-5 - 2"
                                 << "nnnn...n";
    QTest::newRow("a name in Chinese characters") << "行列(x)"
                                                  << "ff...";
}

void TestPythonTokens::pythonLineIsSplitIntoTokens()
{
    QFETCH(QString, line);
    QFETCH(QString, kinds);
    OpenString open = OpenString::None;

    QCOMPARE(kindsOf(line, open), kinds);
    QCOMPARE(open, OpenString::None);
}

void TestPythonTokens::tripleQuotedStringContinuesOnTheNextLine()
{
    OpenString open = OpenString::None;

    QCOMPARE(kindsOf("x = \"\"\"a", open), QStringLiteral("....ssss"));
    QCOMPARE(open, OpenString::TripleDouble);
    QCOMPARE(kindsOf("for '''", open), QStringLiteral("sssssss"));
    QCOMPARE(kindsOf("b\"\"\" + 1", open), QStringLiteral("ssss...n"));
    QCOMPARE(open, OpenString::None);
}

QTEST_APPLESS_MAIN(TestPythonTokens)
#include "tst_python_tokens.moc"
