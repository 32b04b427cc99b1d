#include "engine/io/open_trace.h"
#include "tests/ui/runs/fake_backend.h"
#include "tests/ui/shell/all_asked.h"
#include "ui/commands/actions.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/listing_pane.h"
#include "ui/look/languages.h"
#include "ui/run_choice/compare_control.h"
#include "ui/run_choice/compare_parameters.h"
#include "ui/runs/banner.h"
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace ui::run_choice;
using namespace ui::files;
using namespace ui::machines;
using namespace ui::runs;
using namespace ui::shell;
using tests::FakeFrontEnd;
using ui::compare::Which;

/// Tests a comparison that stays open while the program changes.
class TestCompareWindow : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }
    void changedParameterRunsBothSidesAgain();
    void changedParameterDoesNotChangeAPinnedRun();
    void comparisonOnARealMachineHasNoParameterFields();
    void untrustedListingIsNotRunForTheComparison();
    void comparisonStartsNoMeasurement();
    void liveRunUpdatesBothSides();
    void sidesThatAreSwappedDuringARunStaySwapped();
    void choosingARunForOneSideKeepsTheOtherSide();
    void pendingRunOfASideFollowsTheSideWhenSidesAreSwapped();
    void pendingRunOfASideIsDroppedWithTheComparison();
    void pendingRunOfASideIsAwaitedDespiteAParameterChange();
    void fileIsLoadedAsynchronouslyForItsSide();
    void unreadableFileShowsABannerInTheComparison();
    void visibleComparisonIsRetranslated();
    void replayMovesThePlayheadOfBothSides();

private:
    [[nodiscard]] CompareControl& compare() { return *m_window->parts().compareControl; }
    [[nodiscard]] CompareParameters* fields() { return m_window->findChild<CompareParameters*>(); }
    [[nodiscard]] qint64 milliseconds(Which which)
    {
        const auto& comparison = compare().pair()->comparison();
        return (which == Which::A ? comparison.lengthA() : comparison.lengthB()).count() / 1'000'000;
    }
    void setN(const QString& text);
    /// Chooses the other machine in the menu of side A.
    void chooseOtherMachine();
    void chooseFile(const QString& path);
    /// Calls `act` once, at the next replaced(). The comparison handles this signal first, so it has already requested
    /// a new run of a side.
    template <typename Act>
    void onceARunIsRequested(Act act)
    {
        connect(&m_window->bench().feed, &ui::model::TraceFeed::replaced, &m_once, [this, act] {
            disconnect(&m_window->bench().feed, nullptr, &m_once, nullptr);
            act();
        });
    }

    QObject m_once;
    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestCompareWindow::init()
{
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    auto program = FakeFrontEnd::program("13.3.1", "work\nwait()\n");
    program.parameters.push_back({"n", "matrix side", engine::frontend::ParameterKind::Integer, "1", 1, 20000, {}, ""});
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {program});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"other", "Another", engine::trace::PlatformKind::Virtual, 2, "/m/other.json", {}, {}},
        {"this-computer", "This computer", engine::trace::PlatformKind::Real, 2, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->resize(1440, 900);
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    QTRY_VERIFY(m_window->desk().isSettled() && !m_window->bench().document.text().switches().points().empty());
}

void TestCompareWindow::replayMovesThePlayheadOfBothSides()
{
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    auto& canvas = *m_window->findChild<ui::compare::CompareCanvas*>();
    auto& playhead = m_window->bench().playhead;
    QVERIFY(!canvas.scene().moment);
    playhead.setPace(ui::model::Pace::RealTime);
    playhead.setFactor(1.0 / 1024);
    playhead.setTime({});

    QTest::keyClick(&canvas, Qt::Key_Space);
    QVERIFY(playhead.isPlaying());
    QTRY_VERIFY(canvas.scene().moment && canvas.scene().moment->count() > 0);
    QTest::keyClick(&canvas, Qt::Key_Space);
    QVERIFY(!playhead.isPlaying());

    // The replay ends when the longer side ends. Both sides are then shown completely.
    const auto longer = std::max(milliseconds(Which::A), milliseconds(Which::B));
    QVERIFY(playhead.extent() >= std::chrono::milliseconds(longer));
    playhead.setFactor(1024);
    playhead.play();
    QTRY_VERIFY(!playhead.isPlaying());
    QVERIFY(!canvas.scene().moment);
}

