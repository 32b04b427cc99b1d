#include "engine/symbol/parameter_file.h"
#include "tests/engine/symbol/nets.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace nets;
using symbol::Parameter;

/// Tests MXNet's two file formats: graphs and parameters.
class TestFiles : public QObject {
    Q_OBJECT

private slots:
    void networkOfTheBookHasTwelveNodes();
    void graphIsUnchangedAfterWritingAndReading();
    void everyLayerIsUnchangedAfterWritingAndReading();
    void attributesUnknownToMxnetAreWrittenBetweenUnderscores();
    void invalidGraphFileIsRefused_data();
    void invalidGraphFileIsRefused();
    void operatorsUnknownToMxnetAreNotExported();
    void parametersAreUnchangedAfterWritingAndReading();
    void parametersAreEncodedInMxnetsFormat();
    void truncatedParametersAreRefused();
    void parameterFilesOfOtherFormatsAreRefused_data();
    void parameterFilesOfOtherFormatsAreRefused();
};

void TestFiles::networkOfTheBookHasTwelveNodes()
{
    const auto json = symbol::toJson({w7()}, {{"dense0_weight", Shape{256, 512}}});
    QVERIFY(json);

    const QJsonObject graph = QJsonDocument::fromJson(QByteArray::fromStdString(*json)).object();
    const QJsonArray nodes = graph["nodes"].toArray();
    QStringList operators;
    for (const auto& node : nodes)
        operators << node.toObject()["op"].toString();

    QCOMPARE(nodes.size(), 12);
    QCOMPARE(operators.count("null"), 7);
    QCOMPARE(operators.count("FullyConnected"), 3);
    QCOMPARE(operators.count("Activation"), 2);
    QCOMPARE(nodes[0].toObject()["name"].toString(), "data");
    QCOMPARE(nodes[3].toObject()["attrs"].toObject()["num_hidden"].toString(), "256");
    QCOMPARE(graph["arg_nodes"].toArray(), (QJsonArray{0, 1, 2, 5, 6, 9, 10}));
    QCOMPARE(graph["heads"].toArray().size(), 1);  // clang and gcc build a different array from {QJsonArray{…}}
    QCOMPARE(graph["heads"].toArray()[0].toArray(), (QJsonArray{11, 0, 0}));
}

void TestFiles::graphIsUnchangedAfterWritingAndReading()
{
    const auto json = symbol::toJson({w7()});
    QVERIFY(json);

    const auto read = symbol::fromJson(*json);
    QVERIFY2(read, read ? "" : read.error().english().c_str());

    QCOMPARE(symbol::argumentsOf(*read), symbol::argumentsOf({w7()}));
    QCOMPARE(*symbol::toJson(*read), *json);
}

void TestFiles::everyLayerIsUnchangedAfterWritingAndReading()
{
    Operation convolution;
    convolution.op = Operator::Convolution;
    convolution.window = {{3, 3}, {2, 2}, {1, 1}};
    Operation norm;
    norm.op = Operator::BatchNorm;
    norm.scalars[0] = 1e-5;
    norm.scalars[1] = 0.9;
    norm.scalars[2] = 1;
    Operation pool;
    pool.op = Operator::AveragePool;
    pool.window.kernel = {0, 0};
    Operation mean;
    mean.op = Operator::Mean;
    mean.axes = 2;
    mean.keepsAxes = true;
    Operation flatten;
    flatten.op = Operator::Reshape;
    flatten.output = Shape{0, -1};
    const auto v = [](const char* name) { return symbol::variable(name); };
    Symbol y = node(convolution, {v("data"), v("w"), v("b")}, "conv");
    y = node(norm, {y, v("gamma"), v("beta"), v("mean"), v("var")}, "norm");
    y = node(Operator::Add, {node(Operator::Sigmoid, {y}, "s"), node(Operator::Tanh, {y}, "t")}, "sum");
    y = node(flatten, {node(pool, {y}, "pool")}, "flat");
    y = node(mean, {node(Operator::PowerScalar, {y}, "pow", 0.1)}, "mean");

    const auto json = symbol::toJson({y});
    QVERIFY2(json, json ? "" : json.error().english().c_str());
    const auto read = symbol::fromJson(*json);
    QVERIFY2(read, read ? "" : read.error().english().c_str());

    const auto before = symbol::nodesOf({y});
    const auto after = symbol::nodesOf(*read);
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Operation& a = before[i]->operation();
        const Operation& b = after[i]->operation();
        QCOMPARE(b.op, a.op);
        QVERIFY(b.window == a.window);
        QCOMPARE(b.scalars[0], a.scalars[0]);
        QCOMPARE(b.scalars[1], a.scalars[1]);
        QCOMPARE(b.scalars[2], a.scalars[2]);
        QCOMPARE(b.output, a.output);
        QCOMPARE(int{b.axes}, int{a.axes});
        QCOMPARE(b.keepsAxes, a.keepsAxes);
    }
}

