#include "tests/ui/listing/open_program_pane.h"
#include "ui/listing/lever_button.h"

#include <QCheckBox>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolTip>

using namespace ui::listing;

/// Tests waits and levers in the margin of the listing.
class TestListingMargin : public QObject, tests::OpenProgramPane {
    Q_OBJECT

private slots:
    void init() { openPane(); }
    void cleanup() { closePane(); }
    void clickInTheGutterFlipsTheSwitchOfItsLine();
    void clickInTheGutterInsertsAWait();
    void tooltipOfALineNumberExplainsItsBreakpoint();
    void clickOnALeverRewritesItsLine();
    void clickOnALeverMayChangeTheNumberOfRowsOfItsLine();
    void clickOnALineWithSeveralLeversOpensAMenu();
    void menuOfASingleLeverHasNoSubmenu();
    void leverIsNotChangedIfItsLineWasEditedSinceTheAnalysis();
    void flipCurrentLineIgnoresLinesWithoutASwitch();

private:
    /// Makes the next analyses of the text return the levers of a copy to a GPU, on the first line.
    void giveLevers(bool hasDevice);
};

void TestListingMargin::giveLevers(bool hasDevice)
{
    ui::listing::ProgramListing& listing = m_desk->document.listing();
    connect(
        &listing, &ui::listing::ProgramListing::analysisWanted, &listing,
        [&listing, hasDevice](const QString& source, Dialect, quint64 ticket) {
            const bool isOn = source.contains(QStringLiteral("non_blocking=True"));
            const std::string device = source.contains(QStringLiteral("d[1]")) ? "d[1]" : "d[0]";
            const auto text = [](const std::string& on, bool isNonBlocking) {
                return "y = x.to(" + on + (isNonBlocking ? ", non_blocking=True)" : ")");
            };
            Lever blocking{1,
                           "non_blocking",
                           isOn ? "on" : "off",
                           {{"on", text(device, true)}, {"off", text(device, false)}},
                           {},
                           {},
                           0};
            Lever place{1, "device", device, {{"d[0]", text("d[0]", isOn)}, {"d[1]", text("d[1]", isOn)}}, {}, {}, 0};
            listing.setAnalysis(
                ticket, {.points = tests::FakeFrontEnd::pointsOf(source.toStdString()),
                         .levers = hasDevice ? std::vector<Lever>{place, blocking} : std::vector<Lever>{blocking}});
        });
    listing.setSource("y = x.to(d[0])\nwait()");
}

void TestListingMargin::clickInTheGutterFlipsTheSwitchOfItsLine()
{
    auto* waitSwitch = m_pane->findChild<QCheckBox*>("syncSwitch3");
    QSignalSpy flipped(&m_desk->document, &ProgramDocument::runWanted);
    QSignalSpy byMouse(&m_pane->listing().gutter(), &ListingGutter::flippedByMouse);

    // Clicks at the edge of the row, far from the painted switch, because the whole row is clickable.
    QTest::mouseClick(waitSwitch, Qt::LeftButton, Qt::NoModifier, QPoint(waitSwitch->width() - 1, 1));

    QCOMPARE(flipped.count(), 1);
    QCOMPARE(byMouse.count(), 1);
    QCOMPARE(m_desk->document.request().off, std::vector<int>{3});
    QVERIFY(!waitSwitch->isChecked());
    QCOMPARE(m_pane->findChild<QLabel*>("syncCount")->text(), QStringLiteral("1 of 2 waits on"));
}

void TestListingMargin::tooltipOfALineNumberExplainsItsBreakpoint()
{
    ListingGutter& gutter = m_pane->listing().gutter();
    const QPoint number(gutter.width() - 4, 6);
    const auto toolTip = [&] {
        QHelpEvent help(QEvent::ToolTip, number, gutter.mapToGlobal(number));
        QCoreApplication::sendEvent(&gutter, &help);
        return QToolTip::text();
    };

    QCOMPARE(toolTip(), QStringLiteral("Click to stop a replay at line 1."));
    gutter.setBreakpoints({1});
    QCOMPARE(toolTip(), QStringLiteral("A replay stops at line 1. Click to replay without this stop."));
}

