#include "tests/app/program_files.h"
#include "tests/app/program_runs.h"
#include "tests/app/rank_programs.h"
#include "tests/source_dir.h"

#include <QDir>
#include <QTest>

#include <clocale>

using namespace engine;

namespace {

/// The text that the command prints to standard output: output of the program, and the results of cells.
QString textOf(const trace::Trace& trace)
{
    QString text;
    for (const trace::OutputRecord& output : trace.programPart().outputs)
        if (output.stream == trace::OutputStream::Standard || output.stream == trace::OutputStream::Result)
            text += QString::fromStdString(output.text);
    return text.isEmpty() || text.endsWith('\n') ? text : text + '\n';
}

}  // namespace

class TestPythonPrograms : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        tests::allowMpiAsRoot();
        // Python leaks memory when it exits, so overlap-run must not report leaks. If an option occurs twice, the last
        // value counts.
        qputenv("ASAN_OPTIONS", qgetenv("ASAN_OPTIONS") + ":detect_leaks=0:allocator_may_return_null=1");
    }
    void eachProgramPrintsOrRaisesAsItsFileStates_data();
    void eachProgramPrintsOrRaisesAsItsFileStates();

private:
    void runOnRanks(const FileProgram& program, const QString& machine, engine::frontend::Dialect dialect);
    void run(const FileProgram& program, const QString& machine, const ProgramFile& file);

    std::map<QString, ProgramFile> m_files;
    ProgramRuns m_runs;
};

void TestPythonPrograms::eachProgramPrintsOrRaisesAsItsFileStates_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<std::size_t>("number");
    const QDir folder(QString::fromStdString(tests::inSource("tests/app/programs")));
    for (const QString& name : folder.entryList({"*.py"}, QDir::Files, QDir::Name)) {
        const ProgramFile& file = m_files[name] = readProgramFile(name);
        for (std::size_t i = 0; i < file.programs.size(); ++i)
            QTest::addRow("%s: %s", qPrintable(name), qPrintable(file.programs[i].title)) << name << i;
    }
    QVERIFY(m_files.size() > 10);
}

void TestPythonPrograms::eachProgramPrintsOrRaisesAsItsFileStates()
{
    QFETCH(QString, file);
    QFETCH(std::size_t, number);
    const ProgramFile& programs = m_files[file];
    const FileProgram& program = programs.programs[number];
    const std::string locale = std::setlocale(LC_ALL, nullptr);
    for (const QString& machine : programs.machines) {
        if (program.ranks > 1)
            runOnRanks(program, machine, programs.dialect);
        else
            run(program, machine, programs);
        if (QTest::currentTestFailed())
            return qWarning("on %s", qPrintable(machine));
    }
    QCOMPARE(std::setlocale(LC_ALL, nullptr), locale);
}

void TestPythonPrograms::runOnRanks(const FileProgram& program, const QString& machine, frontend::Dialect dialect)
{
#ifdef __SANITIZE_THREAD__
    QSKIP("ranks are forked processes, which the sanitizer does not follow");
#endif
    if (tests::isMissing(machine))
        QSKIP(qPrintable(tests::missingForRanks()));
    const QTemporaryDir folder;

    const tests::CommandResult result =
        tests::run({tests::writeFile(folder, "program.py", program.source.toUtf8()), "--ranks",
                    QString::number(program.ranks), "--machine", machine, "--values", "computed", "--dialect",
                    dialect == frontend::Dialect::Torch ? "torch" : "mxnet"});

    QVERIFY2(result.status == (program.error ? 1 : 0), result.err.constData());
    QCOMPARE(tests::sortedLines(result.out), tests::sortedLines(program.output.toUtf8()));
    if (!program.error)
        return;
    const QString error = QString::fromUtf8(result.err);
    QVERIFY2(error.contains(program.error->type) && error.contains(program.error->fragment), qPrintable(error));
    QVERIFY2(program.error->line == 0 || error.contains(QStringLiteral("line %1").arg(program.error->line)),
             qPrintable(error));
}

void TestPythonPrograms::run(const FileProgram& program, const QString& machine, const ProgramFile& file)
{
    auto request = ProgramRuns::typed(program.source.toStdString(), file.dialect);
    request.machine = machine.toStdString();
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    const auto& error = trace->error();
    if (!file.needs.isEmpty() && error && error->type == "ModuleNotFoundError")
        QSKIP(error->message.c_str());
    QCOMPARE(textOf(*trace), program.output);
    if (!program.error) {
        QVERIFY2(!error, error ? error->traceback.c_str() : "");
        return;
    }
    QVERIFY(error);
    if (!program.error->type.isEmpty())
        QCOMPARE(QString::fromStdString(error->type), program.error->type);
    QVERIFY2(QString::fromStdString(error->message).contains(program.error->fragment), error->message.c_str());
    QVERIFY(error->line > program.startLines);
    if (program.error->line > 0)
        QCOMPARE(error->line, program.error->line);
}

QTEST_GUILESS_MAIN(TestPythonPrograms)
#include "tst_python_programs.moc"
