#include "tests/app/program_runs.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;

namespace {

const char* const kStart = "import torch\nfrom torch import nn\nfrom torch.nn import functional as F\n";

}  // namespace

/// Tests the records of PyTorch programs: waits, copies, steps and the names of operations.
class TestTorchRecords : public QObject {
    Q_OBJECT

private slots:
    void copiesRecordTheTypeOfHostMemoryOfTheirSource();
    void trainingStepsWithoutALoaderAreCounted();
    void labellingASliceAddsNoWaits();
    void stepOfAnOptimizerIssuesOneOperationPerParameter_data();
    void stepOfAnOptimizerIssuesOneOperationPerParameter();
    void copyAndReadOfAValueAreRecordedAsOneWait_data();
    void copyAndReadOfAValueAreRecordedAsOneWait();
    void clippingGradientsDoesNotWait();
    void eachFunctionLaunchesAsManyKernelsAsInPyTorch_data();
    void eachFunctionLaunchesAsManyKernelsAsInPyTorch();
    void indexingWithAMaskNeedsComputedValues();
    void timingOnlyRunOverwritesNoFileOfTensors();
    void indexingWaitsOnlyIfItReadsWithAMask();
    void sliceBesideAnIndexAddsNoCopies();

private:
    [[nodiscard]] trace::TracePtr run(const QString& program, const std::string& machine = "book-v100")
    {
        auto request = ProgramRuns::typed(kStart + program.toStdString() + "\n");
        request.machine = machine;
        request.values = trace::ValueMode::Computed;
        return m_runs.trace(request);
    }

    ProgramRuns m_runs;
};

void TestTorchRecords::copiesRecordTheTypeOfHostMemoryOfTheirSource()
{
    const auto copies = [&](const char* make) {
        const auto trace = run(QString("x = %1\ny = x.to('cuda:0', non_blocking=True)").arg(make));
        std::vector<trace::HostMemory> kinds;
        for (std::uint32_t i = 0; i < trace->opCount(); ++i)
            if (const auto& op = trace->op(OpId{i}); trace->text(op.name) == "to")
                kinds.push_back(op.hostMemory);
        return kinds;
    };
    QCOMPARE(copies("torch.ones(400, 400)"), std::vector{trace::HostMemory::PageableWarm});
    const auto pinned = copies("torch.ones(400, 400, pin_memory=True)");
    QCOMPARE(pinned.size(), std::size_t{1});
    QVERIFY(pinned[0] == trace::HostMemory::PinnedFresh || pinned[0] == trace::HostMemory::PinnedPool);
    QCOMPARE(copies("torch.ones(400, 400).pin_memory()"), pinned);
    const auto trace = run("torch.ones(2, pin_memory=True)", "laptop-2019");
    QVERIFY(trace->error());
    QVERIFY(trace->error()->message.find("no GPU to pin memory for") != std::string::npos);
}

void TestTorchRecords::trainingStepsWithoutALoaderAreCounted()
{
    const auto trace = run("w = torch.ones(1, requires_grad=True)\nfor _ in range(3):\n    (w * 2).sum().backward()");
    std::vector<std::int32_t> steps;
    for (const auto& metric : trace->programPart().metrics)
        steps.push_back(metric.step);
    QCOMPARE(steps, (std::vector<std::int32_t>{0, 1, 2}));
}

/// x[n:n + 2] reads each of its two bounds once, and x[n] its index. Naming the operations reads no further values.
void TestTorchRecords::labellingASliceAddsNoWaits()
{
    // Runs on this computer, because a slice is an operation only there.
    const auto trace = run("x = torch.arange(10.)\nn = torch.tensor(3)\ny = x[n:n + 2]\nz = x[n]", "this-computer");

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    std::string calls, texts;
    for (const auto& wait : trace->waits())
        calls += std::string(trace->text(wait.call)) + "; ";
    for (std::uint32_t i = 0; i < trace->opCount(); ++i)
        if (trace->text(trace->op(OpId{i}).name) == "slice")
            texts += std::string(trace->text(trace->op(OpId{i}).text)) + "; ";
    QCOMPARE(calls, std::string("index; index; index; "));
    QCOMPARE(texts, std::string("y = x[n:i]; z = x[n]; "));
}

void TestTorchRecords::stepOfAnOptimizerIssuesOneOperationPerParameter_data()
{
    QTest::addColumn<QString>("call");
    for (const char* call : {"Adam(net.parameters())", "AdamW(net.parameters())", "RMSprop(net.parameters())",
                             "RMSprop(net.parameters(), momentum=0.9, centered=True)", "Adadelta(net.parameters())",
                             "Adam(net.parameters(), amsgrad=True)", "Adagrad(net.parameters())",
                             "NAdam(net.parameters())", "RAdam(net.parameters())", "Adamax(net.parameters())",
                             "SGD(net.parameters(), lr=0.1)", "SGD(net.parameters(), lr=0.1, momentum=0.9)"})
        QTest::newRow(call) << QString(call);
}