void TestListingMargin::clickInTheGutterInsertsAWait()
{
    ui::listing::ProgramListing& listing = m_desk->document.listing();
    connect(&listing, &ui::listing::ProgramListing::analysisWanted, &listing,
            [&](const QString& source, Dialect, quint64 ticket) {
                listing.setAnalysis(ticket, {.points = tests::FakeFrontEnd::pointsOf(source.toStdString()),
                                             .insertions = {{1, "    wait()"}}});
            });
    const QString before = listing.text().source() + QLatin1Char('\n');
    listing.setSource(before);
    ListingGutter& gutter = m_pane->listing().gutter();
    QSignalSpy hovered(&gutter, &ListingGutter::insertionHovered);
    QSignalSpy wanted(&m_desk->document, &ProgramDocument::runWanted);
    const QPoint place(8, 8);

    QTest::mouseMove(&gutter, place + QPoint(40, 0));
    QTest::mouseMove(&gutter, place);
    QCOMPARE(hovered.count(), 1);
    QCOMPARE(hovered[0][0].toInt(), 1);
    QTest::mouseClick(&gutter, Qt::LeftButton, Qt::NoModifier, place);

    QVERIFY(listing.text().source().startsWith("with Benchmark('all'):\n    wait()\n    wait()\n    wait()\n"));
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(listing.text().switches().points().size(), std::size_t{3});
    m_desk->document.edits().flipWait(1);  // no effect: this line has no wait
    QCOMPARE(listing.text().switches().points().size(), std::size_t{3});
    // The inserted wait has a switch like any other, but flipping it removes the line.
    m_desk->document.edits().flip(2);
    QCOMPARE(listing.text().source(), before);
    m_desk->document.undoStack().undo();
    QCOMPARE(listing.text().switches().points().size(), std::size_t{3});
}

void TestListingMargin::clickOnALeverRewritesItsLine()
{
    giveLevers(false);
    auto* lever = m_pane->findChild<LeverButton*>("lever1");
    QVERIFY(lever != nullptr && lever->isVisible());
    QCOMPARE(lever->accessibleName(), QStringLiteral("Levers of line 1: non_blocking off"));
    QSignalSpy wanted(&m_desk->document, &ProgramDocument::runWanted);
    QSignalSpy byMouse(&m_pane->listing().gutter(), &ListingGutter::flippedByMouse);

    QTest::mouseClick(lever, Qt::LeftButton);

    QCOMPARE(m_desk->document.text().source(), QStringLiteral("y = x.to(d[0], non_blocking=True)\nwait()"));
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(byMouse.count(), 1);
    QVERIFY(QString::fromStdString(m_desk->document.request().source).contains("non_blocking=True"));
    QCOMPARE(lever->accessibleName(), QStringLiteral("Levers of line 1: non_blocking on"));
    QVERIFY2(m_desk->document.request().off.empty(), "a lever is no wait");
    m_desk->document.undoStack().undo();
    QCOMPARE(m_desk->document.text().source(), QStringLiteral("y = x.to(d[0])\nwait()"));
    // openLeversOfCurrentLine() changes the only lever of the line without a menu.
    m_pane->listing().goToLine(1);
    m_pane->listing().openLeversOfCurrentLine();
    QCOMPARE(m_desk->document.text().source(), QStringLiteral("y = x.to(d[0], non_blocking=True)\nwait()"));
    m_pane->listing().goToLine(2);
    m_pane->listing().openLeversOfCurrentLine();
    QCOMPARE(m_desk->document.text().source(), QStringLiteral("y = x.to(d[0], non_blocking=True)\nwait()"));
}

