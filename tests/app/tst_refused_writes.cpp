#include "tests/app/program_runs.h"
#include "tests/engine/io/system_faults.h"
#include "ui/figure/figure.h"
#include "ui/files/session_store.h"
#include "ui/teach/lesson.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <functional>
#include <map>
#include <memory>

using namespace engine;

/// Saves files by each method of the application, while the system refuses the n-th call of open(), write(), fsync()
/// or rename(), for every n. Afterwards the file must have its old or its new content, and the caller must get an
/// error.
class TestRefusedWrites : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void failedWriteLeavesTheOldOrTheNewFile_data();
    void failedWriteLeavesTheOldOrTheNewFile();

private:
    /// Saves the content with this number to `path`; returns whether that succeeded.
    using Save = std::function<bool(const QString& path, int number)>;

    [[nodiscard]] bool runs(const std::string& source);
    [[nodiscard]] static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<ProgramRuns> m_runs;
    std::map<QString, Save> m_saves;
};

bool TestRefusedWrites::runs(const std::string& source)
{
    auto request = ProgramRuns::typed(
        source, source.starts_with("import torch") ? frontend::Dialect::Torch : frontend::Dialect::MXNet);
    return !m_runs->trace(request)->error();
}

void TestRefusedWrites::initTestCase()
{
    m_runs = std::make_unique<ProgramRuns>();
    const auto trace = m_runs->trace(m_runs->request("13.3.1", frontend::Dialect::Torch));
    m_saves["session"] = [](const QString& path, int number) {
        QSettings settings(path, QSettings::IniFormat);
        ui::files::SessionStore store(settings);
        const QSignalSpy refused(&store, &ui::files::SessionStore::refused);
        ui::files::Session session;
        session.program = QString::number(number);
        store.write(session);
        return refused.isEmpty();
    };
    m_saves["lesson"] = [](const QString& path, int number) {
        ui::teach::Lesson lesson;
        lesson.title["en"] = QString::number(number);
        return ui::teach::writeLessonFile(lesson, path).has_value();
    };
    m_saves["figure.svg"] = [trace](const QString& path, int number) {
        ui::figure::FigureOptions options;
        options.title = QString::number(number);
        return ui::figure::writeFigure(*trace, options, path.toStdString()).has_value();
    };
    m_saves["figure.pdf"] = m_saves["figure.svg"];
    m_saves["figure.png"] = m_saves["figure.svg"];
    m_saves["torch.pt"] = [this](const QString& path, int number) {
        return runs("import torch\ntorch.save(torch.ones(" + std::to_string(number) + "), '" + path.toStdString() +
                    "')\n");
    };
    m_saves["mxnet.params"] = [this](const QString& path, int number) {
        return runs("from mxnet import nd, np\nnd.save('" + path.toStdString() + "', [np.ones(" +
                    std::to_string(number) + ")])\n");
    };
}

void TestRefusedWrites::failedWriteLeavesTheOldOrTheNewFile_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("error");

    for (const auto& [name, save] : m_saves)
        for (const int error : {ENOSPC, EIO})
            QTest::addRow("%s, errno %d", qPrintable(name), error) << name << error;
}

void TestRefusedWrites::failedWriteLeavesTheOldOrTheNewFile()
{
    QFETCH(QString, name);
    QFETCH(int, error);
    const Save& save = m_saves.at(name);
    const QString path = m_folder.filePath(name);
    QVERIFY(save(path, 2));
    const QByteArray changed = contentOf(path);
    bool isWritten = false;
    int failures = 0;

    for (int call = 0; !isWritten; ++call) {
        QVERIFY(call < 100);
        QVERIFY(save(path, 1));
        const QByteArray old = contentOf(path);
        QVERIFY(!old.isEmpty() && old != changed);
        tests::SystemFault::arm(m_folder.path().toStdString(), call, error);
        const bool hasSucceeded = save(path, 2);
        isWritten = !tests::SystemFault::disarm();

        failures += isWritten ? 0 : 1;
        QCOMPARE(hasSucceeded, isWritten);
        QCOMPARE(contentOf(path), isWritten ? changed : old);
        QVERIFY(QDir(m_folder.path()).entryList({"*.partial"}).isEmpty());
    }
    QVERIFY2(failures >= 4, "a file is opened, written, flushed and renamed");
}

QTEST_MAIN(TestRefusedWrites)
#include "tst_refused_writes.moc"
