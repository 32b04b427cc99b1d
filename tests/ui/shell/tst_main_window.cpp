#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/shell/two_programs_window.h"
#include "ui/commands/actions.h"
#include "ui/commands/command_palette.h"
#include "ui/listing/program_pane.h"
#include "ui/machines/machine_files.h"
#include "ui/runs/banner.h"
#include "ui/runs/centre_header.h"
#include "ui/runs/status_line.h"
#include "ui/shell/dock.h"
#include "ui/shell/panes.h"
#include "ui/shell/right_pane.h"
#include "ui/shell/right_rail.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/views.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QStatusTipEvent>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

using namespace ui::commands;
using namespace ui::files;
using namespace ui::runs;
using namespace ui::shell;

/// Tests the main window: panes, menus, files and the restored session.
class TestMainWindow : public QObject, tests::TwoProgramsWindow {
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { m_window.reset(); }
    void newProgramStartsFromATrustedTemplateAndIsRestored();
    void listingOfANewProgramFillsAtLeastAThirdOfThePane();
    void recentFilesAreListedInTheMenu();
    void openingTheOperationTableKeepsTheSelection();
    void findCommandSearchesTheViewThatHasTheFocus();
    void missingMachineShowsABanner();
    void unknownProgramShowsAMessage();
    void bannerIsShownAtFullHeight();
    void buttonsOfABannerFitInANarrowCentre();
    void unreadableFileAtStartOpensTheDefaultProgram();
    void windowIsReadyOnlyAfterTheFileOfTheSessionIsOpen();
    void rightPaneIsHiddenInANarrowWindow();
    void railOpensTheClosedRightPane();
    void everyCommandHasANameAndUniqueKeys();
    void listingIsAsWideAsItsLongestLine();
    void rightPaneBecomesARailInANarrowWindowUntilTheUserOpensIt();
    void stageModeShowsOnlyListingAndTimeline();
    void viewMenuHasAtMostFifteenEntries();
    void onlyMenusExplainTheirEntriesInTheStatusBar();
    void noteToolIsHiddenIfTheTitleNeedsItsRoom();
    void buttonInTheTopBarStartsStageMode();
    void rightPaneStaysDarkAfterStageModeAndResizing();
    void nameOfAMachineIsElidedBeforePartsOfTheBarAreHidden();
    void commandsAreFoundByLettersOfTheirNames();
    void sessionIsRestoredAndItsInvalidValuesAreIgnored();
    void themeAndScaleApplyToTheWholeWindow();
};

void TestMainWindow::newProgramStartsFromATrustedTemplateAndIsRestored()
{
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->bench().actions.newProgram->trigger();

    QCOMPARE(m_window->bench().document.program().title, std::string("New program"));
    QVERIFY(m_window->bench().document.text().source().contains("torch.cuda.synchronize"));
    m_window->bench().actions.newProgram->trigger();
    QCOMPARE(m_window->bench().document.program().title, std::string("New program"));  // the template is unedited
    QCOMPARE(m_window->focusWidget()->objectName(), QStringLiteral("listing"));
    QVERIFY(m_window->bench().document.isTrusted());
    QVERIFY(shown.wait());
    m_window->bench().document.listing().setSource("wait()  # mine");
    QVERIFY(shown.wait());
    m_window->bench().actions.newProgram->trigger();
    QCOMPARE(m_window->bench().document.program().title, std::string("New program 2"));
    m_window->openProgram("own:1");
    QCOMPARE(m_window->bench().document.text().source(), QStringLiteral("wait()  # mine"));

    // The program is restored at the next start.
    const Session kept = m_window->session();
    open(kept);
    QTRY_COMPARE(m_window->bench().document.text().source(), QStringLiteral("wait()  # mine"));
}

void TestMainWindow::listingOfANewProgramFillsAtLeastAThirdOfThePane()
{
    auto& pane = m_window->parts().panes->program();
    pane.tree().expandAll();

    m_window->bench().actions.newProgram->trigger();

    QTRY_VERIFY2(pane.listing().height() > pane.height() / 3, qPrintable(QString::number(pane.listing().height())));
    QVERIFY(pane.tree().height() <= pane.height() / 2);
}

