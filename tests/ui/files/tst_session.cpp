#include "ui/files/session_store.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include <sys/resource.h>

using namespace ui::files;
using Dialect = engine::frontend::Dialect;

/// Writes and reads sessions, also from broken settings and from settings of other versions.
class TestSession : public QObject {
    Q_OBJECT

private slots:
    void sessionIsReadAsWritten();
    void emptySettingsFileGivesDefaults();
    void brokenSettingsValuesGiveDefaults();
    void openTableIsRestoredFromSettingsOfVersion1();
    void understoodSettingsOfAnotherVersionAreRead();
    void settingsThatAreNotUnderstoodAreBackedUp_data();
    void settingsThatAreNotUnderstoodAreBackedUp();
    void unreadableSettingsFileGivesDefaults();
    void unwritableFileIsReportedOnce();
    void fullDiskLeavesTheOldSettings();
    void everyTextOfASessionIsReadAsWritten_data();
    void everyTextOfASessionIsReadAsWritten();

private:
    [[nodiscard]] QString file() { return m_folder.filePath(QString::number(++m_count) + ".ini"); }

    QTemporaryDir m_folder;
    int m_count = 0;
};

void TestSession::sessionIsReadAsWritten()
{
    Session session;
    session.program = "13.3.2";
    session.machine = "card-4gb";
    session.theme = ui::look::Mode::Dark;
    session.scale = 1.25;
    session.pace = ui::model::Pace::SlowMotion;
    session.isRightPaneShown = false;
    session.showsCriticalPath = true;
    session.isStage = session.hasListingWidth = true;
    session.toggledViews = {"charts", "table"};
    session.view = ui::model::TimeRange{engine::Nanoseconds{5}, engine::Nanoseconds{500}};
    session.geometry = QByteArray("\0\1\2", 3);
    ui::listing::ProgramState& state = session.programs["13.3.2"];
    state.dialect = Dialect::MXNet;
    state.sources[Dialect::MXNet] = QStringLiteral("x = 1\n# 行列, \"quoted\"");
    state.flips[Dialect::Torch] = {{15, false}, {22, true}};
    state.parameters = {{"n", "2000"}};
    state.values = engine::trace::ValueMode::Computed;
    QSettings settings(file(), QSettings::IniFormat);

    SessionStore(settings).write(session);
    settings.sync();
    QSettings again(settings.fileName(), QSettings::IniFormat);
    const Session read = SessionStore(again).read();

    QCOMPARE(read.program, session.program);
    QCOMPARE(read.machine, session.machine);
    QVERIFY(read.theme == ui::look::Mode::Dark);
    QCOMPARE(read.scale, 1.25);
    QVERIFY(read.pace == ui::model::Pace::SlowMotion);
    QVERIFY(!read.isRightPaneShown && read.isLeftPaneShown);
    QVERIFY(read.toggledViews == session.toggledViews && read.showsCriticalPath);
    QVERIFY(read.isStage && read.hasListingWidth);
    QVERIFY(read.view == session.view);
    QCOMPARE(read.geometry, session.geometry);
    const ui::listing::ProgramState kept = read.programs["13.3.2"];
    QVERIFY(kept.dialect == Dialect::MXNet);
    QCOMPARE(kept.sources.at(Dialect::MXNet), state.sources.at(Dialect::MXNet));
    QVERIFY(kept.flips.at(Dialect::Torch) == state.flips.at(Dialect::Torch));
    QVERIFY(kept.parameters == state.parameters);
    QVERIFY(kept.values == state.values);
}

void TestSession::emptySettingsFileGivesDefaults()
{
    QSettings settings(file(), QSettings::IniFormat);

    const Session read = SessionStore(settings).read();

    QCOMPARE(read.program, QStringLiteral("13.3.1"));
    QCOMPARE(read.machine, QStringLiteral("book-v100"));
    QVERIFY(!read.view);
}

