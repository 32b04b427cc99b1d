#include "tests/engine/frontend/shipped_runner.h"

#include <QStringList>
#include <QTest>

using namespace engine;
using frontend::Dialect;
using frontend::Lever;

/// Tests which levers are found in a listing that was not run, and the text of their lines after a change.
class TestLevers : public QObject {
    Q_OBJECT

private slots:
    void changedLeverIsWrittenIntoItsLineOfTheListing_data();
    void changedLeverIsWrittenIntoItsLineOfTheListing();
    void codeThatResemblesALeverGivesNoLeverOtherThanADevice_data();
    void codeThatResemblesALeverGivesNoLeverOtherThanADevice();
    void everyLeverValueIsFoundAfterItWasWritten();
    void leverAcceptsOnlyOfferedValuesAndNumbers();
    void changeOfALeverFromAnExpressionToALiteralIsListed();
    void changedLeverDoesNotAffectOtherLeversOfItsLine();
    void changesOfSeveralLeversOfALineAreFound();
    void everyPrefixOfAListingGivesLeversOrAnError();

private:
    [[nodiscard]] std::vector<Lever> find(const QString& source, Dialect dialect)
    {
        const auto levers = m_runner->levers(source.toStdString(), dialect);
        return levers ? *levers : std::vector<Lever>{};
    }

    std::unique_ptr<frontend::Runner> m_runner = tests::shippedRunner();
};

