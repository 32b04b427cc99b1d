#include "engine/device/machine_change.h"
#include "engine/device/machine_file.h"
#include "tests/fuzz/mutations.h"

#include <QTest>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace engine;

/// Mutated machine files give either a machine or an error message.
class TestFuzzMachines : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void mutatedFilesAreReadOrRefused();
    void mutatedFilesAreChangedOrRefused();

private:
    std::vector<std::string> m_files;
};

void TestFuzzMachines::initTestCase()
{
    for (const auto& entry : std::filesystem::directory_iterator(OVERLAP_SOURCE_DIR "/resources/machines")) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with(".json") || name.ends_with(".schema.json"))
            continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        m_files.push_back(text.str());
    }
    // Sorted, because the order of directory entries differs between systems.
    std::sort(m_files.begin(), m_files.end());
    QVERIFY(m_files.size() >= 6);
}

void TestFuzzMachines::mutatedFilesAreReadOrRefused()
{
    fuzz::Mutations inputs(m_files, 1);
    int read = 0;
    for (int i = fuzz::inputCount(3000); i > 0; --i) {
        const auto machine = device::parseMachine(inputs.next(), "a.json");
        if (!machine) {
            QVERIFY(!machine.error().english().empty());
            QVERIFY2(machine.error().english().find("a.json") != std::string::npos, machine.error().english().c_str());
            continue;
        }
        ++read;
        // An accepted machine is usable: its numbers are positive and within bounds.
        for (const device::Profile* profile : {&machine->torch, &machine->mxnet})
            for (const device::GpuModel& gpu : profile->gpus)
                QVERIFY(gpu.memory.value > 0);
    }
    // Changes within strings and of single digits keep a file valid.
    QVERIFY(read > 0);
}

void TestFuzzMachines::mutatedFilesAreChangedOrRefused()
{
    fuzz::Mutations inputs(m_files, 2);
    const device::MachineChange::Faster kinds[] = {
        device::MachineChange::Faster::None, device::MachineChange::Faster::Products,
        device::MachineChange::Faster::Convolutions, device::MachineChange::Faster::HostPages};
    int changed = 0;
    for (int i = 0; i < fuzz::inputCount(1500); ++i) {
        const std::string text = inputs.next();
        device::MachineChange change;
        change.link = 0.25 * (1 + i % 16);
        change.copyEngines = i % 3;
        change.streams = i % 5;
        change.faster = kinds[i % 4];
        change.moreGpus = i % 7 == 0 ? 1 : 0;
        const auto machine = device::changedMachine(text, "a.json", change, "what-if", "What if");
        static_cast<void>(device::numbersOf(text, "a.json"));
        if (!machine) {
            QVERIFY(!machine.error().english().empty());
            continue;
        }
        ++changed;
        const auto again = device::parseMachine(*machine, "b.json");
        QVERIFY2(again, again ? "" : again.error().english().c_str());
    }
    QVERIFY(changed > 0);
}

QTEST_GUILESS_MAIN(TestFuzzMachines)
#include "tst_fuzz_machines.moc"
