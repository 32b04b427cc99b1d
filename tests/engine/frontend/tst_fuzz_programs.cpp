#include "engine/device/machine_file.h"
#include "engine/frontend/detail/program_file.h"
#include "engine/listing/notebook.h"
#include "tests/fuzz/mutations.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

/// Fuzzes the readers of files that users write: notebooks, listings with headers, machine files.
class TestFuzzPrograms : public QObject {
    Q_OBJECT

private slots:
    void notebooksAreReadOrRefused();
    void headersAreReadOrRefused();
    void programFilesAreReadOrRefused();
    void machinesAreReadOrRefused();
};

namespace {

std::string contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The first files of a folder of resources.
std::vector<std::string> someOf(const QString& folder, const QString& pattern, qsizetype most)
{
    std::vector<std::string> contents;
    const QDir dir(QStringLiteral(OVERLAP_SOURCE_DIR "/resources/") + folder);
    for (const QString& name : dir.entryList({pattern}, QDir::Files).mid(0, most))
        contents.push_back(contentOf(dir.filePath(name)));
    return contents;
}

bool write(const QString& path, const std::string& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) &&
           file.write(content.data(), static_cast<qint64>(content.size())) >= 0;
}

}  // namespace

void TestFuzzPrograms::notebooksAreReadOrRefused()
{
    const std::string whole = listing::notebookOfListing(
        "# %% [markdown]\n# Text\n# %%\nimport torch\nx = torch.ones(3)\n"
        "# %%\nprint(x)\n");
    fuzz::Mutations inputs({whole, R"({"nbformat":4,"cells":[{"cell_type":"code","source":["a\n","b"]}]})"}, 1);
    int read = 0;
    for (int i = fuzz::inputCount(3000); i > 0; --i) {
        const auto listing = listing::listingOfNotebook(inputs.next(), "a.ipynb");
        read += listing ? 1 : 0;
        QVERIFY(listing || !listing.error().english().empty());
    }
    QVERIFY(read > 0);
}

void TestFuzzPrograms::headersAreReadOrRefused()
{
    QTemporaryDir folder;
    const auto wholes = someOf(QStringLiteral("workloads"), QStringLiteral("*.py"), 6);
    QVERIFY(wholes.size() > 2);
    fuzz::Mutations inputs(wholes, 2);
    for (int i = fuzz::inputCount(400); i > 0; --i) {
        QVERIFY(write(folder.filePath(QStringLiteral("a-torch.py")), inputs.next()));
        const auto programs = frontend::readWorkloads(folder.path().toStdString());
        QVERIFY(programs || !programs.error().english().empty());
    }
}

void TestFuzzPrograms::programFilesAreReadOrRefused()
{
    QTemporaryDir folder;
    fuzz::Mutations inputs(someOf(QStringLiteral("workloads"), QStringLiteral("*.py"), 3), 3);
    for (int i = fuzz::inputCount(300); i > 0; --i) {
        const QString path = folder.filePath(i % 2 == 0 ? QStringLiteral("a.py") : QStringLiteral("a.ipynb"));
        QVERIFY(write(path, inputs.next()));
        const auto program = frontend::readProgramFile(path.toStdString());
        QVERIFY(program || !program.error().english().empty());
    }
}

void TestFuzzPrograms::machinesAreReadOrRefused()
{
    const auto wholes = someOf(QStringLiteral("machines"), QStringLiteral("*.json"), 4);
    QVERIFY(wholes.size() > 1);
    fuzz::Mutations inputs(wholes, 4);
    int read = 0;
    for (int i = fuzz::inputCount(600); i > 0; --i) {
        const auto machine = device::parseMachine(inputs.next(), "a.json");
        read += machine ? 1 : 0;
        QVERIFY(machine || machine.error().english().find("a.json") != std::string::npos);
    }
    QVERIFY(read > 0);
}

QTEST_GUILESS_MAIN(TestFuzzPrograms)
#include "tst_fuzz_programs.moc"