/// MXNet refuses files with unknown attributes, unless their names start and end with underscores.
void TestFiles::attributesUnknownToMxnetAreWrittenBetweenUnderscores()
{
    Operation norm;
    norm.op = Operator::BatchNorm;
    norm.scalars[2] = 1;
    const auto v = [](const char* name) { return symbol::variable(name); };

    const auto json = symbol::toJson({node(norm, {v("x"), v("gamma"), v("beta"), v("mean"), v("var")}, "norm")});
    QVERIFY2(json, json ? "" : json.error().english().c_str());
    QVERIFY(json->find("\"__unbiased__\"") != std::string::npos);
    const auto again = symbol::fromJson(*json);

    QVERIFY2(again, again ? "" : again.error().english().c_str());
    QCOMPARE(again->front().node->operation().scalars[2], 1.0);
}

void TestFiles::invalidGraphFileIsRefused_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("says");

    const QString whole = QString::fromStdString(*symbol::toJson({w7()}));
    QTest::newRow("empty file") << ""
                                << "not JSON";
    QTest::newRow("truncated file") << whole.left(whole.size() / 2) << "ends early";
    QTest::newRow("JSON of another program") << "{\"a\": 1}"
                                             << "no nodes";
    QTest::newRow("list") << "[1, 2]"
                          << "no nodes";
    QTest::newRow("an unknown operator") << QString(whole).replace("FullyConnected", "LSTM") << "LSTM";
    QTest::newRow("an unknown activation") << QString(whole).replace("\"relu\"", "\"softsign\"") << "softsign";
    QTest::newRow("node that reads itself")
        << R"({"nodes": [{"op": "exp", "name": "a", "inputs": [[0, 0, 0]]}], "heads": [[0, 0, 0]]})"
        << "does not come before";
    QTest::newRow("head out of range")
        << R"({"nodes": [{"op": "null", "name": "a", "inputs": []}], "heads": [[7, 0, 0]]})"
        << "does not come before";
    QTest::newRow("negative head") << R"({"nodes": [{"op": "null", "name": "a", "inputs": []}], "heads": [[-1, 0, 0]]})"
                                   << "does not come before";
    QTest::newRow("too few inputs") << R"({"nodes": [{"op": "exp", "name": "a", "inputs": []}], "heads": [[0, 0, 0]]})"
                                    << "takes 1 inputs";
    QTest::newRow("result out of range")
        << R"({"nodes": [{"op": "null", "name": "a", "inputs": []}], "heads": [[0, 3, 0]]})"
        << "fewer";
    QTest::newRow("dilated convolution")
        << R"json({"nodes": [{"op": "null", "name": "a", "inputs": []}, {"op": "Convolution", "name": "b",
               "attrs": {"kernel": "(3, 3)", "num_filter": "8", "dilate": "(2, 2)"}, "inputs": [[0, 0, 0]]}],
               "heads": [[1, 0, 0]]})json"
        << "the operator Convolution cannot be imported: dilated or grouped convolutions are not supported";
    QTest::newRow("attribute is not a number")
        << R"({"nodes": [{"op": "null", "name": "a", "inputs": []}, {"op": "_plus_scalar", "name": "b",
               "attrs": {"scalar": "two"}, "inputs": [[0, 0, 0]]}], "heads": [[1, 0, 0]]})"
        << "two";
}

void TestFiles::invalidGraphFileIsRefused()
{
    QFETCH(QString, json);
    QFETCH(QString, says);

    const auto read = symbol::fromJson(json.toStdString());

    QVERIFY(!read);
    QVERIFY2(read.error().english().find(says.toStdString()) != std::string::npos, read.error().english().c_str());
}