void TestSession::brokenSettingsValuesGiveDefaults()
{
    QSettings settings(file(), QSettings::IniFormat);
    SessionStore(settings).write(Session());
    settings.setValue("look/scale", "very large");
    settings.setValue("look/theme", 7);
    settings.setValue("session/pace", 99);
    settings.setValue("session/program", QStringList{"a", "b"});
    settings.setValue("session/programs", "{ not json");
    settings.setValue("session/viewBegin", 100);
    settings.setValue("session/viewEnd", 5);
    settings.setValue("shell/leftPane", "perhaps");

    const Session read = SessionStore(settings).read();

    QCOMPARE(read.scale, 1.0);
    QVERIFY(read.theme == ui::look::Mode::Light);
    QVERIFY(read.pace == ui::model::Pace::Instant);
    QCOMPARE(read.program, QStringLiteral("13.3.1"));
    QVERIFY(read.programs.isEmpty());
    QVERIFY(!read.view);
    QVERIFY(read.isLeftPaneShown);
}

void TestSession::openTableIsRestoredFromSettingsOfVersion1()
{
    QSettings settings(file(), QSettings::IniFormat);
    settings.setValue("session/version", 1);
    settings.setValue("shell/table", "true");

    QCOMPARE(SessionStore(settings).read().toggledViews, QStringList{"table"});
    SessionStore(settings).write(Session());
    QCOMPARE(SessionStore(settings).read().toggledViews, QStringList());
}

void TestSession::understoodSettingsOfAnotherVersionAreRead()
{
    QSettings settings(file(), QSettings::IniFormat);
    Session session;
    session.program = "13.3.2";
    session.programs["13.3.2"].sources[Dialect::Torch] = "x = 1";
    session.programs["13.3.2"].flips[Dialect::Torch] = {{15, false}};
    SessionStore(settings).write(session);
    settings.setValue("session/version", 99);
    settings.setValue("session/viewBegin", "soon");

    const Session read = SessionStore(settings).read();

    QCOMPARE(read.program, QStringLiteral("13.3.2"));
    QCOMPARE(read.programs["13.3.2"].sources.at(Dialect::Torch), QStringLiteral("x = 1"));
    QVERIFY(!read.programs["13.3.2"].flips.at(Dialect::Torch).at(15));
    QVERIFY(!read.view);
}

void TestSession::settingsThatAreNotUnderstoodAreBackedUp_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QVariant>("value");
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QString>("said");

    QTest::newRow("another version") << "session/version" << QVariant(99) << ".99"
                                     << "(99)";
    QTest::newRow("an invalid version") << "session/version" << QVariant("../x") << "...x"
                                        << "(../x)";
    QTest::newRow("broken edits") << "session/programs" << QVariant("{ not") << ".broken"
                                  << "could not be read";
    QTest::newRow("a broken number") << "session/viewBegin" << QVariant("soon") << ".broken"
                                     << "could not be read";
}

void TestSession::settingsThatAreNotUnderstoodAreBackedUp()
{
    QFETCH(QString, key);
    QFETCH(QVariant, value);
    QFETCH(QString, ending);
    QFETCH(QString, said);
    QSettings settings(file(), QSettings::IniFormat);
    SessionStore store(settings);
    QVERIFY(!store.backUpUnknown());
    store.write(Session());
    QVERIFY(!store.backUpUnknown());
    settings.setValue(key, value);
    settings.sync();
    QFile old(settings.fileName());
    QVERIFY(old.open(QIODevice::ReadOnly));
    const QByteArray bytes = old.readAll();

    const auto message = store.backUpUnknown();

    QVERIFY(message && (*message)().title.contains(said));
    const QString path = settings.fileName() + ending;
    QVERIFY((*message)().text.contains(path + "."));
    store.write(store.read());
    QFile copy(path);
    QVERIFY(copy.open(QIODevice::ReadOnly));
    QCOMPARE(copy.readAll(), bytes);
    // After the settings are written again, this version understands them, so no backup is made.
    QVERIFY(!store.backUpUnknown());
    // An existing backup of the settings is not overwritten.
    settings.setValue(key, value);
    settings.setValue("look/scale", 1.5);
    settings.sync();
    const auto second = store.backUpUnknown();
    QVERIFY(second && (*second)().text.contains(path + ".2."));
    QVERIFY(QFile::exists(path + ".2"));
}