void TestLevers::changedLeverIsWrittenIntoItsLineOfTheListing_data()
{
    QTest::addColumn<bool>("isTorch");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("lever");  // LINE:NAME=VALUE
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("after");

    const auto torch = [](const char* name, const char* source, const char* lever, const char* value,
                          const char* after) {
        QTest::addRow("PyTorch: %s", name) << true << source << lever << value << after;
    };
    const auto mxnet = [](const char* name, const char* source, const char* lever, const char* value,
                          const char* after) {
        QTest::addRow("MXNet: %s", name) << false << source << lever << value << after;
    };
    torch("a copy to the GPU may not block", "y = x.to('cuda')  # go", "1:non_blocking=off", "on",
          "y = x.to('cuda', non_blocking=True)  # go");
    torch("a copy to the GPU may block again", "y = x.to('cuda', non_blocking=True)", "1:non_blocking=on", "off",
          "y = x.to('cuda')");
    torch("cuda() without arguments", "y = x.cuda()", "1:non_blocking=off", "on", "y = x.cuda(non_blocking=True)");
    torch("copy_ takes it by place", "target.copy_(y, True)", "1:non_blocking=on", "off", "target.copy_(y, False)");
    torch("two copies of a line are one lever", "a, b = a.to('cuda'), b.to('cuda')", "1:non_blocking=off", "on",
          "a, b = a.to('cuda', non_blocking=True), b.to('cuda', non_blocking=True)");
    torch("a comma at the end of the arguments", "y = x.to('cuda',)", "1:non_blocking=off", "on",
          "y = x.to('cuda', non_blocking=True)");
    torch("brackets around the last argument", "y = x.to(('cuda'))", "1:non_blocking=off", "on",
          "y = x.to(('cuda'), non_blocking=True)");
    torch("letters of more than one byte", "名 = 值.to('cuda'); 他 = '数'", "1:non_blocking=off", "on",
          "名 = 值.to('cuda', non_blocking=True); 他 = '数'");
    torch("a call on several lines", "y = x.to(\n    'cuda',\n)", "3:non_blocking=off", "on", "non_blocking=True)");
    torch("memory is pinned by a method", "x = torch.rand(2).pin_memory()\ny = x.cuda()", "1:pin_memory=on", "off",
          "x = torch.rand(2)");
    torch("memory can be pinned where it is copied", "x = torch.rand(2)\ny = x.cuda()", "1:pin_memory=off", "on",
          "x = torch.rand(2, pin_memory=True)");
    torch("a loader pins", "for x in DataLoader(data, 4, pin_memory=True): pass", "1:pin_memory=on", "off",
          "for x in DataLoader(data, 4): pass");
    torch("a stream", "s = torch.cuda.Stream()\nwith torch.cuda.stream(s):\n    y = x @ x", "2:stream=s", "None",
          "with torch.cuda.stream(None):");
    torch("no stream", "s = torch.cuda.Stream()\nwith torch.cuda.stream(None):\n    y = x @ x", "2:stream=None", "s",
          "with torch.cuda.stream(s):");
    torch("the device of a new tensor", "d = d2l.try_all_gpus()\nx = torch.rand(2, device=d[0])", "2:device=d[0]",
          "d[1]", "x = torch.rand(2, device=d[1])");
    torch("the device of a copy", "y = x.to('cuda:0')", "1:device='cuda:0'", "'cuda:1'", "y = x.to('cuda:1')");
    torch("a name for a device", "gpu = torch.device('cuda')", "1:device=torch.device('cuda')", "torch.device('cpu')",
          "gpu = torch.device('cpu')");
    torch("the batch of a loader", "it = DataLoader(data, batch_size=32)", "1:batch_size=32", "64",
          "it = DataLoader(data, batch_size=64)");
    torch("the batch of a loader as a product", "it = DataLoader(data, batch_size=2 * 256)", "1:batch_size=2 * 256",
          "1024", "it = DataLoader(data, batch_size=1024)");
    torch("the batch of a loader by a name", "size = 256\nit, test = d2l.load_data_fashion_mnist(size)",
          "1:batch_size=256", "512", "size = 512");
    torch("the batch that a function passes on",
          "def train(batch):\n    it, test = d2l.load_data_fashion_mnist(batch)\n\ntrain(batch=256)",
          "4:batch_size=256", "128", "train(batch=128)");
    torch("the workers of a loader", "it = DataLoader(data, 32, num_workers=2)", "1:num_workers=2", "0",
          "it = DataLoader(data, 32, num_workers=0)");
    torch("workers where none are written", "it = DataLoader(data, 32)", "1:num_workers=0", "4",
          "it = DataLoader(data, 32, num_workers=4)");
    torch("a compiled net", "net = torch.compile(net, mode='default')", "1:compile=on", "off",
          "net = torch.compile(net, mode='default', disable=True)");
    torch("a compiled function", "@torch.compile\ndef f(x):\n    return x", "1:compile=on", "off",
          "@torch.compile(disable=True)");
    torch("a compiled net that is not", "net = torch.compile(net, disable=True)", "1:compile=off", "on",
          "net = torch.compile(net)");
    torch("a cell of a notebook", "# %% one\n# %time y = x.to('cuda')\n!ls", "2:non_blocking=off", "on",
          "# %time y = x.to('cuda', non_blocking=True)");
    mxnet("a hybrid net", "net.hybridize()", "1:hybridize=on", "off", "net.hybridize(active=False)");
    mxnet("a hybrid net with options", "net.hybridize(static_alloc=True)", "1:hybridize=on", "off",
          "net.hybridize(static_alloc=True, active=False)");
    mxnet("a net that is not hybrid", "net.hybridize(False)", "1:hybridize=off", "on", "net.hybridize(True)");
    mxnet("the context of an array", "x = np.ones(2, ctx=npx.gpu(0))", "1:device=npx.gpu(0)", "npx.cpu()",
          "x = np.ones(2, ctx=npx.cpu())");
    mxnet("the context of a copy", "y = x.as_in_ctx(mx.gpu(0))", "1:device=mx.gpu(0)", "mx.gpu(1)",
          "y = x.as_in_ctx(mx.gpu(1))");
    mxnet("the batch of a loader", "it = gluon.data.DataLoader(data, 32, num_workers=4)", "1:batch_size=32", "16",
          "it = gluon.data.DataLoader(data, 16, num_workers=4)");
    mxnet("the workers of a loader", "it = gluon.data.DataLoader(data, 32, num_workers=4)", "1:num_workers=4", "1",
          "it = gluon.data.DataLoader(data, 32, num_workers=1)");
}

