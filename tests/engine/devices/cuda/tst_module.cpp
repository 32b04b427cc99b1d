#include "engine/devices/cuda/module.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/trace/recorder.h"
#include "tests/devices/fake_gpu.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>

using namespace engine;
using namespace engine::devices::cuda;

class TestModule : public QObject {
    Q_OBJECT

private slots:
    void cudaModuleIsSearchedBesideTheExecutable();
    void onlyThePathInTheEnvironmentVariableIsSearched();
    void missingAndInvalidModulesAreReported();
    void eachGpuProblemHasAMessage();
    void descriptionNamesTheGpus();
    void messageNamesAGpuThatIsTooOld();
    void singleGpuIsAlsoOfferedAsTwoSharedGpus();
    void gpuOptionsAreSuffixesOfTheMachineName();
    void moduleOfThisBuildLoadsOrReportsTheProblem();
};

void TestModule::cudaModuleIsSearchedBesideTheExecutable()
{
    qunsetenv("OVERLAP_CUDA_MODULE");

    const auto places = modulePlaces();

    QCOMPARE(places.size(), std::size_t{4});
    QCOMPARE(QString::fromStdString(places[0].parent_path().string()), QCoreApplication::applicationDirPath());
    QCOMPARE(places[0].filename().string(), std::string("liboverlap_cuda13.so"));
    QCOMPARE(places[2].filename().string(), std::string("liboverlap_cuda12.so"));
}

void TestModule::onlyThePathInTheEnvironmentVariableIsSearched()
{
    qputenv("OVERLAP_CUDA_MODULE", "/nowhere/module.so");

    QCOMPARE(modulePlaces(), std::vector<std::filesystem::path>{"/nowhere/module.so"});

    qunsetenv("OVERLAP_CUDA_MODULE");
}

void TestModule::missingAndInvalidModulesAreReported()
{
    const QTemporaryDir folder;
    const std::filesystem::path text = folder.filePath("liboverlap_cuda13.so").toStdString();
    std::ofstream(text) << "not a library";

    const ModuleSearch missing = findModule({"/nowhere/module.so"});
    const ModuleSearch broken = findModule({"/nowhere/module.so", text});
    const ModuleSearch foreign = findModule({"libm.so.6", "/lib/x86_64-linux-gnu/libm.so.6"});

    QCOMPARE(missing.problem, GpuProblem::NoModule);
    QVERIFY(missing.sentence.english().find("not found") != std::string::npos);
    QCOMPARE(broken.problem, GpuProblem::NoModule);
    QVERIFY2(broken.sentence.english().find(text.string()) != std::string::npos, broken.sentence.english().c_str());
    QCOMPARE(foreign.problem, GpuProblem::NoModule);
    QVERIFY(!missing.module && !broken.module && !foreign.module);
}

void TestModule::eachGpuProblemHasAMessage()
{
    fake::Settings settings;
    settings.driver = 0;
    const ModuleSearch without = probeModule(fake::makeModule(settings));
    settings.driver = 12040;
    const ModuleSearch old = probeModule(fake::makeModule(settings));
    settings.driver = 13000;
    settings.devices = 0;
    const ModuleSearch empty = probeModule(fake::makeModule(settings));

    QCOMPARE(without.problem, GpuProblem::NoDriver);
    QVERIFY(without.sentence.english().find("no NVIDIA driver") != std::string::npos);
    QVERIFY(without.sentence.english().find("the driver for CUDA 13 (driver 580 or newer)") != std::string::npos);
    QCOMPARE(old.problem, GpuProblem::NoDriver);
    QVERIFY2(old.sentence.english().find("12.4") != std::string::npos, old.sentence.english().c_str());
    QCOMPARE(empty.problem, GpuProblem::NoDevice);
    std::set<std::string> sentences;
    for (const ModuleSearch* search : {&without, &old, &empty}) {
        sentences.insert(search->sentence.english());
        QVERIFY(search->sentence.english().ends_with("virtual machine instead."));
        QVERIFY(describeComputer(*search).note.english() == search->sentence.english());
        QVERIFY(describeComputer(*search).problem.empty());
    }
    QCOMPARE(sentences.size(), std::size_t{3});
}

