#include "tests/ui/runs/fake_backend.h"
#include "ui/listing/program_document.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextCursor>

#include <sys/stat.h>

using namespace ui::listing;
using tests::FakeFrontEnd;
using Dialect = engine::frontend::Dialect;

/// Tests text, flips and parameters of a program, which share one undo history.
class TestProgramDocument : public QObject {
    Q_OBJECT

private slots:
    void init();
    void flipsAndEditsAreUndoneInOrder();
    void flippingTheSwitchOfACopyRewritesItsCall();
    void insertingALineAboveAFlippedWaitMovesTheFlip();
    void waitThatIsInitiallyOffIsOffWhenTheProgramOpens();
    void resetRestoresTheListing();
    void parameterChangesCanBeUndone();
    void undoRemovesAnUndeclaredParameter();
    void openingASavedProgramStateRestoresPlatformParameters();
    void choiceToComputeValuesIsUndoneAndRestored();
    void programStateIsRestoredAfterAnotherProgramWasOpened();
    void textSavedAsACopyIsRestoredWithTheOriginalProgram();
    void nonBreakingSpacesAreKept();
    void changeOfTheFileOnDiskIsDetected();
    void openedFileIsNotTrusted();
    void outdatedAnalysisResultsAreIgnored();
    void programWithoutDialectUsesTheCurrentOne();
    void emptyDocumentIgnoresChanges();

private:
    void type(int position, const QString& text);

    std::unique_ptr<ProgramDocument> m_document;
};

void TestProgramDocument::init()
{
    m_document = std::make_unique<ProgramDocument>();
    // Analyses the listing immediately. In the application, a worker thread does this later.
    connect(&m_document->listing(), &ProgramListing::analysisWanted, m_document.get(),
            [this](const QString& source, Dialect, quint64 ticket) {
                m_document->listing().setAnalysis(ticket, {.points = FakeFrontEnd::pointsOf(source.toStdString())});
            });
    auto program = FakeFrontEnd::program("13.3.1", "a = 1\nwait()\ny_cpu = copy_to_cpu(y)\nwait()\n");
    program.parameters.push_back({"n", "n", engine::frontend::ParameterKind::Integer, "4000", 1, 20000, {}, {}});
    m_document->open(program, Dialect::Torch);
}

void TestProgramDocument::type(int position, const QString& text)
{
    QTextCursor cursor(m_document->text().document());
    cursor.setPosition(position);
    cursor.insertText(text);
}

void TestProgramDocument::flipsAndEditsAreUndoneInOrder()
{
    m_document->edits().flip(2);
    type(0, "# edited\n");
    m_document->edits().flip(5);
    QVERIFY(!m_document->text().switches().isOn(3));
    QVERIFY(!m_document->text().switches().isOn(5));

    m_document->undoStack().undo();
    QVERIFY(m_document->text().switches().isOn(5));
    QVERIFY(m_document->text().source().startsWith("# edited"));
    m_document->undoStack().undo();
    QVERIFY(m_document->text().source().startsWith("a = 1"));
    QVERIFY(!m_document->text().switches().isOn(2));
    m_document->undoStack().undo();
    QVERIFY(m_document->text().switches().isOn(2));
    QVERIFY(!m_document->undoStack().canUndo());

    while (m_document->undoStack().canRedo())
        m_document->undoStack().redo();
    QVERIFY(!m_document->text().switches().isOn(3));
    QVERIFY(m_document->text().source().startsWith("# edited"));
}

void TestProgramDocument::flippingTheSwitchOfACopyRewritesItsCall()
{
    QSignalSpy flipped(m_document.get(), &ProgramDocument::runWanted);

    m_document->edits().flip(3);
    QVERIFY(m_document->text().source().contains("y_cpu = copy_to_cpu(y, True)"));
    QVERIFY(!m_document->text().switches().isOn(3));
    QVERIFY(m_document->request().off.empty());
    QVERIFY(flipped.count() >= 1);

    m_document->edits().flip(3);
    QVERIFY(m_document->text().source().contains("y_cpu = copy_to_cpu(y)\n"));
    QVERIFY(m_document->text().switches().isOn(3));
    QVERIFY(!m_document->text().isModified());

    m_document->undoStack().undo();
    QVERIFY(!m_document->text().switches().isOn(3));
}

void TestProgramDocument::insertingALineAboveAFlippedWaitMovesTheFlip()
{
    m_document->edits().flip(4);

    type(0, "\n\n");

    QCOMPARE(m_document->request().off, std::vector<int>{6});
    QVERIFY(m_document->text().isModified());
}

