#include "engine/io/run_set_file.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/source_dir.h"

#include <sys/stat.h>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

/// Tests `overlap figure` with an empty trace, a file size limit, missing fonts, locales, seeds and invalid options.
class TestFigureCommand : public QObject {
    Q_OBJECT

private slots:
    void emptyTraceIsReported();
    void ranksOfAProgramAreDrawn();
    void manyRanksAreDrawnAsBands();
    void fileSizeLimitIsReported();
    void missingFontsAreReported();
    void missingRuntimeFolderGivesNoMessage();
    void figureDoesNotDependOnTheLocale();
    void seedDeterminesTheNoiseOfTheTimes();
    void fileRunsInTheRequestedDialect();
    void fileNamesThatAreNotUtf8AreUsedAsGiven_data();
    void fileNamesThatAreNotUtf8AreUsedAsGiven();
    void windowRefusesFileNamesThatAreNotUtf8();
    void untrustedFileIsShownWithoutRunningIt();
    void windowRefusesAPipeAsItsSettingsFile();
    void failedWriteToStandardOutputIsReported();
    void invalidOptionsAreReported_data();
    void invalidOptionsAreReported();

private:
    struct Result {
        int status = -1;
        QByteArray err;
    };
    [[nodiscard]] Result run(const QString& program, const QStringList& arguments, const QStringList& more = {}) const
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.setEnvironment(QProcess::systemEnvironment() + more);
        process.start(program, arguments);
        if (!process.waitForFinished(60000))
            process.kill();
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardError()};
    }
    void write(const char* name, const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    [[nodiscard]] QByteArray read(const char* name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
};

void TestFigureCommand::emptyTraceIsReported()
{
    write("empty.json", R"({"traceEvents": []})");

    const Result result = run(OVERLAP, {"figure", "empty.json", "-o", "empty.svg"});

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("no operation that can be shown"), result.err);
    QVERIFY(!QFile::exists(m_folder.filePath("empty.svg")));
}

void TestFigureCommand::ranksOfAProgramAreDrawn()
{
    const Result result = run(OVERLAP, {"figure", "13.6-ddp", "--machine", "pcie-8", "--set",
                                        "ranks=2,images=128,batch=64", "-o", "ranks.svg"});

    QVERIFY2(result.status == 0, result.err);
    const QByteArray figure = read("ranks.svg");
    for (const char* text : {"rank 0 of 2", "rank 0 · gpu 0 compute", "rank 1 · gpu 1 compute"})
        QVERIFY2(figure.toLower().contains(text), text);
}

void TestFigureCommand::manyRanksAreDrawnAsBands()
{
    tests::RanksPlan plan;
    plan.ranks = 65;
    plan.steps = 1;
    const QString file = m_folder.filePath("ranks.otrace");
    QVERIFY(engine::io::saveRunSet(*tests::sampleRanks(plan), file.toStdString()));

    const Result result = run(OVERLAP, {"figure", file, "-o", "ranks.svg"});

    QVERIFY2(result.status == 0, result.err);
    const QByteArray figure = read("ranks.svg");
    for (const char* text : {"3 ranks", "Rank 3", "61 ranks", "Rank 3 costs the others", "65 ranks · 33 nodes"})
        QVERIFY2(figure.contains(text), text);
}