void TestLevers::changedLeverIsWrittenIntoItsLineOfTheListing()
{
    QFETCH(bool, isTorch);
    QFETCH(QString, source);
    QFETCH(QString, lever);
    QFETCH(QString, value);
    QFETCH(QString, after);
    const int line = lever.section(':', 0, 0).toInt();
    const std::string name = lever.section(':', 1).section('=', 0, 0).toStdString();

    const std::vector<Lever> levers = find(source + "\n", isTorch ? Dialect::Torch : Dialect::MXNet);

    const Lever* found = listing::findLever(levers, line, name);
    QVERIFY(found != nullptr);
    QCOMPARE(QString::fromStdString(found->value), lever.section('=', 1));
    const auto accepted = found->valueOf(value.toStdString());
    QVERIFY(accepted);
    QCOMPARE(QString::fromStdString(found->lineWith(*accepted)), after);
    QCOMPARE(QString::fromStdString(found->valueIn(after.toStdString()).value_or("")), value);
}

void TestLevers::codeThatResemblesALeverGivesNoLeverOtherThanADevice_data()
{
    QTest::addColumn<QString>("source");

    QTest::newRow("another type, not a device") << "y = x.to(torch.float64)";
    QTest::newRow("what a parameter decides") << "def f(x, n):\n    return x.to('cuda', non_blocking=n)";
    QTest::newRow("options that may have it") << "y = x.to('cuda', **options)";
    QTest::newRow("a tensor in a program without copies") << "x = torch.ones(2)";
    QTest::newRow("a list of comprehension") << "y = x.cuda(i for i in range(1))";
    QTest::newRow("words in a string") << "text = \"x.to('cuda')\"";
    QTest::newRow("Python's own compile") << "exec(compile(text, 'program', 'exec'))";
    QTest::newRow("an empty listing") << "";
}

void TestLevers::codeThatResemblesALeverGivesNoLeverOtherThanADevice()
{
    QFETCH(QString, source);
    for (const Lever& lever : find(source + "\n", Dialect::Torch))
        QVERIFY2(lever.name == "device", lever.name.c_str());
}

void TestLevers::everyLeverValueIsFoundAfterItWasWritten()
{
    int values = 0;
    for (const frontend::Program& program : m_runner->programs())
        for (const auto& [dialect, text] : program.sources) {
            const QString source = QString::fromStdString(text);
            for (const Lever& lever : find(source, dialect))
                for (const Lever::State& state : lever.states) {
                    QStringList lines = source.split('\n');
                    lines[lever.line - 1] = QString::fromStdString(state.text);
                    const auto changed = find(lines.join('\n'), dialect);
                    const Lever* again = listing::findLever(changed, lever.line, lever.name);
                    const QString where = QString::fromStdString(program.id + ": " + state.text);
                    QVERIFY2(again != nullptr && again->value == state.value, qPrintable(where));
                    ++values;
                }
        }
    QVERIFY2(values > 200, "the shipped programs have levers");
}

void TestLevers::leverAcceptsOnlyOfferedValuesAndNumbers()
{
    const auto levers = find(
        "it = DataLoader(data, 32, num_workers=2)\ny = x.to('cuda:0')\n"
        "s = torch.cuda.Stream()\nwith torch.cuda.stream(s):\n    pass\n",
        Dialect::Torch);
    const Lever* batch = listing::findLever(levers, 1, "batch_size");
    const Lever* device = listing::findLever(levers, 2, "device");
    const Lever* stream = listing::findLever(levers, 4, "stream");
    QVERIFY(batch != nullptr && device != nullptr && stream != nullptr);

    QVERIFY(batch->valueOf("48") == "48");
    for (const char* wrong : {"", "0", "-1", "1.5", "32)", "x", "99999999999999999999", "1 ", "on"})
        QVERIFY2(!batch->valueOf(wrong), wrong);
    QVERIFY(device->valueOf("cuda:1") == "'cuda:1'");
    for (const char* wrong : {"", "cuda:9", "'cuda:0')\nimport os", "__import__('os')", "on"})
        QVERIFY2(!device->valueOf(wrong), wrong);
    QVERIFY(stream->valueOf("off") == "None");
    QVERIFY(stream->valueOf("on") == "s");
    QVERIFY(!stream->valueOf("t"));
}

