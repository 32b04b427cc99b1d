#include "tests/app/program_runs.h"
#include "tests/source_dir.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>

using engine::frontend::Dialect;

/// Tests that the book's cells run without any change (book/README.md). Skipped if the book is not available.
class TestBook : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cellsOfTheBookRunUnchanged_data();
    void cellsOfTheBookRunUnchanged();
    void trainingCellsOfTheBookRunUnchanged_data();
    void trainingCellsOfTheBookRunUnchanged();
    void trainingCellsOfTheBookComputeValuesForOneEpoch_data();
    void trainingCellsOfTheBookComputeValuesForOneEpoch();

private:
    [[nodiscard]] std::filesystem::path listing(const QString& name) const
    {
        return (m_cells.path() + '/' + name + QStringLiteral(".py")).toStdString();
    }

    ProgramRuns m_runs;
    QTemporaryDir m_cells;
};

void TestBook::initTestCase()
{
    QVERIFY(QDir::setCurrent(m_cells.path()));  // the cells write their files to the current folder
    const QString book = qEnvironmentVariable("OVERLAP_BOOK");
    if (book.isEmpty())
        QSKIP(
            "The book's cells are not part of this project; OVERLAP_BOOK names a folder with clones of d2l-en, d2l-zh "
            "and d2l-ko.");
    QDir::setCurrent(m_cells.path());
    QProcess cells;
    cells.start(QStringLiteral(OVERLAP_PYTHON),
                {QString::fromStdString(tests::inSource("tests/app/book/cells.py")), book, m_cells.path()});
    QVERIFY2(cells.waitForFinished(60000) && cells.exitCode() == 0, cells.readAllStandardError().constData());
    QVERIFY2(!cells.readAllStandardOutput().trimmed().isEmpty(), "OVERLAP_BOOK holds no repository of the book");
}

void TestBook::cellsOfTheBookRunUnchanged_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<int>("blocks");
    QTest::addColumn<QString>("result");  ///< output of the cells that end in an expression

    const QString torch = QStringLiteral("tensor([[3., 3.]], device='cuda:0')\n");
    const QString array = QStringLiteral("array([[3., 3.]])\n");
    for (const char* edition : {"en", "ko", "zh"}) {
        QTest::addRow("%s-async-torch", edition) << "book-v100" << 3 << torch;
        QTest::addRow("%s-async-mxnet", edition) << "laptop-2019" << 9 << array;
        QTest::addRow("%s-parallel-torch", edition) << "book-v100" << 6 << "";
        QTest::addRow("%s-parallel-mxnet", edition) << "book-v100" << 6 << "";
    }
    QTest::addRow("zh2019-parallel-mxnet") << "m60-2019" << 6 << "";
}

void TestBook::cellsOfTheBookRunUnchanged()
{
    QFETCH(QString, machine);
    QFETCH(int, blocks);
    QFETCH(QString, result);
    const std::filesystem::path file = listing(QString::fromUtf8(QTest::currentDataTag()));
    if (!std::filesystem::exists(file))
        QSKIP("OVERLAP_BOOK does not hold this edition");
    auto request = m_runs.request(file.string(), Dialect::Torch);
    request.machine = machine.toStdString();

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(static_cast<int>(trace->blocks().size()), blocks);
    for (const auto& block : trace->blocks()) {
        QVERIFY(!block.isFailed);
        QVERIFY(block.end > block.begin);
        // The printed time is the measured time, rounded to four decimals.
        QVERIFY(std::abs(block.seconds - engine::toSeconds(block.end - block.begin)) < 6e-5);
    }
    QCOMPARE(QString::fromStdString(printed(*trace, engine::trace::OutputStream::Result)), result);
}

