#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/listing/open_program_pane.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QCheckBox>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

using namespace ui::listing;
using tests::FakeFrontEnd;
using Dialect = engine::frontend::Dialect;

/// Tests the left pane through its widgets.
class TestProgramPane : public QObject, tests::OpenProgramPane {
    Q_OBJECT

private slots:
    void init() { openPane(); }
    void cleanup() { closePane(); }
    void programTreePassesQAbstractItemModelTester();
    void switchIsACheckBoxWithAnAccessibleName();
    void resultsAreShownOnlyForTheTextThatRan();
    void hoveredLineIsReported();
    void invalidIntegersAreMarkedAndNotApplied();
    void realNumberFieldChecksItsRange();
    void uncheckingTheLastDeviceSelectsAllDevices();
    void labelsOfParametersKeepTheirAmpersands();
    void projectorModeShrinksTheTreeForTheListing();
    void searchHidesProgramsThatDoNotMatch();
    void searchIsOperatedByKeyboard();
    void untrustedFileAsksBeforeItRuns();
    void programThatReadsSysArgvHasAnArgumentsField();
    void outputShowsTextAndTracebacks();
    void outputEndsWithTheWarningsOfTheRun();
    void outputOfRepeatedRunsIsThatOfTheFirstRun();
    void outputOpensWhenTheProgramPrints();
    void emptyOutputPaneExplainsWhyItIsEmpty();
    void outputOfARunThatIsReplacedDuringAReplayIsDropped();
    void changedLessonTitleKeepsItemIndexesValid();
    void lineThatWaitsForAllDevicesIsMarked();
    void longOutputIsTruncatedDuringAndAfterTheRun();
    void truncatedTextEndsWithAWholeCharacter();
};

void TestProgramPane::programTreePassesQAbstractItemModelTester()
{
    QAbstractItemModelTester tester(&m_desk->programs, QAbstractItemModelTester::FailureReportingMode::QtTest);

    m_desk->programs.addFile(FakeFrontEnd::program("/tmp/own.py", "x"));
    m_desk->programs.addFile(FakeFrontEnd::program("/tmp/own.py", "x"));

    const QModelIndex section = m_desk->programs.index(0, 0);
    QCOMPARE(section.data(ProgramModel::NumberRole).toString(), QStringLiteral("13.3"));
    QCOMPARE(m_desk->programs.rowCount(), 2);
    QCOMPARE(m_desk->programs.rowCount(m_desk->programs.index(1, 0)), 1);
}

void TestProgramPane::switchIsACheckBoxWithAnAccessibleName()
{
    auto* waitSwitch = m_pane->findChild<QCheckBox*>("syncSwitch2");

    QVERIFY(waitSwitch != nullptr);
    QCOMPARE(waitSwitch->accessibleName(), QStringLiteral("Wait on line 2, wait()"));
    QCOMPARE(QAccessible::queryAccessibleInterface(waitSwitch)->role(), QAccessible::CheckBox);
    QVERIFY(waitSwitch->isChecked());
}

void TestProgramPane::resultsAreShownOnlyForTheTextThatRan()
{
    const QImage before = m_pane->listing().grab().toImage();
    FakeFrontEnd frontEnd;
    engine::trace::Recorder recorder;
    auto request = m_desk->document.request();
    auto outcome = frontEnd.run(request, recorder);

    m_desk->feed.show(outcome->trace, {});

    QVERIFY(m_pane->listing().states().isUpToDate());
    QCOMPARE(ui::model::marksOf(*outcome->trace).at(1).result, QStringLiteral("0.0050 s"));
    QVERIFY(m_pane->listing().grab().toImage() != before);

    m_desk->document.listing().setSource("something else");
    QVERIFY2(!m_pane->listing().states().isUpToDate(), "results of another text must not stand beside this one");
}

void TestProgramPane::hoveredLineIsReported()
{
    QSignalSpy hovered(&m_desk->selection.hover(), &ui::model::Hover::lineChanged);

    // The event is sent directly, so the position of the real pointer does not matter.
    const QPointF at(30, 17 + 8);
    QMouseEvent move(QEvent::MouseMove, at, at, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_pane->listing().viewport(), &move);

    QCOMPARE(m_desk->selection.hover().line(), 2);
    QVERIFY(hovered.count() >= 1);
}

