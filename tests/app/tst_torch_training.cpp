#include "engine/analysis/training.h"
#include "tests/app/made_images.h"
#include "tests/app/program_runs.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;
using frontend::Dialect;

/// Tests torch.nn, torch.optim, torch.jit and gradients in PyTorch's dialect.
class TestTorchTraining : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void epochsOfAShufflingLoaderAreCounted();
    void epochsOfLoopsOverBatchesAreCounted_data();
    void epochsOfLoopsOverBatchesAreCounted();
    void loopsThatOnlyReadDataAreNotTrainings_data();
    void loopsThatOnlyReadDataAreNotTrainings();
    void summedLossIsRecordedPerExample();
    void savedGraphsAreLoadedWithoutTheirClass();
    void builtInProgramsRunOneEpochWithComputedValues_data();
    void builtInProgramsRunOneEpochWithComputedValues();
    void scriptedNetIsIssuedAsOneOperation();
    void scriptingSavesAsMuchTimeAsInPyTorch();
    void lossesAndOptimizerStepsCostAsManyCallsAsInPyTorch();

private:
    ProgramRuns m_runs;
    QTemporaryDir m_data;
};

void TestTorchTraining::initTestCase()
{
    writeImages(m_data.path(), "train", 320);
    writeImages(m_data.path(), "t10k", 60);
}

// The book's optimizer divides by the batch size, so the curve of a summed loss shows the mean loss per example.
void TestTorchTraining::summedLossIsRecordedPerExample()
{
    auto request = ProgramRuns::typed(
        "import torch\nx = torch.tensor([1.0, 2.0, 3.0, 6.0], requires_grad=True)\n(x * 1).sum().backward()\n"
        "(x * 2).mean().backward()\ntotal = (x * 1).sum()\ntotal += 1\ntotal.backward()\n");
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->programPart().metrics.size(), std::size_t{3});
    QCOMPARE(trace->programPart().metrics[0].name, std::string("train loss"));
    QCOMPARE(trace->programPart().metrics[0].value, 3.0);
    QCOMPARE(trace->programPart().metrics[1].value, 6.0);
    QCOMPARE(trace->programPart().metrics[2].value, 13.0);  // 12 + 1, not divided: `total` is no sum over examples
}

void TestTorchTraining::epochsOfLoopsOverBatchesAreCounted_data()
{
    QTest::addColumn<QString>("loop");
    QTest::addColumn<int>("epochs");
    QTest::addColumn<int>("batches");

    QTest::newRow("loop over batches") << "for i in range(0, 10, 4):\n        step(i)" << 2 << 6;
    QTest::newRow("left early") << "for i in range(9):\n        step(i)\n        if i == 1: break" << 2 << 4;
    QTest::newRow("accumulated gradients")
        << "for i in range(3):\n        for k in range(2): (w * 2).sum().backward()\n"
           "        step(i)"
        << 2 << 6;
    QTest::newRow("batches of a loader") << "for x in loader:\n        step(x)" << 2 << 6;
    QTest::newRow("several updates for a batch") << "for x in loader:\n        for k in range(2): step(x)" << 2 << 6;
    QTest::newRow("loader called in a loop") << "batches = iter(loader)\n    for i in range(3):\n"
                                                "        next(batches)\n        step(i)"
                                             << 2 << 6;
    QTest::newRow("no training") << "for i in range(3):\n        print(i)" << 0 << 0;
}