void TestMainWindow::recentFilesAreListedInTheMenu()
{
    QVERIFY(!m_window->bench().actions.openRecent->isEnabled());
    QTemporaryDir folder;
    for (int i = 0; i < 10; ++i) {
        QFile file(folder.filePath(QStringLiteral("program%1.py").arg(i)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        m_window->openAtStart(file.fileName());
        QTRY_COMPARE(QString::fromStdString(m_window->bench().document.program().id), file.fileName());
    }
    QVERIFY(QFile::remove(folder.filePath("program9.py")));

    QMenu* menu = m_window->bench().actions.openRecent->menu();
    emit menu->aboutToShow();

    QCOMPARE(menu->actions().size(), 7 + 2);  // a separator and the command that clears the list
    QCOMPARE(menu->actions().first()->text(), QStringLiteral("program8.py"));
    QCOMPARE(m_window->session().recent.size(), 7);
    menu->actions().at(1)->trigger();
    QTRY_COMPARE(QString::fromStdString(m_window->bench().document.program().id), folder.filePath("program7.py"));
    menu->actions().last()->trigger();
    QVERIFY(!m_window->bench().actions.openRecent->isEnabled());
}

void TestMainWindow::missingMachineShowsABanner()
{
    const QString before = m_window->session().machine;

    m_window->parts().machineFiles->use(QStringLiteral("nosuch"));

    QCOMPARE(m_window->session().machine, before);
    QVERIFY(m_window->bench().banner.isVisible());
    QVERIFY(m_window->bench().banner.message().title.contains(QStringLiteral("nosuch")));
}

void TestMainWindow::unknownProgramShowsAMessage()
{
    m_window->openAtStart("99.9");

    QTRY_COMPARE(m_window->bench().banner.message().title, QStringLiteral("There is no program 99.9"));
    QVERIFY(m_window->bench().banner.isOpen());
    QCOMPARE(QString::fromStdString(m_window->bench().document.program().id), QStringLiteral("13.3.1"));
}

void TestMainWindow::bannerIsShownAtFullHeight()
{
    m_window->openAtStart("99.9");

    QTRY_VERIFY(m_window->bench().banner.isOpen());
    QTRY_VERIFY(m_window->bench().banner.height() >= 40);
    QCOMPARE(m_window->bench().banner.maximumHeight(), m_window->bench().banner.height());
    m_window->bench().banner.close();
    QTRY_VERIFY(!m_window->bench().banner.isVisible());
    m_window->openAtStart("99.8");
    QTRY_VERIFY(m_window->bench().banner.isVisible() && m_window->bench().banner.height() >= 40);
}

void TestMainWindow::buttonsOfABannerFitInANarrowCentre()
{
    QWidget centre;
    auto* column = new QVBoxLayout(&centre);
    column->setContentsMargins(0, 0, 0, 0);
    Banner banner(*m_theme);
    banner.setMotion(false);
    column->addWidget(&banner);
    column->addStretch(1);
    centre.resize(900, 500);
    centre.show();
    banner.open([] {
        return Banner::Message{Banner::Tone::Fail,
                               QStringLiteral("Runs cannot be stored"),
                               QStringLiteral("The disk is full."),
                               {},
                               {{QStringLiteral("Use the virtual machine"), {}, [] {}},
                                {QStringLiteral("Show the line of the error"), {}, [] {}}}};
    });
    const auto* title = banner.findChild<QLabel*>(QStringLiteral("bannerTitle"));
    const auto right = [&](const QWidget* part) { return part->mapTo(&banner, part->rect().topRight()).x(); };

    for (const int width : {900, 420, 260, 900}) {
        centre.resize(width, 500);
        QCoreApplication::processEvents();

        for (const QPushButton* button : banner.findChildren<QPushButton*>()) {
            QVERIFY2(right(button) < width && button->width() >= button->sizeHint().width(),
                     qPrintable(QString::number(width)));
            QVERIFY(button->mapTo(&banner, button->rect().bottomRight()).y() < banner.height());
        }
        QCOMPARE(right(title) > right(banner.findChild<QPushButton*>()), width < 900);
    }
}

void TestMainWindow::unreadableFileAtStartOpensTheDefaultProgram()
{
    QTemporaryDir folder;
    const QString program = folder.filePath("missing.py");
    QFile trace(folder.filePath("trace.json"));
    QFile(program).open(QIODevice::WriteOnly);
    QVERIFY(trace.open(QIODevice::WriteOnly) && trace.write("\x01\x02") == 2 && trace.flush());
    for (const QString& path : {program, trace.fileName()}) {
        Session session;
        session.program = path;
        open(session);

        QTRY_VERIFY(m_window->bench().banner.isOpen());
        QTRY_VERIFY(m_window->desk().isSettled());
        QTRY_VERIFY(m_window->bench().feed.trace()->end().has_value());
        QCOMPARE(m_window->bench().document.program().id, std::string("13.3.1"));
        QVERIFY2(m_window->bench().banner.isOpen(), "the run that follows does not take the sentence away");
    }
}

void TestMainWindow::rightPaneIsHiddenInANarrowWindow()
{
    m_window->resize(1180, 720);
    QCoreApplication::processEvents();
    QVERIFY(m_window->minimumWidth() <= 1180);
    QVERIFY2(!m_window->parts().panes->right().isVisible(), "below 1280 the right pane is a tab");

    m_window->resize(1024, 700);  // the resolution of an XGA projector
    QCoreApplication::processEvents();
    QCOMPARE(m_window->size(), QSize(1024, 700));
    for (const QWidget* control :
         m_window->parts().topBar->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        QVERIFY2(!control->isVisible() ||
                     (control->geometry().right() < 1024 && control->width() >= control->minimumSizeHint().width()),
                 qPrintable(control->objectName()));

    m_window->resize(1440, 900);
    QCoreApplication::processEvents();
    QVERIFY(m_window->parts().panes->right().isVisible());
}

void TestMainWindow::railOpensTheClosedRightPane()
{
    RightPane& right = m_window->parts().panes->right();
    QVERIFY2(right.graph().isVisible() && !right.isRail(), "at first start the graph is open");

    m_window->bench().actions.rightPane->trigger();

    QVERIFY(right.isRail() && !right.graph().isVisible());
    QTRY_COMPARE(right.width(), m_theme->px(40));
    auto* rail = right.findChild<RightRail*>();
    QTest::mouseClick(rail->findChild<QAbstractButton*>(), Qt::LeftButton);
    QVERIFY(!right.isRail() && right.graph().isVisible());
    QVERIFY(m_window->bench().actions.rightPane->isChecked());
    QTRY_VERIFY(right.width() >= m_theme->px(260));
}

void TestMainWindow::everyCommandHasANameAndUniqueKeys()
{
    QSet<QString> names, keys;
    for (Actions::Group group : {Actions::Group::File, Actions::Group::Edit, Actions::Group::Run, Actions::Group::View,
                                 Actions::Group::Panels, Actions::Group::Appearance, Actions::Group::Help}) {
        for (const QAction* action : m_window->bench().actions.of(group)) {
            QVERIFY(!action->objectName().isEmpty());
            QVERIFY(!action->text().isEmpty());
            QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!names.contains(action->objectName()), qPrintable(action->objectName()));
            names.insert(action->objectName());
            for (const QKeySequence& key : action->shortcuts()) {
                QVERIFY2(!keys.contains(key.toString()), qPrintable(action->objectName() + " " + key.toString()));
                keys.insert(key.toString());
            }
        }
    }
    QVERIFY(names.size() > 35);
}

void TestMainWindow::listingIsAsWideAsItsLongestLine()
{
    ui::listing::Listing& listing = m_window->parts().panes->program().listing();
    const auto rowsOfFirstLine = [&] { return listing.document()->begin().layout()->lineCount(); };
    const auto open = [this](int columns) {
        auto program = m_window->bench().document.program();
        program.id = "own";
        program.sources[engine::frontend::Dialect::Torch] =
            "x = '" + std::string(static_cast<std::size_t>(columns) - 6, 'a') + "'\n" + std::string(80, '\n');
        m_window->bench().document.open(program, engine::frontend::Dialect::Torch);
        QCoreApplication::processEvents();
    };
    m_window->bench().actions.rightPane->trigger();
    for (const int width : {1440, 1280}) {
        m_window->resize(width, 800);
        for (const int columns : {57, 80, 96}) {
            open(columns);
            QVERIFY2(rowsOfFirstLine() == 1, qPrintable(QStringLiteral("%1 columns at %2").arg(columns).arg(width)));
        }
        open(110);
        QVERIFY(rowsOfFirstLine() > 1);
    }

    m_window->bench().actions.rightPane->trigger();
    m_window->resize(1440, 800);
    open(10);
    const QList<int> sizes = m_window->parts().panes->splitter().sizes();
    open(96);
    const int right = m_window->parts().panes->splitter().sizes()[2];
    QVERIFY2(right < sizes[2], qPrintable(QStringLiteral("%1, %2").arg(right).arg(sizes[2])));
    open(10);
    QCOMPARE(m_window->parts().panes->splitter().sizes(), sizes);
}

void TestMainWindow::rightPaneBecomesARailInANarrowWindowUntilTheUserOpensIt()
{
    const RightPane& right = m_window->parts().panes->right();
    QVERIFY(!right.isRail());
    m_window->resize(1300, 800);
    QVERIFY(right.isRail());
    m_window->bench().actions.rightPane->trigger();
    QVERIFY2(!right.isRail(), "the reader opened it");
    m_window->resize(1290, 800);
    QVERIFY(!right.isRail());
}

void TestMainWindow::stageModeShowsOnlyListingAndTimeline()
{
    const WindowParts& parts = m_window->parts();
    const QList<int> widths = parts.panes->splitter().sizes();
    const auto isStage = [this] {
        const WindowParts& shown = m_window->parts();
        return !shown.topBar->isVisible() && !shown.statusLine->isVisible() && !shown.panes->right().isVisible() &&
               !shown.panes->program().tree().isVisible() && !shown.views->dock().isVisible() &&
               shown.panes->program().listing().isVisible() && m_window->bench().timeline.isVisible();
    };

    parts.panes->program().chooseOutput(true);
    const ui::listing::OutputPane& output = parts.panes->program().output();
    QVERIFY(output.isVisible());

    m_window->bench().actions.stage->trigger();

    QVERIFY(isStage());
    QVERIFY(!output.isVisible());
    QVERIFY(!parts.panes->header().isVisible());
    const auto* sentence = m_window->findChild<QLabel*>("stageSentence");
    QVERIFY(sentence != nullptr && sentence->isVisible() && !sentence->text().isEmpty());
    const ui::drawing::LaneLayout& layout = m_window->bench().timeline.scene().layout;
    QVERIFY(layout.rowOf(ui::drawing::RowKind::Overview) == nullptr);
    QVERIFY(m_theme->scale() > 1.2);
    Session session = m_window->session();
    QVERIFY(session.isStage);
    QTest::keyClick(&m_window->bench().timeline, Qt::Key_Escape);
    QVERIFY(!isStage() && parts.topBar->isVisible() && parts.panes->right().isVisible() && output.isVisible());
    QVERIFY(parts.panes->header().isVisible() && !sentence->isVisible());
    QVERIFY(layout.rowOf(ui::drawing::RowKind::Overview) != nullptr);
    QCOMPARE(m_theme->scale(), 1.0);
    for (int i = 0; i < 3; ++i)
        QVERIFY(std::abs(parts.panes->splitter().sizes().at(i) - widths.at(i)) <= 4);
    open(session);
    QTRY_VERIFY(isStage());
}

/// The explanation of a button is its tooltip, so it does not replace the numbers in the status bar.
void TestMainWindow::onlyMenusExplainTheirEntriesInTheStatusBar()
{
    StatusLine& line = *m_window->parts().statusLine;
    const auto hover = [this] {
        QStatusTipEvent event(QStringLiteral("What it does"));
        QCoreApplication::sendEvent(m_window.get(), &event);
    };
    const QImage figures = line.grab().toImage();

    hover();
    QVERIFY(line.grab().toImage() == figures);

    QMenu menu(m_window.get());
    menu.addAction(QStringLiteral("Entry"));
    menu.popup({});
    hover();
    QVERIFY(line.grab().toImage() != figures);
}

void TestMainWindow::noteToolIsHiddenIfTheTitleNeedsItsRoom()
{
    ui::look::Theme theme;
    ui::runs::CentreHeader header(theme);
    QAction fit(QStringLiteral("Fit")), note(QStringLiteral("Note"));
    header.addTool(&fit, QStringLiteral("fit"));
    header.addTool(&note, QStringLiteral("notetext"), ui::runs::CentreHeader::Room::IfTitleFits);
    header.setTitle(QStringLiteral("Computation and communication"), QStringLiteral("Section 13.3.2"));
    const QList<QToolButton*> tools = header.findChildren<QToolButton*>();
    QCOMPARE(tools.size(), 2);

    header.resize(900, 36);
    header.show();
    QVERIFY(tools[0]->isVisible() && tools[1]->isVisible());
    header.resize(header.findChild<QLabel*>(QStringLiteral("programTitle"))->sizeHint().width() + 40, 36);
    QVERIFY(tools[0]->isVisible() && !tools[1]->isVisible());
}

void TestMainWindow::buttonInTheTopBarStartsStageMode()
{
    auto* button = m_window->findChild<QPushButton*>(QStringLiteral("stageButton"));
    QVERIFY(button != nullptr && button->isVisible());
    QVERIFY(!button->toolTip().isEmpty());

    button->click();

    QVERIFY(m_window->bench().actions.stage->isChecked());
    QVERIFY(!button->isVisible());
}

/// Qt polishes the right pane again when stage mode hides it and when a narrow window moves it beside the listing.
void TestMainWindow::rightPaneStaysDarkAfterStageModeAndResizing()
{
    m_window->resize(1440, 900);
    m_window->bench().actions.toggleTheme->trigger();
    const auto& right = m_window->parts().panes->right();
    const auto isDark = [&] {
        const QList<QLabel*> labels = right.findChildren<QLabel*>();
        return !labels.isEmpty() && std::all_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->palette().color(QPalette::WindowText).lightness() > 90;
        });
    };
    QTRY_VERIFY(isDark());

    m_window->bench().actions.stage->trigger();
    QCoreApplication::processEvents();
    m_window->bench().actions.stage->trigger();
    QTRY_VERIFY(isDark());

    m_window->resize(1030, 900);
    QCoreApplication::processEvents();
    m_window->resize(1440, 900);
    QTRY_VERIFY(isDark());
}

