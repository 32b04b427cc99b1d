#include "engine/devices/cpu/executor.h"
#include "engine/ops/shape_rules.h"
#include "tests/source_dir.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

using namespace engine;
using namespace engine::devices::cpu;
using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

/// A tensor of the file: [[extents], [values]].
struct Golden {
    Shape shape;
    std::vector<float> values;

    explicit Golden(const QJsonValue& stored)
    {
        std::vector<std::int64_t> extents;
        for (const QJsonValue extent : stored.toArray()[0].toArray())
            extents.push_back(extent.toInteger());
        shape = Shape(std::span<const std::int64_t>(extents));
        for (const QJsonValue value : stored.toArray()[1].toArray())
            values.push_back(static_cast<float>(value.toDouble()));
    }
};

/// Runs operations one by one; an invalid one aborts the test program.
class Machine {
public:
    Tensor* hold(const Golden& golden)
    {
        Tensor* tensor = empty(golden.shape);
        tensor->block = *m_storage.allocate(golden.shape.bytes());
        std::ranges::copy(golden.values, tensor->block.data());
        return tensor;
    }

    std::vector<Tensor*> run(Operation operation, const std::vector<Tensor*>& inputs,
                             const std::vector<Tensor*>& places = {})
    {
        operation.inputs.clear();
        for (const Tensor* input : inputs)
            operation.inputs.push_back(input->shape);
        if (Status status = ops::inferOutputs(operation); !status)
            qFatal("%s", status.error().english().c_str());
        std::vector<Tensor*> outputs;
        for (std::size_t i = 0; i < operation.outputCount(); ++i)
            outputs.push_back(i < places.size() && places[i] != nullptr ? places[i] : empty(operation.outputAt(i)));
        if (Status status = m_executor.execute(operation, inputs, outputs, OpId{1}, {}); !status)
            qFatal("%s", status.error().english().c_str());
        return outputs;
    }

private:
    Tensor* empty(const Shape& shape)
    {
        m_tensors.emplace_back();
        m_tensors.back().shape = shape;
        return &m_tensors.back();
    }

    Storage m_storage{kGiB};
    Team m_team{0};
    Executor m_executor{m_storage, m_team};
    std::deque<Tensor> m_tensors;
};

/// The tolerance is the rounding error of single-precision sums in these small cases.
void compare(const Tensor* result, const Golden& wanted, const char* what)
{
    QCOMPARE(result->shape.elements(), wanted.shape.elements());
    for (std::size_t i = 0; i < wanted.values.size(); ++i) {
        const float is = result->block.data()[i];
        const float shall = wanted.values[i];
        if (!(std::abs(is - shall) <= 2e-5F * (1 + std::abs(shall))))
            QFAIL(qPrintable(QString("%1: element %2 is %3, PyTorch says %4").arg(what).arg(i).arg(is).arg(shall)));
    }
}

std::array<std::int32_t, 2> pairOf(const QJsonValue& value)
{
    return {value.toArray()[0].toInt(), value.toArray()[1].toInt()};
}

Operation operationOf(Operator op, const QJsonObject& attributes)
{
    Operation operation;
    operation.op = op;
    if (attributes.contains("kernel"))
        operation.window = {pairOf(attributes["kernel"]), pairOf(attributes["stride"]), pairOf(attributes["padding"])};
    return operation;
}

}  // namespace

/// Compares layers with values computed by PyTorch (golden/make_golden.py).
class TestGolden : public QObject {
    Q_OBJECT

private slots:
    void resultsOfLayersMatchThoseOfPyTorch_data();
    void resultsOfLayersMatchThoseOfPyTorch();

private:
    void weighted(Operator forward, Operator backward, const QJsonObject& layer);
    void pooled(Operator forward, Operator backward, const QJsonObject& layer);
    void normalised(const QJsonObject& layer);
    void crossEntropy(const QJsonObject& layer);
    void softmax(Operator forward, Operator backward, const QJsonObject& layer);

    std::vector<Tensor*> inputsOf(const QJsonObject& layer);
    Machine m_machine;
};

