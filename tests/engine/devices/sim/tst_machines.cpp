#include "engine/device/machine_catalogue.h"
#include "engine/device/machine_file.h"
#include "tests/machine_text.h"
#include "tests/source_dir.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <sys/stat.h>

using namespace engine;
using nlohmann::json;

namespace {

const std::string kFolder = tests::inSource("resources/machines");

// Appends the JSON pointer of every number object of a machine file.
void collectFacts(const json& at, const std::string& path, std::vector<std::string>& facts)
{
    if (at.is_object() && at.contains("value"))
        facts.push_back(path);
    else if (at.is_object())
        for (const auto& [name, inner] : at.items())
            collectFacts(inner, path + "/" + name, facts);
    else if (at.is_array())
        for (std::size_t i = 0; i < at.size(); ++i)
            collectFacts(at[i], path + "/" + std::to_string(i), facts);
}

}  // namespace

/// Tests machine files: the shipped files are valid, and faults of a file are reported.
class TestMachines : public QObject {
    Q_OBJECT

private slots:
    void shippedMachineFilesAreValid_data();
    void shippedMachineFilesAreValid();
    void everyNumberOfAMachineFileHasASource();
    void everyCallTakesTimeOnAShippedMachine();
    void errorContainsThePathOfTheFaultyField_data();
    void errorContainsThePathOfTheFaultyField();
    void invalidNumbersAreRefused();
    void duplicateFieldIsRefused();
    void trainingCostsInAMachineFileAreOptional();
    void truncatedFilesAreRefused();
    void schemaListsEveryField();
    void removedFieldOfEarlierVersionsIsIgnored();
    void bookMachineIsListedFirst();
    void catalogueFindsMachinesByIdAndByPath();
    void pipesDevicesAndFoldersAreRefusedAsMachineFiles();
};

void TestMachines::shippedMachineFilesAreValid_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("gpus");
    QTest::newRow("the book's") << "book-v100" << 2;
    QTest::newRow("M60") << "m60-2019" << 2;
    QTest::newRow("laptop") << "laptop-2019" << 0;
    QTest::newRow("4 GB") << "card-4gb" << 1;
    QTest::newRow("A100") << "a100-4" << 4;
    QTest::newRow("H100") << "h100-8" << 8;
    QTest::newRow("eight on PCIe") << "pcie-8" << 8;
    QTest::newRow("eight in a ring") << "nvlink-8" << 8;
    QTest::newRow("one per computer") << "v100-ethernet" << 1;
}

void TestMachines::shippedMachineFilesAreValid()
{
    QFETCH(QString, id);
    QFETCH(int, gpus);

    const auto machine = device::readMachine(kFolder + "/" + id.toStdString() + ".json");

    QVERIFY2(machine, machine ? "" : machine.error().english().c_str());
    QCOMPARE(QString::fromStdString(machine->id), id);
    QVERIFY(!machine->label.empty());
    QCOMPARE(static_cast<int>(machine->torch.gpus.size()), gpus);
    QCOMPARE(static_cast<int>(machine->mxnet.gpus.size()), gpus);
}

void TestMachines::everyNumberOfAMachineFileHasASource()
{
    const auto machine = device::readMachine(kFolder + "/book-v100.json");

    QVERIFY(machine->facts.size() > 80);
    for (const device::MachineFact& one : machine->facts) {
        QVERIFY2(!one.source.empty(), one.path.c_str());
        QVERIFY2(one.low <= one.value && one.value <= one.high, one.path.c_str());
    }
    // Where the frameworks differ, the machine file states one value for each framework.
    QCOMPARE(machine->torch.host.faultNs, 2795.0);
    QCOMPARE(machine->mxnet.host.faultNs, 3284.0);
    QVERIFY(machine->torch.gpus[0].gemm > machine->torch.gpus[1].gemm);
}

/// If calls took no time, the operation issued last in a timed block would start at the end of the block and be in no
/// block.
void TestMachines::everyCallTakesTimeOnAShippedMachine()
{
    for (const device::MachineInfo& info : device::listMachines(kFolder)) {
        const auto machine = device::readMachine(info.path);
        QVERIFY2(machine, info.id.c_str());
        for (const device::FrontEndModel* model : {&machine->torch.frontEnd, &machine->mxnet.frontEnd})
            for (const double ns :
                 {model->operatorNs, model->layerNs, model->cachedGraphNs, model->backwardNs, model->updateNs})
                QVERIFY2(ns >= 1, info.id.c_str());
    }
}