void TestProgramPane::invalidIntegersAreMarkedAndNotApplied()
{
    auto* field = m_pane->findChild<QLineEdit*>("parameter.n");
    QVERIFY(field != nullptr);

    for (const char* bad : {"0", "-1", "3.5", "1000000000", "", "many"}) {
        field->selectAll();
        field->del();
        QTest::keyClicks(field, bad);
        QVERIFY2(field->property("state").toString() == "bad" || QString(bad).isEmpty(), bad);
    }
    QCOMPARE(problemOf(m_desk->document.program().parameters[0], "3.5"),
             QStringLiteral("n is a whole number from 1 to 20000; this is 3.5."));

    field->selectAll();
    QTest::keyClicks(field, "2000");
    QCOMPARE(m_desk->document.parameters().value("n"), QStringLiteral("2000"));
    QCoreApplication::processEvents();  // the layout resizes the field to the width of its number
    const auto caret = [field] { return field->inputMethodQuery(Qt::ImCursorRectangle).toRect().x(); };
    QTest::keyClick(field, Qt::Key_Home);
    const int home = caret();
    QTest::keyClick(field, Qt::Key_End);
    const int digits = QFontMetrics(field->font()).horizontalAdvance(field->text());
    QVERIFY2(caret() - home >= digits - 1, "the first digit is scrolled out of the field");
    QTest::keyClick(field, Qt::Key_Up);
    QCOMPARE(m_desk->document.parameters().value("n"), QStringLiteral("2001"));
}

void TestProgramPane::realNumberFieldChecksItsRange()
{
    auto* field = m_pane->findChild<QLineEdit*>("parameter.lr");
    QVERIFY(field != nullptr);
    QCOMPARE(field->text(), QStringLiteral("0.2"));

    for (const char* bad : {"nan", "11", "-0.1", "much"}) {
        field->selectAll();
        field->del();
        QTest::keyClicks(field, bad);
        QVERIFY2(field->property("state").toString() == "bad", bad);
    }
    field->selectAll();
    QTest::keyClicks(field, "0.05");
    QCOMPARE(m_desk->document.parameters().value("lr"), QStringLiteral("0.05"));
    QTest::keyClick(field, Qt::Key_Up);
    QCOMPARE(m_desk->document.parameters().value("lr"), QStringLiteral("0.06"));
}

void TestProgramPane::uncheckingTheLastDeviceSelectsAllDevices()
{
    m_pane->parameterPanel().setDevices({"GPU 0", "GPU 1"});
    auto* first = m_pane->findChild<QCheckBox*>("device0");
    auto* second = m_pane->findChild<QCheckBox*>("device1");
    QVERIFY(first->isChecked() && second->isChecked());

    QTest::mouseClick(first, Qt::LeftButton, {}, QPoint(6, first->height() / 2));
    QCOMPARE(m_desk->document.parameters().value("devices"), QStringLiteral("1"));

    QTest::mouseClick(second, Qt::LeftButton, {}, QPoint(6, second->height() / 2));
    QCOMPARE(m_desk->document.parameters().value("devices"), QStringLiteral("all"));
    QVERIFY(first->isChecked() && second->isChecked());
}

void TestProgramPane::labelsOfParametersKeepTheirAmpersands()
{
    using engine::frontend::ParameterKind;
    auto program = FakeFrontEnd::program("/tmp/own.py", "x = 1\n");
    program.parameters = {{"n", "rows & columns", ParameterKind::Integer, "1", 1, 9, {}, {}},
                          {"f", "shuffle & drop", ParameterKind::Flag, "true", 0, 0, {}, {}}};

    m_desk->document.open(program, Dialect::Torch);

    QCOMPARE(m_pane->findChild<QCheckBox*>("parameter.f")->text(), QStringLiteral("shuffle && drop"));
    QStringList labels;
    for (const QLabel* label : m_pane->findChildren<QLabel*>("fieldLabel"))
        labels << label->text();
    QVERIFY2(labels.contains(QStringLiteral("rows && columns")), qPrintable(labels.join('|')));
}

/// With a listing longer than the pane, the tree shrinks to the row of the open program.
void TestProgramPane::projectorModeShrinksTheTreeForTheListing()
{
    auto* tree = m_pane->findChild<QTreeView*>(QStringLiteral("programTree"));
    tree->expandAll();
    m_desk->theme.setProjectedSize(m_pane->size());
    m_desk->document.listing().setSource(QStringLiteral("x = 1\n").repeated(80));
    QTRY_VERIFY(tree->height() >= 2 * m_desk->theme.px(24));

    m_desk->theme.setProjected(true);

    QTRY_VERIFY2(tree->height() <= m_desk->theme.px(24), qPrintable(QString::number(tree->height())));
    m_desk->theme.setProjected(false);
    QTRY_VERIFY(tree->height() >= 2 * m_desk->theme.px(24));
}

