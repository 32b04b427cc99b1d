#include "engine/frontend/runner.h"

#include <QTest>

#include <set>
#include <thread>

using namespace engine;
using frontend::Dialect;

/// What can wait in a listing that nobody has run: any text, any moment, any thread.
class TestSyncPoints : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyProgramsSwitchesStandOnItsLines();
    void whatNamesTheSameCallIsNoWait_data();
    void whatNamesTheSameCallIsNoWait();
    void aFunctionMayReturnItsOwnCall_data();
    void aFunctionMayReturnItsOwnCall();
    void whatIsTooDeepToFollowIsPythonAllTheSame();
    void anUnfinishedListingSaysWhere_data();
    void anUnfinishedListingSaysWhere();
    void everyBeginningOfAListingIsAnswered();
    void threadsMayAskAtOnce();
    void withoutMachinesARunSaysSo();

private:
    [[nodiscard]] int count(const std::string& source, Dialect dialect = Dialect::Torch)
    {
        const auto points = m_runner->syncPoints(source, dialect);
        return points ? static_cast<int>(points->size()) : -1;
    }

    std::unique_ptr<frontend::Runner> m_runner;
};

void TestSyncPoints::initTestCase()
{
    auto made =
        frontend::Runner::create({{OVERLAP_SOURCE_DIR "/resources/python", OVERLAP_SOURCE_DIR "/engine/listing/python",
                                   OVERLAP_SOURCE_DIR "/engine/frontend/python"},
                                  OVERLAP_SOURCE_DIR "/resources/workloads"},
                                 [](const std::string& machine, const device::PlatformOptions&,
                                    trace::Sink&) -> Result<std::unique_ptr<device::Platform>> {
                                     return makeError(ErrorCode::NotFound, "There is no machine " + machine + ".");
                                 });
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    m_runner = *std::move(made);
}

void TestSyncPoints::everyProgramsSwitchesStandOnItsLines()
{
    for (const frontend::Program& program : m_runner->programs())
        for (const auto& [dialect, source] : program.sources) {
            const auto points = m_runner->syncPoints(source, dialect);
            QVERIFY2(points, points ? "" : points.error().message.c_str());
            std::set<int> lines;
            for (const frontend::SyncPoint& point : *points) {
                QVERIFY2(lines.insert(point.line).second, "one switch a line");
                QVERIFY(point.line >= 1 && point.line <= std::count(source.begin(), source.end(), '\n') + 1);
                QVERIFY(!point.call.empty());
                QCOMPARE(point.rewritesCall, !point.offText.empty());
            }
            for (const int line :
                 program.initiallyOff.contains(dialect) ? program.initiallyOff.at(dialect) : std::vector<int>{})
                QVERIFY2(lines.contains(line), "a line that the header switches off has a switch");
        }
}

void TestSyncPoints::whatNamesTheSameCallIsNoWait_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("points");

    QTest::newRow("in a comment") << "# torch.cuda.synchronize()" << 0;
    QTest::newRow("in a text") << "s = 'torch.cuda.synchronize()'" << 0;
    QTest::newRow("not called") << "wait = torch.cuda.synchronize" << 0;
    QTest::newRow("called") << "torch.cuda.synchronize()" << 1;
    QTest::newRow("in a branch") << "if x:\n    torch.cuda.synchronize()\nelse:\n    torch.cuda.synchronize()" << 2;
    QTest::newRow("in a loop") << "for d in ds: torch.cuda.synchronize(d)" << 1;
    QTest::newRow("what a network gives")
        << "class Net(nn.HybridBlock):\n    pass\nnet = Net()\nx = nd.ones(shape=(1, 4))\nprint('y', net(x))" << 1;
    QTest::newRow("what a plain class gives")
        << "class Net:\n    pass\nnet = Net()\nx = nd.ones(3)\nprint(net(x))" << 0;
    QTest::newRow("in a function") << "def f():\n    torch.cuda.synchronize()" << 1;
}

void TestSyncPoints::whatNamesTheSameCallIsNoWait()
{
    QFETCH(QString, source);
    QFETCH(int, points);

    QCOMPARE(count(source.toStdString()), points);
}

void TestSyncPoints::aFunctionMayReturnItsOwnCall_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("points");

    QTest::newRow("a number") << "def f(n):\n    return 1 if n < 2 else n * f(n - 1)\nprint(f(5))" << 0;
    QTest::newRow("a tensor") << "def f(n):\n    return torch.ones(2) if n < 2 else n * f(n - 1)\nprint(f(5))" << 1;
    QTest::newRow("bound") << "def f(n):\n    return f(n - 1)\nx = f(3)\nprint(x)" << 0;
    QTest::newRow("each other") << "def f(n):\n    return g(n - 1)\ndef g(n):\n    return f(n) if n else "
                                   "torch.ones(2)\ny = f(3)\nprint(y)"
                                << 1;
    QTest::newRow("of a tree") << "def walk(t):\n    return [walk(c) for c in t]\nprint(walk([[]]))" << 0;
    QString chain = "def f0():\n    return 1\n";  // with each asked twice by the next: no search through all ways
    for (int i = 1; i < 60; ++i)
        chain += QStringLiteral("def f%1():\n    return f%2() + f%2()\n").arg(i).arg(i - 1);
    QTest::newRow("a chain of them") << chain + "print(f59())" << 0;
}

