#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>

/// Tests that the window stores its session and exits on a system signal, and that the window removes files of killed
/// processes.
class TestEndSignals : public QObject {
    Q_OBJECT

private slots:
    void sessionIsStoredOnASignal_data();
    void sessionIsStoredOnASignal();
    void filesOfKilledProcessesAreRemoved();
    void folderNamesThatAreNotUtf8AreUsedAsGiven();
};

namespace {

/// Whether the process has a handler for the signal.
bool handles(qint64 process, int signal)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("SigCgt:"))
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1) != 0;
    return false;
}

/// Starts the window with all its folders in `home`.
void start(QProcess& window, const QString& home, const QString& program = OVERLAP,
           const QStringList& arguments = {"13.3.2"})
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR"})
        environment.insert(name, home);
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    window.setProcessEnvironment(environment);
    window.start(program, arguments);
}

}  // namespace

void TestEndSignals::sessionIsStoredOnASignal_data()
{
    QTest::addColumn<int>("signal");

    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGHUP") << SIGHUP;
}

void TestEndSignals::sessionIsStoredOnASignal()
{
    QFETCH(int, signal);
    QTemporaryDir home;
    QProcess window;
    start(window, home.path());
    QVERIFY(window.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(handles(window.processId(), signal), 60000);

    QCOMPARE(::kill(static_cast<pid_t>(window.processId()), signal), 0);

    QVERIFY(window.waitForFinished(60000));
    QCOMPARE(window.exitStatus(), QProcess::NormalExit);
    QCOMPARE(window.exitCode(), 128 + signal);
    const QSettings settings(home.filePath("overlap/overlap.conf"), QSettings::IniFormat);
    QCOMPARE(settings.value("session/version").toString(), QStringLiteral("1"));
    QVERIFY2(!settings.contains("session/editedAndOpen"), "the process was not killed");
}

void TestEndSignals::filesOfKilledProcessesAreRemoved()
{
    QTemporaryDir home;
    const QDir root(home.path());
    const QStringList left{"Overlap/runs/20261123-120000-000_x.overlap.abc123.partial",
                           "Overlap/machines/this-computer.json.abc123.partial", "overlap/overlap.conf.abc123.partial",
                           "overlap-abc123.partial/what-if-0.json"};
    for (const QString& name : left) {
        QVERIFY(root.mkpath(QFileInfo(name).path()));
        QVERIFY(QFile(root.filePath(name)).open(QIODevice::WriteOnly));
    }

    QProcess window;
    start(window, home.path());

    for (const QString& name : left)
        QTRY_VERIFY2_WITH_TIMEOUT(!root.exists(name), qPrintable(name), 60000);
    QVERIFY(!root.exists("overlap-abc123.partial"));
    window.terminate();
    QVERIFY(window.waitForFinished(60000));
}

void TestEndSignals::folderNamesThatAreNotUtf8AreUsedAsGiven()
{
    QTemporaryDir home;
    QProcess window;
    // A shell sets these variables, because QProcess cannot pass names that are not UTF-8.
    start(window, home.path(), "/bin/sh",
          {"-c", R"(b=$(printf '\377'); XDG_CONFIG_HOME="$HOME/c$b" XDG_DATA_HOME="$HOME/d$b" exec "$0" 13.3.2)",
           OVERLAP});
    QVERIFY(window.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(handles(window.processId(), SIGTERM), 60000);

    window.terminate();

    QVERIFY(window.waitForFinished(60000));
    const std::filesystem::path folder(home.path().toStdString());
    QVERIFY(std::filesystem::exists(folder / "c\xff/overlap/overlap.conf"));
    QVERIFY(!std::filesystem::exists(folder / "c\xef\xbf\xbd"));
    QVERIFY(!std::filesystem::exists(folder / "d\xef\xbf\xbd"));
    std::filesystem::remove_all(folder);  // QTemporaryDir cannot remove names that are not UTF-8
}

QTEST_GUILESS_MAIN(TestEndSignals)
#include "tst_end_signals.moc"
