#include "engine/messages/messages.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "ui/training/epoch_table.h"
#include "ui/training/pipeline_panel.h"
#include "ui/training/training_pane.h"
#include "ui/training/why_card.h"

#include <QSignalSpy>
#include <QTest>

using namespace ui::training;
using Spread = PipelinePanel::Spread;

class TestTrainingPane : public QObject {
    Q_OBJECT

private slots:
    void trainingPaneIsEmptyForARunWithoutTraining()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        TrainingPane pane(theme, feed);

        feed.show(tests::sampleTrace(tests::Sample::TwoGpus), {});

        QVERIFY(!pane.hasContent());
    }

    void paneShowsTheEpochsOfATraining()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        TrainingPane pane(theme, feed);

        feed.show(tests::trainingTrace({{1, 2}, 3, 8}), {});

        QVERIFY(pane.hasContent());
        QVERIFY(!pane.plot().isEmpty());
        const QStringList rows = pane.table().text().split(QLatin1Char('\n'));
        QCOMPARE(rows.size(), 1 + 3 + 1);
        QVERIFY(rows[0].contains(QStringLiteral("2 GPUs time")));
        QVERIFY(rows[2].contains(QStringLiteral("0.60")));
        QVERIFY(rows.last().endsWith(QStringLiteral("×")));
    }

    void paneExplainsMissingAccuraciesOfATimingOnlyRun()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        TrainingPane pane(theme, feed);
        engine::trace::Recorder recorder;
        tests::writeTraining({{1, 2}, 2, 8}, recorder);
        auto info = recorder.snapshot()->run();
        info.values = engine::trace::ValueMode::Computed;
        recorder.write(std::make_shared<const engine::trace::RunInfo>(info));
        const std::string sentence =
            "This run models times only: from line 7 on, numbers that the program reads are nan (integers 0, "
            "booleans False). To see what it learns, choose Computed beside the machine, or --values computed.";
        recorder.write(engine::trace::NoteRecord{{}, engine::messages::message("run.reads-nan", 7), false, 7, {}});
        feed.show(recorder.snapshot(), {});
        QAction command;
        pane.setValuesCommand(command);
        const auto* button = pane.findChild<QPushButton*>(QStringLiteral("computeValues"));
        QCOMPARE(pane.table().toolTip(), QString());
        QVERIFY(button->isHidden());

        info.values = engine::trace::ValueMode::TimingOnly;
        recorder.write(std::make_shared<const engine::trace::RunInfo>(info));
        feed.show(recorder.snapshot(), {});

        QCOMPARE(pane.table().toolTip(), QString::fromStdString(sentence));
        QVERIFY(!button->isHidden());
        command.setEnabled(false);  // the command is also disabled while the trace of a file is displayed
        QVERIFY(button->isHidden());
    }

    void liveRunIsShownWhileItGrows()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        TrainingPane pane(theme, feed);
        const tests::TrainingShape shape{{1, 2}, 2, 8, 3};
        auto recorder = std::make_shared<engine::trace::Recorder>();
        feed.follow(recorder, {});

        tests::writeTraining(shape, *recorder);

        QTRY_VERIFY(pane.hasContent());
        QTRY_COMPARE(pane.training().runs.size(), std::size_t{2});
        QVERIFY(pane.table().text().contains(QStringLiteral("…")));
    }

    void choosingAnEpochRequestsItsTimeRange()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        TrainingPane pane(theme, feed);
        feed.show(tests::trainingTrace({{1, 2}, 3, 8}), {});
        QSignalSpy wanted(&pane, &TrainingPane::rangeWanted);

        QTest::keyClick(&pane.table(), Qt::Key_Down);
        QTest::keyClick(&pane.table(), Qt::Key_Down);

        QCOMPARE(wanted.size(), 2);
        const auto range = wanted[1][0].value<ui::model::TimeRange>();
        QCOMPARE(range.begin, pane.training().runs[1].epochs[1].begin);
        QCOMPARE(range.end, pane.training().runs[1].epochs[1].trained);
    }

    void movedSliderChangesTheResultsOfThePipelineModel()
    {
        ui::look::Theme theme;
        PipelinePanel panel(theme);
        engine::analysis::PipelineCase measured;
        measured.times = {1e-3, 2e-3, 1e-4, 1000};
        measured.waitingSeconds = 3.2;
        panel.show(measured, Spread::Known);
        QSignalSpy changed(&panel, &PipelinePanel::changed);
        const QString before = panel.text();

        panel.slider(1).setValue(panel.slider(1).value() + 200);

        QCOMPARE(changed.size(), 1);
        QVERIFY(panel.times().compute > 2e-3);
        QVERIFY(panel.text() != before);
        QVERIFY(before.contains(QStringLiteral("3.2")));
    }

    void pipelinePanelStatesAReasonOnlyForTimesThatTheModelExplains()
    {
        ui::look::Theme theme;
        PipelinePanel panel(theme);
        const QString reason = QStringLiteral("Computing is slower than issuing");
        engine::analysis::PipelineCase measured;
        measured.times = {1e-3, 2e-3, 1e-4, 1000};
        measured.waitingSeconds = 3.2;
        measured.overlappedSeconds = 2.05;

        panel.show(measured, Spread::Known);
        QVERIFY2(panel.text().contains(reason), qPrintable(panel.text()));
        panel.show(measured, Spread::Unknown);
        QVERIFY2(!panel.text().contains(reason), qPrintable(panel.text()));
        measured.waitingSeconds = 5;
        panel.show(measured, Spread::Known);
        QVERIFY2(!panel.text().contains(reason), qPrintable(panel.text()));
        panel.slider(1).setValue(panel.slider(1).value() + 200);
        QVERIFY2(panel.text().contains(reason), qPrintable(panel.text()));
    }

    void whyCardIsHiddenForARunWithoutBatches()
    {
        ui::look::Theme theme;
        WhyCard card(theme);
        const auto training = tests::trainingTrace({{1, 2}, 2, 8});

        card.show(*training, engine::analysis::training(*training));
        const QString title = card.title();
        card.show(*tests::sampleTrace(tests::Sample::Empty), {});

        QVERIFY(title.contains(QStringLiteral("2 GPUs")));
        QVERIFY(card.isHidden());
    }
};

QTEST_MAIN(TestTrainingPane)
#include "tst_training_pane.moc"