void TestProgramPane::searchHidesProgramsThatDoNotMatch()
{
    m_pane->startSearch();

    m_pane->tree().setFilter("13.2.1");

    const QModelIndex section = m_desk->programs.index(0, 0);
    QVERIFY(m_pane->tree().isRowHidden(0, section));
    QVERIFY(!m_pane->tree().isRowHidden(1, section));
    m_pane->tree().setFilter({});
    QVERIFY(!m_pane->tree().isRowHidden(0, section));

    auto* field = m_pane->tree().window()->findChild<QLineEdit*>();
    QVERIFY(field != nullptr && field->isVisible());
    QTest::keyClick(field, Qt::Key_Escape);
    QTRY_VERIFY(!field->isVisible());
}

void TestProgramPane::searchIsOperatedByKeyboard()
{
    m_pane->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_pane.get()));
    QSignalSpy chosen(m_pane.get(), &ProgramPane::programChosen);
    m_pane->startSearch();
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field != nullptr);

    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY2(chosen.isEmpty(), "nothing was looked for");
    QTest::keyClicks(field, "13.2");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toString(), QStringLiteral("13.2.1"));
    QVERIFY2(!field->isVisible(), "the search is over");

    m_pane->startSearch();
    QTest::keyClicks(field, "no such program");
    QTest::keyClick(field, Qt::Key_Return);
    QTest::keyClick(field, Qt::Key_Down);
    QCOMPARE(chosen.size(), 1);
    QVERIFY(field->hasFocus());
    field->clear();
    QTest::keyClicks(field, "13.2");
    QTest::keyClick(field, Qt::Key_Down);
    QVERIFY(m_pane->tree().hasFocus());
    QTest::keyClick(&m_pane->tree(), Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen[1][0].toString(), QStringLiteral("13.2.1"));
}

void TestProgramPane::untrustedFileAsksBeforeItRuns()
{
    auto program = FakeFrontEnd::program("/tmp/own.py", "wait()\n");
    program.path = "/tmp/own.py";
    auto* strip = m_pane->findChild<QWidget*>("trustStrip");
    QSignalSpy wanted(m_pane.get(), &ProgramPane::runWanted);

    m_desk->document.open(program, Dialect::Torch);
    QVERIFY(strip->isVisible());
    QTest::mouseClick(strip->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);

    m_desk->document.setTrusted(true);
    QVERIFY(!strip->isVisible());
}

void TestProgramPane::outputShowsTextAndTracebacks()
{
    engine::trace::Recorder recorder;
    recorder.write(engine::trace::OutputRecord{{}, 1, engine::trace::OutputStream::Result, "tensor([3.])"});
    recorder.write(engine::trace::ErrorRecord{{},
                                              2,
                                              "IndexError",
                                              "list index out of range",
                                              "Traceback (most recent call last):\n  File \"listing\", line 2, in "
                                              "<module>\nIndexError: list index out of range\n",
                                              {}});
    recorder.finish();

    m_desk->feed.show(recorder.snapshot(), {});
    m_pane->chooseOutput(true);

    QVERIFY(m_pane->output().hasUnread());
    QVERIFY(m_pane->output().toPlainText().contains("tensor([3.])\nTraceback"));
    QVERIFY(m_pane->output().isVisible());
    QCOMPARE(ui::model::marksOf(*m_desk->feed.trace()).at(2).problem, QStringLiteral("IndexError"));
}

void TestProgramPane::outputEndsWithTheWarningsOfTheRun()
{
    const auto trace = tests::sampleTrace(tests::Sample::TwoGpus);
    const QString warning = QStringLiteral("Line 21: GPU 1 is still busy when \"GPU1 & GPU2\" ends");

    m_desk->feed.show(trace, {});
    QVERIFY2(m_pane->output().toPlainText().contains(warning), qPrintable(m_pane->output().toPlainText()));
    m_pane->output().setMoment(trace->blocks().back().begin);
    QVERIFY(!m_pane->output().toPlainText().contains(warning));
    m_pane->output().setMoment(std::nullopt);
    QCOMPARE(m_pane->output().toPlainText().count(warning), 1);
}

