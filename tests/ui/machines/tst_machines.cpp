#include "ui/look/languages.h"
#include "ui/machines/machines.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace ui::machines;
using engine::device::MachineInfo;
using engine::trace::PlatformKind;

/// Tests that the list of machines contains those of all sources, and each file once.
class TestMachines : public QObject {
    Q_OBJECT

private slots:
    void warningCountsOneGpuInTheSingular();
    void machineFileThatIsAddedTwiceIsListedOnce();
    void brokenMachineFileIsListedIfRestoredButNotIfAdded();
    void nonAsciiFileNamesAreEncoded();
    void machinesOfThisComputerReplaceThePlaceholder();
    void machineFileIsNotAddedWithoutAFileReader();

private:
    [[nodiscard]] static MachineSource source();
    [[nodiscard]] static QStringList ids(const Machines& machines);
};

/// A source whose file reader reports a problem for files named "bad".
MachineSource TestMachines::source()
{
    MachineSource source;
    source.listed = {{"book-v100", "2× V100", PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
                     {"this-computer", "This computer", PlatformKind::Real, 0, "", {}, {}},
                     {"/own/a.json", "a", PlatformKind::Virtual, 1, "/own/a.json", {}, {}}};
    source.describe = [](const std::string& path) {
        const bool isBad = path.find("bad") != std::string::npos;
        const engine::Message problem(isBad ? "links[0].rate is missing" : "");
        return MachineInfo{path, "read", PlatformKind::Virtual, 1, path, problem, {}};
    };
    return source;
}

QStringList TestMachines::ids(const Machines& machines)
{
    QStringList ids;
    for (const MachineInfo& machine : machines.all())
        ids << QString::fromStdString(machine.id);
    return ids;
}

void TestMachines::machineFileThatIsAddedTwiceIsListedOnce()
{
    Machines machines(source(), nullptr);

    machines.restore(QStringLiteral("/own/a.json"), QStringLiteral("/own/a.json"));

    QCOMPARE(ids(machines), QStringList({"book-v100", "this-computer", "/own/a.json"}));
    QCOMPARE(machines.chosenId(), QStringLiteral("/own/a.json"));
    QCOMPARE(machines.chosen().label, std::string("read"));
    QSignalSpy changed(&machines, &Machines::listChanged);
    QVERIFY(machines.add(QStringLiteral("/own/a.json")).has_value());
    QCOMPARE(ids(machines).size(), 3);
    QCOMPARE(changed.count(), 1);
}

void TestMachines::brokenMachineFileIsListedIfRestoredButNotIfAdded()
{
    Machines machines(source(), nullptr);

    const auto spoilt = machines.add(QStringLiteral("/own/bad.json"));

    QVERIFY(spoilt.has_value());
    QVERIFY(!spoilt->problem.empty());
    QCOMPARE(ids(machines).size(), 3);
    machines.restore(QStringLiteral("book-v100"), QStringLiteral("/own/bad.json"));
    QCOMPARE(ids(machines).last(), QStringLiteral("/own/bad.json"));
    QVERIFY(!machines.isUsable(QStringLiteral("/own/bad.json")));
    QCOMPARE(machines.chosenId(), QStringLiteral("book-v100"));
}

void TestMachines::nonAsciiFileNamesAreEncoded()
{
    Machines machines(source(), nullptr);
    const QString path = QStringLiteral("/own/机器 2× é.json");

    machines.restore(QStringLiteral("book-v100"), path);

    QCOMPARE(machines.all().back().path, QFile::encodeName(path).toStdString());
    QVERIFY(machines.byId(path) != nullptr);
}

void TestMachines::machinesOfThisComputerReplaceThePlaceholder()
{
    MachineSource own = source();
    own.findOwn = [] {
        return std::vector<MachineInfo>{
            {"this-computer", "This computer", PlatformKind::Real, 1, "", {}, {}},
            {"this-computer+tf32", "This computer, TF32", PlatformKind::Real, 1, "", {}, {}}};
    };
    Machines machines(own, nullptr);
    machines.restore(QStringLiteral("this-computer+tf32"), {});
    QCOMPARE(machines.chosenId(), QStringLiteral("this-computer"));
    QCOMPARE(machines.idToStore(), QStringLiteral("this-computer+tf32"));
    QSignalSpy known(&machines, &Machines::localMachinesListed);

    machines.searchForGpus();

    QVERIFY(machines.isSearchingForGpus());
    QVERIFY(known.wait());
    QVERIFY(!machines.isSearchingForGpus());
    QCOMPARE(ids(machines), QStringList({"book-v100", "this-computer", "this-computer+tf32", "/own/a.json"}));
    QCOMPARE(machines.chosenId(), QStringLiteral("this-computer+tf32"));
    QVERIFY(!machines.popMissing());
}

void TestMachines::machineFileIsNotAddedWithoutAFileReader()
{
    Machines machines({}, nullptr);

    machines.restore(QStringLiteral("/own/a.json"), QStringLiteral("/own/a.json"));

    QVERIFY(!machines.add(QStringLiteral("/own/a.json")));
    QVERIFY(machines.all().empty());
    QVERIFY(machines.chosen().id.empty());
}

void TestMachines::warningCountsOneGpuInTheSingular()
{
    ui::look::Languages languages;
    languages.choose(ui::look::Language::English);

    QCOMPARE(missingGpusText(2, 1),
             QStringLiteral("The listing uses GPU 1, and this machine has 1 GPU: it may stop there."));
    QCOMPARE(missingGpusText(4, 2),
             QStringLiteral("The listing uses GPU 3, and this machine has 2 GPUs: it may stop there."));
}

QTEST_GUILESS_MAIN(TestMachines)
#include "tst_machines.moc"
