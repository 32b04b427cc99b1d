#include "tests/engine/frontend/shipped_runner.h"

#include <QTest>

#include <set>
#include <thread>

using namespace engine;
using frontend::Dialect;

/// Tests the sync points of a listing that was not run. They can be found in any text, at any time and on any thread.
class TestSyncPoints : public QObject {
    Q_OBJECT

private slots:
    void syncPointsOfShippedProgramsAreOnTheExpectedLines();
    void insertedWaitsAreSyncPoints();
    void waitsAreInsertedAfterStatements();
    void onlyCallsThatMayWaitAreSyncPoints_data();
    void onlyCallsThatMayWaitAreSyncPoints();
    void syncPointsAreFoundInRecursiveFunctions_data();
    void syncPointsAreFoundInRecursiveFunctions();
    void tooDeeplyNestedListingIsNoSyntaxError();
    void syntaxErrorContainsItsLine_data();
    void syntaxErrorContainsItsLine();
    void everyPrefixOfAListingIsAnalysed();
    void syncPointsMayBeSearchedFromSeveralThreads();
    void runOnAnUnknownMachineIsRefused();

private:
    [[nodiscard]] int count(const std::string& source, Dialect dialect = Dialect::Torch)
    {
        const auto points = m_runner->syncPoints(source, dialect);
        return points ? static_cast<int>(points->size()) : -1;
    }

    std::unique_ptr<frontend::Runner> m_runner = tests::shippedRunner();
};

void TestSyncPoints::syncPointsOfShippedProgramsAreOnTheExpectedLines()
{
    for (const frontend::Program& program : m_runner->programs())
        for (const auto& [dialect, source] : program.sources) {
            const auto points = m_runner->syncPoints(source, dialect);
            QVERIFY2(points, points ? "" : points.error().english().c_str());
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

void TestSyncPoints::onlyCallsThatMayWaitAreSyncPoints_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("points");

    QTest::newRow("in a comment") << "# torch.cuda.synchronize()" << 0;
    QTest::newRow("in a string") << "s = 'torch.cuda.synchronize()'" << 0;
    QTest::newRow("not called") << "wait = torch.cuda.synchronize" << 0;
    QTest::newRow("called") << "torch.cuda.synchronize()" << 1;
    QTest::newRow("in a branch") << "if x:\n    torch.cuda.synchronize()\nelse:\n    torch.cuda.synchronize()" << 2;
    QTest::newRow("in a loop") << "for d in ds: torch.cuda.synchronize(d)" << 1;
    QTest::newRow("result of a network")
        << "class Net(nn.HybridBlock):\n    pass\nnet = Net()\nx = nd.ones(shape=(1, 4))\nprint('y', net(x))" << 1;
    QTest::newRow("result of a compiled network")
        << "net = nn.Linear(4, 1)\nx = torch.ones(1, 4)\nfast = torch.jit.trace(net, x)\nprint(fast(x))" << 1;
    QTest::newRow("result of a network on a device")
        << "net = nn.Sequential(nn.Linear(4, 1)).to(d)\nx = torch.ones(1, 4)\nprint(net(x))" << 1;
    QTest::newRow("tensor that records") << "x = torch.ones(4).requires_grad_()\nprint(x)" << 1;
    QTest::newRow("result of a plain class") << "class Net:\n    pass\nnet = Net()\nx = nd.ones(3)\nprint(net(x))" << 0;
    QTest::newRow("in a function") << "def f():\n    torch.cuda.synchronize()" << 1;
}

void TestSyncPoints::onlyCallsThatMayWaitAreSyncPoints()
{
    QFETCH(QString, source);
    QFETCH(int, points);

    QCOMPARE(count(source.toStdString()), points);
}

void TestSyncPoints::syncPointsAreFoundInRecursiveFunctions_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("points");

    QTest::newRow("recursive number") << "def f(n):\n    return 1 if n < 2 else n * f(n - 1)\nprint(f(5))" << 0;
    QTest::newRow("recursive tensor") << "def f(n):\n    return torch.ones(2) if n < 2 else n * f(n - 1)\nprint(f(5))"
                                      << 1;
    QTest::newRow("recursive call bound to a name") << "def f(n):\n    return f(n - 1)\nx = f(3)\nprint(x)" << 0;
    QTest::newRow("mutual recursion") << "def f(n):\n    return g(n - 1)\ndef g(n):\n    return f(n) if n else "
                                         "torch.ones(2)\ny = f(3)\nprint(y)"
                                      << 1;
    QTest::newRow("recursion over a tree") << "def walk(t):\n    return [walk(c) for c in t]\nprint(walk([[]]))" << 0;
    QString chain =
        "def f0():\n    return 1\n";  // each calls the previous one twice: to follow all calls would take 2^59 steps
    for (int i = 1; i < 60; ++i)
        chain += QStringLiteral("def f%1():\n    return f%2() + f%2()\n").arg(i).arg(i - 1);
    QTest::newRow("chain of functions") << chain + "print(f59())" << 0;
}

void TestSyncPoints::syncPointsAreFoundInRecursiveFunctions()
{
    QFETCH(QString, source);
    QFETCH(int, points);

    QCOMPARE(count(source.toStdString()), points);
}