/// A loop that trains inside a loop over epochs counts as a loop over batches, even if it does not use a loader.
void TestTorchTraining::epochsOfLoopsOverBatchesAreCounted()
{
    QFETCH(QString, loop);
    QFETCH(int, epochs);
    QFETCH(int, batches);
    loop.replace(QLatin1String("step(i)"), QLatin1String("(w * 3).sum().backward(); optimizer.step()"));
    loop.replace(QLatin1String("step(x)"), QLatin1String("(w * 3).sum().backward(); optimizer.step()"));
    const auto trace = m_runs.trace(ProgramRuns::typed(
        "import torch\nfrom torch.utils.data import DataLoader, TensorDataset\nw = torch.ones(2, requires_grad=True)\n"
        "optimizer = torch.optim.SGD([w], lr=0.1)\n"
        "loader = DataLoader(TensorDataset(torch.ones(10, 4)), 4, shuffle=True)\n"
        "for epoch in range(2):\n    " +
        loop.toStdString() + "\n"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const auto count = [&](trace::StepKind kind) {
        return static_cast<int>(std::count_if(trace->programPart().steps.begin(), trace->programPart().steps.end(),
                                              [&](const trace::StepRecord& step) { return step.kind == kind; }));
    };
    QCOMPARE(count(trace::StepKind::Epoch), epochs);
    QCOMPARE(count(trace::StepKind::Batch), batches);
}

/// Also tests pin_memory, which makes the loader create page-locked batches.
void TestTorchTraining::epochsOfAShufflingLoaderAreCounted()
{
    auto request = ProgramRuns::typed(
        "import torch\nfrom torch.utils.data import DataLoader, TensorDataset\n"
        "loader = DataLoader(TensorDataset(torch.ones(10, 4)), 4, shuffle=True, pin_memory=True)\n"
        "for epoch in range(2):\n    for x, in loader:\n        x.to('cuda', non_blocking=True)\n");

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const auto count = [&](trace::StepKind kind) {
        return std::count_if(trace->programPart().steps.begin(), trace->programPart().steps.end(),
                             [&](const auto& step) { return step.kind == kind; });
    };
    QCOMPARE(count(trace::StepKind::Epoch), std::ptrdiff_t{2});
    QCOMPARE(count(trace::StepKind::Batch), std::ptrdiff_t{6});
    std::size_t pinned = 0;
    for (std::uint32_t i = 0; i < trace->opCount(); ++i)
        pinned += trace->op(OpId{i}).kind == trace::Kind::CopyIn &&
                          trace->op(OpId{i}).hostMemory >= trace::HostMemory::PinnedFresh
                      ? 1
                      : 0;
    QCOMPARE(pinned, std::size_t{6});
}

void TestTorchTraining::loopsThatOnlyReadDataAreNotTrainings_data()
{
    QTest::addColumn<QString>("loop");
    QTest::addColumn<std::vector<int>>("epochs");  // number of epochs of each training

    const QString step =
        "    opt.zero_grad()\n        loss = (net(x) - y).pow(2).mean()\n        loss.backward()\n"
        "        opt.step()\n";
    QTest::newRow("first batch is read before each epoch")
        << "for epoch in range(2):\n    size = len(next(iter(loader))[0])\n    for x, y in loader:\n    " + step
        << std::vector<int>{2};
    QTest::newRow("data is read once before the training")
        << "for x, y in loader: pass\nfor epoch in range(3):\n    for x, y in loader:\n    " + step
        << std::vector<int>{3};
    QTest::newRow("first batch alone") << "x, y = next(iter(loader))\nprint(net(x).shape)\n" << std::vector<int>{};
    QTest::newRow("whole data set alone") << "for x, y in loader: net(x)\n" << std::vector<int>{1};
}

void TestTorchTraining::loopsThatOnlyReadDataAreNotTrainings()
{
    QFETCH(QString, loop);
    QFETCH(std::vector<int>, epochs);
    const auto trace = m_runs.trace(ProgramRuns::typed(
        ("import torch\nfrom torch.utils.data import DataLoader, TensorDataset\n"
         "loader = DataLoader(TensorDataset(torch.rand(64, 20), torch.rand(64, 1)), batch_size=16, shuffle=True)\n"
         "net = torch.nn.Linear(20, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n" +
         loop)
            .toStdString()));
    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");

    const auto training = analysis::training(*trace);

    std::vector<int> found;
    for (const analysis::TrainingRun& run : training.runs)
        found.push_back(static_cast<int>(run.epochs.size()));
    QCOMPARE(found, epochs);
    for (const analysis::TrainingRun& run : training.runs)
        for (std::size_t i = 0; i < run.epochs.size(); ++i) {
            QCOMPARE(run.epochs[i].index, static_cast<std::int32_t>(i));
            QCOMPARE(run.epochs[i].batches(), std::size_t{4});
        }
}

void TestTorchTraining::savedGraphsAreLoadedWithoutTheirClass()
{
    const QTemporaryDir folder;
    auto request = ProgramRuns::typed(QString("import torch\nfrom torch import nn\npath = '%1/net.pt'\n"
                                              "net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))\n"
                                              "net.add_module('층', nn.Linear(2, 2))\n"
                                              "net = torch.jit.script(net)\nx = torch.randn(5, 3)\ny = net(x)\n"
                                              "net.save(path)\nagain = torch.jit.load(path)\n"
                                              "print(again(x).tolist() == y.tolist(), len(list(again.parameters())))\n"
                                              "print(net(torch.randn(2, 3)).shape, again(torch.randn(2, 3)).shape)\n")
                                          .arg(folder.path())
                                          .toStdString());
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)),
             QString("True 6\ntorch.Size([2, 2]) torch.Size([2, 2])\n"));
}

