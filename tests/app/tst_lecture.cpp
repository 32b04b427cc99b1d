#include "app/desktop/setup.h"
#include "tests/source_dir.h"
#include "tests/ui/figure/vector_files.h"
#include "ui/commands/actions.h"
#include "ui/figure/export_dialog.h"
#include "ui/files/note_keeper.h"
#include "ui/listing/program_pane.h"
#include "ui/listing/program_tree.h"
#include "ui/run_choice/compare_control.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"
#include "ui/teach/lesson_bar.h"
#include "ui/teach/lesson_controller.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPixmap>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>
#include <functional>

using namespace ui::files;
using namespace ui::shell;

namespace {

constexpr int kLong = 60'000;  // ms; timeout that is long enough for slow sanitizer builds

}  // namespace

/// Plays a complete lesson by keys and mouse, with the real front end. Saves screenshots of its stages in the folder
/// "lecture" beside the test, or in the folder that OVERLAP_SHOTS names.
class TestLecture : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void lessonCanBePlayedFromItsFirstStepToItsFigure();
    void lessonFromAFileAsksForTrust();

private:
    void shot(const char* name);
    void click(QWidget* widget, QPoint at = {});
    void waitForStep(const std::function<void()>& act);
    void settle();
    void toFront(QWidget* window);
    [[nodiscard]] QPoint onLane(const char* device, double share) const;

    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
    QDir m_shots;
    int m_count = 0;
};

void TestLecture::initTestCase()
{
    const QString folder = qEnvironmentVariable("OVERLAP_SHOTS", QDir::current().filePath(QStringLiteral("lecture")));
    QVERIFY(QDir().mkpath(folder));
    m_shots = QDir(folder);
    m_theme = std::make_unique<ui::look::Theme>();
    Session session;
    session.hasReducedMotion = true;
    m_window = std::make_unique<MainWindow>(*m_theme, app::makeSetup(), session);
    m_window->resize(1440, 900);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    toFront(m_window.get());
    QVERIFY(!shown.isEmpty() || shown.wait(kLong));
    settle();
}

void TestLecture::cleanupTestCase()
{
    m_window.reset();
}

void TestLecture::shot(const char* name)
{
    m_window->bench().timeline.finishPending();
    QCoreApplication::processEvents();
    const QString path =
        m_shots.filePath(QStringLiteral("%1-%2.png").arg(++m_count, 2, 10, QLatin1Char('0')).arg(QLatin1String(name)));
    QVERIFY2(m_window->grab().save(path), qPrintable(path));
}

void TestLecture::click(QWidget* widget, QPoint at)
{
    QVERIFY(widget != nullptr && widget->isVisible() && widget->isEnabled());
    QTest::mouseClick(widget, Qt::LeftButton, {}, at.isNull() ? widget->rect().center() : at);
}

void TestLecture::settle()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_window->desk().isSettled() && m_window->parts().lessons->stage().isSettled(), kLong);
}

/// Without a window manager, new windows and the window behind a closed one do not receive the keyboard focus.
void TestLecture::toFront(QWidget* window)
{
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window));
}

void TestLecture::waitForStep(const std::function<void()>& act)
{
    QSignalSpy shown(&m_window->parts().lessons->stage(), &ui::teach::StepStage::shown);
    act();
    QVERIFY(!shown.isEmpty() || shown.wait(kLong));
    settle();
}

QPoint TestLecture::onLane(const char* device, double share) const
{
    const ui::drawing::Scene& scene = m_window->bench().timeline.scene();
    for (const auto& lane : scene.trace->lanes())
        if (lane.role == engine::trace::LaneRole::Compute && scene.trace->devices()[lane.device.index].name == device) {
            const ui::drawing::Row* row = scene.layout.rowOf(lane.id);
            return QPoint(static_cast<int>(scene.plotLeft() + share * scene.plotWidth()),
                          static_cast<int>(scene.yOf(*row)) + row->barTop + row->barHeight / 2);
        }
    return {};
}

