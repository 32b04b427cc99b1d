#include "engine/frontend/detail/program_file.h"
#include "tests/source_dir.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

#include <sys/stat.h>

using namespace engine;
using frontend::Dialect;

/// Tests how the headers of built-in programs and of users' program files are read.
class TestProgramFile : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void headerOfAProgramIsRead();
    void filesWithTheSameIdInTwoDialectsBecomeOneProgram();
    void programsAreSortedByTheOrderInTheirHeaders();
    void shippedProgramsAreValid();
    void errorContainsTheInvalidHeaderLine_data();
    void errorContainsTheInvalidHeaderLine();
    void duplicateAndMissingIdsAreRefused();
    void missingFolderIsRefused();
    void headerOfAUsersFileIsRead();
    void fileWithoutHeaderIsAProgram_data();
    void fileWithoutHeaderIsAProgram();
    void fileThatIsNotTextIsRefused_data();
    void fileThatIsNotTextIsRefused();
    void pathThatIsNoFileIsRefused();
    void importsDetermineTheDialect_data();
    void importsDetermineTheDialect();

private:
    std::filesystem::path write(const QString& name, const QByteArray& content)
    {
        const QString path = m_folder->filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("%s cannot be written", qPrintable(path));
        return path.toStdString();
    }
    [[nodiscard]] Result<std::vector<frontend::Program>> programs() const
    {
        return frontend::readWorkloads(m_folder->path().toStdString());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestProgramFile::headerOfAProgramIsRead()
{
    write("a.py", R"(#: id = 7.1
#: title = Title = with a sign
#: section = 7.1
#: group = Seven
#: machine = book-v100
#: dialect = mxnet
#: values = timing
#: parameter n = 4000 | matrix side | 1..20000 | a note
#: parameter copies = own | copies on | own, current
#: parameter words = two words | what is printed | text
#: book One GPU = 0.25
#: off = 3, 5
#: note = Some words.
#: try Flip x = 1 away = flip 3 | From {before} to {after}.
#: try Pin = set hostMemory=pinned copies=own | Then it overlaps. | One GPU
x = 1
#: not = header
)");

    const auto found = programs();

    QVERIFY2(found, found ? "" : found.error().english().c_str());
    const frontend::Program& program = found->front();
    QCOMPARE(program.id, std::string("7.1"));
    QCOMPARE(program.title, std::string("Title = with a sign"));
    QCOMPARE(program.group, std::string("Seven"));
    QCOMPARE(program.notes.at(Dialect::MXNet), std::string("Some words."));
    QCOMPARE(program.values, std::optional(trace::ValueMode::TimingOnly));
    QCOMPARE(program.sources.size(), std::size_t{1});
    QCOMPARE(program.sources.at(Dialect::MXNet), std::string("x = 1\n#: not = header\n"));
    QCOMPARE(program.parameters.size(), std::size_t{3});
    QCOMPARE(program.parameters[0].value, std::string("4000"));
    QCOMPARE(program.parameters[0].maximum, std::int64_t{20000});
    QCOMPARE(program.parameters[0].note, std::string("a note"));
    QVERIFY(program.parameters[1].kind == frontend::ParameterKind::Choice);
    QCOMPARE(program.parameters[1].choices, (std::vector<std::string>{"own", "current"}));
    QVERIFY(program.parameters[2].kind == frontend::ParameterKind::Text);
    QCOMPARE(program.parameters[2].value, std::string("two words"));
    QCOMPARE(program.bookResults.at(Dialect::MXNet).at("One GPU"), 0.25);
    QCOMPARE(program.initiallyOff.at(Dialect::MXNet), (std::vector<int>{3, 5}));
    const auto& suggestions = program.suggestions.at(Dialect::MXNet);
    QCOMPARE(suggestions.size(), std::size_t{2});
    QCOMPARE(suggestions[0].title, std::string("Flip x = 1 away"));
    QCOMPARE(suggestions[0].flipLine, std::optional(3));
    QCOMPARE(suggestions[0].block, std::string());
    QCOMPARE(suggestions[1].text, std::string("Then it overlaps."));
    QCOMPARE(suggestions[1].block, std::string("One GPU"));
    QCOMPARE(suggestions[1].set, (std::map<std::string, std::string>{{"hostMemory", "pinned"}, {"copies", "own"}}));
}

void TestProgramFile::filesWithTheSameIdInTwoDialectsBecomeOneProgram()
{
    write(
        "a.py",
        "#: id = p\n#: title = T\n#: dialect = torch\n#: note = first\n#: parameter n = 2 | n | 1..3\n#: off = 1\na\n");
    write("b.py",
          "#: id = p\n#: title = other\n#: dialect = mxnet\n#: machine = m\n#: note = second\n#: parameter n = 3 | n | "
          "1..3\n"
          "#: parameter k = 1 | k | 1..9\nb\n");

    const auto found = programs();

    QVERIFY(found && found->size() == 1);
    const frontend::Program& program = found->front();
    QCOMPARE(program.title, std::string("T"));                             // title of the first file
    QCOMPARE(textIn(program.machines, Dialect::Torch), std::string("m"));  // a field that only one file has
    QCOMPARE(textIn(program.notes, Dialect::Torch), std::string("first"));
    QCOMPARE(textIn(program.notes, Dialect::MXNet), std::string("second"));
    QCOMPARE(program.sources.at(Dialect::Torch), std::string("a\n"));
    QCOMPARE(program.sources.at(Dialect::MXNet), std::string("b\n"));
    QCOMPARE(program.parameters.size(), std::size_t{2});
    QCOMPARE(program.parameters[0].value, std::string("2"));
    QVERIFY(program.initiallyOff.at(Dialect::MXNet).empty());
}

void TestProgramFile::programsAreSortedByTheOrderInTheirHeaders()
{
    write("a.py", "#: id = last\n#: title = T\n#: order = 30\n");
    write("b.py", "#: id = first\n#: title = T\n#: order = 1\n");
    write("c.py", "#: id = middle\n#: title = T\n#: order = 2\n");
    write("d.txt", "no program");

    const auto found = programs();

    QVERIFY(found && found->size() == 3);
    QCOMPARE((*found)[0].id + (*found)[1].id + (*found)[2].id, std::string("firstmiddlelast"));
}

void TestProgramFile::shippedProgramsAreValid()
{
    const auto found = frontend::readWorkloads(tests::inSource("resources/workloads"));

    QVERIFY2(found, found ? "" : found.error().english().c_str());
    std::set<std::string> ids;
    for (const frontend::Program& program : *found) {
        QVERIFY2(ids.insert(program.id).second, program.id.c_str());
        QVERIFY2(!program.group.empty() && !program.machines.empty(), program.id.c_str());
        for (const auto& [dialect, source] : program.sources) {
            const auto lines = std::count(source.begin(), source.end(), '\n');
            QVERIFY2(lines > 0, program.id.c_str());
            for (const int line :
                 program.initiallyOff.contains(dialect) ? program.initiallyOff.at(dialect) : std::vector<int>{})
                QVERIFY2(line >= 1 && line <= lines, program.id.c_str());
        }
    }
}

void TestProgramFile::errorContainsTheInvalidHeaderLine_data()
{
    QTest::addColumn<QByteArray>("line");

    const auto row = [](const char* name, const QByteArray& line) { QTest::newRow(name) << line; };
    row("no value", "#: note");
    row("no spaces around =", "#: note=x");
    row("empty header line", "#:");
    row("unknown key", "#: colour = red");
    row("unknown framework", "#: dialect = jax");
    row("unknown values mode", "#: values = all");
    row("order is not a number", "#: order = first");
    row("order is too large", "#: order = 99999999999999999999");
    row("line is not a number", "#: off = 1, two");
    row("book figure is not a number", "#: book x = fast");
    row("parameter without label and bounds", "#: parameter n = 4000");
    row("parameter without a name", "#: parameter = 1 | n | 1..2");
    row("bounds are not numbers", "#: parameter n = 1 | n | a..b");
    row("missing upper bound", "#: parameter n = 1 | n | 1..");
    row("reversed bounds", "#: parameter n = 2 | n | 3..1");
    row("default out of bounds", "#: parameter n = 9 | n | 1..3");
    row("default is not a number", "#: parameter n = many | n | 1..3");
    row("choice without values", "#: parameter c = a | c | ");
    row("empty value of a choice", "#: parameter c = a | c | a,,b");
    row("duplicate parameter", "#: parameter n = 1 | n | 1..2\n#: parameter n = 1 | n | 1..2");
    row("suggestion without a text", "#: try this = flip 3");
    row("flip without a line number", "#: try this = flip it | x");
    row("set without a value", "#: try this = set hostMemory | x");
    row("unknown suggestion", "#: try this = explode 3 | x");
    row("very long line", "#: " + QByteArray(1'000'000, 'x'));
}

void TestProgramFile::errorContainsTheInvalidHeaderLine()
{
    QFETCH(QByteArray, line);
    write("a.py", "#: id = a\n#: title = T\n" + line + "\nx = 1\n");

    const auto found = programs();

    QVERIFY(!found);
    QVERIFY(found.error().code == ErrorCode::BadFile);
    const int expected = line.contains('\n') ? 4 : 3;
    QVERIFY2(QString::fromStdString(found.error().english())
                 .contains(QStringLiteral("a.py, line %1: invalid header line").arg(expected)),
             found.error().english().substr(0, 200).c_str());
}

void TestProgramFile::duplicateAndMissingIdsAreRefused()
{
    write("a.py", "#: id = p\n#: title = T\na\n");
    write("b.py", "#: id = p\n#: title = T\nb\n");

    const auto found = programs();

    QVERIFY(!found);
    QVERIFY2(found.error().english().find("another file has the id p") != std::string::npos,
             found.error().english().c_str());
    write("b.py", "x = 1\n");
    const auto nameless = programs();
    QVERIFY(!nameless && nameless.error().english().ends_with("b.py: the header has no id or no title."));
}

void TestProgramFile::missingFolderIsRefused()
{
    const auto found = frontend::readWorkloads("/nowhere/workloads");

    QVERIFY(!found);
    QVERIFY(found.error().code == ErrorCode::NotFound);
    QVERIFY(programs() && programs()->empty());
}

void TestProgramFile::headerOfAUsersFileIsRead()
{
    const QByteArray text =
        "#!/usr/bin/env python3\n\n#: id = 13.3.1\n#: parameter n = 1000 | side | 1..20000\n#: values = timing\n"
        "#: what Sphinx calls a comment\n#: book x = soon\n#: off = 3,y\n#: values = none\n#: dialect = c\n#: machine "
        "= m60-2019\nimport mxnet\n#: title = Too late\n";
    write("own.py", text);

    const auto program = frontend::readProgramFile(m_folder->filePath("own.py").toStdString());

    QVERIFY(program);
    QCOMPARE(program->id, m_folder->filePath("own.py").toStdString());
    QCOMPARE(program->title, std::string("own"));
    QCOMPARE(program->machines.begin()->second, std::string("m60-2019"));
    QCOMPARE(program->parameters.size(), std::size_t{1});
    QCOMPARE(program->parameters[0].value, std::string("1000"));
    QVERIFY(program->values == engine::trace::ValueMode::TimingOnly);
    QVERIFY(program->bookResults.empty() && program->initiallyOff.empty());  // invalid lines change nothing
    QCOMPARE(program->sources.at(Dialect::MXNet), text.toStdString());       // lines keep their numbers
}

void TestProgramFile::fileWithoutHeaderIsAProgram_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("listing");

    QTest::newRow("empty source") << QByteArray() << QByteArray();
    QTest::newRow("no final line end") << QByteArray("x = 1") << QByteArray("x = 1");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBFx = 1\n") << QByteArray("x = 1\n");
    QTest::newRow("CRLF line ends") << QByteArray("x = 1\r\ny\r\n") << QByteArray("x = 1\ny\n");
    QTest::newRow("non-ASCII characters") << QByteArray("s = 'ü本🐍'\n") << QByteArray("s = 'ü本🐍'\n");
    QTest::newRow("lines that look like a header")
        << QByteArray("#: id = x\n#: bad\n") << QByteArray("#: id = x\n#: bad\n");
}