void TestSyncPoints::tooDeeplyNestedListingIsNoSyntaxError()
{
    const std::string sum = "x = 1" + QByteArray("+1").repeated(1'500).toStdString();
    std::optional<frontend::SyntaxProblem> problem;

    const auto points = m_runner->syncPoints(sum, Dialect::Torch, &problem);

    QVERIFY(!points);
    QVERIFY(!problem);
    QVERIFY2(points.error().english().starts_with("The listing is nested too deeply."),
             points.error().english().c_str());
}

void TestSyncPoints::syntaxErrorContainsItsLine_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<int>("line");

    QTest::newRow("missing colon") << QByteArray("x = 1\nif x\n") << 2;
    QTest::newRow("open bracket") << QByteArray("x = (1,\ny = 2\n") << 1;
    QTest::newRow("wrong indent") << QByteArray("x = 1\n\n    y = 2\n") << 3;
    QTest::newRow("open string") << QByteArray("s = 'abc\n") << 1;
    QTest::newRow("another language") << QByteArray("int main() { return 0; }") << 1;
    QTest::newRow("zero byte") << QByteArray("x = 1\0", 6) << 1;
    QTest::newRow("not UTF-8") << QByteArray("s = '\xE4'") << 1;
    QTest::newRow("UTF-16 surrogate") << QByteArray("s = '\xED\xA0\x80'") << 1;
    QTest::newRow("100,000 brackets") << QByteArray(100'000, '(') << 1;
    QTest::newRow("100,000 signs") << QByteArray(100'000, '-') + "1" << 1;
    QTest::newRow("sum of 50,000 terms") << QByteArray("x = 1") + QByteArray("+1").repeated(50'000) << 1;
}

void TestSyncPoints::syntaxErrorContainsItsLine()
{
    QFETCH(QByteArray, source);
    QFETCH(int, line);
    std::optional<frontend::SyntaxProblem> problem;

    const auto points = m_runner->syncPoints(source.toStdString(), Dialect::Torch, &problem);

    QVERIFY(!points);
    QVERIFY(problem.has_value());
    QCOMPARE(problem->line, line);
    QVERIFY(!problem->message.empty());
    QVERIFY2(points.error().english().starts_with("Line " + std::to_string(line) + " of the listing is not Python: "),
             points.error().english().c_str());
}

/// Users type listings, so each prefix is analysed.
void TestSyncPoints::everyPrefixOfAListingIsAnalysed()
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

void TestSyncPoints::syncPointsMayBeSearchedFromSeveralThreads()
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

void TestSyncPoints::insertedWaitsAreSyncPoints()
{
    std::size_t tried = 0;
    for (const frontend::Program& program : m_runner->programs())
        for (const auto& [dialect, source] : program.sources) {
            const auto insertions = m_runner->insertions(source, dialect);
            QVERIFY2(insertions && !insertions->empty(), program.id.c_str());
            for (const frontend::Insertion& insertion : *insertions) {
                std::size_t at = 0;
                for (int line = 0; line < insertion.line; ++line)
                    at = source.find('\n', at) + 1;
                std::string changed = source;
                changed.insert(at, insertion.text + "\n");
                const auto points = m_runner->syncPoints(changed, dialect);
                QVERIFY2(points, points ? "" : points.error().english().c_str());
                QVERIFY2(std::any_of(points->begin(), points->end(),
                                     [&](const auto& point) { return point.line == insertion.line + 1 && point.isOn; }),
                         (program.id + ", line " + std::to_string(insertion.line)).c_str());
                ++tried;
            }
        }
    QVERIFY(tried > 500);
}

void TestSyncPoints::waitsAreInsertedAfterStatements()
{
    const std::string source =
        "\"\"\"about\"\"\"\n"  // line 1
        "import torch\n"
        "x = torch.ones(\n"
        "    2)  # two\n"  // line 4
        "def f(x):\n"
        "\ty = x + 1; z = y\n"  // line 6
        "\treturn z\n"
        "if x: y = x\n"
        "else: y = 2\n"
        "for i in range(3):\n"
        "    %time f(x)\n"  // line 11
        "\n"
        "print('end') ;\n";
    const auto insertions = m_runner->insertions(source, Dialect::Torch);
    QVERIFY(insertions);
    std::vector<std::pair<int, std::string>> found;
    for (const frontend::Insertion& insertion : *insertions)
        found.emplace_back(insertion.line, insertion.text);
    const std::vector<std::pair<int, std::string>> expected{{4, "torch.cuda.synchronize()"}};
    QCOMPARE(found, expected);
    QCOMPARE(m_runner->insertions("nd.ones(2)\n", Dialect::MXNet)->at(0).text, std::string("nd.waitall()"));
    QCOMPARE(m_runner->insertions("x = npx.relu(x)\n", Dialect::MXNet)->at(0).text, std::string("npx.waitall()"));
    QVERIFY(!m_runner->insertions("def (", Dialect::MXNet));
}

void TestSyncPoints::runOnAnUnknownMachineIsRefused()
{
    frontend::RunRequest request;
    request.source = "x = 1";
    request.machine = "moon";
    trace::Recorder recorder;

    const auto outcome = m_runner->run(request, recorder);

    QVERIFY(!outcome);
    QCOMPARE(outcome.error().english(), std::string("There is no machine moon."));
    m_runner->stop();  // has no effect, since no program is running
}

QTEST_GUILESS_MAIN(TestSyncPoints)
#include "tst_sync_points.moc"