void TestLecture::lessonCanBePlayedFromItsFirstStepToItsFigure()
{
    ui::timeline::TimelineView& timeline = m_window->bench().timeline;
    auto* bar = &m_window->parts().lessons->bar();
    shot("before");

    // Open: a click on the lesson's entry in the program tree.
    ui::listing::ProgramTree& tree = m_window->parts().panes->program().tree();
    QModelIndex entry;
    for (int s = 0; s < tree.model()->rowCount() && !entry.isValid(); ++s) {
        const QModelIndex section = tree.model()->index(s, 0);
        for (int e = 0; e < tree.model()->rowCount(section); ++e)
            if (tree.model()->index(e, 0, section).data(ui::listing::ProgramModel::ProgramIdRole) ==
                QStringLiteral("lesson 13.3"))
                entry = tree.model()->index(e, 0, section);
    }
    QVERIFY(entry.isValid());
    tree.expand(entry.parent());
    tree.scrollTo(entry);
    waitForStep([&] { click(tree.viewport(), tree.visualRect(entry).center()); });
    QVERIFY(bar->isVisible());
    QCOMPARE(m_window->parts().lessons->player().index(), 0);
    QVERIFY(bar->spoken().contains(QLatin1String("Step 1 of 4")));
    QVERIFY2(bar->spoken().contains(QLatin1String("The book prints 0.4967 s")) ||
                 bar->spoken().contains(QLatin1String("book prints 0.4967 s and 0.5151 s")),
             qPrintable(bar->spoken()));
    shot("opened");

    // Guess, then check: the wait on line 15 is switched off, and the spans move.
    auto* guess = bar->findChild<QLineEdit*>(QStringLiteral("guess"));
    click(guess);
    QTest::keyClicks(guess, QStringLiteral("0.25"));
    shot("guessed");
    waitForStep([&] { QTest::keyClick(guess, Qt::Key_Return); });
    QVERIFY(bar->spoken().contains(QLatin1String("You guessed 0.2500 s")));
    QVERIFY(!m_window->bench().document.text().switches().isOn(15));
    shot("answered");

    // Flip: a click on the switch of line 19 in the listing turns off the wait.
    auto* wait19 = m_window->findChild<QCheckBox*>(QStringLiteral("syncSwitch19"));
    QVERIFY(wait19 != nullptr);
    QSignalSpy ran(m_window.get(), &MainWindow::runShown);
    click(wait19);
    QVERIFY(!ran.isEmpty() || ran.wait(kLong));
    settle();
    QVERIFY(!m_window->bench().document.text().switches().isOn(19));
    shot("flipped");

    // Compare: a key opens the comparison of this run with the run that preceded the lesson's change.
    timeline.setFocus();
    QTest::keyClick(&timeline, Qt::Key_C);
    QTRY_VERIFY(m_window->parts().compareControl->isOpen());
    shot("compared");
    m_window->parts().compareControl->close();
    QTRY_VERIFY(timeline.isVisible());

    // Step: the playhead moves to the previous start or end of a span, then to the next one.
    timeline.setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::ControlModifier);
    const engine::Nanoseconds before = m_window->bench().playhead.time();
    QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::ControlModifier);
    QTRY_VERIFY(m_window->bench().playhead.time() < before);
    QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::ControlModifier);
    QTRY_COMPARE(m_window->bench().playhead.time(), before);
    shot("stepped");

    // Annotate: place a text note on a lane.
    QAction* write = m_window->parts().notes->layer().command(QStringLiteral("noteText"));
    write->trigger();
    QTest::mouseClick(&timeline, Qt::LeftButton, {}, onLane("GPU 1", 0.3));
    auto* editor = timeline.findChild<QLineEdit*>(QStringLiteral("noteEditor"));
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, QStringLiteral("both at work"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(m_window->parts().notes->book().notes().size(), std::size_t{1});
    shot("annotated");

    // Export: copies a vector drawing of both runs on one axis, with the note. The drawing stores text as text, not as
    // shapes.
    QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
    auto* dialog = m_window->findChild<ui::figure::ExportDialog*>();
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY(dialog->isVisible());
    toFront(dialog);
    for (QAbstractButton* button : dialog->findChildren<QAbstractButton*>())
        if (button->text() == QLatin1String("Compare"))
            click(button);
    QTRY_COMPARE(dialog->options().what, ui::figure::FigureKind::Compare);
    QVERIFY(
        dialog->grab().save(m_shots.filePath(QStringLiteral("%1-export.png").arg(++m_count, 2, 10, QLatin1Char('0')))));
    click(dialog->findChild<QPushButton*>(QStringLiteral("copyFigure")));
    const tests::VectorFile figure =
        tests::readSvg(QApplication::clipboard()->mimeData()->data(QStringLiteral("image/svg+xml")));
    const QPointer<QWidget> closed = dialog;
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(closed.isNull());
    toFront(m_window.get());
    QVERIFY(figure.isWellFormed);
    for (const char* words : {"with the wait", "without the wait", "both at work", "Simulated"})
        QVERIFY2(figure.words.contains(QLatin1String(words)), words);

    // Advance with Page Down, the key of a presenter remote, to the end of the lesson, then close the lesson.
    for (int step = 1; step < m_window->parts().lessons->player().count(); ++step) {
        waitForStep([&] { QTest::keyClick(m_window.get(), Qt::Key_PageDown); });
        QCOMPARE(m_window->parts().lessons->player().index(), step);
        shot("next");
        waitForStep([&] { QTest::keyClick(m_window.get(), Qt::Key_PageDown); });
        QVERIFY(!m_window->parts().lessons->player().isAsking());
        QVERIFY2(!bar->spoken().contains(QChar(0x2014)), qPrintable(bar->spoken()));
        shot("shown");
    }
    QTest::keyClick(m_window.get(), Qt::Key_PageDown);
    QVERIFY(m_window->parts().lessons->player().isEnded());
    QVERIFY(bar->spoken().contains(QLatin1String("Nobody wrote down what runs at once")));
    QVERIFY(bar->spoken().contains(QLatin1String("13.4")));
    shot("the end");
    QVERIFY(!m_window->parts().lessons->player().canAdvance());
    click(bar->findChild<QWidget*>(QStringLiteral("closeLesson")));
    settle();
    QVERIFY(!bar->isVisible());
    QCOMPARE(QString::fromStdString(m_window->bench().document.program().id), QStringLiteral("13.3.1"));
    // Closing the lesson restores the switches of the listing.
    QTRY_VERIFY(m_window->bench().document.text().switches().isOn(15) &&
                m_window->bench().document.text().switches().isOn(19));
    QVERIFY(m_window->parts().notes->book().notes().empty());
    shot("after");
}