void TestProgramFile::fileWithoutHeaderIsAProgram()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, listing);
    const auto path = write("mine.py", content);

    const auto program = frontend::readProgramFile(path);

    QVERIFY2(program, program ? "" : program.error().english().c_str());
    QCOMPARE(QByteArray::fromStdString(program->sources.at(Dialect::Torch)), listing);
    QCOMPARE(program->title, std::string("mine"));
    QCOMPARE(program->path, std::optional(path.string()));
    QVERIFY(program->file->bytes.capacity() <
            (std::size_t{1} << 20));  // the buffer has the size of the file, not the maximum
}

void TestProgramFile::fileThatIsNotTextIsRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("sentence");

    QTest::newRow("zero byte") << QByteArray("x = 1\0", 6) << "is not a text file";
    QTest::newRow("Latin-1 text") << QByteArray("x = 1\ns = '\xE4'\n") << "mine.py, line 2: this is not UTF-8 text";
    QTest::newRow("truncated UTF-8 at the end") << QByteArray("# \xE6\x9C") << "line 1: this is not UTF-8";
    QTest::newRow("lone continuation byte") << QByteArray("\n\n\x80") << "line 3: this is not UTF-8";
    QTest::newRow("overlong UTF-8") << QByteArray("# \xC0\xAF") << "line 1: this is not UTF-8";
    QTest::newRow("UTF-16 surrogate") << QByteArray("# \xED\xA0\x80") << "line 1: this is not UTF-8";
    QTest::newRow("bytes invalid in UTF-8") << QByteArray("\xFF\xFE") << "line 1: this is not UTF-8";
    QTest::newRow("file above 16 MiB") << QByteArray((16 << 20) + 1, ' ') << "is larger than 16 MiB";
}