void TestMachines::errorContainsThePathOfTheFaultyField_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");  // JSON; if empty, the field is removed
    QTest::addColumn<QString>("message");

    QTest::newRow("missing object") << "/host"
                                    << ""
                                    << "host is missing";
    QTest::newRow("missing number") << "/host/faultNs"
                                    << ""
                                    << "host.faultNs is missing";
    QTest::newRow("missing value") << "/gpus/0/memoryMiB/value"
                                   << ""
                                   << "gpus[0].memoryMiB.value is missing";
    QTest::newRow("missing source") << "/gpus/0/memoryMiB/source"
                                    << ""
                                    << "gpus[0].memoryMiB.source is missing";
    QTest::newRow("negative") << "/gpus/1/memoryMiB/value"
                              << "-5"
                              << "gpus[1].memoryMiB.value must be a number from";
    QTest::newRow("huge") << "/gpus/0/link/rateGBps/value"
                          << "1e300"
                          << "gpus[0].link.rateGBps.value must be a number from";
    QTest::newRow("infinite") << "/gpus/0/dramGBps/value"
                              << "1e999"
                              << "";
    QTest::newRow("string for a number") << "/host/stagingGBps/value"
                                         << "\"fast\""
                                         << "host.stagingGBps.value must be a number";
    QTest::newRow("bare number") << "/host/stagingGBps"
                                 << "6"
                                 << "host.stagingGBps must be an object with value";
    QTest::newRow("unknown field") << "/host/colour"
                                   << "1"
                                   << "host.colour is not a field";
    QTest::newRow("unknown field of a fact") << "/host/unmapNs/unit"
                                             << "\"ns\""
                                             << "host.unmapNs.unit is not a field";
    QTest::newRow("unknown kind") << "/host/unmapNs/kind"
                                  << "\"guessed\""
                                  << "host.unmapNs.kind must be";
    QTest::newRow("only one dialect") << "/host/faultNs/mxnet"
                                      << ""
                                      << "host.faultNs.mxnet is missing";
    QTest::newRow("layers of one dialect only") << "/frontEnd/layerUs/torch"
                                                << ""
                                                << "frontEnd.layerUs.torch is missing";
    QTest::newRow("negative launch") << "/frontEnd/launchUs/torch/value"
                                     << "-1"
                                     << "frontEnd.launchUs.torch.value must be a number from 0 to";
    QTest::newRow("bare convolution size") << "/gpus/0/convolutionHalfMflop"
                                           << "7"
                                           << "gpus[0].convolutionHalfMflop must be an object with value";
    QTest::newRow("fractional worker count") << "/engine/cpuWorkers/value"
                                             << "1.5"
                                             << "engine.cpuWorkers must be a whole number";
    QTest::newRow("zero workers") << "/engine/cpuWorkers/value"
                                  << "0"
                                  << "engine.cpuWorkers.value must be a number from";
    QTest::newRow("value above its range") << "/gpus/0/floorMiB/high"
                                           << "10"
                                           << "gpus[0].floorMiB has a value outside";
    QTest::newRow("peer out of range") << "/peers/0/between"
                                       << "[0, 2]"
                                       << "peers[0].between must name different GPUs";
    QTest::newRow("peer with itself") << "/peers/0/between"
                                      << "[1, 1]"
                                      << "peers[0].between must name different GPUs";
    QTest::newRow("peers of no GPU") << "/gpus"
                                     << "[]"
                                     << "peers[0].between must be empty: this machine has no GPUs";
    QTest::newRow("peer link with one end") << "/peers/0/between"
                                            << "[0]"
                                            << "peers[0].between must be a list of at least 2";
    QTest::newRow("list instead of an object") << "/frontEnd"
                                               << "[]"
                                               << "frontEnd must be an object";
    QTest::newRow("object instead of a list") << "/gpus"
                                              << "{}"
                                              << "gpus must be a list";
    QTest::newRow("a million GPUs") << "/gpus/0/count"
                                    << "1000000"
                                    << "gpus[0].count must be a whole number from 1 to 64";
    QTest::newRow("count that overflows 32 bits") << "/gpus/0/count"
                                                  << "4294967297"
                                                  << "gpus[0].count must be a whole number";
    QTest::newRow("later schema") << "/schema"
                                  << "2"
                                  << "schema is 2; this program reads schema 1. A newer Overlap may read it";
    QTest::newRow("no label") << "/label"
                              << "\"\""
                              << "label must be a text";
    QTest::newRow("unknown sharing") << "/gpus/0/sharing"
                                     << "\"random\""
                                     << "gpus[0].sharing must be";
    QTest::newRow("no memory left") << "/gpus/0/usedByOthersMiB"
                                    << R"({"value": 99999, "kind": "measured", "source": "a test"})"
                                    << "gpus[0].usedByOthersMiB and floorMiB leave nothing";
}

