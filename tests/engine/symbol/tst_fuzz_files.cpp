#include "engine/symbol/parameter_file.h"
#include "tests/engine/symbol/nets.h"
#include "tests/fuzz/mutations.h"

#include <QTest>

using namespace nets;
using symbol::Parameter;

/// Fuzzes the readers of MXNet's graph and parameter files.
class TestFuzzFiles : public QObject {
    Q_OBJECT

private slots:
    void mutatedGraphsAreReadOrRefused();
    void mutatedParametersAreReadOrRefused();
};

void TestFuzzFiles::mutatedGraphsAreReadOrRefused()
{
    const auto json = symbol::toJson({w7()}, {{"dense0_weight", Shape{256, 512}}});
    QVERIFY(json);
    fuzz::Mutations inputs({*json, *symbol::toJson({w7()})}, 1);
    int read = 0;
    for (int i = fuzz::inputCount(2000); i > 0; --i) {
        const auto graph = symbol::fromJson(inputs.next());
        if (!graph) {
            QVERIFY(!graph.error().english().empty());
            continue;
        }
        ++read;
        static_cast<void>(symbol::argumentsOf(*graph));
        static_cast<void>(symbol::toJson(*graph));
    }
    QVERIFY(read > 0);
}

void TestFuzzFiles::mutatedParametersAreReadOrRefused()
{
    const std::vector<Parameter> some{{"arg:dense0_weight", Shape{3, 4}, std::vector<float>(12, 1.5F)},
                                      {"aux:norm0_running_mean", Shape{5}, std::vector<float>(5, -1.0F)}};
    fuzz::Mutations inputs({symbol::encodeParameters(some), symbol::encodeParameters({})}, 2);
    int read = 0;
    for (int i = fuzz::inputCount(5000); i > 0; --i) {
        const auto parameters = symbol::decodeParameters(inputs.next());
        if (!parameters) {
            QVERIFY(!parameters.error().english().empty());
            continue;
        }
        ++read;
        for (const Parameter& parameter : *parameters)
            QCOMPARE(static_cast<std::int64_t>(parameter.values.size()), parameter.shape.elements());
    }
    QVERIFY(read > 0);
}

QTEST_GUILESS_MAIN(TestFuzzFiles)
#include "tst_fuzz_files.moc"
