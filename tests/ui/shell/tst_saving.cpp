#include "engine/frontend/detail/program_file.h"
#include "tests/engine/listing/a_notebook.h"
#include "tests/ui/runs/fake_backend.h"
#include "ui/commands/actions.h"
#include "ui/files/session_store.h"
#include "ui/runs/banner.h"
#include "ui/shell/main_window.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using tests::FakeFrontEnd;

/// Tests that Ctrl+S writes the opened file with the user's edits and changes nothing else.
class TestSaving : public QObject {
    Q_OBJECT

private slots:
    void init();
    void savingAnUnmodifiedFileKeepsItsBytes_data();
    void savingAnUnmodifiedFileKeepsItsBytes();
    void savedFileDiffersOnlyInTheEdit();
    void savingOverAnExternalChangeAsksFirst();
    void externalChangeBetweenSessionsIsDetected();
    void editsAfterSavingACopyBelongToTheCopy();

private:
    void write(const QByteArray& bytes);
    [[nodiscard]] QByteArray bytes() const;
    void open(const char* name, const QByteArray& bytes);
    [[nodiscard]] ui::listing::ProgramDocument& document() { return m_window->bench().document; }
    void edit() { document().listing().setSource(document().text().exactSource().replace("y = 1.0E-7", "y = 2")); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    ui::look::Theme m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestSaving::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto make = FakeFrontEnd::makerOf(std::make_shared<FakeFrontEnd>(),
                                            {FakeFrontEnd::program("13.3.1", "with Benchmark('all'):\n    wait()\n")});
    Setup setup;
    setup.backend = [make]() {
        auto backend = make();
        if (backend)
            backend->load = [](const std::string& path) { return engine::frontend::readProgramFile(path); };
        return backend;
    };
    setup.machines.listed = {{"book-v100", "2x V100", engine::trace::PlatformKind::Virtual, 2, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(m_theme, setup, Session());
    QTRY_VERIFY(!document().program().id.empty());
}

void TestSaving::write(const QByteArray& bytes)
{
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

QByteArray TestSaving::bytes() const
{
    QFile file(m_path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestSaving::open(const char* name, const QByteArray& bytes)
{
    m_path = m_folder->filePath(name);
    write(bytes);
    m_window->openProgram(m_path);
    QTRY_COMPARE(QString::fromStdString(document().program().id), m_path);
}

void TestSaving::savingAnUnmodifiedFileKeepsItsBytes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("bytes");

    QTest::newRow("a notebook") << QByteArray("a.ipynb") << QByteArray(tests::kNotebook);
    QTest::newRow("a script") << QByteArray("a.py") << QByteArray("#!/usr/bin/env python3\r\n\r\nx = 1\r\n\r\n");
    QTest::newRow("no last line end") << QByteArray("a.py") << QByteArray("x = 'a\u00a0b'\u2029\u2028\f");
}

void TestSaving::savingAnUnmodifiedFileKeepsItsBytes()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, bytes);
    open(name, bytes);
    QVERIFY(!document().text().isModified());

    m_window->bench().actions.save->trigger();

    QCOMPARE(this->bytes(), bytes);
}

void TestSaving::savedFileDiffersOnlyInTheEdit()
{
    open("a.ipynb", tests::kNotebook);
    const QByteArray edited = QByteArray(tests::kNotebook).replace("y = 1.0E-7", "y = 2");

    for (int time = 0; time < 2; ++time) {
        edit();
        m_window->bench().actions.save->trigger();
        QCOMPARE(bytes(), edited);
    }
    QVERIFY(!document().text().isModified());
}

void TestSaving::savingOverAnExternalChangeAsksFirst()
{
    open("a.ipynb", tests::kNotebook);
    const QByteArray others = QByteArray(tests::kNotebook).replace("1e-07", "2e-07");
    edit();
    write(others);

    m_window->bench().actions.save->trigger();

    QCOMPARE(bytes(), others);
    QVERIFY(document().text().isModified());
    QVERIFY(m_window->bench().banner.isOpen());
    QCOMPARE(m_window->bench().banner.message().acts.size(), std::size_t{2});
    const auto replace = m_window->bench().banner.message().acts[1].call;
    replace();
    QCOMPARE(bytes(), QByteArray(tests::kNotebook).replace("y = 1.0E-7", "y = 2"));
    QVERIFY(!m_window->bench().banner.isOpen());
}

void TestSaving::externalChangeBetweenSessionsIsDetected()
{
    open("a.ipynb", tests::kNotebook);
    edit();
    const auto kept = stateFrom(toJson(m_window->session().programs.value(m_path)));
    const QByteArray others = QByteArray(tests::kNotebook).replace("import torch", "import torch as t");

    for (const bool isChanged : {false, true}) {
        write(isChanged ? others : QByteArray(tests::kNotebook));
        const auto program = engine::frontend::readProgramFile(m_path.toStdString());
        QVERIFY(program);
        document().open(*program, kept.dialect, &kept);
        QVERIFY(document().text().isModified());
        QCOMPARE(document().isChangedOnDisk(m_path), isChanged);
        QCOMPARE(document().state().base, kept.base);
    }
}

void TestSaving::editsAfterSavingACopyBelongToTheCopy()
{
    const auto torch = engine::frontend::Dialect::Torch;
    const QString path = m_folder->filePath("mine.py");
    document().setSaved(path, {});
    QVERIFY(!m_window->session().programs.value(path).sources.contains(torch));

    document().listing().setSource("wait()  # mine");

    const Session session = m_window->session();
    QCOMPARE(session.program, path);
    QCOMPARE(session.programs.value(path).sources.at(torch), QStringLiteral("wait()  # mine"));
}

QTEST_MAIN(TestSaving)
#include "tst_saving.moc"