void TestMachines::errorContainsThePathOfTheFaultyField()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, message);
    json machine = json::parse(tests::machineText("book-v100"));
    const json::json_pointer at(pointer.toStdString());
    std::string text;
    if (value.isEmpty()) {
        machine.at(at.parent_pointer()).erase(at.back());
        text = machine.dump();
    } else {
        machine[at] = "REPLACED";
        text = machine.dump();
        text.replace(text.find("\"REPLACED\""), 10, value.toStdString());
    }

    const auto read = device::parseMachine(text, "mine.json");

    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::BadFile);
    const QString said = QString::fromStdString(read.error().english());
    QVERIFY2(said.startsWith("mine.json"), qPrintable(said));
    QVERIFY2(said.contains(message), qPrintable(said));
}

void TestMachines::invalidNumbersAreRefused()
{
    const json machine = json::parse(tests::machineText("h100-8"));
    std::vector<std::string> facts;
    collectFacts(machine, "", facts);
    QVERIFY(facts.size() > 60);
    for (const std::string& path : facts)
        for (const json& wrong : {json(-1.0), json(nullptr), json("x"), json(1e300), json::array()}) {
            json broken = machine;
            broken[json::json_pointer(path + "/value")] = wrong;
            QVERIFY2(!device::parseMachine(broken.dump(), "mine.json"), (path + " = " + wrong.dump()).c_str());
        }
}

// JSON allows duplicate fields, and parsers silently use the last one.
void TestMachines::duplicateFieldIsRefused()
{
    std::string text = tests::machineText("book-v100");
    text.insert(text.find("\"label\""), "\"label\": \"another\", ");

    const auto read = device::parseMachine(text, "mine.json");

    QVERIFY(!read);
    QVERIFY(read.error().english().find("mine.json: the field label occurs twice") != std::string::npos);
}

// Older files have no training costs. For such files, the costs of products and operators are used.
void TestMachines::trainingCostsInAMachineFileAreOptional()
{
    json machine = json::parse(tests::machineText("book-v100"));
    for (const char* name : {"denseGflops", "convolutionGflops", "cacheMiB", "cacheGBps", "loadMBps"})
        machine["host"].erase(name);
    for (json& gpu : machine["gpus"])
        for (const char* name : {"convolutionGflops", "convolutionHalfMflop", "convolutionTuneUs"})
            gpu.erase(name);
    for (const char* name : {"launchUs", "backwardUs", "updateUs"})
        machine["frontEnd"].erase(name);

    const auto read = device::parseMachine(machine.dump(), "mine.json");

    QVERIFY2(read, read ? "" : read.error().english().c_str());
    const device::Profile& profile = read->mxnet;
    QCOMPARE(profile.host.convolution, profile.host.gemm);
    QCOMPARE(profile.host.dense, profile.host.gemm);
    QCOMPARE(profile.gpus[1].convolution, profile.gpus[1].gemm);
    QCOMPARE(profile.gpus[0].convolutionHalf, 0.0);
    QCOMPARE(profile.gpus[0].tuneNs, 0.0);
    QCOMPARE(read->torch.frontEnd.launchNs, 0.0);
    QCOMPARE(profile.frontEnd.backwardNs, profile.frontEnd.operatorNs);
    QCOMPARE(profile.host.loadRate, 0.0);
    QCOMPARE(profile.host.normalRate, profile.host.randomRate);
    QCOMPARE(profile.host.soloShare, 1.0);
    QCOMPARE(profile.host.layerNs, 0.0);
    QCOMPARE(profile.host.touchNs, 0.0);
    QCOMPARE(profile.host.keptBytes, profile.host.freshBytes);
}

