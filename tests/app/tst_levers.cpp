#include "app/wiring/run_options.h"
#include "engine/analysis/change_effect.h"
#include "engine/analysis/scope.h"
#include "tests/app/program_runs.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <set>

using namespace engine;
using analysis::ChangeEffect;
using engine::frontend::Dialect;
using engine::frontend::RunRequest;
using engine::trace::Trace;
using engine::trace::TracePtr;

namespace {

constexpr const char* kTorch = R"(import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)
device = torch.device('cuda')
copies = torch.cuda.Stream()
host = torch.rand(64, 8)
pinned = torch.rand(64, 8).pin_memory()
x = host.to(device)
y = pinned.to(device, non_blocking=True)
with torch.cuda.stream(copies):
    z = x + x
torch.cuda.synchronize()
out = torch.empty(64, 8, pin_memory=True)
out.copy_(z)
torch.cuda.synchronize()
net = torch.compile(nn.Sequential(nn.Linear(8, 4), nn.ReLU()).to(device))
total = 0.0
for batch, other in DataLoader(TensorDataset(host, host), batch_size=16, num_workers=2):
    total += float(net(batch.to(device)).sum())

@torch.compile
def f(x):
    return x.sum()

print(total, f(x), out.sum(), y.sum())
)";

constexpr const char* kMxnet = R"(from mxnet import gluon, np, npx
from mxnet.gluon import nn

npx.set_np()
np.random.seed(1)
x = np.random.uniform(size=(64, 8), ctx=npx.gpu(0))
net = nn.HybridSequential()
net.add(nn.Dense(4, activation='relu'), nn.Dense(2))
net.initialize(ctx=npx.gpu(0))
net.hybridize()
total = 0.0
for batch in gluon.data.DataLoader(np.ones((64, 8)), batch_size=16, num_workers=2):
    total += float(net(batch.as_in_ctx(npx.gpu(0))).sum())
print(total, x.sum())
)";

bool isAboutMeaning(const frontend::Lever& lever)
{
    return lever.name.starts_with("device") || lever.name.starts_with("batch_size");
}

Nanoseconds sumOfCopies(const Trace& trace)
{
    Nanoseconds sum{};
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (const trace::Op& op = trace.op(OpId{i});
            isCopy(op.kind) && op.state == trace::OpState::Done && op.issued >= trace.blocks().front().begin)
            sum += op.finished - op.started;
    return sum;
}

}  // namespace

/// Tests that levers change no value that a program computes, and what the window reports about the effects of levers.
class TestLevers : public QObject {
    Q_OBJECT

private slots:
    void leversChangeNoComputedValue_data();
    void leversChangeNoComputedValue();
    void builtInProgramRunsWithEachLeverThatChoosesNoDevice_data();
    void builtInProgramRunsWithEachLeverThatChoosesNoDevice();
    void effectsOfLeversMatchTheRecords();
    void overlappedCopyingIsReportedAsOffTheCriticalPath();
    void switchingOffWaitsReducesBlockedTimeAndMistimesBlocks();
    void changeEffectOfEqualRunsIsEmpty();
    void invalidLeversAreRefusedWithAMessage_data();
    void invalidLeversAreRefusedWithAMessage();
    void nonBlockingLeverSwitchesTheWaitOfItsCopy();

private:
    [[nodiscard]] TracePtr changed(const std::string& program, Dialect dialect,
                                   const std::vector<app::LeverSetting>& levers)
    {
        app::RunOptions options;
        options.dialect = dialect;
        options.levers = levers;
        auto request = app::requestFor(m_runs.runner(), program, options);
        return request ? m_runs.trace(*request) : nullptr;
    }

    ProgramRuns m_runs;
};

void TestLevers::leversChangeNoComputedValue_data()
{
    QTest::addColumn<bool>("isTorch");
    QTest::newRow("PyTorch") << true;
    QTest::newRow("MXNet") << false;
}