void TestSyncPoints::aFunctionMayReturnItsOwnCall()
{
    QFETCH(QString, source);
    QFETCH(int, points);

    QCOMPARE(count(source.toStdString()), points);
}

void TestSyncPoints::whatIsTooDeepToFollowIsPythonAllTheSame()
{
    const std::string sum = "x = 1" + QByteArray("+1").repeated(1'500).toStdString();
    std::optional<frontend::SyntaxProblem> problem;

    const auto points = m_runner->syncPoints(sum, Dialect::Torch, &problem);

    QVERIFY(!points);
    QVERIFY(!problem);
    QVERIFY2(points.error().message.starts_with("The listing is nested too deep to be followed."),
             points.error().message.c_str());
}

void TestSyncPoints::anUnfinishedListingSaysWhere_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<int>("line");

    QTest::newRow("a colon is missing") << QByteArray("x = 1\nif x\n") << 2;
    QTest::newRow("an open bracket") << QByteArray("x = (1,\ny = 2\n") << 1;
    QTest::newRow("a wrong indent") << QByteArray("x = 1\n\n    y = 2\n") << 3;
    QTest::newRow("an open text") << QByteArray("s = 'abc\n") << 1;
    QTest::newRow("another language") << QByteArray("int main() { return 0; }") << 1;
    QTest::newRow("a zero byte") << QByteArray("x = 1\0", 6) << 1;
    QTest::newRow("not UTF-8") << QByteArray("s = '\xE4'") << 1;
    QTest::newRow("half a pair") << QByteArray("s = '\xED\xA0\x80'") << 1;
    QTest::newRow("brackets without end") << QByteArray(100'000, '(') << 1;
    QTest::newRow("signs without end") << QByteArray(100'000, '-') + "1" << 1;
    QTest::newRow("a sum without end") << QByteArray("x = 1") + QByteArray("+1").repeated(50'000) << 1;
}

void TestSyncPoints::anUnfinishedListingSaysWhere()
{
    QFETCH(QByteArray, source);
    QFETCH(int, line);
    std::optional<frontend::SyntaxProblem> problem;

    const auto points = m_runner->syncPoints(source.toStdString(), Dialect::Torch, &problem);

    QVERIFY(!points);
    QVERIFY(problem.has_value());
    QCOMPARE(problem->line, line);
    QVERIFY(!problem->message.empty());
    QVERIFY2(points.error().message.starts_with("Line " + std::to_string(line) + " of the listing is not Python: "),
             points.error().message.c_str());
}

/// As it is while it is typed.
void TestSyncPoints::everyBeginningOfAListingIsAnswered()
{
    const std::string whole =
        "from d2l import torch as d2l\nx = d2l.torch.ones(2)\nfor y in [f'{x}', \"\"\"a\nb\"\"\"]:\n"
        "    print(x)  # ü\n    torch.cuda.synchronize(\n        device)\n";

    for (std::size_t length = 0; length <= whole.size(); ++length) {
        std::optional<frontend::SyntaxProblem> problem;
        const auto points = m_runner->syncPoints(whole.substr(0, length), Dialect::Torch, &problem);
        QVERIFY2(points || (problem && problem->line >= 1 && problem->line <= 7), std::to_string(length).c_str());
    }
    QCOMPARE(count(whole), 2);
}

void TestSyncPoints::threadsMayAskAtOnce()
{
    std::vector<int> found(4, -2);
    {
        std::vector<std::jthread> readers;
        for (int& result : found)
            readers.emplace_back([&] {
                for (int i = 0; i < 20; ++i)
                    result = count("torch.cuda.synchronize()\ny.cpu()\n");
            });
    }
    QCOMPARE(found, std::vector<int>(4, 2));
}

void TestSyncPoints::withoutMachinesARunSaysSo()
{
    frontend::RunRequest request;
    request.source = "x = 1";
    request.machine = "moon";
    trace::Recorder recorder;

    const auto outcome = m_runner->run(request, recorder);

    QVERIFY(!outcome);
    QCOMPARE(outcome.error().message, std::string("There is no machine moon."));
    m_runner->stop();  // nothing runs
}

QTEST_GUILESS_MAIN(TestSyncPoints)
#include "tst_sync_points.moc"
