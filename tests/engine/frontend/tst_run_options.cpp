#include "engine/frontend/detail/run_options.h"

#include <QTest>

#include <random>

using namespace engine;
using frontend::Parameter;
using frontend::ParameterKind;
using Overrides = std::map<std::string, std::string>;

/// Tests how a program's parameters are interpreted, and that invalid values are refused.
class TestRunOptions : public QObject {
    Q_OBJECT

private slots:
    void optionsThatTheProgramDeclaresAreTheDefaults();
    void parametersSetThePlatformOptions();
    void hostMemoryParameterChoosesPinnedOrPageableMemory_data();
    void hostMemoryParameterChoosesPinnedOrPageableMemory();
    void devicesParameterChoosesGpus_data();
    void devicesParameterChoosesGpus();
    void integersOutsideTheirBoundsAreRefused_data();
    void integersOutsideTheirBoundsAreRefused();
    void realNumbersOutsideTheirBoundsAreRefused_data();
    void realNumbersOutsideTheirBoundsAreRefused();
    void errorAboutAParameterListsTheValidOnes();
    void parameterValueThatTheProgramDoesNotOfferIsAccepted();
    void allReduceParameterIsRefusedWithoutMxnet();
    void randomParameterTextIsAcceptedOrGivesAMessage();

private:
    static frontend::RunRequest request(const Overrides& overrides)
    {
        frontend::RunRequest request;
        request.program.parameters = {
            {"n", "side", ParameterKind::Integer, "4000", 1, 20000, {}, {}},
            {"copies", "copies on", ParameterKind::Choice, "own", 1, 0, {"own", "current"}, {}},
        };
        request.dialect = frontend::Dialect::MXNet;
        request.seed = 9;
        request.parameters = overrides;
        return request;
    }
    static QString messageFor(const Overrides& overrides)
    {
        const auto settings = frontend::settingsOf(request(overrides));
        return settings ? QString() : QString::fromStdString(settings.error().english());
    }
};

void TestRunOptions::optionsThatTheProgramDeclaresAreTheDefaults()
{
    const auto settings = frontend::settingsOf(request({}));

    QVERIFY(settings);
    QVERIFY(settings->platform.semantics == device::Semantics::MXNet);
    QCOMPARE(settings->platform.seed, std::uint64_t{9});
    QVERIFY(settings->platform.copyStream == device::CopyStream::Own);
    QVERIFY(!settings->hostMemory);
    QCOMPARE(settings->literals.size(), std::size_t{1});
    QCOMPARE(std::get<std::int64_t>(settings->literals.at("n=4000").value), std::int64_t{4000});
    QCOMPARE(settings->all, (std::vector<std::pair<std::string, std::string>>{{"n", "4000"}, {"copies", "own"}}));
}

void TestRunOptions::parametersSetThePlatformOptions()
{
    const auto settings = frontend::settingsOf(request({{"n", "7"},
                                                        {"copies", "current"},
                                                        {"workers", "3"},
                                                        {"streams", "4"},
                                                        {"valueThreads", "5"},
                                                        {"policy", "naive"},
                                                        {"synchronize", "all"}}));

    QVERIFY2(settings, settings ? "" : settings.error().english().c_str());
    QVERIFY(settings->platform.copyStream == device::CopyStream::Current);
    QCOMPARE(settings->platform.computeWorkers, 3);
    QCOMPARE(settings->platform.computeStreams, 4);
    QCOMPARE(settings->platform.valueThreads, 5);
    QVERIFY(settings->platform.policy == device::EnginePolicy::Naive);
    QVERIFY(settings->synchronizesAll);
    QCOMPARE(settings->literals.size(), std::size_t{1});
    QCOMPARE(std::get<std::int64_t>(settings->literals.at("n=4000").value), std::int64_t{7});
    // The number of threads does not change the results of a run, so a trace does not store it.
    for (const auto& [name, value] : settings->all)
        QVERIFY(name != "valueThreads");
}