void TestTorchRecords::stepOfAnOptimizerIssuesOneOperationPerParameter()
{
    QFETCH(QString, call);
    const auto trace =
        run("from torch import nn\nnet = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 2)).cuda()\n"
            "opt = torch.optim." +
            call +
            "\nfor _ in range(3):\n    net(torch.ones(2, 4, device='cuda')).sum().backward()\n"
            "    opt.step()\n    opt.zero_grad()");

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const std::string name = call.left(call.indexOf('(')).toLower().toStdString();
    int steps = 0;
    int updates = 0;
    for (std::uint32_t i = 0; i < trace->opCount(); ++i) {
        steps += trace->text(trace->op(OpId{i}).name) == name ? 1 : 0;
        updates += trace->text(trace->op(OpId{i}).phase) == "update" ? 1 : 0;
    }
    QCOMPARE(steps, 3 * 4);
    // The first step of an optimizer with momentum sets the momentum of each parameter to zero.
    QCOMPARE(updates, 3 * 4 + (name == "sgd" && call.contains("momentum") ? 4 : 0));
}

void TestTorchRecords::copyAndReadOfAValueAreRecordedAsOneWait_data()
{
    QTest::addColumn<QString>("call");
    for (const char* call : {"v = y.item()", "v = float(y)", "v = y.tolist()", "v = y.cpu()", "v = y.cpu().numpy()",
                             "print(y)", "v = y.to('cpu')", "assert y"})
        QTest::newRow(call) << call;
}

/// A call that copies a value to the host and reads it records one wait, for the copy.
void TestTorchRecords::copyAndReadOfAValueAreRecordedAsOneWait()
{
    QFETCH(QString, call);

    const auto trace = run(QString("x = torch.ones(500, 500, device='cuda')\ny = x.mm(x).sum()\n%1").arg(call));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    std::vector<trace::WaitRecord> waits;
    for (const trace::WaitRecord& wait : trace->waits())
        if (wait.end > wait.begin)
            waits.push_back(wait);
    QCOMPARE(waits.size(), std::size_t{1});
    const OpId copy{trace->opCount() - 1};
    QCOMPARE(trace->op(copy).kind, trace::Kind::CopyOut);
    QVERIFY(waits[0].op == copy && waits[0].releasedBy == copy);
    QVERIFY(waits[0].begin == trace->op(copy).issued && waits[0].end >= trace->op(copy).finished);
}

/// A program that clips its gradients by their norm continues while a GPU computes the norm.
void TestTorchRecords::clippingGradientsDoesNotWait()
{
    const QString program = R"(
net = nn.Linear(4, 4).cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.ones(2, 4, device='cuda')
for step in range(3):
    optimizer.zero_grad()
    net(x).sum().backward()
    %1
    optimizer.step()
)";

    const auto clipped = run(program.arg("nn.utils.clip_grad_norm_(net.parameters(), 1.0)"));
    const auto without = run(program.arg("pass"));

    QVERIFY2(!clipped->error(), clipped->error() ? clipped->error()->traceback.c_str() : "");
    QCOMPARE(clipped->waits().size(), without->waits().size());
}

/// Each row has the number of kernels that the function launches.
void TestTorchRecords::eachFunctionLaunchesAsManyKernelsAsInPyTorch_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("kernels");

    for (const char* const call : {"x.var()", "x.std(0)", "torch.where(x > 0, x, 0.0)", "x.clamp(0, 1)", "F.elu(x)",
                                   "torch.lerp(x, x, 0.5)", "x.repeat(2, 3)", "x.flip(0)", "x.tril()", "x.softmax(0)",
                                   "x.norm(3)", "x.cumprod(0)", "x.isfinite()", "F.group_norm(x.reshape(2, 2, 4), 2)",
                                   "F.conv_transpose2d(x.reshape(1, 1, 4, 4), x[:2, :2].reshape(1, 1, 2, 2))"})
        QTest::newRow(call) << QString(call) << 1;
    // As in PyTorch, one kernel computes the elements and one computes their mean.
    QTest::newRow("mse_loss") << QString("F.mse_loss(x, x)") << 2;
    QTest::newRow("smooth_l1_loss") << QString("F.smooth_l1_loss(x, x)") << 2;
    // One kernel creates random numbers, and one multiplies by them.
    QTest::newRow("dropout") << QString("F.dropout(x, 0.5)") << 2;
}

