#include "engine/analysis/bound.h"
#include "engine/analysis/figures.h"
#include "engine/trace/imported.h"
#include "tests/engine/trace/four_kernels.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/runs/fake_backend.h"
#include "ui/commands/actions.h"
#include "ui/listing/program_pane.h"
#include "ui/runs/path_strip.h"
#include "ui/runs/replay.h"
#include "ui/runs/status_line.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"
#include "ui/shell/right_pane.h"
#include "ui/timeline/timeline_view.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using engine::Nanoseconds;
using tests::FakeFrontEnd;
using ui::drawing::RowKind;

/// Tests stepping, replaying and explaining a run in the window, by keys and mouse.
class TestReplay : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_frontEnd = std::make_shared<FakeFrontEnd>();
        m_theme = std::make_unique<ui::look::Theme>();
        Setup setup;
        setup.backend = FakeFrontEnd::makerOf(
            m_frontEnd, {FakeFrontEnd::program("13.3.1", "with Benchmark('all'):\n    wait()\n")});
        setup.machines.listed = {
            {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}}};
        m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
        m_window->resize(1440, 900);
        m_window->show();
        QSignalSpy shown(m_window.get(), &MainWindow::runShown);
        QVERIFY(shown.wait());
        m_window->bench().feed.show(tests::sampleTrace(tests::Sample::TwoGpus), {});
        m_window->bench().playhead.setTime(m_window->bench().playhead.extent());
        m_window->bench().timeline.setFocus();
    }
    void cleanup() { m_window.reset(); }

    void stepsOfAReplayVisitTheSameTimesInBothDirections()
    {
        auto& timeline = m_window->bench().timeline;
        const auto key = [&](Qt::Key which, Qt::KeyboardModifiers held) { QTest::keyClick(&timeline, which, held); };
        QVERIFY(!m_window->parts().replay->isReplaying());
        std::vector<Nanoseconds> back;
        for (int i = 0; i < 5; ++i) {
            key(Qt::Key_Left, Qt::ControlModifier);
            back.push_back(m_window->bench().playhead.time());
        }
        QVERIFY(m_window->parts().replay->isReplaying());
        QVERIFY(timeline.scene().playhead.isReplaying);
        QVERIFY(std::is_sorted(back.rbegin(), back.rend()));
        for (int i = 3; i >= 0; --i) {
            key(Qt::Key_Right, Qt::ControlModifier);
            QCOMPARE(m_window->bench().playhead.time(), back[static_cast<std::size_t>(i)]);
        }
        key(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        const Nanoseconds sync = m_window->bench().playhead.time();
        const auto& waits = m_window->bench().feed.trace()->waits();
        QVERIFY(std::any_of(waits.begin(), waits.end(),
                            [&](const auto& wait) { return wait.begin == sync || wait.end == sync; }));
    }

    void replayIsPausedAndNotFinishedAfterAStep()
    {
        const auto* status = m_window->findChild<ui::runs::StatusLine*>();
        QVERIFY(status->text().startsWith(QLatin1String("Finished")));

        QTest::keyClick(&m_window->bench().timeline, Qt::Key_Left, Qt::ControlModifier);
        QVERIFY2(status->text().startsWith(QLatin1String("Replay paused")), qPrintable(status->text()));

        m_window->bench().playhead.setTime(m_window->bench().playhead.extent());
        QVERIFY2(status->text().startsWith(QLatin1String("Finished")), qPrintable(status->text()));
    }

    void instantPaceEndsAPausedReplay()
    {
        const auto* status = m_window->findChild<ui::runs::StatusLine*>();
        const auto* run = m_window->findChild<QPushButton*>(QStringLiteral("runButton"));
        m_window->bench().actions.paceSlow->trigger();
        m_window->bench().actions.pause->trigger();
        QCOMPARE(run->accessibleName(), QStringLiteral("Resume"));
        QVERIFY2(status->text().startsWith(QLatin1String("Replay paused")), qPrintable(status->text()));

        m_window->bench().actions.paceInstant->trigger();

        QCOMPARE(run->accessibleName(), QStringLiteral("Run"));
        QVERIFY2(status->text().startsWith(QLatin1String("Finished")), qPrintable(status->text()));
    }

    void spaceKeyPlaysAndMinusAndEqualKeysChangeTheSpeed()
    {
        auto& timeline = m_window->bench().timeline;
        m_window->bench().playhead.setTime(Nanoseconds{0});
        QTest::keyClick(&timeline, Qt::Key_Minus);
        QCOMPARE(m_window->bench().playhead.factor(), 0.5);
        QTest::keyClick(&timeline, Qt::Key_Equal);
        QTest::keyClick(&timeline, Qt::Key_Equal);
        QCOMPARE(m_window->bench().playhead.factor(), 2.0);

        QTest::keyClick(&timeline, Qt::Key_Space);
        QVERIFY(m_window->bench().playhead.isPlaying());
        QVERIFY(m_window->parts().replay->isReplaying());
        QTest::keyClick(&timeline, Qt::Key_Space);
        QVERIFY(!m_window->bench().playhead.isPlaying());
        m_window->bench().actions.paceInstant->trigger();
        QVERIFY(!m_window->parts().replay->isReplaying());
    }

    void breakpointOnTheSelectedOperationStopsTheReplay()
    {
        auto& window = *m_window;
        const engine::OpId op{150};
        window.bench().selection.selectOp(op);
        QTest::keyClick(&window.bench().timeline, Qt::Key_F9);
        QCOMPARE(window.parts().replay->breakpoints().ops().size(), 1);
        window.bench().playhead.setPace(ui::model::Pace::RealTime);
        window.bench().playhead.setFactor(1024);
        window.bench().playhead.setTime(Nanoseconds{0});

        QTest::keyClick(&window.bench().timeline, Qt::Key_Space);

        QTRY_VERIFY(!window.bench().playhead.isPlaying());
        QCOMPARE(window.bench().playhead.time(), window.bench().feed.trace()->op(op).started);
    }

    void clickInTheGutterSetsABreakpoint()
    {
        auto& listing = m_window->parts().panes->program().listing();
        auto* gutter = listing.findChild<QWidget*>(QStringLiteral("gutter"));
        QVERIFY(gutter != nullptr);

        QTest::mouseClick(gutter, Qt::LeftButton, {}, QPoint(gutter->width() - 6, 8));

        QCOMPARE(m_window->parts().replay->breakpoints().lines(), QSet<int>{1});
    }

    /// The replay scrolls the view by pages. The instant pace undoes this, unless the user has chosen another range.
    void instantPaceRestoresTheRangeShownBeforeTheReplay()
    {
        auto& bench = m_window->bench();
        const ui::model::TimeRange before = bench.range.range();
        const auto replayTo = [&](Nanoseconds time) {
            bench.actions.paceSlow->trigger();
            bench.playhead.pause();
            bench.playhead.setTime(time);
        };
        replayTo(Nanoseconds{0});
        QVERIFY(bench.range.range() != before);

        bench.actions.paceInstant->trigger();

        QCOMPARE(bench.range.range(), before);

        replayTo(Nanoseconds{0});
        const ui::model::TimeRange chosen{before.begin, before.begin + before.length() / 2};
        bench.range.setRange(chosen);
        bench.actions.paceInstant->trigger();
        QCOMPARE(bench.range.range(), chosen);
    }

    /// A sentence that is wider than the strip is wrapped to a second line.
    void criticalPathStripShowsItsWholeSentence()
    {
        auto& strip = *m_window->parts().pathStrip;
        QTest::keyClick(&m_window->bench().timeline, Qt::Key_X);
        QVERIFY(strip.sentence().size() > 100);
        const int whole = strip.heightForWidth(4000), narrow = strip.heightForWidth(600);

        QVERIFY(narrow > whole);
        QCOMPARE(strip.height(), strip.heightForWidth(strip.width()));
    }

    void partsOfTheCriticalPathAddUpToTheLengthOfTheScope()
    {
        auto& timeline = m_window->bench().timeline;
        m_window->bench().selection.setBlock(2);
        QVERIFY(!m_window->parts().pathStrip->isVisible());

        QTest::keyClick(&timeline, Qt::Key_X);

        QVERIFY(m_window->parts().pathStrip->isVisible());
        QVERIFY(!timeline.scene().selection.criticalPath.empty());
        const auto scope = timeline.scene().scope();
        QCOMPARE(m_window->parts().pathStrip->split().whole(), scope.length());
        // The sentence states the bound of the whole run, although the scope is a block.
        const auto& trace = *m_window->bench().feed.trace();
        const auto bound = engine::analysis::boundOf(trace, engine::analysis::runScope(trace));
        QVERIFY(scope.length() < engine::analysis::runScope(trace).length());
        QVERIFY2(m_window->parts().pathStrip->sentence().startsWith(ui::runs::boundSentence(trace, bound)),
                 qPrintable(m_window->parts().pathStrip->sentence()));
        QVERIFY(ui::runs::boundSentence(trace, bound)
                    .startsWith(QLatin1String("No state of the waits makes the whole run ")));
        QVERIFY(!m_window->parts().pathStrip->accessibleName().isEmpty());
        QTest::keyClick(&timeline, Qt::Key_X);
        QVERIFY(!m_window->parts().pathStrip->isVisible());
    }

    void criticalPathStripReportsATraceWithoutDependencies()
    {
        m_window->bench().feed.show(tests::fourKernels(engine::trace::kImportedMachine, false), {});

        QTest::keyClick(&m_window->bench().timeline, Qt::Key_X);

        const auto& strip = *m_window->parts().pathStrip;
        QVERIFY(strip.isVisible());
        QVERIFY2(strip.sentence().startsWith(QLatin1String("This trace records no dependencies")),
                 qPrintable(strip.sentence()));
        QVERIFY(m_window->bench().timeline.scene().selection.criticalPath.empty());
    }

    void criticalPathStripStatesTheFastestStateOfTheWaits()
    {
        // The program takes 2 ms with all waits on, and 1 ms in every other state.
        m_window.reset();
        Setup setup;
        setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {FakeFrontEnd::program("13.3.1", "work\nwait()\nwait()\n")});
        setup.machines.listed = {
            {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}}};
        m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
        m_window->resize(1440, 900);
        m_window->show();
        QSignalSpy shown(m_window.get(), &MainWindow::runShown);
        QVERIFY(shown.wait());
        const auto& bench = m_window->bench();
        QTRY_COMPARE(bench.document.text().switches().points().size(), std::size_t{2});
        const int before = m_frontEnd->runs.load();

        bench.timeline.setFocus();
        QTest::keyClick(&bench.timeline, Qt::Key_X);

        const auto& strip = *m_window->parts().pathStrip;
        QTRY_VERIFY2(strip.sentence().startsWith(
                         QLatin1String("The fastest of 4 states of the waits: whole run 1.00 ms, with line ")),
                     qPrintable(strip.sentence()));
        QCOMPARE(m_frontEnd->runs.load(), before + 3);

        bench.document.edits().flip(2);

        QTRY_VERIFY2(strip.sentence().startsWith(QLatin1String("No state of the waits is faster than this one")),
                     qPrintable(strip.sentence()));
        QCOMPARE(m_frontEnd->runs.load(), before + 4);
    }

    void squareBracketKeySelectsTheOperationThatEndsAHoveredWait()
    {
        auto& timeline = m_window->bench().timeline;
        const auto& trace = *m_window->bench().feed.trace();
        const auto wait = std::find_if(trace.waits().begin(), trace.waits().end(), [](const auto& one) {
            return one.releasedBy.isValid() && one.end - one.begin > std::chrono::milliseconds(100);
        });
        QVERIFY(wait != trace.waits().end());
        m_window->bench().range.setRange({wait->begin - Nanoseconds{1000}, wait->end + Nanoseconds{1000}});
        timeline.finishPending();
        const auto* row = timeline.scene().layout.rowOf(RowKind::Frontend);
        const QPointF middle(timeline.scene().xOf((wait->begin + wait->end) / 2),
                             timeline.scene().yOf(*row) + row->barTop + row->barHeight / 2.0);

        QTest::mouseMove(&timeline, middle.toPoint());
        QTRY_VERIFY(timeline.scene().pointer.wait >= 0);
        QTest::keyClick(&timeline, Qt::Key_BracketRight);

        QVERIFY(m_window->bench().selection.op() == wait->releasedBy);
    }

private:
    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestReplay)
#include "tst_replay.moc"