void TestRunOptions::hostMemoryParameterChoosesPinnedOrPageableMemory_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isChosen");
    QTest::addColumn<bool>("isPinned");
    QTest::addColumn<bool>("isWarm");

    QTest::newRow("framework") << "framework" << false << false << false;
    QTest::newRow("pageable") << "pageable" << true << false << false;
    QTest::newRow("pageable-warm") << "pageable-warm" << true << false << true;
    QTest::newRow("pinned-cold") << "pinned-cold" << true << true << false;
    QTest::newRow("pinned") << "pinned" << true << true << true;
    QTest::newRow("pinned-warm") << "pinned-warm" << true << true << true;
}

void TestRunOptions::hostMemoryParameterChoosesPinnedOrPageableMemory()
{
    QFETCH(QString, value);
    QFETCH(bool, isChosen);
    QFETCH(bool, isPinned);
    QFETCH(bool, isWarm);

    const auto settings = frontend::settingsOf(request({{"hostMemory", value.toStdString()}}));

    QVERIFY(settings);
    QCOMPARE(settings->hostMemory.has_value(), isChosen);
    if (isChosen)
        QCOMPARE(*settings->hostMemory == device::HostMemoryMode::Pinned, isPinned);
    QCOMPARE(settings->platform.isPinnedPoolWarm, isPinned && isWarm);
    QCOMPARE(settings->platform.isPageableWarm, !isPinned && isWarm);
}

void TestRunOptions::devicesParameterChoosesGpus_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QList<int>>("gpus");
    QTest::addColumn<bool>("isSound");

    QTest::newRow("all") << "all" << QList<int>{} << true;
    QTest::newRow("empty") << "" << QList<int>{} << true;
    QTest::newRow("one") << "1" << QList<int>{1} << true;
    QTest::newRow("two") << "0,1" << QList<int>{0, 1} << true;
    QTest::newRow("two, separated by +") << "3+2" << QList<int>{3, 2} << true;
    QTest::newRow("no GPU: the CPU") << "cpu" << QList<int>{} << true;
    QTest::newRow("duplicate") << "0,1,0" << QList<int>{} << false;
    QTest::newRow("word") << "first" << QList<int>{} << false;
    QTest::newRow("negative") << "-1" << QList<int>{} << false;
    QTest::newRow("missing number") << "0,,1" << QList<int>{} << false;
    QTest::newRow("too large for a number") << "99999999999" << QList<int>{} << false;
    QTest::newRow("separated by ;") << "0;1" << QList<int>{} << false;
}

void TestRunOptions::devicesParameterChoosesGpus()
{
    QFETCH(QString, value);
    QFETCH(QList<int>, gpus);
    QFETCH(bool, isSound);

    const auto settings = frontend::settingsOf(request({{"devices", value.toStdString()}}));

    QCOMPARE(settings.has_value(), isSound);
    if (isSound) {
        const std::vector<int> seen = settings->visibleGpus.value_or(std::vector<int>{});
        QCOMPARE(QList<int>(seen.begin(), seen.end()), gpus);
        QCOMPARE(settings->visibleGpus.has_value(), value != "all" && !value.isEmpty());
    } else
        QVERIFY(settings.error().english().find("takes numbers of GPUs such as 0,1") != std::string::npos);
}

void TestRunOptions::integersOutsideTheirBoundsAreRefused_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isSound");

    const auto row = [](const char* value, bool isSound) { QTest::addRow("'%s'", value) << value << isSound; };
    row("1", true);
    row("20000", true);
    row("007", true);
    row("0", false);
    row("20001", false);
    row("-1", false);
    row("+1", false);
    row(" 1", false);
    row("1 ", false);
    row("3.5", false);
    row("1e3", false);
    row("0x10", false);
    row("", false);
    row("9223372036854775808", false);
    row("many", false);
}

