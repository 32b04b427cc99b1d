#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/runs/fake_backend.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"
#include "ui/shell/right_pane.h"
#include "ui/teach/advice.h"

#include <QTest>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using namespace ui::teach;
using engine::frontend::Dialect;
using tests::FakeFrontEnd;

/// Tests the "Try this" card: the block whose time it shows, and the conditions under which it is hidden.
class TestAdvice : public QObject {
    Q_OBJECT

private slots:
    void timeOfASuggestionIsThatOfTheTimedBlockThatItNames();
    void timeOfASuggestionIsThatOfTheLastTimedBlockIfItNamesNone();
    void adviceIsShownUntilAnInitiallyOffWaitIsFlipped();
    void adviceThatChangesNothingIsNotOffered();
};

void TestAdvice::timeOfASuggestionIsThatOfTheTimedBlockThatItNames()
{
    const auto trace = tests::sampleTrace(tests::Sample::TwoGpus);
    QVERIFY(trace->blocks().size() > 1);

    for (const engine::trace::BlockRecord& block : trace->blocks())
        QCOMPARE(secondsOf(*trace, block.label), std::optional(block.seconds));
    QCOMPARE(secondsOf(*trace, "another"), std::nullopt);
}

void TestAdvice::timeOfASuggestionIsThatOfTheLastTimedBlockIfItNamesNone()
{
    const auto trace = tests::sampleTrace(tests::Sample::TwoGpus);

    QCOMPARE(secondsOf(*trace, {}), std::optional(trace->blocks().back().seconds));
}

/// The program opens with its wait switched off. It takes 1 ms without the wait and 2 ms with it. It has no timed
/// block.
void TestAdvice::adviceIsShownUntilAnInitiallyOffWaitIsFlipped()
{
    engine::frontend::Program program = FakeFrontEnd::program("13.2.1", "wait()\nwork\n");
    program.initiallyOff[Dialect::Torch] = {1};
    program.suggestions[Dialect::Torch].push_back({"Flip line 1", "With it the run takes {after}.", 1, {}});
    const auto frontEnd = std::make_shared<FakeFrontEnd>();
    ui::look::Theme theme;
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(frontEnd, {program});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}}};
    MainWindow window(theme, setup, Session());
    auto& card = window.parts().panes->right().tryThis();

    QTRY_VERIFY(!card.isHidden());
    QTRY_VERIFY2(card.text().contains(QStringLiteral("2.00 ms")), qPrintable(card.text()));

    window.bench().document.edits().flip(1);

    QTRY_VERIFY(card.isHidden());
}

/// The parameter has no effect on the run, so the next suggestion is offered.
void TestAdvice::adviceThatChangesNothingIsNotOffered()
{
    engine::frontend::Program program = FakeFrontEnd::program("13.2.1", "wait()\nwork\n");
    program.suggestions[Dialect::Torch] = {{"Set m", "Then the run takes {after}.", {}, {{"m", "4"}}},
                                           {"Flip line 1", "Without it the run takes {after}.", 1, {}}};
    const auto frontEnd = std::make_shared<FakeFrontEnd>();
    ui::look::Theme theme;
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(frontEnd, {program});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}}};
    MainWindow window(theme, setup, Session());
    auto& card = window.parts().panes->right().tryThis();

    QTRY_VERIFY2(card.text().contains(QStringLiteral("Without it the run takes 1.00 ms")), qPrintable(card.text()));

    window.bench().document.edits().flip(1);

    QTRY_VERIFY2(card.isHidden(), qPrintable(card.text()));
}

QTEST_MAIN(TestAdvice)
#include "tst_advice.moc"
