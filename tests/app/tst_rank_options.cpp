#include "tests/app/rank_programs.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace tests;

/// Tests options of overlap-run --ranks: the file of computers, and options that contradict each other or cannot be
/// met.
class TestRankOptions : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { allowMpiAsRoot(); }
    void hostsFileCanBeGivenAsAParameter_data();
    void hostsFileCanBeGivenAsAParameter();
    void programMayDeclareAParameterNamedHosts();
    void unreachableHostsAreNotReportedAsASignal();
    void wrongUsageIsReportedInOneSentence_data();
    void wrongUsageIsReportedInOneSentence();
    void refusedRunKeepsTheTracesOfThePreviousRun();

private:
    CommandResult run(const QByteArray& program, const QStringList& options)
    {
        return tests::run(QStringList{writeFile(m_folder, "program.py", program)} + options);
    }

    QTemporaryDir m_folder;
};

void TestRankOptions::hostsFileCanBeGivenAsAParameter_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("both are options") << QStringList{"--ranks", "2", "--hosts", "HOSTS"};
    QTest::newRow("hosts") << QStringList{"--ranks", "2", "--set", "hosts=HOSTS"};
    QTest::newRow("both") << QStringList{"--set", "ranks=2,hosts=HOSTS"};
}

void TestRankOptions::hostsFileCanBeGivenAsAParameter()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    QFETCH(QStringList, options);
    options.replaceInStrings("HOSTS", writeFile(m_folder, "hosts", "localhost slots=2\n"));

    const CommandResult result =
        run(kStart + "dist.all_reduce(t)\nprint(t[0].item())\n", options + QStringList{"--machine", kHere});

    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out.count("3.0"), 2);
}

void TestRankOptions::programMayDeclareAParameterNamedHosts()
{
    const CommandResult result =
        run("#: title = Own\n#: parameter hosts = 3 | number | 1..9\nhosts = 3\nprint(hosts)\n",
            {"--ranks", "2", "--machine", "laptop-2019", "--set", "hosts=5"});

    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out, QByteArray("5\n5\n"));
}

void TestRankOptions::unreachableHostsAreNotReportedAsASignal()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QTemporaryDir folder;
    const auto write = [&](const QString& name, const QByteArray& text) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() &&
               file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    QVERIFY(write("ssh", "#!/bin/sh\nexit 255\n") && write("hosts", "192.0.2.1 slots=2\n"));
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("OMPI_MCA_plm_rsh_agent", folder.filePath("ssh"));
    process.setProcessEnvironment(environment);

    process.start(OVERLAP_RUN, {"13.5-ddp", "--ranks", "2", "--hosts", folder.filePath("hosts")});
    QVERIFY(process.waitForFinished(60000));

    const QByteArray error = process.readAllStandardError();
    QCOMPARE(process.exitCode(), 255);
    QVERIFY2(error.contains("was not reached") && !error.contains("signal"), error.constData());
}

void TestRankOptions::wrongUsageIsReportedInOneSentence_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<QByteArray>("sentence");

    QTest::newRow("tag without ranks") << QStringList{"--tag"} << QByteArray()
                                       << QByteArray("--tag marks the output of ranks; add --ranks N.");
    QTest::newRow("hosts without ranks") << QStringList{"--hosts", OVERLAP_RUN} << QByteArray()
                                         << QByteArray("--hosts names computers for ranks; add --ranks N");
    QTest::newRow("a parameter without ranks") << QStringList{"--set", "hosts=" OVERLAP_RUN} << QByteArray()
                                               << QByteArray("--set hosts names computers for ranks; add --ranks N");
    if (missingForRanks().isEmpty())
        QTest::newRow("no file of hosts") << QStringList{"--ranks", "2", "--set", "hosts=/nowhere"} << QByteArray()
                                          << QByteArray("/nowhere is not a file that can be read");
    QTest::newRow("hosts for a virtual machine")
        << QStringList{"--ranks", "2", "--hosts", OVERLAP_RUN, "--machine", "laptop-2019"} << QByteArray()
        << QByteArray("laptop-2019 is a virtual machine");
    QTest::newRow("too many virtual ranks") << QStringList{"--ranks", "65", "--machine", "laptop-2019"} << QByteArray()
                                            << QByteArray("1 to 64 ranks; 65 were asked for");
    QTest::newRow("repeats of ranks") << QStringList{"--ranks", "2", "--machine", "laptop-2019", "--repeat", "3"}
                                      << QByteArray() << QByteArray("--repeat repeats only programs without ranks");
    QTest::newRow("ranks under mpirun") << QStringList{"--ranks", "2"} << QByteArray("OMPI_COMM_WORLD_RANK=0")
                                        << QByteArray("mpirun has started the ranks already");
    QTest::newRow("a virtual machine under mpirun")
        << QStringList{"--machine", "laptop-2019"} << QByteArray("OMPI_COMM_WORLD_RANK=0")
        << QByteArray("laptop-2019 is a virtual machine. Leave out --machine, or start its ranks with");
    QTest::newRow("a file instead of a folder")
        << QStringList{"--ranks", "2", "--machine", "laptop-2019", "--trace", OVERLAP_RUN} << QByteArray()
        << QByteArray("is a file. Name another folder with --trace");
    QTest::newRow("a name of a file") << QStringList{"--ranks", "2", "--machine", "laptop-2019", "--trace", "run.json"}
                                      << QByteArray()
                                      << QByteArray("overlap-run merge FOLDER -o run.json then writes it");
    QTest::newRow("no module") << QStringList{"--ranks", "2", "--machine", kHere}
                               << QByteArray("OVERLAP_MPI_MODULE=/nowhere.so")
                               << QByteArray("apt-get install openmpi-bin libopenmpi-dev");
    for (const char* variable : {"DELAYS=-1,-1,1", "CLOCK=1,2", "RECORDS=1e9,many", "HOST="})
        QTest::newRow(variable) << QStringList() << QByteArray("OVERLAP_TEST_") + variable
                                << QByteArray(variable).split('=')[0] + " has the form ";
    QTest::newRow("no mpirun") << QStringList{"--ranks", "2", "--machine", kHere} << QByteArray("PATH=/nowhere")
                               << QByteArray("There is no mpirun");
}

void TestRankOptions::wrongUsageIsReportedInOneSentence()
{
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, variable);
    QFETCH(const QByteArray, sentence);

    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!variable.isEmpty()) {
        environment.insert("OMPI_COMM_WORLD_SIZE", "2");
        environment.insert(variable.split('=')[0], variable.split('=')[1]);
    }
    process.setProcessEnvironment(environment);
    process.start(OVERLAP_RUN, QStringList{"13.3.1"} + options);
    QVERIFY(process.waitForFinished(60000));

    const QByteArray error = process.readAllStandardError();
    QCOMPARE(process.exitCode(), 2);
    QVERIFY2(error.contains(sentence), error.constData());
    QCOMPARE(error.count('\n'), 1);
}

void TestRankOptions::refusedRunKeepsTheTracesOfThePreviousRun()
{
    const QString folder = m_folder.filePath("kept");
    QVERIFY(QDir().mkpath(folder));
    const QString earlier = writeFile(m_folder, "kept/rank-0.otrace", "earlier");

    const CommandResult result = run(kStart, {"--ranks", "2", "--machine", "no-such-machine", "--trace", folder});

    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("no-such-machine"), result.err.constData());
    QVERIFY(QFile::exists(earlier));
}

QTEST_GUILESS_MAIN(TestRankOptions)
#include "tst_rank_options.moc"
