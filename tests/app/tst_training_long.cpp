#include "tests/app/program_runs.h"

#include <QElapsedTimer>
#include <QtTest>

#include <cmath>

using namespace engine;
using frontend::Dialect;

/// Minutes of arithmetic on the whole of Fashion-MNIST: only `ctest -C long` runs it.
class TestTrainingLong : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
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
    for (const trace::MetricRecord& record : trace.metrics())
        if (record.name == name)
            values.push_back(record.value);
    return values;
}

// Four epochs on one GPU, then four on two: in the first the small weights hardly move, as in the book.
void TestTrainingLong::lenetLearnsAsInTheBook()
{
    auto request = m_runs.request("13.5.6", Dialect::MXNet);
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

void TestTrainingLong::resnetLearnsOnASubset()
{
    auto request = m_runs.request("13.6.4", Dialect::MXNet);
    request.source = request.source.substr(0, request.source.find("\ndef train(")) + R"(
batches, _ = d2l.load_data_fashion_mnist(3000)
images, labels = next(iter(batches))  # The first 3000 of the shuffled training images
device = mx.gpu(0)
net.initialize(init=init.Normal(sigma=0.01), ctx=device)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
for epoch in range(3):
    for begin in range(0, 2500, 50):
        x = images[begin:begin + 50].as_in_context(device)
        y = labels[begin:begin + 50].as_in_context(device)
        with autograd.record():
            one = loss(net(x), y)
        one.backward()
        trainer.step(50)
right = 0
for begin in range(2500, 3000, 100):  # These were never trained on
    x = images[begin:begin + 100].as_in_context(device)
    y = labels[begin:begin + 100].as_in_context(device)
    right += (net(x).argmax(axis=1) == y).sum().asscalar()
print('accuracy', right / 500)
)";
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const std::vector<double> losses = metric(*trace, "train loss");
    QVERIFY(losses.size() >= 150);
    QVERIFY2(losses.back() < losses.front(), qPrintable(QString::number(losses.back())));
    const QString text = QString::fromStdString(printed(*trace, trace::OutputStream::Standard));
    qInfo("%s", qPrintable(text.simplified()));
    QVERIFY2(text.section("accuracy ", 1).simplified().toDouble() > 0.5, qPrintable(text));
}

QTEST_GUILESS_MAIN(TestTrainingLong)
#include "tst_training_long.moc"