void TestFigureCommand::fileSizeLimitIsReported()
{
    write("f.svg", "old");

    const Result result =
        run("/bin/sh", {"-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" figure 13.3.1 -o f.svg", OVERLAP});

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("f.svg\" cannot be written: the file would become larger than the system allows"),
             result.err);
    QCOMPARE(read("f.svg"), QByteArray("old"));
}

void TestFigureCommand::missingFontsAreReported()
{
    write("fonts.conf", "<?xml version=\"1.0\"?><fontconfig><dir>/nowhere</dir></fontconfig>");

    const Result none = run(OVERLAP, {"figure", "13.3.1", "-o", "g.svg"},
                            {"FONTCONFIG_FILE=" + m_folder.filePath("fonts.conf"), "QT_QPA_PLATFORM=offscreen"});

    QCOMPARE(none.status, 0);
    QVERIFY2(none.err.contains("no fonts") && none.err.contains("fonts-dejavu"), none.err);
}

void TestFigureCommand::missingRuntimeFolderGivesNoMessage()
{
    const Result result = run(OVERLAP, {"figure", "13.3.1", "-o", "runtime.svg"}, {"XDG_RUNTIME_DIR="});

    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
}

void TestFigureCommand::figureDoesNotDependOnTheLocale()
{
    const QString locale = m_folder.filePath("de_DE.UTF-8");
    if (run("/bin/sh", {"-c", "localedef -i de_DE -f UTF-8 \"$0\"", locale}).status != 0)
        QSKIP("this computer cannot make a locale that writes a comma (localedef, package locales)");
    write("mine.py",
          "import torch\n"
          "class MyBenchmark:\n"
          "    def __enter__(self): return self\n"
          "    def __exit__(self, *a): print('half: 0.1234 sec')\n"
          "with MyBenchmark():\n"
          "    y = torch.ones(3000, 3000, device='cuda:0') * 0.5\n"
          "    torch.cuda.synchronize()\n");

    const Result plain = run(OVERLAP, {"figure", "mine.py", "-o", "plain.svg"}, {"LC_ALL=C.UTF-8"});
    const Result german =
        run(OVERLAP, {"figure", "mine.py", "-o", "german.svg"}, {"LC_ALL=de_DE.UTF-8", "LOCPATH=" + m_folder.path()});

    QCOMPARE(plain.status, 0);
    QCOMPARE(german.status, 0);
    QVERIFY(!read("plain.svg").isEmpty());
    QCOMPARE(read("german.svg"), read("plain.svg"));
}

void TestFigureCommand::seedDeterminesTheNoiseOfTheTimes()
{
    const auto figure = [&](const char* seed, const char* file) {
        const Result result = run(OVERLAP, {"figure", "13.3.1", "--set", "noise=5", "--seed", seed, "-o", file});
        return result.status == 0 ? read(file) : result.err;
    };

    const QByteArray three = figure("3", "three.svg");

    QVERIFY2(three.startsWith("<?xml"), three);
    QCOMPARE(figure("3", "again.svg"), three);
    QVERIFY(figure("4", "four.svg") != three);
}

void TestFigureCommand::fileRunsInTheRequestedDialect()
{
    write("either.py", "print('a program of neither')\n");

    const Result own = run(OVERLAP, {"figure", "either.py", "--dialect", "mxnet", "-o", "own.svg"});
    const Result builtIn = run(OVERLAP, {"figure", "13.1.3-torchscript", "--dialect", "mxnet", "-o", "none.svg"});

    QVERIFY2(own.status == 0, own.err);
    QCOMPARE(builtIn.status, 2);
    QVERIFY2(builtIn.err.contains("13.1.3-torchscript is not written for mxnet; it is for torch"), builtIn.err);
}

void TestFigureCommand::fileNamesThatAreNotUtf8AreUsedAsGiven_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("written");
    const auto copied = [](const char* file) {
        return QString("cp '%1' \"$bad.json\" && ").arg(QString::fromStdString(tests::inSource(file)));
    };

    // A shell creates the names, because QProcess can only pass UTF-8.
    QTest::newRow("timeline") << "\"$0\" figure 13.3.1 -o \"$bad.svg\"" << QByteArray("\xff.svg");
    QTest::newRow("PDF") << "\"$0\" figure 13.3.1 -o \"$bad.pdf\"" << QByteArray("\xff.pdf");
    QTest::newRow("PNG") << "\"$0\" figure 13.3.1 -o \"$bad.png\"" << QByteArray("\xff.png");
    QTest::newRow("flip") << "\"$0\" figure 13.3.1 --what flip --sync none -o \"$bad.svg\"" << QByteArray("\xff.svg");
    QTest::newRow("folder") << "mkdir \"$bad\" && cd \"$bad\" && \"$0\" figure 13.3.1 -o a.svg"
                            << QByteArray("\xff/a.svg");
    QTest::newRow("program") << "echo 'import torch; torch.ones(1).item()' > \"$bad.py\" && "
                                "\"$0\" figure \"$bad.py\" -o \"$bad.svg\""
                             << QByteArray("\xff.svg");
    QTest::newRow("machine") << copied("resources/machines/book-v100.json") +
                                    "\"$0\" figure 13.3.1 --machine \"$bad.json\" -o a.svg"
                             << QByteArray("a.svg");
    QTest::newRow("lesson") << copied("resources/lessons/13.3.overlap-lesson.json") +
                                   "\"$0\" figure \"$bad.json\" --what lesson --trust -o \"$bad.pdf\""
                            << QByteArray("\xff.pdf");
    QTest::newRow("picture of the window") << "\"$0\" 13.3.1 --shot \"$bad.png\"" << QByteArray("\xff.png");
}

