#include "engine/frontend/detail/program_file.h"
#include "engine/frontend/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace engine;
using frontend::Dialect;
using frontend::Runner;

/// Tests that saved listings can be loaded from their files.
class TestSave : public QObject {
    Q_OBJECT

private slots:
    void savedListingsLoadUnchanged_data();
    void savedListingsLoadUnchanged();
    void missingImportsAreAddedToASavedScript_data();
    void missingImportsAreAddedToASavedScript();
    void failedSaveKeepsTheOldFile();
    void randomListingsLoadUnchanged();

private:
    /// Saves `listing` as `name` and returns the listing that is loaded from the file.
    QByteArray savedAndLoaded(const std::string& listing, const char* name, Dialect dialect = Dialect::Torch)
    {
        const std::string path = m_folder.filePath(name).toStdString();
        if (const auto status = Runner::save(listing, dialect, path); !status)
            return QByteArray::fromStdString(status.error().english());
        const auto program = frontend::readProgramFile(path);
        return QByteArray::fromStdString(program ? program->sources.begin()->second : program.error().english());
    }

    QTemporaryDir m_folder;
};

void TestSave::savedListingsLoadUnchanged_data()
{
    QTest::addColumn<QByteArray>("listing");

    QTest::newRow("one cell") << QByteArray("# %%\nimport torch\nx = torch.ones(2)\n");
    QTest::newRow("code and markdown cells")
        << QByteArray("# %%\nimport torch\n# %% [markdown]\n# # Ü\n# %%\ntorch.ones(2)\n");
    QTest::newRow("MXNet") << QByteArray("# %%\nfrom mxnet import np, npx\nnpx.set_np()\n");
    QTest::newRow("non-ASCII characters") << QByteArray("# %%\nimport torch\ns = '本🐍\\u00e4\\\\'\n");
}

void TestSave::savedListingsLoadUnchanged()
{
    QFETCH(QByteArray, listing);

    for (const char* name : {"a.py", "a.ipynb"})
        QCOMPARE(savedAndLoaded(listing.toStdString(), name), listing);
}

void TestSave::missingImportsAreAddedToASavedScript_data()
{
    QTest::addColumn<QByteArray>("listing");
    QTest::addColumn<bool>("isMXNet");
    QTest::addColumn<QByteArray>("start");

    QTest::newRow("torch") << QByteArray("x = 1\n") << false << QByteArray("import numpy\nimport torch\n");
    QTest::newRow("mxnet") << QByteArray("x = 1\n") << true << QByteArray("import numpy\nimport mxnet as mx\n");
    QTest::newRow("cells") << QByteArray("# %%\nx = 1\n") << false << QByteArray("# %%\nimport numpy\n");
    QTest::newRow("import on a later line") << QByteArray("x = 1\nimport time\n") << false << QByteArray("x = 1\n");
    QTest::newRow("name that starts with import")
        << QByteArray("important = 1\n") << false << QByteArray("import numpy\n");
}

void TestSave::missingImportsAreAddedToASavedScript()
{
    QFETCH(QByteArray, listing);
    QFETCH(bool, isMXNet);
    QFETCH(QByteArray, start);

    const QByteArray found = savedAndLoaded(listing.toStdString(), "a.py", isMXNet ? Dialect::MXNet : Dialect::Torch);

    QVERIFY2(found.startsWith(start) && found.endsWith(listing), found);
    QCOMPARE(savedAndLoaded(found.toStdString(), "b.py"), found);  // imports are added only once
}

void TestSave::failedSaveKeepsTheOldFile()
{
    QVERIFY(!Runner::save("x", Dialect::Torch, "/proc/nowhere/a.py"));
    QVERIFY(!Runner::save("x", Dialect::Torch, m_folder.path().toStdString()));
    const QByteArray before = savedAndLoaded("# %%\nimport torch\n", "kept.ipynb");

    QVERIFY(!Runner::save("x", Dialect::Torch, m_folder.filePath("kept.ipynb/within.ipynb").toStdString()));

    const auto program = frontend::readProgramFile(m_folder.filePath("kept.ipynb").toStdString());
    QVERIFY(program);
    QCOMPARE(QByteArray::fromStdString(program->sources.at(Dialect::Torch)), before);
}

/// Generates cells of random lines. A notebook drops empty cells and empty lines at the end of a cell, so every
/// generated cell ends in code.
void TestSave::randomListingsLoadUnchanged()
{
    const char* const lines[] = {"x = 1",    "",          "# words", "  indented()", "s = \"'\\\"\\\\\"",
                                 "ü = '本'", "y = x % 2", "#"};
    std::mt19937 random(11);

    for (int round = 0; round < 40; ++round) {
        std::string listing = "# %%\nimport torch\n";
        for (unsigned cell = 0; cell < random() % 5; ++cell) {
            listing += "# %%\n";
            for (unsigned line = 0; line < random() % 6; ++line)
                listing += std::string(lines[random() % std::size(lines)]) + "\n";
            listing += "end()\n";
        }
        QCOMPARE(savedAndLoaded(listing, "a.py"), QByteArray::fromStdString(listing));
        QCOMPARE(savedAndLoaded(listing, "a.ipynb"), QByteArray::fromStdString(listing));
    }
}

QTEST_GUILESS_MAIN(TestSave)
#include "tst_save.moc"