void TestProgramPane::outputOfRepeatedRunsIsThatOfTheFirstRun()
{
    const auto runThatPrints = [](const char* text) {
        engine::trace::Recorder recorder;
        recorder.write(engine::trace::OutputRecord{{}, 1, engine::trace::OutputStream::Standard, text});
        recorder.finish();
        return recorder.snapshot();
    };
    ui::model::RunContext context;
    context.printed = runThatPrints("first");

    m_desk->feed.show(runThatPrints("third"), context);
    QCOMPARE(m_pane->output().toPlainText(), QStringLiteral("first"));
    m_desk->feed.show(nullptr, context);
    QCOMPARE(m_pane->output().toPlainText(), QString());
}

void TestProgramPane::truncatedTextEndsWithAWholeCharacter()
{
    for (const char* before : {"", "a", "ab"}) {
        std::string text = before;
        while (text.size() < 30'000)
            text += "한";
        engine::trace::Recorder recorder;
        recorder.write(
            engine::trace::OutputRecord{engine::Nanoseconds{1}, 1, engine::trace::OutputStream::Standard, text});
        recorder.finish();

        m_desk->feed.show(recorder.snapshot(), {});

        const QString shown = m_pane->output().toPlainText();
        QVERIFY2(shown.endsWith(QStringLiteral("한…")), qPrintable(shown.right(5)));
        QVERIFY(!shown.contains(QChar::ReplacementCharacter));
    }
}

void TestProgramPane::longOutputIsTruncatedDuringAndAfterTheRun()
{
    auto recorder = std::make_shared<engine::trace::Recorder>();
    const auto print = [&](int from, int to) {
        for (int i = from; i < to; ++i)
            recorder->write(engine::trace::OutputRecord{
                engine::Nanoseconds{i}, 1, engine::trace::OutputStream::Standard, std::to_string(i) + "\n"});
    };
    print(0, 20000);
    m_desk->feed.follow(recorder, {});

    const auto lines = [this] { return m_pane->output().toPlainText().split('\n'); };
    QVERIFY2(lines().size() < 500, "one tick lays out a bounded piece");
    QVERIFY2(lines().first().contains("19,600 texts are left out"), qPrintable(lines().first()));
    QCOMPARE(lines().last(), QStringLiteral("19999"));

    print(20000, 20010);
    recorder->finish();
    m_desk->feed.finishFollowing(recorder->snapshot());

    QCOMPARE(lines().last(), QStringLiteral("20009"));
    // A run counts as complete if it has an end record. The pane shows the last 5000 lines of a complete run.
    recorder = std::make_shared<engine::trace::Recorder>();
    print(0, 20000);
    recorder->write(
        engine::trace::NoteRecord{engine::Nanoseconds{20000}, engine::Message("There was more."), true, 7, {}});
    m_desk->feed.follow(recorder, {});
    QCOMPARE(lines().last(), QStringLiteral("Line 7: There was more."));
    recorder->write(engine::trace::EndRecord{engine::Nanoseconds{30000}, false});
    recorder->finish();
    m_desk->feed.finishFollowing(recorder->snapshot());
    QCOMPARE(m_pane->output().document()->blockCount(), 5000);
    QCOMPARE(lines().last(), QStringLiteral("Line 7: There was more."));
    QCOMPARE(lines().at(4998), QStringLiteral("19999"));
}

void TestProgramPane::emptyOutputPaneExplainsWhyItIsEmpty()
{
    auto recorder = std::make_shared<engine::trace::Recorder>();
    m_desk->feed.follow(recorder, {});
    const auto reason = [this] { return m_pane->output().placeholderText(); };
    QCOMPARE(reason(), QStringLiteral("Nothing has been printed yet."));

    recorder->write(engine::trace::EndRecord{engine::Nanoseconds{30}, true});
    recorder->finish();
    m_desk->feed.finishFollowing(recorder->snapshot());
    QCOMPARE(reason(), QStringLiteral("The program printed nothing. What it prints with print() appears here."));

    recorder = std::make_shared<engine::trace::Recorder>();
    recorder->write(
        engine::trace::OutputRecord{engine::Nanoseconds{20}, 1, engine::trace::OutputStream::Standard, "late\n"});
    recorder->write(engine::trace::EndRecord{engine::Nanoseconds{30}, true});
    recorder->finish();
    m_desk->feed.show(recorder->snapshot(), {});
    m_pane->output().setMoment(engine::Nanoseconds{10});
    QCOMPARE(m_pane->output().toPlainText(), QString());
    QCOMPARE(reason(), QStringLiteral("Nothing was printed up to this time."));
    m_pane->output().setMoment({});
    QCOMPARE(m_pane->output().toPlainText(), QStringLiteral("late"));
}

/// A listener receives the new run earlier than the pane does, and sets the pane to a time of the replay.
void TestProgramPane::outputOfARunThatIsReplacedDuringAReplayIsDropped()
{
    ui::model::TraceFeed feed;
    ui::listing::OutputPane* shown = nullptr;
    connect(&feed, &ui::model::TraceFeed::replaced, this, [&] {
        if (shown != nullptr)
            shown->setMoment(engine::Nanoseconds{10});
    });
    ui::listing::OutputPane output(m_desk->theme, feed);
    shown = &output;
    engine::trace::Recorder recorder;
    recorder.write(
        engine::trace::OutputRecord{engine::Nanoseconds{20}, 1, engine::trace::OutputStream::Standard, "old\n"});
    recorder.write(engine::trace::EndRecord{engine::Nanoseconds{30}, true});
    recorder.finish();
    feed.show(recorder.snapshot(), {});
    output.setMoment(engine::Nanoseconds{30});
    QCOMPARE(output.toPlainText(), QStringLiteral("old"));

    feed.show(std::make_shared<const engine::trace::Trace>(), {});

    QCOMPARE(output.toPlainText(), QString());
}

void TestProgramPane::changedLessonTitleKeepsItemIndexesValid()
{
    ProgramModel model;
    model.setPrograms({FakeFrontEnd::program("13.3.1", "wait()\n")});
    model.setLessons({{"lesson 13.3", "13.3 Automatic parallelism", "Two devices"}});
    QSignalSpy reset(&model, &ProgramModel::modelReset);
    const QPersistentModelIndex lesson = model.indexOf("lesson 13.3");

    model.setLessons({{"lesson 13.3", "13.3 Automatic parallelism", "Zwei"}});

    QCOMPARE(reset.count(), 0);
    QVERIFY(lesson.isValid());
    QVERIFY(lesson.data().toString().contains("Zwei"));
}

void TestProgramPane::lineThatWaitsForAllDevicesIsMarked()
{
    const auto run = [](bool isForAll) {
        engine::trace::Recorder recorder;
        auto info = std::make_shared<engine::trace::RunInfo>();
        if (isForAll)
            info->parameters = {{"synchronize", "all"}};
        recorder.write(engine::trace::RunRecord(info));
        engine::trace::WaitRecord wait;
        wait.call = recorder.intern("torch.cuda.synchronize()");
        wait.line = 24;
        recorder.write(wait);
        wait.call = recorder.intern("torch.cuda.synchronize(devices[0])");
        wait.line = 10;
        recorder.write(wait);
        recorder.finish();
        return recorder.snapshot();
    };

    QCOMPARE(ui::model::widerWaitsOf(*run(true)), std::set<int>{24});
    QVERIFY(ui::model::widerWaitsOf(*run(false)).empty());
}

void TestProgramPane::outputOpensWhenTheProgramPrints()
{
    const auto show = [this](const char* text) {
        engine::trace::Recorder recorder;
        recorder.write(engine::trace::OutputRecord{{}, 1, engine::trace::OutputStream::Standard, text});
        recorder.finish();
        m_desk->feed.show(recorder.snapshot(), {});
    };

    show("sum = 10\n");
    QVERIFY2(m_pane->output().isVisible(), "a program that prints shows what");
    QCOMPARE(m_pane->output().toPlainText(), QStringLiteral("sum = 10"));
    show("\n");
    QVERIFY2(!m_pane->output().isVisible(), "opened by a run, closed by the next that prints nothing");
    show("sum = 11\n");
    m_pane->chooseOutput(false);
    show("sum = 12\n");
    QVERIFY2(!m_pane->output().isVisible(), "the reader closed it");
    QVERIFY(!m_pane->opensOutput());
}

void TestProgramPane::programThatReadsSysArgvHasAnArgumentsField()
{
    auto program = FakeFrontEnd::program("/tmp/own.py", "x = 1\n");
    program.path = "/tmp/own.py";
    m_desk->document.open(program, Dialect::Torch);
    QVERIFY(m_pane->findChild<QLineEdit*>("parameter.arguments") == nullptr);

    m_desk->document.listing().setSource("import sys\nx = sys.argv[1]\n");
    QTRY_VERIFY(m_pane->findChild<QLineEdit*>("parameter.arguments") != nullptr);
    auto* field = m_pane->findChild<QLineEdit*>("parameter.arguments");
    QTest::keyClicks(field, "--epochs 2");
    QTest::keyClick(field, Qt::Key_Return);

    QCOMPARE(m_desk->document.request().parameters.at("arguments"), std::string("--epochs 2"));
}

QTEST_MAIN(TestProgramPane)
#include "tst_program_pane.moc"