void TestProgramFile::fileThatIsNotTextIsRefused()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, sentence);
    const auto path = write("mine.py", content);

    const auto program = frontend::readProgramFile(path);

    QVERIFY(!program);
    QVERIFY2(QString::fromStdString(program.error().english()).contains(sentence), program.error().english().c_str());
}

void TestProgramFile::pathThatIsNoFileIsRefused()
{
    const auto messageOf = [](const std::filesystem::path& path) {
        const auto program = frontend::readProgramFile(path);
        return program ? QString() : QString::fromStdString(program.error().english());
    };

    QVERIFY(messageOf("/nowhere/a.py").startsWith("There is no file"));
    QVERIFY(messageOf(m_folder->path().toStdString()).contains("is a folder"));
    QVERIFY(messageOf("/dev/zero").contains("is a device"));
    const std::string pipe = m_folder->filePath("pipe.py").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(messageOf(pipe).contains("is a pipe, not a program"));
    QVERIFY(messageOf("").startsWith("There is no file"));
}

void TestProgramFile::importsDetermineTheDialect_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<bool>("isMXNet");

    QTest::newRow("empty source") << QByteArray() << false;
    QTest::newRow("torch") << QByteArray("import torch\n") << false;
    QTest::newRow("mxnet") << QByteArray("import mxnet as mx\n") << true;
    QTest::newRow("parts of mxnet") << QByteArray("x = 1\nfrom mxnet import nd\n") << true;
    QTest::newRow("the book's Chinese package") << QByteArray("import d2lzh as d2l\n") << true;
    QTest::newRow("the book's package for mxnet") << QByteArray("from d2l import mxnet as d2l\n") << true;
    QTest::newRow("the book's package for torch") << QByteArray("from d2l import torch as d2l\n") << false;
}

void TestProgramFile::importsDetermineTheDialect()
{
    QFETCH(QByteArray, source);
    QFETCH(bool, isMXNet);

    QCOMPARE(frontend::dialectOf(source.toStdString()) == Dialect::MXNet, isMXNet);
}

QTEST_GUILESS_MAIN(TestProgramFile)
#include "tst_program_file.moc"
