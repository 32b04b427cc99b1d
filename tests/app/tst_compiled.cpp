#include "tests/app/program_runs.h"

#include <QTest>

using namespace engine;
using frontend::Dialect;

/// Compares compiled neural nets with the same nets run eagerly (invariant 28 of engine/device/INVARIANTS.md).
class TestCompiled : public QObject {
    Q_OBJECT

private slots:
    void compiledNetsComputeTheSameValuesAndAreNotSlower_data();
    void compiledNetsComputeTheSameValuesAndAreNotSlower();

private:
    ProgramRuns m_runs;
};

void TestCompiled::compiledNetsComputeTheSameValuesAndAreNotSlower_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("device");
    for (const char* machine : {"laptop-2019", "book-v100", "m60-2019"})
        QTest::addRow("%s, CPU", machine) << machine << "mx.cpu()";
    for (const char* machine : {"book-v100", "m60-2019", "card-4gb", "a100-4", "h100-8"})
        QTest::addRow("%s, GPU", machine) << machine << "mx.gpu(0)";
}

/// Tests nets of random depths and widths with at least two kernels. Each measurement ends when all values are
/// computed.
void TestCompiled::compiledNetsComputeTheSameValuesAndAreNotSlower()
{
    QFETCH(QString, machine);
    QFETCH(QString, device);
    auto request = ProgramRuns::typed(QString(R"(import random
import time
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn
random.seed(28)
device = %1

def seconds(net, x):
    nd.waitall()
    begin = time.time()
    for _ in range(5):
        y = net(x)
    nd.waitall()
    return time.time() - begin, y.asnumpy().tolist()

for case in range(12):
    net = nn.HybridSequential()
    for _ in range(random.randint(2, 6)):
        net.add(nn.Dense(random.choice((1, 8, 64, 200)), activation=random.choice((None, 'relu', 'tanh'))))
        if random.random() < 0.3:
            net.add(nn.BatchNorm())
    net.initialize(ctx=device)
    x = nd.random.normal(shape=(random.choice((1, 3, 32)), 64), ctx=device)
    net(x)
    eager, values = seconds(net, x)
    net.hybridize()
    net(x)  # Compiles
    compiled, same = seconds(net, x)
    print('case', case, compiled <= eager, same == values)
)")
                                          .arg(device)
                                          .toStdString(),
                                      Dialect::MXNet);
    request.machine = machine.toStdString();
    request.values = trace::ValueMode::Computed;

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const QStringList lines =
        QString::fromStdString(printed(*trace, trace::OutputStream::Standard)).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 12);
    for (const QString& line : lines)
        QVERIFY2(line.endsWith("True True"), qPrintable(line));
}

QTEST_GUILESS_MAIN(TestCompiled)
#include "tst_compiled.moc"