void TestMachines::truncatedFilesAreRefused()
{
    const std::string text = tests::machineText("laptop-2019");
    for (std::size_t length = 0; length + 2 < text.size(); length += 7)
        QVERIFY(!device::parseMachine(text.substr(0, length), "mine.json"));
    QVERIFY(!device::parseMachine(std::string("\0\xff\xfe binary", 10), "mine.json"));
    QVERIFY(!device::parseMachine("null", "mine.json"));
    QVERIFY(!device::parseMachine("[1, 2]", "mine.json"));
    QVERIFY(!device::readMachine("/nowhere/at/all.json"));
    // The operating system reports no size for this file, which is longer than any memory.
    const auto endless = device::readMachine("/proc/self/pagemap");
    QVERIFY(!endless);
    QVERIFY2(endless.error().english().find("larger than 4 MiB") != std::string::npos,
             endless.error().english().c_str());
    QVERIFY(!device::readMachine(kFolder));
    QVERIFY(!device::parseMachine(std::string(100'000, '['), "mine.json"));
}

void TestMachines::schemaListsEveryField()
{
    const json schema = json::parse(tests::machineText("machine.schema"));
    const json& definitions = schema.at("$defs");
    const auto known = [](const json& object, const json& fields) {
        for (const auto& [name, value] : object.items())
            if (!fields.contains(name))
                return false;
        return true;
    };
    for (const device::MachineInfo& info : device::listMachines(kFolder)) {
        const json machine = json::parse(tests::machineText(info.id));
        QVERIFY(known(machine, schema.at("properties")));
        QVERIFY(known(machine.at("host"), definitions.at("host").at("properties")));
        QVERIFY(known(machine.at("frontEnd"), definitions.at("frontEnd").at("properties")));
        QVERIFY(known(machine.at("engine"), definitions.at("engine").at("properties")));
        for (const json& gpu : machine.at("gpus")) {
            QVERIFY(known(gpu, definitions.at("gpu").at("properties")));
            QVERIFY(known(gpu.at("link"), definitions.at("link").at("properties")));
        }
        QVERIFY(known(machine.value("network", json::object()), definitions.at("network").at("properties")));
        // The reader requires every field that the schema requires.
        for (const json& field : definitions.at("host").at("required")) {
            json broken = machine;
            broken["host"].erase(field.get<std::string>());
            QVERIFY(!device::parseMachine(broken.dump(), "mine.json"));
        }
    }
}

void TestMachines::removedFieldOfEarlierVersionsIsIgnored()
{
    json machine = json::parse(tests::machineText("book-v100"));
    machine["gpus"][0]["computeStreams"] = {{"value", 2}, {"kind", "estimated"}, {"source", "an earlier version"}};

    const auto read = device::parseMachine(machine.dump(), "mine.json");

    QVERIFY2(read, read ? "" : read.error().english().c_str());
    QCOMPARE(read->torch.engine.gpuWorkers,
             device::parseMachine(tests::machineText("book-v100"), "b")->torch.engine.gpuWorkers);
}

void TestMachines::bookMachineIsListedFirst()
{
    const auto machines = device::listMachines(kFolder);

    QCOMPARE(machines.size(), std::size_t{9});
    QCOMPARE(QString::fromStdString(machines[0].id), QString("book-v100"));
    QCOMPARE(machines[0].gpuCount, 2);
    for (const device::MachineInfo& info : machines)
        QVERIFY2(info.problem.empty(), info.problem.english().c_str());
    QVERIFY(device::listMachines("/nowhere").empty());
}

void TestMachines::catalogueFindsMachinesByIdAndByPath()
{
    QVERIFY(device::findMachineFile(kFolder, "card-4gb"));
    QVERIFY(device::findMachineFile("/nowhere", kFolder + "/a100-4.json"));

    const auto missing = device::findMachineFile(kFolder, "cray-1");

    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::NotFound);
    QVERIFY(missing.error().english().find("Known: this-computer, book-v100, a100-4") != std::string::npos);
    QVERIFY(!device::describeMachine("/nowhere/x.json").problem.empty());
}

void TestMachines::pipesDevicesAndFoldersAreRefusedAsMachineFiles()
{
    const QTemporaryDir folder;
    const std::string pipe = folder.filePath("mine.json").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const auto problemOf = [](const std::string& path) {
        const auto machine = device::readMachine(path);
        return machine ? QString() : QString::fromStdString(machine.error().english());
    };

    QVERIFY(problemOf(pipe).contains("is a pipe, not a machine file"));
    QVERIFY(problemOf("/dev/zero").contains("is a device, not a machine file"));
    QVERIFY(problemOf(folder.path().toStdString()).contains("is a folder, not a machine file"));
    // A pipe among the user's machine files is listed with its problem.
    const auto listed = device::listMachines(folder.path().toStdString());
    QCOMPARE(listed.size(), std::size_t{1});
    QVERIFY(QString::fromStdString(listed[0].problem.english()).contains("is a pipe"));
}

QTEST_APPLESS_MAIN(TestMachines)
#include "tst_machines.moc"
