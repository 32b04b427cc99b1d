#include "engine/devices/cuda/module.h"
#include "engine/devices/cuda/open_computer.h"
#include "tests/devices/fake_gpu.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <set>

using namespace engine;
using namespace engine::devices::cuda;

class TestModule : public QObject {
    Q_OBJECT

private slots:
    void itIsLookedForBesideTheProgram();
    void aPlaceOfTheReadersOwnIsTheOnlyOne();
    void whatIsMissingAndWhatIsNoModuleIsSaid();
    void eachTroubleHasItsSentence();
    void theMachineSaysWhichGpuItHas();
    void theRealModuleAnswers();
};

void TestModule::itIsLookedForBesideTheProgram()
{
    qunsetenv("OVERLAP_CUDA_MODULE");

    const auto places = modulePlaces();

    QCOMPARE(places.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(places[0].parent_path().string()), QCoreApplication::applicationDirPath());
}

void TestModule::aPlaceOfTheReadersOwnIsTheOnlyOne()
{
    qputenv("OVERLAP_CUDA_MODULE", "/nowhere/module.so");

    QCOMPARE(modulePlaces(), std::vector<std::filesystem::path>{"/nowhere/module.so"});

    qunsetenv("OVERLAP_CUDA_MODULE");
}

void TestModule::whatIsMissingAndWhatIsNoModuleIsSaid()
{
    const QTemporaryDir folder;
    const std::filesystem::path text = folder.filePath("liboverlap_cuda13.so").toStdString();
    std::ofstream(text) << "not a library";

    const ModuleSearch missing = findModule({"/nowhere/module.so"});
    const ModuleSearch broken = findModule({"/nowhere/module.so", text});
    const ModuleSearch foreign = findModule({"libm.so.6", "/lib/x86_64-linux-gnu/libm.so.6"});

    QCOMPARE(missing.problem, GpuProblem::NoModule);
    QVERIFY(missing.sentence.find("not found") != std::string::npos);
    QCOMPARE(broken.problem, GpuProblem::NoModule);
    QVERIFY2(broken.sentence.find(text.string()) != std::string::npos, broken.sentence.c_str());
    QCOMPARE(foreign.problem, GpuProblem::NoModule);
    QVERIFY(!missing.module && !broken.module && !foreign.module);
}

void TestModule::eachTroubleHasItsSentence()
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
    QVERIFY(without.sentence.find("no NVIDIA driver") != std::string::npos);
    QCOMPARE(old.problem, GpuProblem::NoDriver);
    QVERIFY2(old.sentence.find("12.4") != std::string::npos, old.sentence.c_str());
    QCOMPARE(empty.problem, GpuProblem::NoDevice);
    std::set<std::string> sentences;
    for (const ModuleSearch* search : {&without, &old, &empty}) {
        sentences.insert(search->sentence);
        QVERIFY(search->sentence.ends_with("virtual machine instead."));
        QVERIFY(describeComputer(*search).note == search->sentence);
        QVERIFY(describeComputer(*search).problem.empty());
    }
    QCOMPARE(sentences.size(), std::size_t{3});
}

void TestModule::theMachineSaysWhichGpuItHas()
{
    fake::Settings settings;
    settings.devices = 2;

    const device::MachineInfo info = describeComputer(probeModule(fake::makeModule(settings)));

    QCOMPARE(info.gpuCount, 2);
    QVERIFY(info.label.ends_with("2 GPUs"));
    QCOMPARE(info.note, std::string("Made-up GPU"));
}

void TestModule::theRealModuleAnswers()
{
#if defined(OVERLAP_CUDA_MODULE_FILE)
    const ModuleSearch search = findModule({OVERLAP_CUDA_MODULE_FILE});
    if (search.module)
        QVERIFY(search.probe.devices > 0);
    else
        QVERIFY2(search.sentence.find("driver") != std::string::npos ||
                     search.sentence.find("libraries") != std::string::npos,
                 search.sentence.c_str());
    qInfo("%s", search.module ? "this computer has a GPU" : search.sentence.c_str());
#else
    QSKIP("The CUDA module is not built here: there is no nvcc.");
#endif
}

QTEST_GUILESS_MAIN(TestModule)
#include "tst_module.moc"
