#include "engine/device/machine_change.h"
#include "engine/device/machine_file.h"
#include "tests/fuzz/mutations.h"

#include <QTest>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace engine;

/// Machine files from elsewhere, broken in every way: a machine, or a sentence.
class TestFuzzMachines : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void filesAreMachinesOrSentences();
    void whatIfOfAnyFileIsAMachineOrASentence();

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
    // The order of a folder is not the same everywhere; the inputs shall be.
    std::sort(m_files.begin(), m_files.end());
    QVERIFY(m_files.size() >= 6);
}

void TestFuzzMachines::filesAreMachinesOrSentences()
{
    fuzz::Mutations inputs(m_files, 1);
    int read = 0;
    for (int i = fuzz::inputCount(3000); i > 0; --i) {
        const auto machine = device::parseMachine(inputs.next(), "a.json");
        if (!machine) {
            QVERIFY(!machine.error().message.empty());
            QVERIFY2(machine.error().message.find("a.json") != std::string::npos, machine.error().message.c_str());
            continue;
        }
        ++read;
        // What is accepted can be built: nothing in it is negative, empty or beyond all machines.
        for (const device::Profile* profile : {&machine->torch, &machine->mxnet})
            for (const device::GpuModel& gpu : profile->gpus)
                QVERIFY(gpu.memory.value > 0);
    }
    // Changes within texts and of single digits leave machines.
    QVERIFY(read > 0);
}

void TestFuzzMachines::whatIfOfAnyFileIsAMachineOrASentence()
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
            QVERIFY(!machine.error().message.empty());
            continue;
        }
        ++changed;
        const auto again = device::parseMachine(*machine, "b.json");
        QVERIFY2(again, again ? "" : again.error().message.c_str());
    }
    QVERIFY(changed > 0);
}

QTEST_GUILESS_MAIN(TestFuzzMachines)
#include "tst_fuzz_machines.moc"