void TestRunOptions::integersOutsideTheirBoundsAreRefused()
{
    QFETCH(QString, value);
    QFETCH(bool, isSound);

    const QString found = messageFor({{"n", value.toStdString()}});

    QCOMPARE(found.isEmpty(), isSound);
    if (!isSound)
        QVERIFY2(found.startsWith("The parameter n must be a whole number from 1 to 20000; it is "), qPrintable(found));
    const Parameter open{"k", "", ParameterKind::Integer, "1", 2, 0, {}, {}};
    QVERIFY(frontend::wholeNumber(open, "2000000000000"));
    QVERIFY(!frontend::wholeNumber(open, "1"));
}

void TestRunOptions::realNumbersOutsideTheirBoundsAreRefused_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isSound");

    const auto row = [](const char* value, bool isSound) { QTest::addRow("'%s'", value) << value << isSound; };
    row("0.2", true);
    row("0", true);
    row("1", true);
    row("5e-3", true);
    row("1.0001", false);
    row("-0.1", false);
    row("nan", false);
    row("inf", false);
    row("1e999", false);
    row("0,5", false);
    row("", false);
    row("0.5x", false);
}

void TestRunOptions::realNumbersOutsideTheirBoundsAreRefused()
{
    QFETCH(QString, value);
    QFETCH(bool, isSound);
    auto asked = request({{"lr", value.toStdString()}});
    asked.program.parameters.push_back({"lr", "rate", ParameterKind::Real, "0.5", 1, 0, {}, {}, 0.0, 1.0});

    const auto settings = frontend::settingsOf(asked);

    QCOMPARE(settings.has_value(), isSound);
    if (isSound)
        QCOMPARE(std::get<double>(settings->literals.at("lr=0.5").value), value.toDouble());
    else
        QVERIFY2(settings.error().english().starts_with("The parameter lr must be a number from 0 to 1; it is "),
                 settings.error().english().c_str());
}

void TestRunOptions::errorAboutAParameterListsTheValidOnes()
{
    // The message names parameters as the command line and the window do, and omits those without effect on the
    // program.
    QCOMPARE(messageFor({{"m", "1"}}),
             QString("This program has no parameter m. It has n (side), copies (copies on)."));
    QCOMPARE(messageFor({{"copies", "both"}}),
             QString("The parameter copies is one of own, current; it is both."));  // values of this program
    QVERIFY(messageFor({{"policy", "lazy"}}).contains("one of threaded, naive; it is lazy"));
    QVERIFY(messageFor({{"workers", "65"}}).contains("from 1 to 64"));
}

/// A saved run may contain a choice that its program no longer offers.
void TestRunOptions::parameterValueThatTheProgramDoesNotOfferIsAccepted()
{
    const auto settings = frontend::settingsOf(request({{"copies", "framework"}}));

    QVERIFY(settings);
    QVERIFY(!settings->platform.copyStream);
}

void TestRunOptions::allReduceParameterIsRefusedWithoutMxnet()
{
    auto torch = request({{"allReduce", "ring"}});
    torch.dialect = frontend::Dialect::Torch;

    const auto refused = frontend::settingsOf(torch);
    torch.parameters["allReduce"] = "framework";

    QVERIFY(frontend::settingsOf(request({{"allReduce", "ring"}})));
    QVERIFY(frontend::settingsOf(torch));
    QVERIFY(!refused);
    QVERIFY2(refused.error().english().find("MXNet's Trainer") != std::string::npos, refused.error().english().c_str());
}

void TestRunOptions::randomParameterTextIsAcceptedOrGivesAMessage()
{
    std::mt19937 random(3);
    const std::string letters = std::string("0123456789-+.,e xn\t\0\xE4", 20);

    for (int round = 0; round < 2000; ++round) {
        std::string text(random() % 24, ' ');
        for (char& letter : text)
            letter = letters[random() % letters.size()];
        for (const char* name : {"n", "devices", "hostMemory", "workers"}) {
            const auto settings = frontend::settingsOf(request({{name, text}}));
            QVERIFY(settings ||
                    (settings.error().code == ErrorCode::InvalidArgument && settings.error().english().ends_with(".")));
        }
    }
}

QTEST_GUILESS_MAIN(TestRunOptions)
#include "tst_run_options.moc"