void TestSession::unreadableSettingsFileGivesDefaults()
{
    const QString path = file();
    QFile rubbish(path);
    QVERIFY(rubbish.open(QIODevice::WriteOnly));
    rubbish.write(QByteArray(4096, '\xff'));
    rubbish.close();
    QSettings settings(path, QSettings::IniFormat);

    QVERIFY(SessionStore(settings).backUpUnknown());
    QCOMPARE(SessionStore(settings).read().machine, QStringLiteral("book-v100"));
}

void TestSession::unwritableFileIsReportedOnce()
{
    const QString notAFolder = file();
    QVERIFY(QFile(notAFolder).open(QIODevice::WriteOnly));
    QSettings settings(notAFolder + "/overlap.ini", QSettings::IniFormat);
    SessionStore store(settings);
    QSignalSpy refused(&store, &SessionStore::refused);

    store.write(Session());
    store.write(Session());

    QCOMPARE(refused.count(), 1);
    QVERIFY(store.refusal()().title.contains(notAFolder));
    QVERIFY2(store.refusal()().text.contains(QStringLiteral("overlap.ini")), qPrintable(store.refusal()().text));
}

/// A limit on the size of files simulates a full disk: on a full disk, QSettings writes an empty file and reports
/// success.
void TestSession::fullDiskLeavesTheOldSettings()
{
    QSettings settings(file(), QSettings::IniFormat);
    SessionStore store(settings);
    Session session;
    session.programs["13.3.2"].sources[Dialect::Torch] = "precious = 1";
    store.write(session);
    QSignalSpy refused(&store, &SessionStore::refused);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 100;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);

    session.program = "13.3.2-small";
    store.write(session);

    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, oldHandler);
    QCOMPARE(refused.count(), 1);
    QSettings again(settings.fileName(), QSettings::IniFormat);
    const Session read = SessionStore(again).read();
    QCOMPARE(read.programs["13.3.2"].sources.at(Dialect::Torch), QStringLiteral("precious = 1"));
    QCOMPARE(read.program, QStringLiteral("13.3.1"));
    store.write(session);
    QCOMPARE(SessionStore(settings).read().program, QStringLiteral("13.3.2-small"));
}

void TestSession::everyTextOfASessionIsReadAsWritten_data()
{
    QTest::addColumn<QString>("text");

    QString controls;
    for (char16_t letter = 1; letter < 0xa0; ++letter)
        controls += QChar(letter);
    QTest::newRow("control characters and ASCII") << controls;
    QTest::newRow("digits after a control character") << QString(
        "\x01"
        "1f\x02"
        "G\x03"
        "aa");
    QTest::newRow("marks of the format") << "[a]; b=c, \"d\" \\n %41 # e";
    QTest::newRow("as a value of Qt") << "@Invalid()";
    QTest::newRow("two at signs") << "@@x";
    QTest::newRow("blanks at the ends") << "  a  ";
    QTest::newRow("Chinese and an emoji") << QString::fromUtf8("行列 \U0001F600");
}

void TestSession::everyTextOfASessionIsReadAsWritten()
{
    QFETCH(QString, text);
    QSettings settings(file(), QSettings::IniFormat);
    settings.setValue("other/a key/of others", QStringList{"a, b", text});
    settings.setValue("alone", text);
    Session session;
    session.program = text;
    session.geometry = text.toUtf8();
    session.keys["copy"] = text;

    SessionStore(settings).write(session);

    QSettings again(settings.fileName(), QSettings::IniFormat);
    const Session read = SessionStore(again).read();
    QCOMPARE(read.program, text);
    QCOMPARE(read.geometry, text.toUtf8());
    QCOMPARE(read.keys["copy"], text);
    QCOMPARE(again.value("other/a key/of others").toStringList(), (QStringList{"a, b", text}));
    QCOMPARE(again.value("alone").toString(), text);
    QVERIFY(!SessionStore(again).backUpUnknown());
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
