#include "engine/listing/replaced_numbers.h"

#include <QTest>

using engine::listing::linesAfterEdits;
using engine::listing::linesThatBind;

/// Tests which lines of a listing have numbers that a parameter replaces, also after edits.
class TestReplacedNumbers : public QObject {
    Q_OBJECT

private slots:
    void lineNumberOfAReplacedNumberFollowsEditsOfTheListing_data();
    void lineNumberOfAReplacedNumberFollowsEditsOfTheListing();
    void linesThatBindANameAreFound_data();
    void linesThatBindANameAreFound();
};

void TestReplacedNumbers::lineNumberOfAReplacedNumberFollowsEditsOfTheListing_data()
{
    QTest::addColumn<QString>("after");
    QTest::addColumn<int>("line");  // number of line 3, "x = rand(50)", after the edit; 0: removed

    QTest::newRow("no edit") << "a\nb\nx = rand(50)\nwait()\ny\nwait()\n" << 3;
    QTest::newRow("a line before") << "import t\na\nb\nx = rand(50)\nwait()\ny\nwait()\n" << 4;
    QTest::newRow("a line removed before") << "b\nx = rand(50)\nwait()\ny\nwait()\n" << 2;
    QTest::newRow("the line itself is changed") << "a\nb\nx = rand(50, device=1)\nwait()\ny\nwait()\n" << 3;
    QTest::newRow("changed, with a wait after it") << "a\nb\nx = rand(50, 1)\nwait()\nwait()\ny\nwait()\n" << 3;
    QTest::newRow("changed, and lines around it") << "a\nb\nnew\nx = rand(50)\nwait()\nwait()\nz\nwait()\n" << 4;
    QTest::newRow("removed") << "a\nb\nwait()\ny\nwait()\n" << 0;
    QTest::newRow("everything removed") << "" << 0;
}

void TestReplacedNumbers::lineNumberOfAReplacedNumberFollowsEditsOfTheListing()
{
    QFETCH(QString, after);
    QFETCH(int, line);
    const std::vector<int> expected = line > 0 ? std::vector<int>{line} : std::vector<int>{};

    QCOMPARE(linesAfterEdits("a\nb\nx = rand(50)\nwait()\ny\nwait()\n", after.toStdString(), {3}), expected);
    QVERIFY(linesAfterEdits("a\n", after.toStdString(), {7, 0, -1}).empty());
}

void TestReplacedNumbers::linesThatBindANameAreFound_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("isFound");

    QTest::newRow("an assignment") << "n = 4000" << true;
    QTest::newRow("a keyword") << "f(1, n=4000)" << true;
    QTest::newRow("a default") << "def f(x, n = 4000):" << true;
    QTest::newRow("a comparison") << "if n == 4000:" << false;
    QTest::newRow("another name") << "men = 4000" << false;
    QTest::newRow("an attribute") << "x.n = 4000" << false;
    QTest::newRow("a use") << "range(n)" << false;
}

void TestReplacedNumbers::linesThatBindANameAreFound()
{
    QFETCH(QString, line);
    QFETCH(bool, isFound);
    QCOMPARE(linesThatBind("\n" + line.toStdString() + "\n", "n"), isFound ? std::vector<int>{2} : std::vector<int>{});
}

QTEST_APPLESS_MAIN(TestReplacedNumbers)
#include "tst_replaced_numbers.moc"
