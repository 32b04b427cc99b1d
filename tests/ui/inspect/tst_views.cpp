#include "engine/trace/recorder.h"
#include "tests/engine/trace/raised_error.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/inspect/inspector_view.h"
#include "ui/inspect/operations_table.h"
#include "ui/inspect/try_this_card.h"
#include "ui/inspect/what_happened_view.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>
#include <algorithm>
#include <thread>

using namespace engine;
using namespace ui::inspect;
using tests::Sample;

class TestViews : public QObject {
    Q_OBJECT

private slots:
    void inspectorDescriptionFollowsTheSelection()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::model::Playhead playhead;
        InspectorView view(theme, feed, selection, playhead);
        QCOMPARE(view.description().title, QStringLiteral("No run yet"));

        feed.show(tests::sampleTrace(Sample::TwoGpus), {});
        QCOMPARE(view.description().title, QStringLiteral("Parallel computation on GPUs"));
        selection.setBlock(1);
        QCOMPARE(view.description().title, QStringLiteral("GPU2 time"));
        selection.setLine(15);
        QCOMPARE(view.description().kindText, QStringLiteral("Wait"));
        selection.selectOp(OpId(0));
        QCOMPARE(view.description().kindText, QStringLiteral("Compute"));
        feed.show(tests::sampleTrace(Sample::Empty), {});
        QVERIFY(view.description().kindText.isEmpty());
    }

    /// The inspector has the width of the window's pane. There, a long value needs a second line.
    void inspectorDoesNotCutItsValues()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::model::Playhead playhead;
        InspectorView view(theme, feed, selection, playhead);
        view.resize(250, 700);
        view.setVisible(true);
        feed.show(tests::sampleTrace(Sample::TwoGpus), {});
        selection.selectOp(OpId(3));
        QVERIFY(QTest::qWaitForWindowExposed(&view));

        int values = 0;
        for (const auto* label : view.findChildren<QLabel*>()) {
            if (!label->isVisible() || label->text().isEmpty() || !label->hasHeightForWidth())
                continue;
            ++values;
            QVERIFY2(label->heightForWidth(label->width()) <= label->height(), qPrintable(label->text()));
        }
        QVERIFY(values >= 5);
        const auto& rows = view.description().rows;
        QVERIFY2(std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.value.size() > 30; }),
                 "no value needs a second line");
    }

    void tableOfOperationsShowsWarmUpTimesUncut()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::VisibleRange range;
        ui::model::Selection selection;
        OperationsTable table(theme, feed, range, selection);
        range.setOrigin(Nanoseconds{1'000'000'000});
        feed.show(tests::sampleTrace(Sample::TwoGpus), {});
        table.resize(600, 240);

        const QString issued = table.model()->index(0, ui::model::OperationsModel::Issued).data().toString();
        QVERIFY2(issued.contains(QLatin1String("warm-up")), qPrintable(issued));
        QVERIFY(table.columnWidth(ui::model::OperationsModel::Issued) > table.fontMetrics().horizontalAdvance(issued));
        QVERIFY2(!table.wordWrap(), "a cut statement would show its first word only");
    }

    void suggestionCardShowsAPredictionWhenItArrives()
    {
        ui::look::Theme theme;
        TryThisCard card(theme);
        TryThisCard::Done done;
        bool isApplied = false;

        card.offer(
            {{}, QStringLiteral("It reads {after}."), QStringLiteral("Flip")},
            [&](TryThisCard::Done d) { done = std::move(d); }, [&] { isApplied = true; });
        QVERIFY2(card.isHidden(), "a sentence without its number says nothing");
        std::thread([&] { done(Prediction{QStringLiteral("2 s"), QStringLiteral("0.5 s")}); }).join();
        QTRY_COMPARE(card.text(), QStringLiteral("It reads 0.5 s."));
        QVERIFY(!card.isHidden());
        card.findChild<QPushButton*>()->click();

        QVERIFY(isApplied);
    }

    void predictionForAnOldSuggestionIsDropped()
    {
        ui::look::Theme theme;
        TryThisCard card(theme);
        TryThisCard::Done first;
        card.offer({{}, QStringLiteral("A {after}"), {}}, [&](TryThisCard::Done d) { first = std::move(d); }, {});
        card.offer({{}, QStringLiteral("B {after}"), {}}, [](TryThisCard::Done) {}, {});

        first(Prediction{{}, QStringLiteral("1 s")});
        QCoreApplication::processEvents();

        QVERIFY(card.isHidden());
        QCOMPARE(card.text(), QString());
    }

    void predictionAfterTheTryThisCardIsDestroyedIsIgnored()
    {
        ui::look::Theme theme;
        TryThisCard::Done done;
        {
            TryThisCard card(theme);
            card.offer({{}, QStringLiteral("A {after}"), {}}, [&](TryThisCard::Done d) { done = std::move(d); }, {});
        }

        done(Prediction{});
        QCoreApplication::processEvents();
    }

    void failedPredictionShowsTheError()
    {
        ui::look::Theme theme;
        TryThisCard card(theme);

        card.offer({{}, QStringLiteral("It reads {after}."), {}},
                   [](TryThisCard::Done d) { d(untranslatedError(ErrorCode::OutOfMemory, "no memory")); }, {});
        QCoreApplication::processEvents();

        QVERIFY(card.text().contains(QLatin1String("no memory")));
    }

    void outOfMemoryExplanationShowsASumOfMemoryAndSuggestsRemedies()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        WhatHappenedView view(theme, feed);
        feed.show(tests::sampleTrace(Sample::OutOfMemory), {});

        const auto predict = [](Bytes reserved, Bytes usedByOthers) {
            analysis::MemoryPeaks peaks;
            peaks.reserved = reserved;
            peaks.usedByOthers = usedByOthers;
            peaks.capacity = kGiB * 4;
            return [peaks](const Remedy::Done& done) { done(analysis::MemoryForecast{{peaks}, {}}); };
        };
        view.setRemedies({{QStringLiteral("Smaller matrices"), QStringLiteral("n = 3600"), QStringLiteral("Apply"),
                           predict(kGiB, {}), [] {}},
                          {QStringLiteral("Fewer products"), QStringLiteral("products = 44"), QStringLiteral("Apply"),
                           predict(kGiB * 2, kGiB), [] {}}});
        QCoreApplication::processEvents();
        const QString text = view.text();

        for (const char* part :
             {"What happened", "3.00 GiB with 1.00 GiB of others · capacity 4.00 GiB", "ran 43 products ahead",
              "x_gpu1 and 44 products, 45 × 62 MiB", "refused", "Smaller matrices", "1.00 GiB · capacity 4.00 GiB"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    }

    void explanationOfAnErrorCountsIssuedAndComputedOperations()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        WhatHappenedView view(theme, feed);

        feed.show(tests::raisedErrorTrace(), {});
        QCoreApplication::processEvents();

        const QString text = view.text().simplified();
        QVERIFY2(text.contains(QLatin1String("operations issued 2")), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("of these, computed 1")), qPrintable(text));
    }

    /// An error in the warm-up has the longest time text. The pane is at least 260 pixels wide.
    void explanationOfAnErrorIsNoWiderThanItsPane()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        WhatHappenedView view(theme, feed);
        trace::Recorder recorder;
        recorder.write(trace::BlockRecord{Nanoseconds{31'000'000}, Nanoseconds{32'000'000}, 1, "GPU1 time", 0, false});
        recorder.write(trace::ErrorRecord{Nanoseconds{30'200'000}, 3, "NameError", "name 'z' is not defined", "", {}});
        recorder.write(trace::EndRecord{Nanoseconds{32'000'000}, false});
        recorder.finish();

        feed.show(recorder.snapshot(), {});
        QCoreApplication::processEvents();

        QVERIFY2(view.text().contains(QLatin1String("in the warm-up")), qPrintable(view.text()));
        const QWidget* story = view.findChild<QScrollArea*>()->widget();
        QVERIFY2(story->minimumSizeHint().width() <= theme.px(256),
                 qPrintable(QString::number(story->minimumSizeHint().width())));
    }

    void runWithoutErrorHasNoExplanation()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        WhatHappenedView view(theme, feed);

        feed.show(tests::sampleTrace(Sample::TwoGpus), {});

        QVERIFY2(view.text().remove(QStringLiteral("What happened")).simplified().isEmpty(), qPrintable(view.text()));
    }

    void inspectorIsLaidOutAgainAfterThemeAndScaleChanges()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::model::Playhead playhead;
        feed.show(tests::sampleTrace(Sample::CopyOverlap), {});
        InspectorView view(theme, feed, selection, playhead);
        selection.selectOp(OpId(210));

        theme.setMode(ui::look::Mode::Dark);
        theme.setScale(2);

        QVERIFY(view.sizeHint().height() > 200);
    }
};

QTEST_MAIN(TestViews)
#include "tst_views.moc"
