#include "engine/device/machine_change.h"
#include "engine/device/machine_file.h"
#include "tests/machine_text.h"
#include "tests/source_dir.h"

#include <QTest>

using namespace engine;
using namespace engine::device;

/// Tests changes of the numbers in a machine file.
class TestMachineChange : public QObject {
    Q_OBJECT

private slots:
    void emptyChangeDoesNotChangeTheMachine();
    void eachSettingChangesOnlyTheNumbersThatItNames();
    void addedGpuEqualsTheLastGpuOfTheMachine();
    void invalidChangesAreRefused_data();
    void invalidChangesAreRefused();
    void everyShippedMachineCanBeChanged();
};

namespace {

const std::string kFolder = tests::inSource("resources/machines");

Machine changed(const MachineChange& change, const std::string& machine = "book-v100")
{
    const auto text = changedMachine(tests::machineText(machine), machine, change, "mine", "Mine");
    if (!text)
        qFatal("%s", text.error().english().c_str());
    return *parseMachine(*text, "mine");
}

}  // namespace

void TestMachineChange::emptyChangeDoesNotChangeTheMachine()
{
    const Machine before = *parseMachine(tests::machineText("book-v100"), "book-v100");

    const Machine after = changed({});

    QCOMPARE(after.id, std::string("mine"));
    QCOMPARE(after.label, std::string("Mine"));
    QCOMPARE(after.facts.size(), before.facts.size());
    for (std::size_t i = 0; i < before.facts.size(); ++i) {
        QCOMPARE(after.facts[i].path, before.facts[i].path);
        QCOMPARE(after.facts[i].value, before.facts[i].value);
    }
}

void TestMachineChange::eachSettingChangesOnlyTheNumbersThatItNames()
{
    const Machine before = *parseMachine(tests::machineText("book-v100"), "book-v100");
    MachineChange change;
    change.link = 2;
    change.dispatch = 0.5;
    change.copyEngines = 3;
    change.streams = 2;
    change.faster = MachineChange::Faster::Products;

    const Machine after = changed(change);

    for (const auto& [a, b] : {std::pair(&before.torch, &after.torch), std::pair(&before.mxnet, &after.mxnet)}) {
        QCOMPARE(b->gpus[0].linkRate, 2 * a->gpus[0].linkRate);
        QCOMPARE(b->peers[0].rate, 2 * a->peers[0].rate);
        QCOMPARE(b->frontEnd.operatorNs, 0.5 * a->frontEnd.operatorNs);
        QCOMPARE(b->frontEnd.launchNs, 0.5 * a->frontEnd.launchNs);
        QCOMPARE(b->engine.launchNs, 0.5 * a->engine.launchNs);
        QCOMPARE(b->gpus[1].enginesPerWay, 3);
        QCOMPARE(b->engine.gpuWorkers, 2);
        QCOMPARE(b->gpus[0].gemm, 2 * a->gpus[0].gemm);
        QCOMPARE(b->gpus[0].dramRate, a->gpus[0].dramRate);
        QCOMPARE(b->host.faultNs, a->host.faultNs);
    }
    // A changed number is marked as estimated and names its old value.
    for (const MachineFact& fact : after.facts)
        if (fact.path == "gpus[0].link.rateGBps") {
            QCOMPARE(fact.kind, FactKind::Estimated);
            QVERIFY(fact.source.find("it was 12") != std::string::npos);
        }
}

void TestMachineChange::addedGpuEqualsTheLastGpuOfTheMachine()
{
    MachineChange change;
    change.moreGpus = 1;

    const Machine after = changed(change);

    QCOMPARE(after.torch.gpus.size(), std::size_t{3});
    QCOMPARE(after.torch.gpus[2].gemm, after.torch.gpus[1].gemm);
    const auto numbers = numbersOf(tests::machineText("book-v100"), "book-v100");
    QCOMPARE(numbers->gpus, 2);
}

void TestMachineChange::invalidChangesAreRefused_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<double>("link");
    QTest::addColumn<double>("dispatch");
    QTest::newRow("not a machine") << std::string("{}") << 1.0 << 1.0;
    QTest::newRow("not JSON") << std::string("]") << 1.0 << 1.0;
    QTest::newRow("link rate 0") << tests::machineText("book-v100") << 0.0 << 1.0;
    QTest::newRow("link rate too high") << tests::machineText("book-v100") << 1e9 << 1.0;
    QTest::newRow("negative dispatch cost") << tests::machineText("book-v100") << 1.0 << -1.0;
    QTest::newRow("NaN") << tests::machineText("book-v100") << std::nan("") << 1.0;
}

void TestMachineChange::invalidChangesAreRefused()
{
    QFETCH(std::string, text);
    QFETCH(double, link);
    QFETCH(double, dispatch);
    MachineChange change;
    change.link = link;
    change.dispatch = dispatch;

    const auto result = changedMachine(text, "mine", change, "mine", "Mine");

    QVERIFY(!result.has_value());
    QVERIFY(result.error().english().size() > 20);
}

void TestMachineChange::everyShippedMachineCanBeChanged()
{
    for (const char* id : {"a100-4", "book-v100", "card-4gb", "h100-8", "laptop-2019", "m60-2019", "nvlink-8", "pcie-8",
                           "v100-ethernet"}) {
        const Machine before = *parseMachine(tests::machineText(id), id);
        MachineChange change;
        change.link = 1.5;
        change.dispatch = 2;
        change.faster = MachineChange::Faster::HostPages;
        change.moreGpus = before.torch.gpus.empty() ? 0 : 1;
        const Machine after = changed(change, id);
        QCOMPARE(after.torch.gpus.size(), before.torch.gpus.size() + static_cast<std::size_t>(change.moreGpus));
        QCOMPARE(after.torch.host.pinNs, before.torch.host.pinNs / 2);
        QCOMPARE(after.torch.network.rate, before.torch.network.rate * 1.5);
        QCOMPARE(after.torch.network.ranksPerComputer, before.torch.network.ranksPerComputer);
    }
}

QTEST_GUILESS_MAIN(TestMachineChange)
#include "tst_machine_change.moc"