void TestLevers::leversChangeNoComputedValue()
{
    QFETCH(bool, isTorch);
    const RunRequest written = m_runs.typed(isTorch ? kTorch : kMxnet, isTorch ? Dialect::Torch : Dialect::MXNet);
    const TracePtr plain = m_runs.trace(written);
    QVERIFY2(!plain->error(), plain->error() ? plain->error()->traceback.c_str() : "");
    const std::string values = printed(*plain, trace::OutputStream::Standard);
    QVERIFY(!values.empty() && values.find("nan") == std::string::npos);
    const auto levers = m_runs.runner().levers(written.source, written.dialect);
    QVERIFY(levers);
    std::set<std::string> names;

    for (const frontend::Lever& lever : *levers)
        for (const frontend::Lever::State& state : lever.states) {
            if (isAboutMeaning(lever) || state.value == lever.value)
                continue;
            RunRequest request = written;
            QVERIFY(app::setLever(m_runs.runner(), {lever.line, lever.name, state.value}, request));
            const TracePtr run = m_runs.trace(request);

            QVERIFY2(!run->error(), run->error() ? run->error()->traceback.c_str() : "");
            QCOMPARE(QString::fromStdString(printed(*run, trace::OutputStream::Standard)),
                     QString::fromStdString(values));
            names.insert(lever.name);
        }

    const std::set<std::string> expected =
        isTorch ? std::set<std::string>{"non_blocking", "pin_memory", "stream", "num_workers", "compile"}
                : std::set<std::string>{"hybridize", "num_workers"};
    QVERIFY(names == expected);
}

void TestLevers::builtInProgramRunsWithEachLeverThatChoosesNoDevice_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("dialect");
    for (const char* program : {"13.1.1", "13.1.3", "13.2.1", "13.3-copy", "13.3-e1", "13.3.1", "13.3.2", "13.5.5"})
        for (const Dialect dialect : {Dialect::Torch, Dialect::MXNet})
            QTest::addRow("%s, %s", program, dialect == Dialect::Torch ? "PyTorch" : "MXNet")
                << program << static_cast<int>(dialect);
}

/// Levers that choose devices are not tested: some operations need two tensors on the same device.
void TestLevers::builtInProgramRunsWithEachLeverThatChoosesNoDevice()
{
    QFETCH(QString, program);
    QFETCH(int, dialect);
    const RunRequest written = m_runs.request(program.toStdString(), static_cast<Dialect>(dialect));
    const auto levers = m_runs.runner().levers(written.source, written.dialect);
    QVERIFY(levers);

    for (const frontend::Lever& lever : *levers)
        for (const frontend::Lever::State& state : lever.states) {
            if (lever.name.starts_with("device") || state.value == lever.value)
                continue;
            RunRequest request = written;
            QVERIFY(app::setLever(m_runs.runner(), {lever.line, lever.name, state.value}, request));
            const TracePtr run = m_runs.trace(request);

            QVERIFY2(!run->error(), run->error() ? run->error()->traceback.c_str() : "");
            QVERIFY(run->run().source == request.source);
        }
}

void TestLevers::effectsOfLeversMatchTheRecords()
{
    const TracePtr copies = changed("13.3-copy", Dialect::Torch, {});
    const TracePtr sameStream = changed("13.3-copy", Dialect::Torch, {{12, "stream", "off"}});
    const TracePtr pageable = changed("13.3-copy", Dialect::Torch, {{17, "pin_memory", "off"}});
    const TracePtr hybrid = changed("13.1.3", Dialect::MXNet, {});
    const TracePtr imperative = changed("13.1.3", Dialect::MXNet, {{19, "hybridize", "off"}});
    const TracePtr otherDevice = changed("13.3.1", Dialect::Torch, {{5, "device", "devices[1]"}});
    const TracePtr devices = changed("13.3.1", Dialect::Torch, {});

    const ChangeEffect stream = analysis::changeEffect(*copies, *sameStream);
    QVERIFY(stream.together && stream.together->now < stream.together->before);
    QVERIFY(analysis::runScope(*sameStream).length() > analysis::runScope(*copies).length());

    const ChangeEffect pinning = analysis::changeEffect(*copies, *pageable);
    QVERIFY(pinning.copies);
    QCOMPARE(pinning.copies->before, sumOfCopies(*copies));
    QCOMPARE(pinning.copies->now, sumOfCopies(*pageable));
    QVERIFY(pinning.copies->now > pinning.copies->before);

    const ChangeEffect graph = analysis::changeEffect(*hybrid, *imperative);
    QVERIFY(graph.operations && graph.operations->now > graph.operations->before);

    const ChangeEffect moved = analysis::changeEffect(*devices, *otherDevice);
    QVERIFY(moved.device);
    QCOMPARE(QString::fromStdString(moved.device->name), QStringLiteral("GPU 1"));
    QVERIFY(!moved.operations);
}

