#include "tests/engine/trace/sample_traces.h"
#include "ui/teach/lesson_author.h"
#include "ui/teach/lesson_bar.h"
#include "ui/teach/lesson_editor.h"
#include "ui/teach/presenter_view.h"
#include "ui/teach/step_editor.h"

#include <QLocale>
#include <QPaintEvent>
#include <QSignalSpy>
#include <QTest>

using namespace ui::teach;
using tests::Sample;

namespace {

Lesson twoSteps()
{
    const auto en = [](const char* text) { return Texts{{QStringLiteral("en"), QString::fromUtf8(text)}}; };
    Step asks, ends;
    asks.title = en("First");
    asks.text = en("Alone {block:GPU1 time}.");
    asks.teacher = en("Ask first.");
    asks.program = ends.program = QStringLiteral("13.3.1");
    Question question;
    question.text = en("How long?");
    question.measure = QStringLiteral("block:GPU2 time");
    question.expected = en("It is {block:GPU2 time}, not {block:none}.");
    asks.question = question;
    ends.title = en("Second");
    ends.text = en("The end.");
    ends.text[QStringLiteral("ko")] = QStringLiteral("끝입니다.");
    Lesson lesson;
    lesson.title = en("Two");
    lesson.steps = {asks, ends};
    return lesson;
}

}  // namespace