void TestLevers::changesOfSeveralLeversOfALineAreFound()
{
    const std::string before = "it = DataLoader(data, 32, num_workers=2)";
    const auto levers = find(QString::fromStdString(before + '\n'), Dialect::Torch);
    const auto changesTo = [&](const std::string& now) {
        QStringList texts;
        for (const listing::LeverChange& change : listing::changedLevers(levers, before, now))
            texts << QString::fromStdString(change.name + ' ' + change.before + ' ' + change.now);
        texts.sort();
        return texts.join(", ");
    };

    QCOMPARE(changesTo(before), QString());
    QCOMPARE(changesTo("it = DataLoader(data, 64, num_workers=2)"), QString("batch_size 32 64"));
    QCOMPARE(changesTo("it = DataLoader(data, 48, num_workers=2, pin_memory=True)"),
             QString("batch_size 32 48, pin_memory off on"));
    QCOMPARE(changesTo("it = DataLoader(data, 64, num_workers=0, pin_memory=True)"),
             QString("batch_size 32 64, num_workers 2 0, pin_memory off on"));
    QCOMPARE(changesTo("it = DataLoader(other, 64, num_workers=2)"), QString());
    QVERIFY(listing::changedLevers({}, before, before).empty());
    QCOMPARE(listing::changedLevers(levers, "it = DataLoader(data, 64, num_workers=2)", before).size(), std::size_t{1});
}

void TestLevers::changeOfALeverFromAnExpressionToALiteralIsListed()
{
    const auto changeOf = [&](const std::string& before, const std::string& now) {
        QStringList texts;
        for (const listing::LeverChange& change :
             listing::changedLevers(find(QString::fromStdString(now + '\n'), Dialect::Torch), before, now))
            texts << QString::fromStdString(change.name + ' ' + change.before + ' ' + change.now);
        return texts.join(", ");
    };

    QCOMPARE(changeOf("x = torch.ones(2, device=gpu)", "x = torch.ones(2, device='cpu')"), QString("device gpu 'cpu'"));
    QCOMPARE(changeOf("x = torch.ones(2, device=d2l.try_gpu())", "x = torch.ones(2, device='cpu')"),
             QString("device d2l.try_gpu() 'cpu'"));
    QCOMPARE(changeOf("y = torch.ones(2, device=gpu)", "x = torch.ones(2, device='cpu')"), QString());
    QCOMPARE(changeOf("it = DataLoader(data, 32, num_workers=2, pin_memory=True)",
                      "it = DataLoader(data, 64, num_workers=2, pin_memory=True)"),
             QString("batch_size 32 64"));
}

void TestLevers::changedLeverDoesNotAffectOtherLeversOfItsLine()
{
    const QString source = "d = d2l.try_all_gpus()\ny = x.to(d[0])\n";
    const auto first = find(source, Dialect::Torch);
    const Lever* device = listing::findLever(first, 2, "device");
    QVERIFY(device != nullptr);
    QCOMPARE(QString::fromStdString(device->lineWith("d[1]")), "y = x.to(d[1])");

    const auto second = find("d = d2l.try_all_gpus()\ny = x.to(d[1])\n", Dialect::Torch);
    const Lever* blocking = listing::findLever(second, 2, "non_blocking");

    QVERIFY(blocking != nullptr);
    QCOMPARE(QString::fromStdString(blocking->lineWith("on")), "y = x.to(d[1], non_blocking=True)");
}

void TestLevers::everyPrefixOfAListingGivesLeversOrAnError()
{
    const std::string whole =
        "s = torch.cuda.Stream()\nwith torch.cuda.stream(s):\n    y = x.to('cuda', copy=True)\n"
        "x = torch.rand(2).pin_memory()\nit = DataLoader(d, batch_size=2 * 3)\n";
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const auto levers = m_runner->levers(whole.substr(0, size), Dialect::Torch);
        QVERIFY(levers || levers.error().code == ErrorCode::InvalidArgument);
    }
}

QTEST_GUILESS_MAIN(TestLevers)
#include "tst_levers.moc"