void TestBook::trainingCellsOfTheBookRunUnchanged_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("pattern");  ///< pattern of lines that must be printed `times` times
    QTest::addColumn<int>("times");

    const QString epoch = QStringLiteral("epoch \\d, time \\d+\\.\\d sec, test acc (nan|not computed)");
    QTest::addRow("zh2019-async-mxnet") << "laptop-2019" << QStringLiteral("batch (50|100), time \\d+\\.\\d+ sec") << 4;
    QTest::addRow("zh2019-hybridize-mxnet")
        << "laptop-2019" << QStringLiteral("(before|after) hybridizing: .* sec") << 2;
    QTest::addRow("zh2019-multiple-gpus-mxnet") << "book-v100" << epoch << 8;
    QTest::addRow("zh2019-concise-mxnet") << "book-v100" << epoch << 8;
    for (const char* edition : {"en", "ko", "zh"}) {
        QTest::addRow("%s-hybridize-mxnet", edition) << "laptop-2019" << QStringLiteral("module F: .*") << 2;
        QTest::addRow("%s-multiple-gpus-mxnet", edition)
            << "book-v100" << QStringLiteral("[^\\d\\n]+(nan|not computed)[^\\d\\n]+\\d+\\.\\d.*gpu.*") << 2;
        QTest::addRow("%s-concise-mxnet", edition)
            << "book-v100" << QStringLiteral("[^\\d\\n]+(nan|not computed)[^\\d\\n]+\\d+\\.\\d.*gpu.*") << 2;
        QTest::addRow("%s-hybridize-torch", edition)
            << "book-v100" << QStringLiteral("[^\\d\\n]*torchscript: \\d\\.\\d{4} sec") << 2;
        for (const char* section : {"multiple-gpus", "concise"})
            QTest::addRow("%s-%s-torch", edition, section)
                << "book-v100" << QStringLiteral("[^\\d\\n]+(nan|not computed)[^\\d\\n]+\\d+\\.\\d.*cuda.*") << 2;
    }
}

// Uses generated images and computes no values: checks that every call of the cells is supported, and how many lines
// of the expected form are printed.
void TestBook::trainingCellsOfTheBookRunUnchanged()
{
    QFETCH(QString, machine);
    QFETCH(QString, pattern);
    QFETCH(int, times);
    const std::filesystem::path file = listing(QString::fromUtf8(QTest::currentDataTag()));
    if (!std::filesystem::exists(file))
        QSKIP("OVERLAP_BOOK does not hold this edition");
    auto request = m_runs.request(file.string(), Dialect::MXNet);
    request.machine = machine.toStdString();
    request.values = engine::trace::ValueMode::TimingOnly;
    request.parameters["data"] = "generated";

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const QRegularExpression line("^" + pattern + "$", QRegularExpression::MultilineOption);
    QVERIFY(line.isValid());
    int found = 0;
    for (auto match = line.globalMatch(QString::fromStdString(printed(*trace, engine::trace::OutputStream::Standard)));
         match.hasNext(); match.next())
        ++found;
    QCOMPARE(found, times);
}

void TestBook::trainingCellsOfTheBookComputeValuesForOneEpoch_data()
{
    QTest::addColumn<QString>("pattern");  ///< pattern of the line that each training prints

    const QString number = QStringLiteral("[01]\\.\\d\\d");
    QTest::addRow("zh2019-multiple-gpus-mxnet") << "epoch 1, time \\d+\\.\\d sec, test acc " + number;
    QTest::addRow("zh2019-concise-mxnet") << "epoch 1, time \\d+\\.\\d sec, test acc " + number;
    for (const char* edition : {"en", "ko", "zh"})
        for (const char* section : {"multiple-gpus", "concise"})
            for (const char* dialect : {"torch", "mxnet"})
                QTest::addRow("%s-%s-%s", edition, section, dialect)
                    << "[^\\d\\n]+" + number + "[^\\d\\n]+\\d+\\.\\d.*(cuda|gpu).*";
}

/// Runs the book's unchanged training cells for one epoch on 2,000 images, and computes real values instead of only
/// simulating times.
void TestBook::trainingCellsOfTheBookComputeValuesForOneEpoch()
{
    QFETCH(QString, pattern);
    const std::filesystem::path file = listing(QString::fromUtf8(QTest::currentDataTag()));
    if (!std::filesystem::exists(file))
        QSKIP("OVERLAP_BOOK does not hold this edition");
    auto request = m_runs.request(file.string(), Dialect::MXNet);
    request.machine = "book-v100";
    request.values = engine::trace::ValueMode::Computed;
    request.parameters = {{"data", "generated"}, {"images", "2000"}, {"epochs", "1"}};

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const QString text = QString::fromStdString(printed(*trace, engine::trace::OutputStream::Standard));
    QCOMPARE(text.count(QRegularExpression("^" + pattern + "$", QRegularExpression::MultilineOption)), 2);
}

QTEST_GUILESS_MAIN(TestBook)
#include "tst_book.moc"
