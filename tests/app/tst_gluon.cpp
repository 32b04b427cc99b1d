#include "tests/app/program_runs.h"

#include <QTest>

using namespace engine;
using frontend::Dialect;

/// Tests MXNet's Gluon: layers, names, compiling, training and data.
class TestGluon : public QObject {
    Q_OBJECT

private slots:
    void eagerForwardIssuesFiveOperationsAndCompiledForwardIssuesOne();
    void stepsAndMetricsAreRecorded();
    void noteAboutGeneratedDataAppearsOnce();
    void timingOnlyRunNeedsNoDataSet();

private:
    [[nodiscard]] trace::TracePtr traceOf(const QString& source, const std::string& machine = "book-v100",
                                          const std::map<std::string, std::string>& parameters = {})
    {
        auto request = ProgramRuns::typed(source.toStdString(), Dialect::MXNet);
        request.machine = machine;
        request.program.values = trace::ValueMode::Computed;
        request.parameters = parameters;
        return m_runs.trace(request);
    }
    ProgramRuns m_runs;
};

namespace {

const char* const kNet = R"(from mxnet import autograd, gluon, init, nd, sym
from mxnet.gluon import loss as gloss, nn, utils as gutils
import mxnet as mx, d2lzh as d2l
)";

QString errorOf(const trace::Trace& trace)
{
    return trace.error() ? QString::fromStdString(trace.error()->type + ": " + trace.error()->message) : QString();
}

}  // namespace

void TestGluon::eagerForwardIssuesFiveOperationsAndCompiledForwardIssuesOne()
{
    const QString net = QString(kNet) + R"(net = nn.HybridSequential()
net.add(nn.Dense(256, activation='relu'), nn.Dense(128, activation='relu'), nn.Dense(2))
net.initialize()
x = nd.random.normal(shape=(1, 512))
net(x)
net(x)
net.hybridize()
net(x)
net(x)
)";

    const auto trace = traceOf(net, "laptop-2019");

    QCOMPARE(errorOf(*trace), QString());
    std::map<int, int> pushes;
    for (std::uint32_t op = 0; op < trace->opCount(); ++op)
        ++pushes[trace->op(OpId{op}).line];
    QCOMPARE(pushes[9], 5);
    QCOMPARE(pushes[11], 1);
    QCOMPARE(pushes[12], 1);
}

void TestGluon::stepsAndMetricsAreRecorded()
{
    const QString program = QString(kNet) + R"(train, test = d2l.load_data_fashion_mnist(512)
net = nn.Sequential()
net.add(nn.Dense(10))
net.initialize(init.Normal(0.01))
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.2})
loss = gloss.SoftmaxCrossEntropyLoss()
for epoch in range(2):
    for X, y in train:
        with autograd.record():
            l = loss(net(X), y)
        l.backward()
        trainer.step(512)
    d2l.evaluate_accuracy(test, net)
)";

    const auto trace = traceOf(program, "book-v100", {{"data", "generated"}});

    QCOMPARE(errorOf(*trace), QString());
    std::map<trace::StepKind, int> steps;
    for (const auto& step : trace->programPart().steps)
        ++steps[step.kind];
    QCOMPARE(steps[trace::StepKind::Epoch], 2);
    QCOMPARE(steps[trace::StepKind::Batch], 8);
    std::map<std::string, std::vector<double>> metrics;
    for (const auto& metric : trace->programPart().metrics)
        metrics[metric.name].push_back(metric.value);
    QCOMPARE(metrics["train loss"].size(), std::size_t{8});
    QVERIFY(metrics["train loss"].back() < metrics["train loss"].front());
    QCOMPARE(metrics["test accuracy"].size(), std::size_t{2});
    QVERIFY(metrics["test accuracy"].back() > 0.5);
    int labels = 0;
    for (const auto& note : trace->notes())
        labels += note.text.english().starts_with("The data are generated") ? 1 : 0;
    QCOMPARE(labels, 1);
}

void TestGluon::noteAboutGeneratedDataAppearsOnce()
{
    const QString program = QString(kNet) +
                            "for again in range(3):\n"
                            "    train, test = d2l.load_data_fashion_mnist(256)\n"
                            "print(len(train))\n";

    const auto trace = traceOf(program, "book-v100", {{"data", "generated"}, {"images", "512"}});

    QCOMPARE(errorOf(*trace), QString());
    std::map<std::string, int> said;
    for (const auto& note : trace->notes())
        ++said[note.text.english().substr(0, 18)];
    QCOMPARE(said["Only the first 512"], 1);
    QCOMPARE(said["The data are gener"], 1);
    const std::string errors = printed(*trace, trace::OutputStream::Error);
    QCOMPARE(QString::fromStdString(errors).count("Only the first 512"), 1);
}

void TestGluon::timingOnlyRunNeedsNoDataSet()
{
    auto request = ProgramRuns::typed(std::string(kNet) +
                                          "train, test = d2l.load_data_fashion_mnist(256)\n"
                                          "print(len(train), len(test))\nfor X, y in train:\n    break\n"
                                          "print(X.shape, y.shape)\n",
                                      Dialect::MXNet);
    request.program.values = trace::ValueMode::TimingOnly;

    const auto trace = m_runs.trace(request);

    QCOMPARE(errorOf(*trace), QString());
    QCOMPARE(printed(*trace, trace::OutputStream::Standard), std::string("235 40\n(256, 1, 28, 28) (256,)\n"));
}

QTEST_GUILESS_MAIN(TestGluon)
#include "tst_gluon.moc"
