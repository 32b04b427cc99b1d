#include "tests/ui/shell/two_programs_window.h"
#include "ui/commands/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/panes.h"
#include "ui/shell/views.h"
#include "ui/timeline/timeline_view.h"

#include <QTest>
#include <initializer_list>
#include <string>
#include <utility>

using namespace ui::commands;
using namespace ui::shell;

/// Tests the dock below the timeline, and the views in the dock.
class TestDock : public QObject, tests::TwoProgramsWindow {
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { m_window.reset(); }
    void dockShowsOneViewAtATime();
    void openedViewChangesNoOtherPane();
    void dockedViewDecidesOncePerProgramWhetherItOpens();
};

void TestDock::dockShowsOneViewAtATime()
{
    Actions& actions = m_window->bench().actions;
    auto* close = m_window->findChild<QWidget*>("closeDock");
    const auto tab = [this](const char* name) {
        return m_window->findChild<QWidget*>(QStringLiteral("tab-%1").arg(name));
    };
    QVERIFY2(!close->isVisible() && !tab("charts")->isVisible(), "no view is open, and the run has no charts");

    QTest::mouseClick(tab("table"), Qt::LeftButton);
    auto* table = m_window->findChild<QWidget*>("operationsTable");
    QVERIFY(table->isVisible() && actions.named("table")->isChecked());
    actions.named("alive")->trigger();
    auto* alive = m_window->findChild<QWidget*>("alivePane");
    QVERIFY(alive->isVisible() && !table->isVisible() && !actions.named("table")->isChecked());
    QTest::mouseClick(close, Qt::LeftButton);
    QVERIFY(!alive->isVisible() && !close->isVisible());

    QTest::mouseClick(tab("table"), Qt::LeftButton);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Y);  // ignored, because no view uses this key
    QTest::keyClick(table, Qt::Key_Escape);
    QVERIFY(!table->isVisible());
    QVERIFY(m_window->bench().timeline.hasFocus());

    QTest::mouseClick(tab("table"), Qt::LeftButton);
    m_window->openProgram("13.3.2");
    QVERIFY2(!table->isVisible(), "the choice belongs to its program");
    m_window->openProgram("13.3.1");
    QVERIFY(table->isVisible());
}

void TestDock::openedViewChangesNoOtherPane()
{
    for (const int width : {1440, 1280, 1024}) {
        m_window->resize(width, 800);
        QCoreApplication::processEvents();
        const QList<int> sizes = m_window->parts().panes->splitter().sizes();
        for (const char* name : {"table", "alive", "runs"}) {
            QTest::mouseClick(m_window->findChild<QWidget*>(QStringLiteral("tab-%1").arg(name)), Qt::LeftButton);
            QCoreApplication::processEvents();

            QVERIFY2(m_window->parts().panes->splitter().sizes() == sizes, name);
            const QWidget& dock = m_window->parts().views->dock();  // has the focus itself if the list of runs is empty
            const QWidget* focused = m_window->focusWidget();
            QVERIFY2(&dock == focused || dock.isAncestorOf(focused), name);
        }
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Escape);
        QVERIFY(!m_window->parts().views->widget("runs")->isVisible());
    }
}

void TestDock::dockedViewDecidesOncePerProgramWhetherItOpens()
{
    bool opens = false;
    int asked = 0;
    View::Report report;
    View view{.name = "probe",
              .title = "Probe",
              .tip = "A probe",
              .isShownAtFirst = true,
              .reportsContent = true,
              .opensItself =
                  [&](QWidget&) {
                      ++asked;
                      return opens;
                  },
              .make = [&](const ui::runs::Workbench&, const View::Report& given, QWidget* parent) -> QWidget* {
                  report = given;
                  return new QWidget(parent);
              }};
    m_window->parts().views->add(std::move(view));
    QAction* command = m_window->bench().actions.named("probe");

    report(true);
    QVERIFY(!command->isChecked());
    opens = true;
    report(true);
    QVERIFY2(!command->isChecked() && asked == 1, "a change of the program does not open it");
    command->trigger();
    QVERIFY(command->isChecked());
    QVERIFY(m_window->parts().views->changed().contains("probe"));
    m_window->openProgram("13.3.2");
    QTRY_COMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.2"));
    report(true);
    QVERIFY2(command->isChecked() && !m_window->parts().views->changed().contains("probe"), "it opens for this one");
}

QTEST_MAIN(TestDock)

#include "tst_dock.moc"
