#include "engine/listing/text_facts.h"

#include <QTest>

using namespace engine::listing;

/// Tests facts that are found by searching the text of a listing.
class TestTextFacts : public QObject {
    Q_OBJECT

private slots:
    void numberOfGpusThatTheSourceUsesIsFound_data();
    void numberOfGpusThatTheSourceUsesIsFound();
    void partOfALongerNameDoesNotCountAsCommunication_data();
    void partOfALongerNameDoesNotCountAsCommunication();
    void axisOfAPlotIsTheVariableInItsSecondArgument_data();
    void axisOfAPlotIsTheVariableInItsSecondArgument();
};

void TestTextFacts::numberOfGpusThatTheSourceUsesIsFound_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("gpus");

    QTest::newRow("second of all GPUs") << "x = torch.ones(2, device=devices[1])" << 2;
    QTest::newRow("ordinal of PyTorch") << "x.to('cuda:3')" << 4;
    QTest::newRow("context of MXNet") << "ctx = mx.gpu(1)" << 2;
    QTest::newRow("any GPU") << "x = x.cuda()" << 1;
    QTest::newRow("wait for a GPU") << "torch.cuda.synchronize(device)" << 1;
    QTest::newRow("GPU or CPU") << "device = d2l.try_gpu(1)" << 0;
    QTest::newRow("question for GPUs") << "if torch.cuda.is_available(): pass" << 0;
    QTest::newRow("only if there is one") << "if torch.cuda.is_available():\n    x = x.cuda()\n" << 0;
    QTest::newRow("after the condition") << "if ok:\n    x = 1\nx = x.cuda()\n" << 1;
    QTest::newRow("one of two") << "x = x.cuda() if torch.cuda.is_available() else x" << 0;
    QTest::newRow("as many as there are")
        << "for g in range(torch.cuda.device_count()):\n    torch.cuda.synchronize(g)\n"
        << 0;
    QTest::newRow("list of GPUs") << "devices = d2l.try_all_gpus()\nx.to(devices[1])" << 2;
    QTest::newRow("list with a fallback") << "devices = [d2l.try_gpu(g) for g in range(2)]\nx.to(devices[1])" << 0;
    QTest::newRow("GPUs or CPUs") << "devices = d2l.try_all_gpus() or [mx.cpu()] * 2\nx.to(devices[1])" << 0;
    QTest::newRow("GPUs by name") << "devices = [torch.device(f'cuda:{i}') for i in range(2)]\nx.to(devices[1])" << 2;
    QTest::newRow("name that ends in gpu") << "count = my_gpu(3)" << 0;
    QTest::newRow("CPU") << "x = torch.ones(2)" << 0;
}

void TestTextFacts::numberOfGpusThatTheSourceUsesIsFound()
{
    QFETCH(QString, source);
    QFETCH(int, gpus);

    QCOMPARE(gpusAddressed(source.toStdString()), gpus);
    QCOMPARE(gpusAddressed("pass\n" + source.toStdString(), {1, 3}),
             source.startsWith(QLatin1String("devices")) ? 0 : gpus);
}

void TestTextFacts::partOfALongerNameDoesNotCountAsCommunication_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<bool>("doesCommunicate");

    QTest::newRow("import") << "import torch.distributed as dist" << true;
    QTest::newRow("wrapper") << "net = DistributedDataParallel(net)" << true;
    QTest::newRow("spawn") << "import torch.multiprocessing as mp" << true;
    QTest::newRow("MXNet") << "kv = mx.kv.create('dist_sync')" << true;
    QTest::newRow("longer name") << "class MyDistributedDataParallel2: pass" << false;
    QTest::newRow("none") << "import torch" << false;
}

void TestTextFacts::partOfALongerNameDoesNotCountAsCommunication()
{
    QFETCH(QString, source);
    QFETCH(bool, doesCommunicate);

    QCOMPARE(communicates(source.toStdString()), doesCommunicate);
}

void TestTextFacts::axisOfAPlotIsTheVariableInItsSecondArgument_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("variable");

    QTest::newRow("variable") << "overlap.plot(f'ms, {n} streams', products, t)"
                              << "products";
    QTest::newRow("on several lines") << "overlap.plot(\n  \"ms\",\n  size,\n  t)"
                                      << "size";
    QTest::newRow("expression") << "overlap.plot('ms', 2 * n, t)"
                                << "";
    QTest::newRow("expression of a variable") << "overlap.plot('ms', n * 2, t)"
                                              << "";
    QTest::newRow("text that does not end") << "overlap.plot('ms, n, t)"
                                            << "";
    QTest::newRow("call that does not end") << "overlap.plot("
                                            << "";
}

void TestTextFacts::axisOfAPlotIsTheVariableInItsSecondArgument()
{
    QFETCH(QString, source);
    QFETCH(QString, variable);

    QCOMPARE(QString::fromStdString(plottedOver(source.toStdString())), variable);
}

QTEST_GUILESS_MAIN(TestTextFacts)
#include "tst_text_facts.moc"