class TestLessonBar : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        QLocale::setDefault(QLocale::C);
        m_trace = tests::sampleTrace(Sample::TwoGpus);
    }
    void cleanup() { QLocale::setDefault(QLocale::C); }

    void measureIsComputedFromTheRun_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("text");
        QTest::newRow("a block") << "block:GPU2 time"
                                 << "0.5151 s";
        QTest::newRow("the book") << "book:GPU2 time"
                                  << "0.5150 s";
        QTest::newRow("operations") << "operations"
                                    << "302";
        QTest::newRow("a factor") << "block:GPU2 time / block:GPU1 time" << QStringLiteral("1.04×");
        QTest::newRow("a difference") << "block:GPU2 time - block:GPU1 time"
                                      << "0.0184 s";
        QTest::newRow("no run before") << "before:block:GPU1 time" << QString();
        QTest::newRow("unknown block") << "block:nothing" << QString();
        QTest::newRow("unknown device") << "busy:GPU 9" << QString();
        QTest::newRow("different units") << "operations / block:GPU1 time" << QString();
        QTest::newRow("invalid measure") << "half of it" << QString();
    }
    void measureIsComputedFromTheRun()
    {
        QFETCH(QString, what);
        QFETCH(QString, text);

        const auto found = measure(source(), what);

        QCOMPARE(found ? textOf(*found) : QString(), text);
        QVERIFY(isMeasure(what) == (what != QLatin1String("half of it")));
    }

    void placeholdersAreReplacedByMeasures()
    {
        QCOMPARE(filled(QStringLiteral("a {operations} b {{c} {none"), source()), QStringLiteral("a 302 b {c} {none"));
        QCOMPARE(filled(QStringLiteral("{block:x}"), source()), QStringLiteral("—"));
        QCOMPARE(filled(QStringLiteral("{operations}"), {}), QStringLiteral("—"));
        // If the longest time of a text is at least 1 ms, a time of 0.6 ms is in seconds, too.
        MeasureSource book;
        book.book = {{QStringLiteral("a"), 600e-6}, {QStringLiteral("b"), 0.0016}, {QStringLiteral("c"), 60e-6}};
        QCOMPARE(filled(QStringLiteral("{book:a}"), book), QStringLiteral("600 µs"));
        QCOMPARE(filled(QStringLiteral("{book:a} {book:b} {book:c}"), book),
                 QStringLiteral("0.0006 s 0.0016 s 60.0 µs"));
    }

    void answerIsShownAfterTheGuess()
    {
        LessonPlayer player;
        LessonBar bar(m_theme, player, [this] { return source(); });
        QVERIFY(!bar.isVisibleTo(nullptr) || bar.isHidden());
        QSignalSpy entered(&player, &LessonPlayer::entered), answered(&player, &LessonPlayer::answered);

        player.open(twoSteps());

        QCOMPARE(entered.size(), 1);
        QVERIFY(player.isAsking());
        QVERIFY(bar.spoken().contains(QLatin1String("Alone 0.4967 s.")));
        QVERIFY(!bar.spoken().contains(QLatin1String("0.5151")));
        auto* guess = bar.findChild<QLineEdit*>(QStringLiteral("guess"));
        QTest::keyClicks(guess, QStringLiteral("1.0"));
        QTest::keyClick(guess, Qt::Key_Return);
        QCOMPARE(answered.size(), 1);
        QVERIFY(bar.spoken().contains(QLatin1String("You guessed 1.0000 s; it is 0.5151 s: 94 % too high.")));
        QVERIFY(bar.spoken().contains(QStringLiteral("It is 0.5151 s, not —.")));
    }

    /// A paused lesson resumes when its step changes, but not when only the title of the lesson changes.
    void changedLessonTitleIsNoEditOfTheStep()
    {
        LessonPlayer player;
        player.open(twoSteps());
        const QSignalSpy changed(&player, &LessonPlayer::changed);
        const QSignalSpy edited(&player, &LessonPlayer::edited);
        Lesson lesson = twoSteps();
        lesson.title[QStringLiteral("en")] = QStringLiteral("Renamed");

        player.edit(lesson, 0);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(edited.size(), 0);

        lesson.steps[0].title[QStringLiteral("en")] = QStringLiteral("Renamed");
        player.edit(lesson, 0);
        QCOMPARE(edited.size(), 1);
    }

    void nextStepRepaintsTheWholeBar()
    {
        struct Painted : QObject {
            bool eventFilter(QObject*, QEvent* event) override
            {
                if (event->type() == QEvent::Paint)
                    region += static_cast<QPaintEvent*>(event)->region();
                return false;
            }
            QRegion region;
        } painted;
        Lesson lesson = twoSteps();
        lesson.steps[0].question.reset();
        lesson.steps[1] = lesson.steps[0];
        LessonPlayer player;
        LessonBar bar(m_theme, player, [this] { return source(); });
        player.open(lesson);
        bar.resize(1200, 120);
        bar.show();
        QVERIFY(QTest::qWaitForWindowExposed(&bar));
        bar.installEventFilter(&painted);

        player.advance();
        QCoreApplication::processEvents();

        QCOMPARE(player.index(), 1);
        QTRY_VERIFY((QRegion(bar.rect()) - painted.region).isEmpty());
    }

    void nextButtonShowsTheAnswerBeforeTheNextStep()
    {
        LessonPlayer player;
        player.open(twoSteps());

        player.advance();
        QCOMPARE(player.index(), 0);
        QVERIFY(!player.isAsking());
        player.advance();
        QCOMPARE(player.index(), 1);
        player.advance();
        QVERIFY(player.isEnded());
        QVERIFY(!player.canAdvance());
        player.advance();
        QVERIFY(player.isEnded());
        player.goBack();
        QVERIFY(!player.isEnded());
        QCOMPARE(player.index(), 1);
        player.goBack();
        QVERIFY(player.isAsking());
        QSignalSpy closed(&player, &LessonPlayer::closed);
        player.close();
        QCOMPARE(closed.size(), 1);
        QVERIFY(!player.isOpen());
    }

    void endOfALessonShowsSummaryAndNextLesson()
    {
        Lesson lesson = twoSteps();
        lesson.about = {{QStringLiteral("en"), QStringLiteral("About two.")}};
        LessonPlayer player;
        LessonBar bar(m_theme, player, [this] { return source(); });
        PresenterView presenter(m_theme, player, [this] { return source(); });
        player.open(lesson);
        QSignalSpy entered(&player, &LessonPlayer::entered), close(&bar, &LessonBar::closeWanted),
            following(&bar, &LessonBar::followingWanted);
        auto* next = bar.findChild<QPushButton*>(QStringLiteral("nextStep"));

        next->click();  // shows the answer
        next->click();
        next->click();

        // At the end of the lesson, the last step remains on the screen, and no step is entered.
        QCOMPARE(entered.size(), 1);
        QVERIFY(player.isEnded());
        QVERIFY(bar.spoken().contains(QLatin1String("About two.")));
        QVERIFY(!bar.spoken().contains(QLatin1String("The end.")));
        QVERIFY(bar.spoken().contains(QLatin1String("guess what follows")));
        next->click();
        QCOMPARE(close.size(), 1);
        QCOMPARE(following.size(), 0);

        lesson.ending = {{{QStringLiteral("en"), QStringLiteral("Two are two.")}},
                         {{QStringLiteral("en"), QStringLiteral("Try three.")}}};
        player.open(lesson);
        bar.setFollowing(QStringLiteral("4 Four"));
        player.goTo(1);
        player.advance();

        for (const char* words : {"Two are two.", "Try three.", "4 Four"})
            QVERIFY2(bar.spoken().contains(QLatin1String(words)), words);
        QCOMPARE(presenter.findChild<QLabel*>(QStringLiteral("presenterNow"))->text(), QStringLiteral("Two are two."));
        next->click();
        QCOMPARE(following.size(), 1);
        QCOMPARE(close.size(), 1);
        player.goBack();
        QVERIFY(bar.spoken().contains(QLatin1String("The end.")));
    }

    void verdictStatesTheErrorOfTheGuess()
    {
        const Measure actual{0.5, Unit::Seconds};
        QVERIFY(verdictOf(0.51, actual).contains(QLatin1String("Well predicted")));
        QVERIFY(verdictOf(0.4, actual).contains(QLatin1String("20 % too low")));
        QVERIFY(verdictOf(5, actual).contains(QLatin1String("the guess is 10")));
        QVERIFY(verdictOf(0.05, actual).contains(QLatin1String("it is 10")));
        QVERIFY(verdictOf(0.6, actual).contains(QLatin1String("20 % too high")));
        QVERIFY(verdictOf(4e-5, {2e-5, Unit::Seconds}).contains(QStringLiteral("20.0 µs")));
        QVERIFY(!verdictOf(1, {0, Unit::Seconds}).contains(QLatin1String("inf")));
    }

    void textsAreShownInTheChosenLanguage()
    {
        LessonPlayer player;
        LessonBar bar(m_theme, player, [this] { return source(); });
        player.open(twoSteps());
        player.goTo(1);

        QLocale::setDefault(QLocale(QLocale::Korean));
        QEvent event(QEvent::LanguageChange);
        QCoreApplication::sendEvent(&bar, &event);

        QVERIFY(bar.spoken().contains(QStringLiteral("끝입니다.")));
    }

    void presenterShowsNotesAndNextStep()
    {
        LessonPlayer player;
        PresenterView presenter(m_theme, player, [this] { return source(); });
        player.open(twoSteps());
        const auto text = [&](const char* name) { return presenter.findChild<QLabel*>(QLatin1String(name))->text(); };

        QCOMPARE(text("presenterNotes"), QStringLiteral("Ask first."));
        QCOMPARE(text("presenterExpected"), QStringLiteral("How long?"));
        QTest::keyClick(&presenter, Qt::Key_PageDown);
        QVERIFY(text("presenterExpected").contains(QLatin1String("0.5151 s")));
        QCOMPARE(text("presenterNext"), QStringLiteral("Second"));
        QTest::keyClick(&presenter, Qt::Key_PageDown);
        QVERIFY(text("presenterNext").contains(QLatin1String("What was learned")));
    }

    /// The answer of a step starts a new run. The numbers in the text of the step remain those of the previous run.
    void answeredStepKeepsItsNumbers()
    {
        const auto before = m_trace;
        m_trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        LessonPlayer player;
        const auto both = [&] {
            MeasureSource of = source();
            of.before = before.get();
            return of;
        };
        LessonBar bar(m_theme, player, both);
        PresenterView presenter(m_theme, player, both);
        Lesson lesson = twoSteps();
        lesson.steps[0].question->change = Setting();
        player.open(lesson);
        player.answer(std::nullopt);
        bar.refresh();
        presenter.refresh();

        const QString words = filled(QStringLiteral("Alone {block:GPU1 time}."), {before.get(), nullptr, {}});
        QVERIFY(words != filled(QStringLiteral("Alone {block:GPU1 time}."), both()));
        QVERIFY(bar.spoken().contains(words));
        QVERIFY(presenter.findChild<QLabel*>(QStringLiteral("presenterNow"))->text().contains(words));
    }

    /// While the run of the answer is pending, the text of the step shows the numbers of the run before the change; the
    /// text of the answer shows no numbers.
    void answerShowsNoNumbersUntilItsRunHasArrived()
    {
        bool isThere = false;
        LessonPlayer player;
        const auto pending = [&] {
            MeasureSource of = source();
            of.before = m_trace.get();
            if (!isThere)
                of.trace = nullptr;
            return of;
        };
        LessonBar bar(m_theme, player, pending);
        PresenterView presenter(m_theme, player, pending);
        Lesson lesson = twoSteps();
        lesson.steps[0].question->change = Setting();
        player.open(lesson);
        player.answer(std::nullopt);
        bar.refresh();
        presenter.refresh();

        QVERIFY(bar.spoken().contains(QLatin1String("Alone 0.4967 s.")));
        const auto* expected = presenter.findChild<QLabel*>(QStringLiteral("presenterExpected"));
        QVERIFY(!bar.spoken().contains(QStringLiteral("—")) && !expected->text().contains(QStringLiteral("—")));
        isThere = true;
        bar.refresh();
        presenter.refresh();
        QVERIFY(bar.spoken().contains(QLatin1String("It is 0.5151 s")));
        QVERIFY(expected->text().contains(QLatin1String("0.5151 s")));
    }

    void stepsAreInsertedMovedAndRemoved()
    {
        LessonPlayer player;
        Step step = twoSteps().steps[1];
        insertStep(player, step);
        QVERIFY(player.isOpen());
        step.program = QStringLiteral("13.3.2");
        insertStep(player, step);
        QCOMPARE(player.index(), 1);
        moveStep(player, -1);
        QCOMPARE(player.index(), 0);
        QCOMPARE(player.step().program, QStringLiteral("13.3.2"));
        removeStep(player);
        QCOMPARE(player.count(), 1);
        removeStep(player);
        QCOMPARE(player.count(), 1);  // the last step cannot be removed
    }

    void stepEditorRejectsInvalidMeasures()
    {
        StepEditor editor(m_theme, twoSteps().steps[0]);
        auto* measureField = editor.findChild<QLineEdit*>(QStringLiteral("stepMeasureField"));
        auto* accept = editor.findChild<QPushButton*>();

        measureField->setText(QStringLiteral("half of it"));
        bool isAnyOff = false;
        for (const QPushButton* button : editor.findChildren<QPushButton*>())
            isAnyOff = isAnyOff || !button->isEnabled();
        QVERIFY(accept != nullptr && isAnyOff);
        measureField->setText(QStringLiteral("total"));
        QCOMPARE(editor.step().question->measure, QStringLiteral("total"));
        editor.findChild<QLineEdit*>(QStringLiteral("stepQuestionField"))->clear();
        QVERIFY(!editor.step().question);
    }

    void lessonEditorChangesOnlyEditedTexts()
    {
        Lesson lesson = twoSteps();
        lesson.title = {{QStringLiteral("en"), QStringLiteral("Two GPUs")},
                        {QStringLiteral("ko"), QStringLiteral("두 GPU")}};
        lesson.about = {{QStringLiteral("ko"), QStringLiteral("기다림")}};
        LessonEditor editor(m_theme, lesson);
        QVERIFY(editor.lesson() == lesson);  // a text shown in place of a missing translation is not stored

        editor.findChild<QPlainTextEdit*>(QStringLiteral("lessonLearnedField"))->setPlainText(QStringLiteral("Waits."));
        editor.findChild<QLineEdit*>(QStringLiteral("lessonTitleField"))->setText(QStringLiteral("Two devices"));
        const Lesson written = editor.lesson();
        QCOMPARE(written.title[QStringLiteral("en")], QStringLiteral("Two devices"));
        QCOMPARE(written.title[QStringLiteral("ko")], QStringLiteral("두 GPU"));
        QCOMPARE(ui::teach::learnedText(written), QStringLiteral("Waits."));

        editor.findChild<QLineEdit*>(QStringLiteral("lessonTitleField"))->clear();
        bool isAnyOff = false;
        for (const QPushButton* button : editor.findChildren<QPushButton*>())
            isAnyOff = isAnyOff || !button->isEnabled();
        QVERIFY(isAnyOff);  // a lesson without a name cannot be stored

        LessonPlayer player;
        player.open(lesson);
        player.goTo(1);
        player.edit(written, 1);
        QCOMPARE(player.index(), 1);
        QVERIFY(player.lesson() == written);
    }

private:
    [[nodiscard]] MeasureSource source() const
    {
        return {m_trace.get(), nullptr, {{QStringLiteral("GPU2 time"), 0.515}}};
    }

    ui::look::Theme m_theme;
    engine::trace::TracePtr m_trace;
};

QTEST_MAIN(TestLessonBar)
#include "tst_lesson_bar.moc"