void TestGolden::resultsOfLayersMatchThoseOfPyTorch_data()
{
    QTest::addColumn<QJsonObject>("layer");

    QFile file(QString::fromStdString(tests::inSource("tests/engine/devices/cpu/golden/layers.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray layers = QJsonDocument::fromJson(file.readAll()).array();
    QVERIFY(!layers.isEmpty());
    for (const QJsonValue layer : layers)
        QTest::newRow(qPrintable(layer["name"].toString())) << layer.toObject();
}

void TestGolden::resultsOfLayersMatchThoseOfPyTorch()
{
    QFETCH(QJsonObject, layer);
    const QString op = layer["operator"].toString();

    if (op == "Convolution")
        weighted(Operator::Convolution, Operator::ConvolutionBackward, layer);
    else if (op == "FullyConnected")
        weighted(Operator::FullyConnected, Operator::FullyConnectedBackward, layer);
    else if (op == "AveragePool")
        pooled(Operator::AveragePool, Operator::AveragePoolBackward, layer);
    else if (op == "MaxPool")
        pooled(Operator::MaxPool, Operator::MaxPoolBackward, layer);
    else if (op == "BatchNorm")
        normalised(layer);
    else if (op == "CrossEntropy")
        crossEntropy(layer);
    else if (op == "Softmax")
        softmax(Operator::Softmax, Operator::SoftmaxBackward, layer);
    else if (op == "LogSoftmax")
        softmax(Operator::LogSoftmax, Operator::LogSoftmaxBackward, layer);
    else
        QFAIL("the file has an operator that this test does not know");
}

std::vector<Tensor*> TestGolden::inputsOf(const QJsonObject& layer)
{
    std::vector<Tensor*> inputs;
    for (const QJsonValue input : layer["inputs"].toArray())
        inputs.push_back(m_machine.hold(Golden(input)));
    return inputs;
}

void TestGolden::weighted(Operator forward, Operator backward, const QJsonObject& layer)
{
    const std::vector<Tensor*> inputs = inputsOf(layer);
    const QJsonObject attributes = layer["attributes"].toObject();
    Tensor* gradient = m_machine.hold(Golden(layer["gradient"]));
    Operation back = operationOf(backward, attributes);
    back.wanted = ops::kData | ops::kWeight;
    if (inputs.size() > 2)
        back.wanted |= ops::kBias;

    const Tensor* result = m_machine.run(operationOf(forward, attributes), inputs)[0];
    const std::vector<Tensor*> gradients = m_machine.run(back, {gradient, inputs[0], inputs[1]});

    compare(result, Golden(layer["result"]), "result");
    const std::array names{"gradient by the data", "gradient by the weights", "gradient by the bias"};
    for (std::size_t i = 0; i < inputs.size(); ++i)
        compare(gradients[i], Golden(layer["gradients"].toArray()[static_cast<qsizetype>(i)]), names[i]);
}

void TestGolden::pooled(Operator forward, Operator backward, const QJsonObject& layer)
{
    const std::vector<Tensor*> inputs = inputsOf(layer);
    const QJsonObject attributes = layer["attributes"].toObject();
    Tensor* gradient = m_machine.hold(Golden(layer["gradient"]));

    const Tensor* result = m_machine.run(operationOf(forward, attributes), inputs)[0];
    const Tensor* byData = m_machine.run(operationOf(backward, attributes), {gradient, inputs[0]})[0];

    compare(result, Golden(layer["result"]), "result");
    compare(byData, Golden(layer["gradients"].toArray()[0]), "gradient");
}

void TestGolden::normalised(const QJsonObject& layer)
{
    const std::vector<Tensor*> inputs = inputsOf(layer);
    Tensor* gradient = m_machine.hold(Golden(layer["gradient"]));
    Operation forward = operationOf(Operator::BatchNorm, {});
    forward.isTraining = true;
    forward.scalars[0] = layer["attributes"]["epsilon"].toDouble();
    forward.scalars[1] = layer["attributes"]["momentum"].toDouble();

    const std::vector<Tensor*> results =
        m_machine.run(forward, inputs, {nullptr, nullptr, nullptr, inputs[3], inputs[4]});
    const std::vector<Tensor*> gradients = m_machine.run(operationOf(Operator::BatchNormBackward, {}),
                                                         {gradient, inputs[0], inputs[1], results[1], results[2]});

    compare(results[0], Golden(layer["result"]), "result");
    compare(inputs[3], Golden(layer["running"].toArray()[0]), "running mean");
    compare(inputs[4], Golden(layer["running"].toArray()[1]), "running variance");
    // Like PyTorch, updates the running variance with the unbiased variance of the batch.
    const std::vector<Tensor*> again = inputsOf(layer);
    forward.scalars[2] = 1;
    static_cast<void>(m_machine.run(forward, again, {nullptr, nullptr, nullptr, again[3], again[4]}));
    compare(again[3], Golden(layer["runningUnbiased"].toArray()[0]), "running mean");
    compare(again[4], Golden(layer["runningUnbiased"].toArray()[1]), "running variance, unbiased");
    const std::array names{"gradient by the data", "gradient by gamma", "gradient by beta"};
    for (std::size_t i = 0; i < names.size(); ++i)
        compare(gradients[i], Golden(layer["gradients"].toArray()[static_cast<qsizetype>(i)]), names[i]);
}

void TestGolden::crossEntropy(const QJsonObject& layer)
{
    const std::vector<Tensor*> inputs = inputsOf(layer);
    Tensor* gradient = m_machine.hold(Golden(layer["gradient"]));
    const auto one = [this](Operation operation, const std::vector<Tensor*>& reads) {
        return m_machine.run(std::move(operation), reads)[0];
    };
    Operation pick = operationOf(Operator::PickBackward, {});
    pick.output = inputs[0]->shape;

    Tensor* logarithms = one(operationOf(Operator::LogSoftmax, {}), {inputs[0]});
    const Tensor* loss =
        one(operationOf(Operator::Negate, {}), {one(operationOf(Operator::Pick, {}), {logarithms, inputs[1]})});
    Tensor* byPicked = one(operationOf(Operator::Negate, {}), {gradient});
    const Tensor* byData =
        one(operationOf(Operator::LogSoftmaxBackward, {}), {one(pick, {byPicked, inputs[1]}), logarithms});

    compare(loss, Golden(layer["result"]), "loss");
    compare(byData, Golden(layer["gradients"].toArray()[0]), "gradient");
}

void TestGolden::softmax(Operator forward, Operator backward, const QJsonObject& layer)
{
    const std::vector<Tensor*> inputs = inputsOf(layer);
    Tensor* gradient = m_machine.hold(Golden(layer["gradient"]));

    Tensor* result = m_machine.run(operationOf(forward, {}), inputs)[0];
    const Tensor* byData = m_machine.run(operationOf(backward, {}), {gradient, result})[0];

    compare(result, Golden(layer["result"]), "result");
    compare(byData, Golden(layer["gradients"].toArray()[0]), "gradient");
}

QTEST_GUILESS_MAIN(TestGolden)
#include "tst_golden.moc"