void TestFigureCommand::fileNamesThatAreNotUtf8AreUsedAsGiven()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, written);
    QTemporaryDir folder;

    const Result result =
        run("/bin/sh", {"-c", "cd '" + folder.path() + "' && bad=$(printf '\\377') && " + command, OVERLAP});

    const std::filesystem::path path = folder.path().toStdString();
    const bool isWritten = std::filesystem::is_regular_file(path / written.toStdString());
    std::filesystem::remove_all(path);  // QTemporaryDir cannot remove names that are not UTF-8
    QVERIFY2(result.status == 0, result.err);
    QVERIFY2(isWritten, result.err);
}

void TestFigureCommand::windowRefusesFileNamesThatAreNotUtf8()
{
    for (const char* option : {"", "--lesson", "--machine"}) {
        const Result result =
            run("/bin/sh", {"-c", "\"$0\" $1 \"$(printf 'a\\377.json')\" --shot b.png", OVERLAP, option});

        QCOMPARE(result.status, 2);
        QVERIFY2(result.err.contains("The name of a\ufffd.json is not UTF-8"), result.err);
    }
}

/// `--shot` captures the window while the window still asks whether to run the file.
void TestFigureCommand::untrustedFileIsShownWithoutRunningIt()
{
    write("asked.py", "import torch\nprint(torch.ones(2))\n");

    const Result result = run(OVERLAP, {"asked.py", "--shot", "asked.png"});

    QVERIFY2(result.status == 0, result.err);
    QVERIFY(QFile::exists(m_folder.filePath("asked.png")));
}

void TestFigureCommand::windowRefusesAPipeAsItsSettingsFile()
{
    QVERIFY(QDir(m_folder.path()).mkpath("config/overlap"));
    QCOMPARE(::mkfifo(QFile::encodeName(m_folder.filePath("config/overlap/overlap.conf")).constData(), 0600), 0);

    const Result result =
        run(OVERLAP, {"--program", "13.3.1", "--shot", "pipe.png"}, {"XDG_CONFIG_HOME=" + m_folder.filePath("config")});

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("overlap.conf, is a pipe or a device"), result.err);
}

void TestFigureCommand::failedWriteToStandardOutputIsReported()
{
    if (!QFile::exists("/dev/full"))
        QSKIP("there is no /dev/full here");

    const Result result = run("/bin/sh", {"-c", "\"$0\" --help >/dev/full", OVERLAP});

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("standard output cannot be written"), result.err);
}

void TestFigureCommand::invalidOptionsAreReported_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("message");

    const auto row = [](const char* options, const char* message) { QTest::newRow(options) << options << message; };
    row("--off 3", "Line 3 has no sync point; there are some on 10, 11, 15, 19, 24.");
    row("--off 0", "takes line numbers");
    row("--on 2:wait", "No wait can be inserted after line 2;");
    row("--dark --print", "--print excludes --dark");
    row("--seed -1", "--seed takes a whole number");
    row("--set n", "--set takes name=value");
    row("--off 15 --on 15", "Line 15 is in --off and in --on");
}

void TestFigureCommand::invalidOptionsAreReported()
{
    QFETCH(QString, options);
    QFETCH(QString, message);

    const Result result = run(OVERLAP, QStringList{"figure", "13.3.1", "-o", "wrong.svg"} + options.split(' '));

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(message.toUtf8()), result.err);
}

QTEST_GUILESS_MAIN(TestFigureCommand)
#include "tests/source_dir.h"
#include "tst_figure_command.moc"