void TestMainWindow::nameOfAMachineIsElidedBeforePartsOfTheBarAreHidden()
{
    m_window->findChild<ui::shell::MachineField*>()->setMachines({{"book-v100",
                                                                   "2× V100 with a description of many words",
                                                                   engine::trace::PlatformKind::Virtual,
                                                                   2,
                                                                   "",
                                                                   {},
                                                                   {}}});
    m_window->resize(1280, 800);
    const auto* exports = m_window->findChild<QPushButton*>(QStringLiteral("exportButton"));
    QTRY_VERIFY(!exports->text().isEmpty());

    m_window->bench().actions.toggleTheme->trigger();
    QCoreApplication::processEvents();

    QVERIFY(!exports->text().isEmpty());
}

void TestMainWindow::viewMenuHasAtMostFifteenEntries()
{
    QMenu menu;
    m_window->bench().actions.fillMenu(menu);
    const auto menus = menu.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
    const auto view = std::find_if(menus.begin(), menus.end(), [](const QMenu* one) { return one->title() == "View"; });
    QVERIFY(view != menus.end());

    const QList<QAction*> actions = (*view)->actions();

    const auto entries =
        std::count_if(actions.begin(), actions.end(), [](const QAction* one) { return !one->isSeparator(); });
    QVERIFY2(entries <= 15, qPrintable(QString::number(entries)));
    QSet<const QAction*> inner;
    for (const QMenu* sub : (*view)->findChildren<QMenu*>())
        for (const QAction* action : sub->actions())
            inner.insert(action);
    for (const Actions::Group group : {Actions::Group::Panels, Actions::Group::Graph, Actions::Group::Appearance})
        for (const QAction* action : m_window->bench().actions.of(group))
            QVERIFY2(inner.contains(action), qPrintable(action->objectName()));
}