void TestFiles::operatorsUnknownToMxnetAreNotExported()
{
    const auto json = symbol::toJson({node(Operator::SgdUpdate, {symbol::variable("w"), symbol::variable("g")}, "u")});

    QVERIFY(!json);
    QVERIFY(json.error().english().find("SgdUpdate") != std::string::npos);
}

void TestFiles::parametersAreUnchangedAfterWritingAndReading()
{
    const std::vector<Parameter> before = {
        {"arg:w", Shape{2, 3}, {1, 2, 3, 4, 5, 6}}, {"aux:mean", Shape{1}, {7}}, {"arg:none", Shape{0, 4}, {}}};

    const auto after = symbol::decodeParameters(symbol::encodeParameters(before));

    QVERIFY2(after, after ? "" : after.error().english().c_str());
    QCOMPARE(after->size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        QCOMPARE((*after)[i].name, before[i].name);
        QCOMPARE((*after)[i].shape, before[i].shape);
        QCOMPARE((*after)[i].values, before[i].values);
    }
}

void TestFiles::parametersAreEncodedInMxnetsFormat()
{
    const std::vector<Parameter> one = {{"arg:w", Shape{1, 2}, {1, 2}}};

    const QByteArray bytes = QByteArray::fromStdString(symbol::encodeParameters(one));

    QCOMPARE(bytes.toHex(), QByteArray("1201000000000000"  // list of arrays
                                       "0000000000000000"
                                       "0100000000000000"  // one array
                                       "c9fa93f9"          // version 2
                                       "00000000"          // dense
                                       "02000000"          // two axes
                                       "01000000000000000200000000000000"
                                       "0100000000000000"  // device CPU
                                       "00000000"          // float32
                                       "0000803f00000040"
                                       "0100000000000000"  // one name
                                       "0500000000000000"
                                       "6172673a77"));
}

void TestFiles::truncatedParametersAreRefused()
{
    const std::vector<Parameter> two = {{"arg:w", Shape{2, 3}, {1, 2, 3, 4, 5, 6}}, {"arg:b", Shape{2}, {1, 2}}};
    const std::string bytes = symbol::encodeParameters(two);

    for (std::size_t length = 0; length < bytes.size(); ++length) {
        const auto read = symbol::decodeParameters(std::string_view(bytes).substr(0, length));
        QVERIFY2(!read, qPrintable(QString::number(length)));
        QVERIFY(!read.error().english().empty());
    }
}

void TestFiles::parameterFilesOfOtherFormatsAreRefused_data()
{
    QTest::addColumn<int>("at");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");

    QTest::newRow("wrong magic") << 0 << QByteArray("PK\3\4", 4) << "does not begin";
    QTest::newRow("too many arrays") << 16 << QByteArray(8, '\x7f') << "too short";
    QTest::newRow("unknown version") << 24 << QByteArray(4, '\1') << "no array of MXNet";
    QTest::newRow("sparse") << 28 << QByteArray("\1", 1) << "a sparse array, which is not supported";
    QTest::newRow("too many axes") << 32 << QByteArray("\x09", 1) << "9 axes";
    QTest::newRow("a negative size") << 36 << QByteArray(8, '\xff') << "-1 elements";
    QTest::newRow("huge size") << 43 << QByteArray("\x7f", 1) << "elements";
    QTest::newRow("integer type") << 60 << QByteArray("\4", 1) << "type 4";
}

void TestFiles::parameterFilesOfOtherFormatsAreRefused()
{
    QFETCH(int, at);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const std::vector<Parameter> one = {{"arg:w", Shape{1, 2}, {1, 2}}};
    std::string file = symbol::encodeParameters(one);
    file.replace(static_cast<std::size_t>(at), static_cast<std::size_t>(bytes.size()), bytes.toStdString());

    const auto read = symbol::decodeParameters(file);

    QVERIFY(!read);
    QVERIFY2(read.error().english().find(says.toStdString()) != std::string::npos, read.error().english().c_str());
}

QTEST_GUILESS_MAIN(TestFiles)
#include "tst_files.moc"