void TestLecture::lessonFromAFileAsksForTrust()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.overlap-lesson.json"));
    ui::teach::Lesson lesson;
    lesson.title = {{QStringLiteral("en"), QStringLiteral("Mine")}};
    ui::teach::Step step = m_window->parts().lessons->author().present();
    step.title = step.text = lesson.title;
    step.listing = QStringLiteral("print('from the lesson')");
    lesson.steps = {step};
    QVERIFY(ui::teach::writeLessonFile(lesson, path));

    m_window->parts().lessons->open(path);

    auto* box = m_window->findChild<QMessageBox*>(QStringLiteral("lessonTrust"));
    QVERIFY(box != nullptr);
    QVERIFY(!m_window->parts().lessons->player().isOpen());
    QVERIFY2(box->informativeText().contains(QLatin1String("contain Python text")), qPrintable(box->informativeText()));
    waitForStep([&] { click(box->findChild<QPushButton*>(QStringLiteral("beginLesson"))); });
    QVERIFY(m_window->parts().lessons->player().isOpen());
    QVERIFY(m_window->bench().document.text().source().contains(QLatin1String("from the lesson")));
    m_window->parts().lessons->player().close();
    settle();
    QVERIFY(!m_window->bench().document.text().source().contains(QLatin1String("from the lesson")));
    QSignalSpy failed(m_window->parts().lessons, &ui::teach::LessonController::failed);
    m_window->parts().lessons->open(folder.filePath(QStringLiteral("none.lesson")));
    QCOMPARE(failed.size(), 1);
}

int main(int argc, char** argv)
{
    // Uses the X display if DISPLAY is set, for example by xvfb-run; otherwise the platform "offscreen".
    if (!qEnvironmentVariableIsEmpty("DISPLAY"))
        qunsetenv("QT_QPA_PLATFORM");
    else
        qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("OVERLAP_RESOURCES", QByteArray::fromStdString(tests::inSource("resources")));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QApplication application(argc, argv);
    TestLecture test;
    const int failures = QTest::qExec(&test, argc, argv);
    std::fflush(stdout);
    return failures;
}

#include "tst_lecture.moc"
