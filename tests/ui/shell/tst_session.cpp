#include "ui/shell/session.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ui::shell;
using Dialect = engine::frontend::Dialect;

/// What one start takes over from the one before, and what it does not.
class TestSession : public QObject {
    Q_OBJECT

private slots:
    void everythingComesBack();
    void anEmptyFileGivesDefaults();
    void brokenValuesGiveDefaults();
    void anotherVersionGivesDefaults();
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
    session.view = ui::model::TimeRange{engine::Nanoseconds{5}, engine::Nanoseconds{500}};
    session.geometry = QByteArray("\0\1\2", 3);
    ui::run::ProgramState& state = session.programs["13.3.2"];
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
    QVERIFY(read.view == session.view);
    QCOMPARE(read.geometry, session.geometry);
    const ui::run::ProgramState kept = read.programs["13.3.2"];
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

void TestSession::anotherVersionGivesDefaults()
{
    QSettings settings(file(), QSettings::IniFormat);
    Session session;
    session.program = "13.3.2";
    writeSession(settings, session);
    settings.setValue("session/version", 2);

    QCOMPARE(readSession(settings).program, QStringLiteral("13.3.1"));
}

void TestSession::rubbishGivesDefaults()
{
    const QString path = file();
    QFile rubbish(path);
    QVERIFY(rubbish.open(QIODevice::WriteOnly));
    rubbish.write(QByteArray(4096, '\xff'));
    rubbish.close();
    QSettings settings(path, QSettings::IniFormat);

    QCOMPARE(readSession(settings).machine, QStringLiteral("book-v100"));
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