void TestCompareWindow::setN(const QString& text)
{
    auto* field = fields()->findChild<QLineEdit*>();
    QVERIFY(field != nullptr);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

void TestCompareWindow::chooseOtherMachine()
{
    auto* pane = m_window->findChild<ui::compare::ListingPane*>();
    emit pane->chooserWanted(Which::A, pane);
    auto* menu = m_window->findChild<QMenu*>(QStringLiteral("chooseRun"));
    const auto machines = menu->findChild<QMenu*>(QStringLiteral("machines"))->actions();
    QCOMPARE(machines.constLast()->text(), QStringLiteral("Another"));
    machines.constLast()->trigger();
    menu->close();
}

void TestCompareWindow::chooseFile(const QString& path)
{
    QTimer::singleShot(0, this, [path] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        dialog->findChild<QLineEdit*>()->setText(path);
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    });
    auto* pane = m_window->findChild<ui::compare::ListingPane*>();
    emit pane->chooserWanted(Which::A, pane);
    auto* menu = m_window->findChild<QMenu*>(QStringLiteral("chooseRun"));
    menu->actions().constLast()->trigger();
    menu->close();
}

void TestCompareWindow::changedParameterRunsBothSidesAgain()
{
    // No run is pinned, and the run has no blocks to compare. So the window compares the run with a variant in which a
    // wait is flipped.
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    QCOMPARE(milliseconds(Which::A), qint64{2});
    QCOMPARE(milliseconds(Which::B), qint64{1});
    QVERIFY(fields()->isVisible());
    QCOMPARE(fields()->note(), QStringLiteral("applies to A and B"));

    setN(QStringLiteral("30"));

    QTRY_COMPARE(milliseconds(Which::A), qint64{60});
    QCOMPARE(milliseconds(Which::B), qint64{30});
    QVERIFY(compare().isOpen());
    QCOMPARE(m_window->bench().document.parameters().value("n"), QStringLiteral("30"));
    compare().swap();
    setN(QStringLiteral("5"));
    QTRY_COMPARE(milliseconds(Which::B), qint64{10});
    QCOMPARE(milliseconds(Which::A), qint64{5});
}

void TestCompareWindow::changedParameterDoesNotChangeAPinnedRun()
{
    m_window->bench().actions.keepBefore->trigger();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->bench().document.edits().flip(2);
    QVERIFY(shown.wait());
    compare().open();
    QVERIFY(compare().isOpen());
    QCOMPARE(fields()->note(), QStringLiteral("applies to B; A is a saved run"));

    setN(QStringLiteral("40"));

    QTRY_COMPARE(milliseconds(Which::B), qint64{40});
    QCOMPARE(milliseconds(Which::A), qint64{2});
}

void TestCompareWindow::comparisonOnARealMachineHasNoParameterFields()
{
    m_window->bench().actions.keepBefore->trigger();
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->desk().starter().run();
    QVERIFY(shown.wait());

    compare().open();

    QVERIFY(compare().isOpen());
    QVERIFY(!fields()->isVisible());
}

/// Runs `program` and returns a trace like that of a file.
engine::trace::TracePtr runFromAFile(const engine::frontend::Program& program)
{
    FakeFrontEnd elsewhere;
    engine::trace::Recorder recorder;
    engine::frontend::RunRequest request;
    request.program = program;
    request.machine = "book-v100";
    request.source = "work\nwait()\n";
    return elsewhere.run(request, recorder)->trace;
}

void TestCompareWindow::untrustedListingIsNotRunForTheComparison()
{
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    const int runs = m_frontEnd->runs;
    m_window->bench().document.setTrusted(false);

    m_window->bench().feed.show(runFromAFile(m_window->bench().document.program()), {});
    tests::waitForAllAsked(m_window->bench().controller);

    QCOMPARE(m_frontEnd->runs.load(), runs + 1);
    compare().close();
    compare().open();
    tests::waitForAllAsked(m_window->bench().controller);
    QCOMPARE(m_frontEnd->runs.load(), runs + 2);
    QVERIFY2(!compare().isOpen(), "there is nothing to compare it with");
}

void TestCompareWindow::comparisonStartsNoMeasurement()
{
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    const int runs = m_frontEnd->runs;
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));

    m_window->bench().feed.show(runFromAFile(m_window->bench().document.program()), {});
    tests::waitForAllAsked(m_window->bench().controller);

    QCOMPARE(m_frontEnd->runs.load(), runs + 1);
    compare().close();
    compare().open();
    tests::waitForAllAsked(m_window->bench().controller);
    QCOMPARE(m_frontEnd->runs.load(), runs + 2);
}

void TestCompareWindow::liveRunUpdatesBothSides()
{
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    m_frontEnd->isHeld = true;

    m_window->bench().document.parameters().set("n", QStringLiteral("30"));
    QTRY_VERIFY(m_window->bench().feed.isFollowing());
    m_frontEnd->isHeld = false;

    QTRY_COMPARE(milliseconds(Which::A), qint64{60});
    QTRY_COMPARE(milliseconds(Which::B), qint64{30});
}

void TestCompareWindow::sidesThatAreSwappedDuringARunStaySwapped()
{
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    onceARunIsRequested([this] { compare().swap(); });

    m_window->bench().document.parameters().set("n", QStringLiteral("30"));

    QTRY_COMPARE(milliseconds(Which::A), qint64{30});
    QCOMPARE(milliseconds(Which::B), qint64{60});
}

