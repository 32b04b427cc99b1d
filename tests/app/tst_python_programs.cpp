#include "tests/app/program_runs.h"
#include "tests/source_dir.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace engine;
using frontend::Dialect;

namespace {

/// A program of tests/app/programs with its expected output or exception. The folder's README describes the format of
/// such a file.
struct Case {
    QString title;
    QString source;
    QString output;
    QString error;       ///< "Type: part of the message", or a part of the message; empty: none
    int startLines = 0;  ///< lines that every program of a file shares: the file's start
};

struct ProgramFile {
    Dialect dialect = Dialect::Torch;
    QStringList machines{"book-v100"};
    QString needs;  ///< a package of the system
    std::vector<Case> cases;
};

ProgramFile readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(path));
    ProgramFile result;
    QString start;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
        if (line == "#: dialect = mxnet")
            result.dialect = Dialect::MXNet;
        if (line.startsWith("#: needs = "))
            result.needs = line.mid(11);
        if (line.startsWith("#: machines = "))
            result.machines = line.mid(14).split(", ");
        if (line.startsWith("# %% ")) {
            result.cases.push_back({line.mid(5), start, {}, {}, static_cast<int>(start.count('\n'))});
            continue;
        }
        QString& source = result.cases.empty() ? start : result.cases.back().source;
        source += line + '\n';
        if (line.startsWith("#>") && !result.cases.empty())
            result.cases.back().output += line.mid(3) + '\n';
        if (line.startsWith("#! ") && !result.cases.empty())
            result.cases.back().error = line.mid(3);
    }
    return result;
}

/// What the command prints to standard output: what the program prints, and the results of cells.
QString textOf(const trace::Trace& trace)
{
    QString text;
    for (const trace::OutputRecord& output : trace.outputs())
        if (output.stream == trace::OutputStream::Standard || output.stream == trace::OutputStream::Result)
            text += QString::fromStdString(output.text);
    return text.isEmpty() || text.endsWith('\n') ? text : text + '\n';
}

}  // namespace

class TestPythonPrograms : public QObject {
    Q_OBJECT

private slots:
    void eachProgramPrintsOrRaisesAsItsFileStates_data();
    void eachProgramPrintsOrRaisesAsItsFileStates();

private:
    std::map<QString, ProgramFile> m_files;
    ProgramRuns m_runs;
};

void TestPythonPrograms::eachProgramPrintsOrRaisesAsItsFileStates_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("number");
    const QDir folder(QString::fromStdString(tests::inSource("tests/app/programs")));
    for (const QString& name : folder.entryList({"*.py"}, QDir::Files, QDir::Name)) {
        const ProgramFile& file = m_files[name] = readFile(folder.filePath(name));
        for (int i = 0; i < static_cast<int>(file.cases.size()); ++i)
            QTest::addRow("%s: %s", qPrintable(name), qPrintable(file.cases[static_cast<std::size_t>(i)].title))
                << name << i;
    }
    QVERIFY(m_files.size() > 10);
}

void TestPythonPrograms::eachProgramPrintsOrRaisesAsItsFileStates()
{
    QFETCH(QString, file);
    QFETCH(int, number);
    const ProgramFile& programs = m_files[file];
    const Case& program = programs.cases[static_cast<std::size_t>(number)];
    for (const QString& machine : programs.machines) {
        auto request = ProgramRuns::typed(program.source.toStdString(), programs.dialect);
        request.machine = machine.toStdString();
        request.values = trace::ValueMode::Computed;

        const auto trace = m_runs.trace(request);

        const auto& error = trace->error();
        if (!programs.needs.isEmpty() && error && error->type == "ModuleNotFoundError")
            QSKIP(error->message.c_str());
        QCOMPARE(textOf(*trace), program.output);
        if (program.error.isEmpty()) {
            QVERIFY2(!error, error ? error->traceback.c_str() : "");
            continue;
        }
        QVERIFY(error);
        static const QRegularExpression kTyped("^(\\w+(?:Error|Exception)): (.*)$");
        const auto typed = kTyped.match(program.error);
        if (typed.hasMatch())
            QCOMPARE(QString::fromStdString(error->type), typed.captured(1));
        const QString part = typed.hasMatch() ? typed.captured(2) : program.error;
        QVERIFY2(QString::fromStdString(error->message).contains(part), error->message.c_str());
        QVERIFY(error->line > program.startLines);
    }
}

QTEST_GUILESS_MAIN(TestPythonPrograms)
#include "tst_python_programs.moc"