void TestProgramDocument::waitThatIsInitiallyOffIsOffWhenTheProgramOpens()
{
    auto program = FakeFrontEnd::program("x", "wait()\nwait()\n");
    program.initiallyOff[Dialect::Torch] = {2};

    m_document->open(program, Dialect::MXNet);

    QCOMPARE(m_document->listing().dialect(), Dialect::Torch);
    QCOMPARE(m_document->request().off, std::vector<int>{2});
    QCOMPARE(m_document->text().switches().states().value(1), true);
    QCOMPARE(m_document->text().switches().states().value(2), false);
}

void TestProgramDocument::resetRestoresTheListing()
{
    m_document->edits().flip(2);
    type(0, "x = 2\n");

    m_document->edits().reset();

    QCOMPARE(m_document->text().source(), m_document->text().original());
    QVERIFY(m_document->request().off.empty());
}

void TestProgramDocument::parameterChangesCanBeUndone()
{
    m_document->parameters().set("n", "2000");
    QCOMPARE(m_document->request().parameters.at("n"), std::string("2000"));
    QVERIFY(!m_document->parameters().changed().empty());

    m_document->undoStack().undo();

    QVERIFY(m_document->request().parameters.empty());
    QCOMPARE(m_document->parameters().value("n"), QStringLiteral("4000"));
}

void TestProgramDocument::undoRemovesAnUndeclaredParameter()
{
    m_document->parameters().set("synchronize", "all");
    QCOMPARE(m_document->request().parameters.at("synchronize"), std::string("all"));

    m_document->undoStack().undo();
    QVERIFY(m_document->request().parameters.empty());
    QVERIFY(m_document->parameters().changed().empty());

    m_document->undoStack().redo();
    QCOMPARE(m_document->request().parameters.at("synchronize"), std::string("all"));
    m_document->parameters().reset();
    QVERIFY(m_document->request().parameters.empty());
}

void TestProgramDocument::openingASavedProgramStateRestoresPlatformParameters()
{
    ui::listing::ProgramState state;
    state.parameters = {{"ranks", "4"}, {"bogus", "1"}, {"n", "2000"}};
    const engine::frontend::Program program = m_document->program();

    m_document->open(program, Dialect::Torch, &state);

    const std::map<std::string, std::string> kept{{"n", "2000"}, {"ranks", "4"}};
    QVERIFY(m_document->request().parameters == kept);
}

void TestProgramDocument::choiceToComputeValuesIsUndoneAndRestored()
{
    using engine::trace::ValueMode;
    auto program = FakeFrontEnd::program("13.5.6", "a = 1\n");
    program.values = ValueMode::TimingOnly;
    m_document->open(program, Dialect::Torch);
    QCOMPARE(m_document->values(), ValueMode::TimingOnly);
    QVERIFY(!m_document->request().values);
    QSignalSpy wanted(m_document.get(), &ProgramDocument::runWanted);
    const quint64 revision = m_document->revision();

    m_document->setValues(ValueMode::Computed);

    QCOMPARE(m_document->request().values, std::optional(ValueMode::Computed));
    QVERIFY2(!m_document->variant({}, {}).values, "a prediction of times computes no values");
    QCOMPARE(wanted.size(), 1);
    QVERIFY(m_document->revision() > revision);
    const ProgramState state = m_document->state();
    m_document->undoStack().undo();
    QCOMPARE(m_document->values(), ValueMode::TimingOnly);
    m_document->open(program, Dialect::Torch, &state);
    QCOMPARE(m_document->values(), ValueMode::Computed);
    m_document->open(FakeFrontEnd::program("13.3.1", "b = 1\n"), Dialect::Torch);
    QVERIFY2(!m_document->request().values, "the choice belongs to its program");
}

void TestProgramDocument::programStateIsRestoredAfterAnotherProgramWasOpened()
{
    const auto program = m_document->program();
    m_document->edits().flip(4);
    m_document->parameters().set("n", "100");
    type(0, "# mine\n");
    const ProgramState kept = m_document->state();

    m_document->open(FakeFrontEnd::program("other", "wait()\n"), Dialect::Torch);
    m_document->open(program, Dialect::Torch, &kept);

    QVERIFY(m_document->text().source().startsWith("# mine"));
    QCOMPARE(m_document->request().off, std::vector<int>{5});
    QCOMPARE(m_document->parameters().value("n"), QStringLiteral("100"));
    QVERIFY(m_document->text().isModified());
}

