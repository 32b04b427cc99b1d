#include "tests/app/program_runs.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>

using namespace engine;
using frontend::Dialect;

/// Trains on Fashion-MNIST for minutes; runs only with `ctest -C long`.
class TestTrainingLong : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void lenetLearnsAsInTheBook_data();
    void lenetLearnsAsInTheBook();
    void resnetLearnsOnASubset();

private:
    static std::vector<double> metric(const trace::Trace& trace, const std::string& name);

    ProgramRuns m_runs;
};

void TestTrainingLong::initTestCase()
{
    if (!std::filesystem::exists("/usr/share/datasets/fashion-mnist"))
        QSKIP("Fashion-MNIST is not installed (package dataset-fashion-mnist)");
}

std::vector<double> TestTrainingLong::metric(const trace::Trace& trace, const std::string& name)
{
    std::vector<double> values;
    for (const trace::MetricRecord& record : trace.programPart().metrics)
        if (record.name == name)
            values.push_back(record.value);
    return values;
}

void TestTrainingLong::lenetLearnsAsInTheBook_data()
{
    QTest::addColumn<QString>("machine");
    QTest::newRow("this computer, contexts of the CPU") << "this-computer";
    QTest::newRow("virtual GPUs") << "book-v100";
}

// Trains four epochs on one device, then four on two. As in the book, the initial weights are small, so the neural
// network learns hardly anything in the first epoch.
void TestTrainingLong::lenetLearnsAsInTheBook()
{
    QFETCH(QString, machine);
    auto request = m_runs.request("13.5.6", Dialect::MXNet);
    request.machine = machine.toStdString();
    request.values = trace::ValueMode::Computed;
    QElapsedTimer timer;
    timer.start();

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const std::vector<double> accuracies = metric(*trace, "test accuracy");
    QString text;
    for (const double accuracy : accuracies)
        text += QString::number(accuracy, 'f', 3) + " ";
    qInfo("accuracies %s(%.0f s)", qPrintable(text), static_cast<double>(timer.elapsed()) * 1e-3);
    QCOMPARE(accuracies.size(), std::size_t{8});
    for (const std::size_t run : {std::size_t{0}, std::size_t{4}}) {
        QVERIFY2(accuracies[run] < 0.3, qPrintable(text));
        QVERIFY2(accuracies[run + 1] >= 0.55, qPrintable(text));
        QVERIFY2(accuracies[run + 3] >= 0.65, qPrintable(text));
    }
    QVERIFY2(std::abs(accuracies[3] - accuracies[7]) < 0.12, qPrintable(text));
}

/// Trains on the first 2000 training images and 334 test images: three epochs on one CPU context, then three on two.
void TestTrainingLong::resnetLearnsOnASubset()
{
    auto request = m_runs.request("13.6.4", Dialect::MXNet);
    request.machine = "this-computer";
    request.parameters = {{"images", "2000"}, {"batch", "32"}, {"epochs", "3"}};

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const std::vector<double> losses = metric(*trace, "train loss");
    QVERIFY(losses.size() >= 150);
    QVERIFY2(losses.back() < losses.front(), qPrintable(QString::number(losses.back())));
    const std::vector<double> accuracies = metric(*trace, "test accuracy");
    QCOMPARE(accuracies.size(), std::size_t{6});
    qInfo("accuracy after three epochs: %.3f on one, %.3f on two", accuracies[2], accuracies[5]);
    QVERIFY2(accuracies[2] > 0.5, qPrintable(QString::number(accuracies[2])));
}

QTEST_GUILESS_MAIN(TestTrainingLong)
#include "tst_training_long.moc"