void TestTorchTraining::builtInProgramsRunOneEpochWithComputedValues_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<int>("images");
    for (const char* machine : {"book-v100", "this-computer"}) {
        QTest::addRow("LeNet on %s", machine) << "13.5.6-torch" << machine << 320;
        QTest::addRow("ResNet-18 on %s", machine) << "13.6.4-torch" << machine << 4;
    }
}

void TestTorchTraining::builtInProgramsRunOneEpochWithComputedValues()
{
    QFETCH(QString, program);
    QFETCH(QString, machine);
    QFETCH(int, images);
    auto request = m_runs.request(program.toStdString(), Dialect::Torch);
    request.machine = machine.toStdString();
    request.values = trace::ValueMode::Computed;
    request.parameters = {{"epochs", "1"},
                          {"batch", std::to_string(std::max(images / 4, 2))},
                          {"images", std::to_string(images)},
                          {"data", m_data.path().toStdString()}};

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->blocks().size(), std::size_t{2});
    std::map<std::string, int> metrics;
    for (const trace::MetricRecord& metric : trace->programPart().metrics) {
        ++metrics[metric.name];
        QVERIFY(std::isfinite(metric.value));
    }
    QCOMPARE(metrics["test accuracy"], 2);
    QVERIFY(metrics["train loss"] >= 3);
}

void TestTorchTraining::scriptedNetIsIssuedAsOneOperation()
{
    auto request = m_runs.request("13.1.3-torchscript", Dialect::Torch);
    request.parameters["calls"] = "10";

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->blocks().size(), std::size_t{2});
    std::size_t counts[2] = {0, 0};
    for (std::size_t i = 0; i < trace->opCount(); ++i)
        for (std::size_t b = 0; b < 2; ++b) {
            const trace::Op& op = trace->op(OpId{i});
            if (op.issueBegin >= trace->blocks()[b].begin && op.issued <= trace->blocks()[b].end)
                ++counts[b];
        }
    QCOMPARE(counts[0], std::size_t{50});
    QCOMPARE(counts[1], std::size_t{10});
    QVERIFY(trace->blocks()[1].seconds < trace->blocks()[0].seconds);
}

/// PyTorch took 2.5045 s before and 1.9508 s after scripting for 100,000 passes of the same program.
void TestTorchTraining::scriptingSavesAsMuchTimeAsInPyTorch()
{
    const auto trace = m_runs.trace(m_runs.request("13.1.3-torchscript", Dialect::Torch));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const auto seconds = benchmarks(*trace);
    const double before = seconds.at("before scripting") / 0.025045;
    const double after = seconds.at("after scripting") / 0.019508;
    QVERIFY2(std::abs(before - 1) < 0.1 && std::abs(after - 1) < 0.1,
             qPrintable(QString("%1 and %2 of PyTorch's times").arg(before).arg(after)));
    QVERIFY2(std::abs(before / after - 1) < 0.03, qPrintable(QString::number(before / after)));
}

/// Only the first operation of a call costs the time of a call. Each further operation costs 1.5 us, for its memory.
void TestTorchTraining::lossesAndOptimizerStepsCostAsManyCallsAsInPyTorch()
{
    const auto trace = m_runs.trace(ProgramRuns::typed(R"(import torch
from torch.nn import functional as F
with torch.device('cuda'):
    x = torch.rand(4, 3)
    y = torch.zeros(4, dtype=torch.long)
    w = torch.rand(5, requires_grad=True)
adam = torch.optim.Adam([w])
w.sum().backward()
for i in range(2):
    F.cross_entropy(x, y)
    F.mse_loss(x, x)
    adam.step()
)"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    std::map<int, std::pair<int, int>> operationsAndCalls;
    std::size_t second = 0;  // the first operation of the second iteration
    while (trace->op(OpId{second}).line != 12)
        ++second;
    while (trace->op(OpId{second}).line == 12)
        ++second;
    for (std::size_t i = second; i < trace->opCount(); ++i) {
        const trace::Op& op = trace->op(OpId{i});
        auto& [operations, calls] = operationsAndCalls[op.line];
        ++operations;
        calls += op.issued - op.issueBegin > Nanoseconds(5000) ? 1 : 0;
    }
    QCOMPARE(operationsAndCalls[10].first, 2);
    QVERIFY(operationsAndCalls[11].first > 1);
    QCOMPARE(operationsAndCalls[12].first, 1);
    QCOMPARE(operationsAndCalls[10].second, 2);
    QCOMPARE(operationsAndCalls[11].second, 1);
    QCOMPARE(operationsAndCalls[12].second, 1);
}

QTEST_GUILESS_MAIN(TestTorchTraining)
#include "tst_torch_training.moc"