void TestModule::descriptionNamesTheGpus()
{
    fake::Settings settings;
    settings.devices = 2;

    const device::MachineInfo info = describeComputer(probeModule(fake::makeModule(settings)));

    QCOMPARE(info.gpuCount, 2);
    QVERIFY(info.label.ends_with("2 GPUs"));
    QCOMPARE(info.note.english(), std::string("Made-up GPU"));
}

void TestModule::messageNamesAGpuThatIsTooOld()
{
    fake::Settings settings;
    settings.capability = 70;

    const ModuleSearch search = probeModule(fake::makeModule(settings));

    QVERIFY(!search.module);
    QCOMPARE(search.problem, GpuProblem::NoDevice);
    QVERIFY2(search.sentence.english().find("Made-up GPU, has compute capability 7.0") != std::string::npos,
             search.sentence.english().c_str());
}

void TestModule::singleGpuIsAlsoOfferedAsTwoSharedGpus()
{
    fake::Settings settings;
    settings.devices = 1;
    const auto one = describeComputers(probeModule(fake::makeModule(settings)));
    settings.devices = 2;
    const ModuleSearch search = probeModule(fake::makeModule(settings));
    const auto two = describeComputers(search);

    QCOMPARE(one.size(), std::size_t{3});
    QCOMPARE(one[1].id, std::string("this-computer+tf32"));
    QVERIFY(one[1].label.ends_with("TF32"));
    QCOMPARE(one[2].id, std::string("this-computer+shared"));
    QCOMPARE(one[2].gpuCount, 2);
    QVERIFY2(one[2].label.find("shared, no speed-up possible") != std::string::npos, one[2].label.c_str());
    QCOMPARE(two.size(), std::size_t{2});
    QCOMPARE(describeComputers({}).size(), std::size_t{1});

    trace::Recorder recorder;
    GpuSettings shared;
    shared.isShared = true;
    const auto refused = openComputer(search, shared, {}, recorder);
    QVERIFY(!refused);
    QVERIFY2(refused.error().english().find("2 GPUs") != std::string::npos, refused.error().english().c_str());
    const auto none = openComputer({}, shared, {}, recorder);
    QVERIFY(!none && none.error().code == ErrorCode::Unavailable);
}

void TestModule::gpuOptionsAreSuffixesOfTheMachineName()
{
    const auto both = device::machineChoice("this-computer+tf32+shared");
    const auto other = device::machineChoice("machines/my+own.json");
    const auto plain = device::machineChoice("this-computer");
    const auto wrong = device::machineChoice("this-computer+fast");

    QVERIFY(both && both->isTf32 && both->isShared && both->machine == "this-computer");
    QCOMPARE(device::nameOf(*both), std::string("this-computer+tf32+shared"));
    QVERIFY(other && other->machine == "machines/my+own.json" && !other->isTf32);
    QVERIFY(plain && device::nameOf(*plain) == "this-computer");
    QVERIFY(!wrong && wrong.error().english().find("\"fast\"") != std::string::npos);
}

void TestModule::moduleOfThisBuildLoadsOrReportsTheProblem()
{
#if defined(OVERLAP_CUDA_MODULE_FILE)
    const ModuleSearch search = findModule({OVERLAP_CUDA_MODULE_FILE});
    if (search.module)
        QVERIFY(search.probe.devices > 0);
    else
        QVERIFY2(search.sentence.english().find("driver") != std::string::npos ||
                     search.sentence.english().find("libraries") != std::string::npos,
                 search.sentence.english().c_str());
    qInfo("%s", search.module ? "this computer has a GPU" : search.sentence.english().c_str());
#else
    QSKIP("The CUDA module is not built here: there is no nvcc.");
#endif
}

QTEST_GUILESS_MAIN(TestModule)
#include "tst_module.moc"
