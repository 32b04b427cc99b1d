#include "tests/engine/autograd/eager.h"
#include "tests/engine/symbol/nets.h"

#include <QTest>

#include <map>
#include <random>

using namespace nets;
using eager::Array;
using eager::Program;

namespace {

std::vector<float> someNumbers(const Shape& shape, std::mt19937& random)
{
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::vector<float> all(static_cast<std::size_t>(shape.elements()));
    for (float& number : all)
        number = numbers(random);
    return all;
}

/// Runs the graph operation by operation, as a program without hybridize() does.
Array eagerly(Program& program, const Symbol& output, const std::vector<Array>& inputs, bool isTraining)
{
    std::map<std::string, Array> known;
    const std::vector<std::string> names = symbol::argumentsOf({output});
    for (std::size_t i = 0; i < names.size(); ++i)
        known[names[i]] = inputs[i];
    for (const symbol::Node* node : symbol::nodesOf({output})) {
        if (node->isVariable())
            continue;
        std::vector<Array> from;
        for (const Symbol& input : node->inputs())
            from.push_back(known.at(input.node->name()));
        Operation operation = node->operation();
        operation.isTraining = isTraining;
        if (operation.op == Operator::AveragePool && operation.window.kernel[0] == 0)
            operation.window.kernel = {static_cast<std::int32_t>(from[0].tensor.shape[2]),
                                       static_cast<std::int32_t>(from[0].tensor.shape[3])};
        known[node->name()] = program.apply(operation, from);
    }
    return known.at(output.node->name());
}

struct Net {
    Symbol output;
    std::vector<Shape> shapes;
    unsigned wanted;  ///< bit mask of the inputs with gradients
};

std::map<std::string, Net> networks()
{
    std::map<std::string, Net> all;
    all["the book's three dense layers"] = {
        w7(), {Shape{4, 12}, Shape{8, 12}, Shape{8}, Shape{6, 8}, Shape{6}, Shape{2, 6}, Shape{2}}, 0x7e};
    Operation convolution;
    convolution.op = Operator::Convolution;
    convolution.window = {{3, 3}, {1, 1}, {1, 1}};
    Operation norm;
    norm.op = Operator::BatchNorm;
    norm.scalars[0] = 1e-5;
    norm.scalars[1] = 0.9;
    Operation pool;
    pool.op = Operator::AveragePool;
    pool.window.kernel = {0, 0};
    const auto v = [](const char* name) { return symbol::variable(name); };
    const Symbol x = v("data");
    Symbol y = node(convolution, {x, v("w"), v("b")}, "conv");
    y = node(Operator::Relu, {node(norm, {y, v("gamma"), v("beta"), v("mean"), v("var")}, "norm")}, "relu");
    y = node(Operator::Relu, {node(Operator::Add, {y, x}, "sum")}, "relu2");
    y = node(pool, {y}, "pool");
    y = node(Operator::FullyConnected, {y, v("dw"), v("db")}, "dense");
    all["a residual block with batch normalisation"] = {
        y,
        {Shape{3, 2, 5, 5}, Shape{2, 2, 3, 3}, Shape{2}, Shape{2}, Shape{2}, Shape{2}, Shape{2}, Shape{4, 2}, Shape{4}},
        0x19e};
    const Symbol a = v("a");
    const Symbol b = v("b");
    const Symbol sum = node(Operator::Tanh, {node(Operator::Add, {a, b}, "s")}, "t");
    const Symbol product = node(Operator::Multiply, {sum, node(Operator::Sigmoid, {sum}, "g")}, "p");
    all["elementwise work with broadcasting"] = {
        node(Operator::Subtract, {product, a}, "d"), {Shape{3, 4}, Shape{4}}, 3};
    return all;
}

}  // namespace

/// Tests that a compiled graph gives the same bits as its single operations.
class TestCompiled : public QObject {
    Q_OBJECT

private slots:
    void compiledGraphGivesTheResultsOfItsSingleOperations_data() { addNetworks(); }
    void compiledGraphGivesTheResultsOfItsSingleOperations();
    void compiledGraphGivesTheGradientsOfItsSingleOperations_data() { addNetworks(); }
    void compiledGraphGivesTheGradientsOfItsSingleOperations();

private:
    static void addNetworks();
};

void TestCompiled::addNetworks()
{
    QTest::addColumn<QString>("name");
    for (const auto& [name, net] : networks())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestCompiled::compiledGraphGivesTheResultsOfItsSingleOperations()
{
    QFETCH(QString, name);
    const Net net = networks().at(name.toStdString());
    std::mt19937 random(3);
    Program program;
    std::vector<Array> inputs;
    for (const Shape& shape : net.shapes)
        inputs.push_back(program.array(shape, someNumbers(shape, random)));
    // Only the net with BatchNorm has nine inputs. Its input 6 is a variance, which must be positive.
    if (net.shapes.size() == 9)
        inputs[6] = program.array(Shape{2}, {0.5F, 2});

    auto graph = graphOf({net.output});
    const Array whole = program.apply(compiled(graph, net.shapes).operation, inputs);
    const Array steps = eagerly(program, net.output, inputs, false);

    QCOMPARE(program.read(whole.tensor), program.read(steps.tensor));
}

void TestCompiled::compiledGraphGivesTheGradientsOfItsSingleOperations()
{
    QFETCH(QString, name);
    const Net net = networks().at(name.toStdString());
    std::vector<std::vector<std::vector<float>>> gradients;
    std::vector<std::vector<float>> results;
    for (const bool isCompiled : {false, true}) {
        std::mt19937 random(3);
        Program program;
        std::vector<Array> inputs;
        for (std::size_t i = 0; i < net.shapes.size(); ++i) {
            inputs.push_back(program.array(net.shapes[i], someNumbers(net.shapes[i], random)));
            if ((net.wanted >> i & 1U) != 0)
                program.attach(inputs.back());
        }
        auto graph = graphOf({net.output});
        Array result;
        if (isCompiled) {
            const symbol::CompiledGraph& it =
                compiled(graph, net.shapes, symbol::Mode::Training, autograd::InputSet(net.wanted));
            result = program.applyAll(it.operation, inputs, it.gradient, it.inPlaceInputs).front();
        } else {
            result = eagerly(program, net.output, inputs, true);
        }
        const auto weights = someNumbers(result.tensor.shape, random);
        const Array head = program.array(result.tensor.shape, weights);
        const Status status = program.backward(result, autograd::AfterBackward::Free, head.tensor.storage);
        QVERIFY2(status, status ? "" : status.error().english().c_str());
        results.push_back(program.read(result.tensor));
        gradients.emplace_back();
        for (const Array& input : inputs)
            gradients.back().push_back(input.gradient.storage == nullptr ? program.read(input.tensor)
                                                                         : program.read(input.gradient));
    }

    QCOMPARE(results[1], results[0]);
    // For inputs without gradients, compares their values, such as running statistics.
    for (std::size_t i = 0; i < net.shapes.size(); ++i)
        QVERIFY2(gradients[1][i] == gradients[0][i], qPrintable(QString("input %1").arg(i)));
}

QTEST_GUILESS_MAIN(TestCompiled)
#include "tst_compiled.moc"