/// On a separate stream the copies overlap with products. The critical path is then the locking of host memory pages.
void TestLevers::overlappedCopyingIsReportedAsOffTheCriticalPath()
{
    RunRequest request = m_runs.request("13.3.2", Dialect::Torch);
    const TracePtr queued = m_runs.trace(request);
    request.parameters["copies"] = "own";
    const TracePtr separate = m_runs.trace(request);
    request.parameters["hostMemory"] = "pinned";
    const TracePtr pinned = m_runs.trace(request);

    const ChangeEffect stream = analysis::changeEffect(*queued, *separate);
    QVERIFY(stream.hidden && stream.hidden->before == Nanoseconds{} && stream.hidden->now > Nanoseconds{});
    QVERIFY(stream.isOffPath);
    QVERIFY(!stream.isWithoutEffect && !stream.copies && !stream.operations && !stream.mistimed);

    const ChangeEffect pinning = analysis::changeEffect(*separate, *pinned);
    QVERIFY(pinning.pages && pinning.pages->now < pinning.pages->before);
    QVERIFY(pinning.copies && pinning.copies->now < pinning.copies->before);
    QVERIFY(!pinning.isOffPath);
}

void TestLevers::switchingOffWaitsReducesBlockedTimeAndMistimesBlocks()
{
    RunRequest request = m_runs.request("13.3.1", Dialect::Torch);
    const TracePtr on = m_runs.trace(request);
    const auto points = m_runs.runner().syncPoints(request.source, request.dialect);
    QVERIFY(points);
    for (const frontend::SyncPoint& point : *points)
        request.off.push_back(point.line);
    const TracePtr off = m_runs.trace(request);

    const ChangeEffect effect = analysis::changeEffect(*on, *off);

    QVERIFY(effect.blocked && effect.blocked->now < effect.blocked->before);
    QVERIFY(effect.mistimed);
    QCOMPARE(effect.mistimed->before, std::size_t{1});  // the block that runs on both GPUs waits only for one of them
    QCOMPARE(effect.mistimed->now, off->blocks().size());
}

void TestLevers::changeEffectOfEqualRunsIsEmpty()
{
    const TracePtr run = changed("13.3.1", Dialect::Torch, {});

    const ChangeEffect effect = analysis::changeEffect(*run, *run);

    QVERIFY(effect.isWithoutEffect);
    QVERIFY(!effect.operations && !effect.copies && !effect.together && !effect.blocked && !effect.device);
    QVERIFY(!effect.hidden && !effect.pages && !effect.mistimed && !effect.path && !effect.isOffPath);
}

void TestLevers::invalidLeversAreRefusedWithAMessage_data()
{
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");

    QTest::newRow("no such lever") << 12 << "nothing"
                                   << "on"
                                   << "Line 12 has no lever nothing; there are 6:non_blocking, 12:stream";
    QTest::newRow("no such line") << 9999 << "stream"
                                  << "on"
                                  << "Line 9999 has no lever stream";
    QTest::newRow("another language") << 12 << "stream"
                                      << "x); import os; ("
                                      << "stream of line 12 is one of copies, None";
    QTest::newRow("no number of a stream") << 12 << "stream"
                                           << "7"
                                           << "is one of copies, None; it is 7.";
    QTest::newRow("a switch with a value") << 17 << "pin_memory"
                                           << "True"
                                           << "is one of on, off; it is True.";
}

void TestLevers::invalidLeversAreRefusedWithAMessage()
{
    QFETCH(int, line);
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, sentence);
    RunRequest request = m_runs.request("13.3-copy", Dialect::Torch);
    const std::string before = request.source;

    const Status status = app::setLever(m_runs.runner(), {line, name.toStdString(), value.toStdString()}, request);

    QVERIFY(!status);
    QVERIFY2(QString::fromStdString(status.error().english()).contains(sentence), status.error().english().c_str());
    QCOMPARE(request.source, before);
}

void TestLevers::nonBlockingLeverSwitchesTheWaitOfItsCopy()
{
    app::RunOptions options;
    options.dialect = Dialect::Torch;
    options.levers = {{22, "non_blocking", "off"}};

    const auto request = app::requestFor(m_runs.runner(), "13.3.2", options);

    QVERIFY2(request, request ? "" : request.error().english().c_str());
    QCOMPARE(request->on, std::vector<int>{22});
}

QTEST_GUILESS_MAIN(TestLevers)
#include "tst_levers.moc"