/// Views and comparisons within a call are not counted.
void TestTorchRecords::eachFunctionLaunchesAsManyKernelsAsInPyTorch()
{
    QFETCH(QString, call);
    QFETCH(int, kernels);

    const auto trace = run(QString("x = torch.rand(4, 4, device='cuda')\ny = %1").arg(call));

    int found = 0;
    for (std::uint32_t i = 0; i < trace->opCount(); ++i) {
        const std::string name(trace->text(trace->op(OpId{i}).name));
        found += name != "reshape" && name != "slice" && name != "greater" ? 1 : 0;
    }
    QCOMPARE(found, kernels + 1);  // plus 1 for torch.rand()
}

void TestTorchRecords::indexingWithAMaskNeedsComputedValues()
{
    auto request = ProgramRuns::typed("import torch\ntorch.ones(3)[torch.ones(3) > 0]");
    request.values = trace::ValueMode::TimingOnly;

    const auto trace = m_runs.trace(request);

    QVERIFY(trace->error());
    const std::string& message = trace->error()->message;
    QVERIFY2(message.find("this run computes none; choose computed values") != std::string::npos, message.c_str());
}

/// A run that computes no values must not overwrite a file with values that an earlier run saved. torch.save() still
/// waits for the tensors, so that the times equal those of a run that writes the file.
void TestTorchRecords::timingOnlyRunOverwritesNoFileOfTensors()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("net.pt")).toStdString();
    auto request = ProgramRuns::typed("import torch\nx = torch.ones(3, device='cuda')\ntorch.save(x, '" + path +
                                      "')\ntorch.save([1], '" + path + ".list')\n");
    request.values = trace::ValueMode::Computed;
    const auto computed = m_runs.trace(request);
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray saved = file.readAll();
    QVERIFY(QFile::remove(QString::fromStdString(path + ".list")));

    request.values = trace::ValueMode::TimingOnly;
    const auto timed = m_runs.trace(request);

    QVERIFY2(!timed->error(), timed->error() ? timed->error()->traceback.c_str() : "");
    QVERIFY(file.seek(0));
    QCOMPARE(file.readAll(), saved);
    QVERIFY(QFile::exists(QString::fromStdString(path + ".list")));  // the list contains no tensors, so it is written
    QCOMPARE(timed->waits().size(), computed->waits().size());
    QVERIFY(printed(*timed, trace::OutputStream::Error)
                .find("torch.save() writes no file, because no values were computed") != std::string::npos);
}

/// Indexing with a mask waits for its values, because they determine the shape of the result. Indexing with numbers
/// does not wait, nor does assigning one number to the elements of a mask.
void TestTorchRecords::indexingWaitsOnlyIfItReadsWithAMask()
{
    const auto waitsOf = [this](const QString& line) {
        const auto trace = run("x = torch.ones(4, device='cuda')\ni = torch.tensor([0, 2], device='cuda')\n" + line);
        return trace->error() ? -1 : static_cast<int>(trace->waits().size());
    };

    const int none = waitsOf("y = x * 2");

    QCOMPARE(waitsOf("y = x[i]"), none);
    QCOMPARE(waitsOf("x[i] = 3.0"), none);
    QCOMPARE(waitsOf("x[x > 0] = 3.0"), none);
    QCOMPARE(waitsOf("y = nn.functional.nll_loss(x.reshape(2, 2), torch.zeros(2, dtype=torch.int64, device='cuda'))"),
             none);
    QVERIFY(waitsOf("y = x[x > 0]") > none);
    const QString part =
        "w = x.reshape(2, 2)\nm = torch.tensor([True, False], device='cuda')\n"
        "w[%1, m] = torch.ones(%2, 1, device='cuda')";
    QCOMPARE(waitsOf(part.arg("0:1", "1")), waitsOf(part.arg(":", "2")));
}

/// An assignment with an index tensor on the CPU issues as many copies to the GPU for x[1:3, i] as for x[:, i].
void TestTorchRecords::sliceBesideAnIndexAddsNoCopies()
{
    const auto copiesOf = [this](const QString& part) {
        const auto trace = run("x = torch.ones(4, 4, device='cuda')\ni = torch.tensor([0, 2])\nx[" + part + "] = 3.0");
        if (trace->error())
            return -1;
        int copies = 0;
        for (std::uint32_t op = 0; op < trace->opCount(); ++op)
            copies += trace->op(OpId{op}).kind == trace::Kind::CopyIn ? 1 : 0;
        return copies;
    };

    QVERIFY(copiesOf(":, i") > 0);
    QCOMPARE(copiesOf("1:3, i"), copiesOf(":, i"));
}

QTEST_GUILESS_MAIN(TestTorchRecords)
#include "tst_torch_records.moc"