void TestMainWindow::commandsAreFoundByLettersOfTheirNames()
{
    QVERIFY(matchesLetters("Export…", "exp"));
    QVERIFY(matchesLetters("Save as Chrome trace…", "schr"));
    QVERIFY(!matchesLetters("Export…", "px"));
    QVERIFY(matchesLetters("anything", ""));
}

void TestMainWindow::openingTheOperationTableKeepsTheSelection()
{
    m_window->bench().feed.show(tests::sampleTrace(tests::Sample::TwoGpus), {});
    m_window->bench().selection.setBlock(1);
    m_window->bench().selection.selectOp(engine::OpId{7});

    m_window->bench().actions.named("table")->trigger();

    auto* table = m_window->findChild<QTableView*>("operationsTable");
    QVERIFY(table != nullptr && table->isVisible());
    QCOMPARE(m_window->bench().selection.op(), engine::OpId{7});
    QVERIFY(table->selectionModel()->hasSelection());
    m_window->bench().actions.named("table")->trigger();
    m_window->bench().selection.selectOp({});
    m_window->bench().actions.named("table")->trigger();
    QVERIFY(!m_window->bench().selection.op().isValid());
    QCOMPARE(m_window->bench().selection.block(), 1);

    table->selectRow(3);
    QVERIFY(m_window->bench().selection.op().isValid());
}