/// The gutter updates its buttons while a click on one of them rewrites the line. The new text may need another number
/// of rows.
void TestListingMargin::clickOnALeverMayChangeTheNumberOfRowsOfItsLine()
{
    giveLevers(false);
    m_pane->resize(210, 820);
    QCoreApplication::processEvents();
    auto* lever = m_pane->findChild<LeverButton*>("lever1");
    const auto rows = [this] { return m_pane->listing().document()->firstBlock().layout()->lineCount(); };
    const int before = rows();

    QTest::mouseClick(lever, Qt::LeftButton);

    QCOMPARE(m_desk->document.text().source(), QStringLiteral("y = x.to(d[0], non_blocking=True)\nwait()"));
    QVERIFY(rows() > before);
    QTest::mouseClick(lever, Qt::LeftButton);
    QCOMPARE(m_desk->document.text().source(), QStringLiteral("y = x.to(d[0])\nwait()"));
    QCOMPARE(rows(), before);
}

void TestListingMargin::clickOnALineWithSeveralLeversOpensAMenu()
{
    giveLevers(true);
    auto* lever = m_pane->findChild<LeverButton*>("lever1");
    QVERIFY(lever != nullptr);
    QCOMPARE(lever->accessibleName(), QStringLiteral("Levers of line 1: device d[0], non_blocking off"));

    QTest::mouseClick(lever, Qt::LeftButton);
    auto* menu = lever->findChild<QMenu*>("leverMenu");
    QVERIFY(menu != nullptr && menu->isVisible());
    auto* other = menu->findChild<QAction*>("device=d[1]");
    QVERIFY(other != nullptr && other->isCheckable() && !other->isChecked());
    QVERIFY(menu->findChild<QAction*>("device=d[0]")->isChecked());
    other->trigger();
    menu->close();

    QCOMPARE(m_desk->document.text().source(), QStringLiteral("y = x.to(d[1])\nwait()"));
    QCOMPARE(lever->accessibleName(), QStringLiteral("Levers of line 1: device d[1], non_blocking off"));
}

void TestListingMargin::menuOfASingleLeverHasNoSubmenu()
{
    const Lever batch{1, "batch_size", "64", {{"32", ""}, {"64", ""}, {"128", ""}}, {}, {}, 0};
    std::string chosen;
    QMenu menu;

    ui::listing::fillLeverMenu(menu, {batch}, [&](const Lever&, const std::string& value) { chosen = value; });

    QCOMPARE(menu.actions().size(), 3);
    QVERIFY(menu.actions()[1]->isChecked());
    menu.actions()[2]->trigger();
    QCOMPARE(chosen, std::string("128"));
}

/// The lever's new text comes from the last analysis and would discard the edit.
void TestListingMargin::leverIsNotChangedIfItsLineWasEditedSinceTheAnalysis()
{
    giveLevers(false);
    ui::listing::ProgramListing& listing = m_desk->document.listing();
    disconnect(&listing, &ui::listing::ProgramListing::analysisWanted, nullptr, nullptr);
    listing.setSource("y = x.to(d[0], copy=True)\nwait()");

    m_desk->document.edits().changeLever(1, "non_blocking", "on");

    QCOMPARE(listing.text().source(), QStringLiteral("y = x.to(d[0], copy=True)\nwait()"));
}

void TestListingMargin::flipCurrentLineIgnoresLinesWithoutASwitch()
{
    QSignalSpy byMouse(&m_pane->listing().gutter(), &ListingGutter::flippedByMouse);
    m_pane->listing().goToLine(2);
    m_pane->listing().flipCurrentLine();
    QCOMPARE(m_desk->document.request().off, std::vector<int>{2});

    m_pane->listing().goToLine(1);
    m_pane->listing().flipCurrentLine();
    QCOMPARE(m_desk->document.request().off, std::vector<int>{2});
    QCOMPARE(byMouse.count(), 0);
}

QTEST_MAIN(TestListingMargin)
#include "tst_listing_margin.moc"