void TestCompareWindow::choosingARunForOneSideKeepsTheOtherSide()
{
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    onceARunIsRequested([this] {
        auto* pane = m_window->findChild<ui::compare::ListingPane*>();
        emit pane->chooserWanted(Which::A, pane);
        auto* menu = m_window->findChild<QMenu*>(QStringLiteral("chooseRun"));
        menu->actions().constFirst()->trigger();  // chooses the displayed run, which is already chosen
        menu->close();
    });

    m_window->bench().document.parameters().set("n", QStringLiteral("30"));

    QTRY_COMPARE(milliseconds(Which::A), qint64{60});
    QTRY_COMPARE(milliseconds(Which::B), qint64{30});
}

void TestCompareWindow::pendingRunOfASideFollowsTheSideWhenSidesAreSwapped()
{
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    m_frontEnd->isHeld = true;
    chooseOtherMachine();

    compare().swap();
    m_frontEnd->isHeld = false;

    QTRY_COMPARE(compare().pair()->of(Which::B).title, QStringLiteral("Another"));
    QVERIFY(compare().pair()->of(Which::A).title != QStringLiteral("Another"));
}

void TestCompareWindow::pendingRunOfASideIsDroppedWithTheComparison()
{
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    m_frontEnd->isHeld = true;
    chooseOtherMachine();

    compare().close();
    compare().show(CompareSource::kept({runFromAFile(m_window->bench().document.program()), {}, "a"},
                                       [] { return QStringLiteral("First"); }),
                   CompareSource::kept({runFromAFile(m_window->bench().document.program()), {}, "b"},
                                       [] { return QStringLiteral("Second"); }));
    m_frontEnd->isHeld = false;
    tests::waitForAllAsked(m_window->bench().controller);

    QCOMPARE(compare().pair()->of(Which::A).title, QStringLiteral("First"));
    QCOMPARE(compare().pair()->of(Which::B).title, QStringLiteral("Second"));
}

void TestCompareWindow::pendingRunOfASideIsAwaitedDespiteAParameterChange()
{
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    m_frontEnd->isHeld = true;
    chooseOtherMachine();

    m_window->bench().document.parameters().set("n", QStringLiteral("30"));
    m_frontEnd->isHeld = false;

    QTRY_COMPARE(compare().pair()->of(Which::A).title, QStringLiteral("Another"));
    QTRY_COMPARE(milliseconds(Which::A), qint64{60});
    QTRY_COMPARE(milliseconds(Which::B), qint64{30});
}

void TestCompareWindow::fileIsLoadedAsynchronouslyForItsSide()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("theirs.overlap"));
    QVERIFY(engine::io::saveTraceAs(*runFromAFile(m_window->bench().document.program()),
                                    QFile::encodeName(path).toStdString()));
    compare().open();
    QTRY_VERIFY(compare().isOpen());

    chooseFile(path);

    QVERIFY(compare().pair()->of(Which::A).title != QStringLiteral("theirs.overlap"));
    compare().swap();
    QTRY_COMPARE(compare().pair()->of(Which::B).title, QStringLiteral("theirs.overlap"));
    QVERIFY(compare().pair()->of(Which::A).title != QStringLiteral("theirs.overlap"));
}

void TestCompareWindow::unreadableFileShowsABannerInTheComparison()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("letter.overlap"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("Dear reader") > 0);
    file.close();
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    auto* banner = m_window->findChild<Banner*>(QStringLiteral("compareBanner"));
    QVERIFY(banner != nullptr && !banner->isOpen());

    chooseFile(path);

    QTRY_VERIFY(banner->isOpen());
    QVERIFY2(banner->message().text.contains(QLatin1String("letter.overlap")), qPrintable(banner->message().text));
    compare().close();
    QVERIFY(!banner->isOpen());
}

void TestCompareWindow::visibleComparisonIsRetranslated()
{
    ui::look::Languages languages;
    languages.choose(ui::look::Language::English);
    m_window->bench().actions.keepBefore->trigger();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->bench().document.edits().flip(2);
    QVERIFY(shown.wait());
    compare().open();
    QTRY_VERIFY(compare().isOpen());
    QCOMPARE(compare().pair()->of(Which::A).title, QStringLiteral("Before"));

    languages.choose(ui::look::Language::Chinese);

    QTRY_VERIFY(compare().pair()->of(Which::A).title != QLatin1String("Before"));
    QCOMPARE(compare().pair()->of(Which::A).title, CompareControl::tr("Before"));
    QCOMPARE(compare().pair()->of(Which::B).title, CompareControl::tr("Now"));
    QVERIFY(compare().isOpen());
    m_window.reset();
}

QTEST_MAIN(TestCompareWindow)
#include "tst_compare_window.moc"