void TestMainWindow::windowIsReadyOnlyAfterTheFileOfTheSessionIsOpen()
{
    QTemporaryDir folder;
    Session session;
    session.program = folder.filePath("own.py");
    QFile file(session.program);
    QVERIFY(file.open(QIODevice::WriteOnly));
    open(session);
    QString opened;
    connect(m_window.get(), &MainWindow::firstReady, this, [&] {
        m_window->bench().document.parameters().set("ranks", "4");  // sets the parameter as --set does
        opened = QString::fromStdString(m_window->bench().document.program().path.value_or(""));
    });

    QTRY_COMPARE(opened, session.program);
    QCOMPARE(m_window->bench().document.parameters().value("ranks"), QStringLiteral("4"));
}

void TestMainWindow::findCommandSearchesTheViewThatHasTheFocus()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    const auto isOpen = [this](const char* field) { return m_window->findChild<QLineEdit*>(field)->isVisible(); };
    m_window->parts().panes->program().listing().setFocus();

    m_window->bench().actions.findOperation->trigger();
    QVERIFY(isOpen("listingFindText") && !isOpen("timelineFindText"));
    m_window->bench().actions.findOperation->trigger();
    QVERIFY(m_window->findChild<QLineEdit*>("listingFindText")->hasFocus());

    m_window->bench().timeline.setFocus();
    m_window->bench().actions.findOperation->trigger();
    QVERIFY(isOpen("timelineFindText"));
}

