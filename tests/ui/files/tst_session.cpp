#include "ui/files/settings_keeper.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ui::files;
using Dialect = engine::frontend::Dialect;

/// What one start takes over from the one before, and what it does not.
class TestSession : public QObject {
    Q_OBJECT

private slots:
    void everythingComesBack();
    void anEmptyFileGivesDefaults();
    void brokenValuesGiveDefaults();
    void ofAnotherVersionIsReadWhatIsUnderstood();
    void whatIsStrangeIsKeptAndSaid_data();
    void whatIsStrangeIsKeptAndSaid();
    void rubbishGivesDefaults();

private:
    [[nodiscard]] QString file() { return m_folder.filePath(QString::number(++m_count) + ".ini"); }

    QTemporaryDir m_folder;
    int m_count = 0;
};

void TestSession::everythingComesBack()
{
    Session session;
    session.program = "13.3.2";
    session.machine = "card-4gb";
    session.theme = ui::look::Mode::Dark;
    session.scale = 1.25;
    session.pace = ui::model::Pace::SlowMotion;
    session.isRightPaneShown = false;
    session.showsCriticalPath = true;
    session.toggledViews = {"charts", "table"};
    session.view = ui::model::TimeRange{engine::Nanoseconds{5}, engine::Nanoseconds{500}};
    session.geometry = QByteArray("\0\1\2", 3);
    ui::listing::ProgramState& state = session.programs["13.3.2"];
    state.dialect = Dialect::MXNet;
    state.sources[Dialect::MXNet] = QStringLiteral("x = 1\n# 行列, \"quoted\"");
    state.flips[Dialect::Torch] = {{15, false}, {22, true}};
    state.parameters = {{"n", "2000"}};
    QSettings settings(file(), QSettings::IniFormat);

    writeSession(settings, session);
    settings.sync();
    QSettings again(settings.fileName(), QSettings::IniFormat);
    const Session read = readSession(again);

    QCOMPARE(read.program, session.program);
    QCOMPARE(read.machine, session.machine);
    QVERIFY(read.theme == ui::look::Mode::Dark);
    QCOMPARE(read.scale, 1.25);
    QVERIFY(read.pace == ui::model::Pace::SlowMotion);
    QVERIFY(!read.isRightPaneShown && read.isLeftPaneShown);
    QVERIFY(read.toggledViews == session.toggledViews && read.showsCriticalPath);
    QVERIFY(read.view == session.view);
    QCOMPARE(read.geometry, session.geometry);
    const ui::listing::ProgramState kept = read.programs["13.3.2"];
    QVERIFY(kept.dialect == Dialect::MXNet);
    QCOMPARE(kept.sources.at(Dialect::MXNet), state.sources.at(Dialect::MXNet));
    QVERIFY(kept.flips.at(Dialect::Torch) == state.flips.at(Dialect::Torch));
    QVERIFY(kept.parameters == state.parameters);
}

void TestSession::anEmptyFileGivesDefaults()
{
    QSettings settings(file(), QSettings::IniFormat);

    const Session read = readSession(settings);

    QCOMPARE(read.program, QStringLiteral("13.3.1"));
    QCOMPARE(read.machine, QStringLiteral("book-v100"));
    QVERIFY(!read.view);
}

void TestSession::brokenValuesGiveDefaults()
{
    QSettings settings(file(), QSettings::IniFormat);
    writeSession(settings, Session());
    settings.setValue("look/scale", "very large");
    settings.setValue("look/theme", 7);
    settings.setValue("session/pace", 99);
    settings.setValue("session/program", QStringList{"a", "b"});
    settings.setValue("session/programs", "{ not json");
    settings.setValue("session/viewBegin", 100);
    settings.setValue("session/viewEnd", 5);
    settings.setValue("shell/leftPane", "perhaps");

    const Session read = readSession(settings);

    QCOMPARE(read.scale, 1.0);
    QVERIFY(read.theme == ui::look::Mode::Light);
    QVERIFY(read.pace == ui::model::Pace::Instant);
    QCOMPARE(read.program, QStringLiteral("13.3.1"));
    QVERIFY(read.programs.isEmpty());
    QVERIFY(!read.view);
    QVERIFY(read.isLeftPaneShown);
}

void TestSession::ofAnotherVersionIsReadWhatIsUnderstood()
{
    QSettings settings(file(), QSettings::IniFormat);
    Session session;
    session.program = "13.3.2";
    session.programs["13.3.2"].sources[Dialect::Torch] = "x = 1";
    session.programs["13.3.2"].flips[Dialect::Torch] = {{15, false}};
    writeSession(settings, session);
    settings.setValue("session/version", 99);
    settings.setValue("session/viewBegin", "soon");

    const Session read = readSession(settings);

    QCOMPARE(read.program, QStringLiteral("13.3.2"));
    QCOMPARE(read.programs["13.3.2"].sources.at(Dialect::Torch), QStringLiteral("x = 1"));
    QVERIFY(!read.programs["13.3.2"].flips.at(Dialect::Torch).at(15));
    QVERIFY(!read.view);
}

void TestSession::whatIsStrangeIsKeptAndSaid_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QVariant>("value");
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QString>("said");

    QTest::newRow("another version") << "session/version" << QVariant(99) << ".99"
                                     << "(99)";
    QTest::newRow("a version that is none") << "session/version" << QVariant("../x") << "...x"
                                            << "(../x)";
    QTest::newRow("broken edits") << "session/programs" << QVariant("{ not") << ".broken"
                                  << "not understood";
    QTest::newRow("a broken number") << "session/viewBegin" << QVariant("soon") << ".broken"
                                     << "not understood";
}

void TestSession::whatIsStrangeIsKeptAndSaid()
{
    QFETCH(QString, key);
    QFETCH(QVariant, value);
    QFETCH(QString, ending);
    QFETCH(QString, said);
    QSettings settings(file(), QSettings::IniFormat);
    QVERIFY(!keepStrangeSettings(settings));
    writeSession(settings, Session());
    settings.sync();
    QVERIFY(!keepStrangeSettings(settings));
    settings.setValue(key, value);
    settings.sync();
    QFile old(settings.fileName());
    QVERIFY(old.open(QIODevice::ReadOnly));
    const QByteArray bytes = old.readAll();

    const auto kept = keepStrangeSettings(settings);

    QVERIFY(kept && kept->message().title.contains(said));
    QCOMPARE(kept->copy, settings.fileName() + ending);
    QVERIFY(kept->message().text.contains(kept->copy));
    writeSession(settings, readSession(settings));
    settings.sync();
    QFile copy(kept->copy);
    QVERIFY(copy.open(QIODevice::ReadOnly));
    QCOMPARE(copy.readAll(), bytes);
    // Another time there is nothing strange any more.
    QVERIFY(!keepStrangeSettings(settings));
    // What is there already is not written over.
    settings.setValue(key, value);
    settings.setValue("look/scale", 1.5);
    settings.sync();
    const auto second = keepStrangeSettings(settings);
    QVERIFY(second && second->copy == settings.fileName() + ending + ".2");
}

void TestSession::rubbishGivesDefaults()
{
    const QString path = file();
    QFile rubbish(path);
    QVERIFY(rubbish.open(QIODevice::WriteOnly));
    rubbish.write(QByteArray(4096, '\xff'));
    rubbish.close();
    QSettings settings(path, QSettings::IniFormat);

    QVERIFY(keepStrangeSettings(settings));
    QCOMPARE(readSession(settings).machine, QStringLiteral("book-v100"));
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