void TestProgramDocument::textSavedAsACopyIsRestoredWithTheOriginalProgram()
{
    m_document->listing().setSource("wait()  # mine");
    m_document->setSaved("/folder/mine.py", {});

    QVERIFY(!m_document->text().isModified());
    QCOMPARE(m_document->state().sources[Dialect::Torch], QStringLiteral("wait()  # mine"));

    // For a file, only unsaved edits are part of the state, because the file contains the saved text.
    auto file = FakeFrontEnd::program("/folder/mine.py", "wait()\n");
    file.path = file.id;
    m_document->open(file, Dialect::Torch);
    m_document->listing().setSource("wait()  # again");
    QVERIFY(!m_document->state().sources.empty());
    m_document->setSaved("/folder/mine.py", {});
    QVERIFY(m_document->state().sources.empty());
}

void TestProgramDocument::nonBreakingSpacesAreKept()
{
    m_document->open(FakeFrontEnd::program("a", "x = 'a\u00a0b'\n"), Dialect::Torch);
    QVERIFY(!m_document->text().isModified());
    QCOMPARE(m_document->text().exactSource(), QStringLiteral("x = 'a\u00a0b'"));
    QVERIFY(m_document->state().sources.empty());

    type(0, "y\n");

    QCOMPARE(m_document->state().sources[Dialect::Torch], QStringLiteral("y\nx = 'a\u00a0b'"));
}

void TestProgramDocument::changeOfTheFileOnDiskIsDetected()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.py");
    const auto write = [&](const char* text) {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) > 0;
    };
    auto program = FakeFrontEnd::program(path.toStdString(), "wait()\n");
    program.path = program.id;
    program.file = std::make_shared<engine::frontend::OpenedFile>(engine::frontend::OpenedFile{"wait()\n", false});
    QVERIFY(write("wait()\n"));
    m_document->open(program, Dialect::Torch);
    QVERIFY(!m_document->isChangedOnDisk(path));

    QVERIFY(write("late()\n"));
    QVERIFY(m_document->isChangedOnDisk(path));
    QVERIFY(!m_document->isChangedOnDisk(folder.filePath("another.py")));
    m_document->setSaved(path, {"late()\n", false});
    QVERIFY(!m_document->isChangedOnDisk(path));
    QVERIFY(QFile::remove(path));
    QVERIFY(!m_document->isChangedOnDisk(path));
    QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    QVERIFY(!m_document->isChangedOnDisk(path));  // `path` is now a pipe; opening it would block
}

void TestProgramDocument::openedFileIsNotTrusted()
{
    auto program = FakeFrontEnd::program("/tmp/own.py", "wait()\n");
    program.path = "/tmp/own.py";

    m_document->open(program, Dialect::Torch);
    QVERIFY(!m_document->isTrusted());

    m_document->open(FakeFrontEnd::program("13.3.1", "wait()\n"), Dialect::Torch);
    QVERIFY(m_document->isTrusted());
}

void TestProgramDocument::outdatedAnalysisResultsAreIgnored()
{
    m_document->listing().setAnalysis(0, {});
    QCOMPARE(m_document->text().switches().points().size(), std::size_t{3});

    m_document->listing().setAnalysis(0, {.problem = engine::frontend::SyntaxProblem{1, 1, engine::Message("old")}});
    QVERIFY(!m_document->listing().problem());
}

void TestProgramDocument::programWithoutDialectUsesTheCurrentOne()
{
    auto program = FakeFrontEnd::program("own:1", "");
    program.sources[Dialect::MXNet] = program.sources[Dialect::Torch];
    m_document->open(program, Dialect::MXNet);
    m_document->listing().setSource("import torch");

    m_document->listing().chooseDialect(Dialect::Torch);
    QCOMPARE(m_document->text().source(), QStringLiteral("import torch"));
    m_document->undoStack().undo();
    QCOMPARE(m_document->text().source(), QString());

    // Edited text stays in the dialect in which it was written.
    m_document->listing().setSource("import torch as t");
    m_document->listing().chooseDialect(Dialect::MXNet);
    QCOMPARE(m_document->text().source(), QStringLiteral("import torch"));
    m_document->listing().chooseDialect(Dialect::Torch);
    QCOMPARE(m_document->text().source(), QStringLiteral("import torch as t"));

    // In programs of the book each dialect has a separate text.
    program.sources[Dialect::MXNet] = "wait()\n";
    m_document->open(program, Dialect::Torch);
    m_document->listing().setSource("mine");
    m_document->listing().chooseDialect(Dialect::MXNet);
    QCOMPARE(m_document->text().source(), QStringLiteral("wait()"));
}

void TestProgramDocument::emptyDocumentIgnoresChanges()
{
    ProgramDocument empty;

    empty.edits().flip(1);
    empty.edits().reset();
    empty.listing().setSource("x");
    empty.listing().setDialect(Dialect::MXNet);

    QCOMPARE(empty.text().source(), QString());
    QVERIFY(empty.text().switches().points().empty());
}

QTEST_MAIN(TestProgramDocument)
#include "tst_program_document.moc"