void TestMainWindow::sessionIsRestoredAndItsInvalidValuesAreIgnored()
{
    m_window->bench().document.edits().flip(2);
    m_theme->setMode(ui::look::Mode::Dark);
    m_theme->setScale(1.25);
    m_window->bench().actions.named("table")->trigger();
    m_window->bench().timeline.setArrowMode(ui::drawing::ArrowMode::CriticalPath);

    const Session left = m_window->session();

    QCOMPARE(left.program, QStringLiteral("13.3.1"));
    QVERIFY(left.theme == ui::look::Mode::Dark);
    QCOMPARE(left.scale, 1.25);
    QVERIFY(left.toggledViews.contains("table") && left.showsCriticalPath);
    QCOMPARE(left.programs["13.3.1"].flips.at(engine::frontend::Dialect::Torch).at(2), false);
    Session broken = left;
    broken.machine = "gone";
    broken.program = "gone too";
    broken.geometry = "rubbish";
    broken.splitter = "rubbish";
    open(broken);
    QTRY_COMPARE(QString::fromStdString(m_window->bench().document.program().id), QStringLiteral("13.3.1"));
    QVERIFY(m_window->findChild<QTableView*>("operationsTable")->isVisible());
    QVERIFY(m_window->bench().timeline.scene().selection.arrows == ui::drawing::ArrowMode::CriticalPath);
}

void TestMainWindow::themeAndScaleApplyToTheWholeWindow()
{
    const QImage light = m_window->grab().toImage();

    m_theme->setMode(ui::look::Mode::Dark);
    const QImage dark = m_window->grab().toImage();
    QVERIFY(light.pixelColor(5, 5).lightness() > 200);
    QVERIFY(dark.pixelColor(5, 5).lightness() < 60);
    QVERIFY(dark.pixelColor(5, 200).lightness() < 60);
    QVERIFY(dark.pixelColor(700, 890).lightness() < 60);
    QVERIFY2(dark.pixelColor(1430, 60).lightness() < 60, "the right pane's header");
    QVERIFY2(dark.pixelColor(1430, 600).lightness() < 60, "the inspector");

    m_theme->setScale(2);
    QVERIFY(m_window->findChild<QWidget*>("topBar")->height() == 96);
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
