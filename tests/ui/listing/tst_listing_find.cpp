#include "tests/ui/listing/open_program_pane.h"

#include <QLabel>
#include <QLineEdit>

using Dialect = engine::frontend::Dialect;

/// Tests the find bar. The listing contains the lines "with Benchmark('all'):", "    wait()", "    wait()".
class TestListingFind : public QObject, tests::OpenProgramPane {
    Q_OBJECT

private slots:
    void init()
    {
        openPane();
        m_pane->openFind();
    }
    void cleanup() { closePane(); }
    void typingSelectsTheFirstMatchAfterTheCursor();
    void returnKeyStepsThroughTheMatches();
    void matchesAreSearchedAgainWhenTheTextChanges();
    void findBarOpensWithTheSelectedText();
    void escapeKeyClosesTheFindBarAndFocusesTheListing();

private:
    [[nodiscard]] QLineEdit* line() const { return m_pane->findChild<QLineEdit*>("listingFindText"); }
    [[nodiscard]] QString count() const { return m_pane->findChild<QLabel*>("listingFindCount")->text(); }
    [[nodiscard]] QTextCursor cursor() const { return m_pane->listing().textCursor(); }
    [[nodiscard]] qsizetype tints() const { return m_pane->listing().extraSelections().size(); }
};

void TestListingFind::typingSelectsTheFirstMatchAfterTheCursor()
{
    QTest::keyClicks(line(), "WAIT");

    QCOMPARE(cursor().selectedText(), QStringLiteral("wait"));
    QCOMPARE(m_desk->selection.line(), 2);
    QCOMPARE(count(), QStringLiteral("1 of 2"));
    QCOMPARE(tints(), 2);

    QTest::keyClicks(line(), "ing");
    QCOMPARE(count(), QStringLiteral("nothing found"));
    QCOMPARE(tints(), 0);

    line()->clear();
    QCOMPARE(count(), QString());
}

void TestListingFind::returnKeyStepsThroughTheMatches()
{
    QTest::keyClicks(line(), "wait");

    QTest::keyClick(line(), Qt::Key_Return);
    QCOMPARE(m_desk->selection.line(), 3);
    QTest::keyClick(line(), Qt::Key_Return);
    QCOMPARE(m_desk->selection.line(), 2);
    QTest::keyClick(line(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(m_desk->selection.line(), 3);
    QCOMPARE(count(), QStringLiteral("2 of 2"));

    m_pane->listing().moveCursor(QTextCursor::Start);
    QTest::keyClick(line(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(m_desk->selection.line(), 3);
}

void TestListingFind::matchesAreSearchedAgainWhenTheTextChanges()
{
    QTest::keyClicks(line(), "wait");

    m_desk->document.listing().setSource(QStringLiteral("wait()\nwait()\nwait()"));
    QCOMPARE(count(), QStringLiteral("3 found"));

    m_desk->document.open(tests::FakeFrontEnd::program("13.2.1", "wait()\n"), Dialect::Torch);
    QCOMPARE(count(), QStringLiteral("1 found"));
    QCOMPARE(tints(), 1);
}

void TestListingFind::findBarOpensWithTheSelectedText()
{
    m_pane->listing().setTextCursor(m_pane->listing().document()->find(QStringLiteral("Benchmark")));
    m_pane->openFind();
    QCOMPARE(line()->text(), QStringLiteral("Benchmark"));

    m_pane->listing().selectAll();
    m_pane->openFind();
    QCOMPARE(line()->text(), QStringLiteral("Benchmark"));
}

void TestListingFind::escapeKeyClosesTheFindBarAndFocusesTheListing()
{
    QTest::keyClicks(line(), "wait");
    QTest::keyClick(line(), Qt::Key_Escape);

    QVERIFY(!line()->isVisible());
    QVERIFY(m_pane->listing().hasFocus());
    QCOMPARE(cursor().selectedText(), QStringLiteral("wait"));
    QCOMPARE(tints(), 0);
}

QTEST_MAIN(TestListingFind)
#include "tst_listing_find.moc"
