#include "tests/engine/autograd/eager.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>

using namespace engine;
using eager::Array;
using eager::Program;
using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

using Function = std::function<Array(Program&, const std::vector<Array>&)>;

struct Case {
    std::vector<Shape> shapes;
    Function function;
    double least = -1.5;  ///< lower bound of the inputs' values, which are distinct
    double most = 1.5;
    int constants = 0;  ///< number of trailing inputs without gradient, such as indices
    double step = 0;    ///< step of the finite differences; 0 selects the default
};

Operation operation(Operator op, std::initializer_list<double> scalars = {})
{
    Operation it;
    it.op = op;
    std::copy(scalars.begin(), scalars.end(), it.scalars);
    return it;
}

Function of(Operation it)
{
    return [it](Program& program, const std::vector<Array>& x) { return program.apply(it, x); };
}

/// Equidistant numbers in random order: no two are equal, and none is so close to 0, where relu() has a kink, that a
/// finite difference spans it.
std::vector<float> apart(std::size_t count, double least, double most, std::mt19937& random, double shift = 0.37)
{
    std::vector<float> numbers;
    for (std::size_t i = 0; i < count; ++i)
        numbers.push_back(
            static_cast<float>(least + (most - least) * (static_cast<double>(i) + shift) / static_cast<double>(count)));
    std::ranges::shuffle(numbers, random);
    return numbers;
}

Operation window(Operator op, int kernel, int stride, int padding)
{
    Operation it = operation(op);
    it.window = {{kernel, kernel}, {stride, stride}, {padding, padding}};
    return it;
}

Operation reduction(Operator op, std::uint8_t axes, bool keeps)
{
    Operation it = operation(op);
    it.axes = axes;
    it.keepsAxes = keeps;
    return it;
}

Operation shaped(Operator op, const Shape& shape, double scalar = 0)
{
    Operation it = operation(op, {scalar});
    it.output = shape;
    return it;
}

std::map<std::string, Case> cases()
{
    std::map<std::string, Case> all;
    const Shape m{2, 3};
    const auto unary = [&](const char* name, Operator op, double least = -1.5, double scalar = 0) {
        all[name] = {{m}, of(operation(op, {scalar})), least, 1.5};
    };
    unary("x + 2", Operator::AddScalar, -1.5, 2);
    unary("x * -3", Operator::MultiplyScalar, -1.5, -3);
    unary("2 - x", Operator::SubtractFromScalar, -1.5, 2);
    unary("x / 4", Operator::DivideScalar, -1.5, 4);
    unary("x ** 2.5", Operator::PowerScalar, 0.3, 2.5);
    unary("x ** -1", Operator::PowerScalar, 0.4, -1);
    unary("max(x, 0.2)", Operator::MaximumScalar, -1.5, 0.2);
    unary("min(x, 0.2)", Operator::MinimumScalar, -1.5, 0.2);
    unary("-x", Operator::Negate);
    unary("relu", Operator::Relu);
    unary("exp", Operator::Exp);
    unary("3 ** x", Operator::Exp, -1.5, 3);
    unary("x ** 0", Operator::PowerScalar, 0.3, 0);
    unary("log", Operator::Log, 0.3);
    unary("sqrt", Operator::Sqrt, 0.3);
    unary("tanh", Operator::Tanh);
    unary("sigmoid", Operator::Sigmoid);
    unary("sin", Operator::Sin);
    unary("cos", Operator::Cos);
    unary("abs", Operator::Abs);
    unary("square", Operator::Square);
    unary("softmax", Operator::Softmax);
    unary("log softmax", Operator::LogSoftmax);
    unary("transpose", Operator::Transpose);
    unary("copy", Operator::Copy);
    const std::pair<const char*, Operator> binaries[] = {{"+", Operator::Add},       {"-", Operator::Subtract},
                                                         {"*", Operator::Multiply},  {"/", Operator::Divide},
                                                         {"max", Operator::Maximum}, {"min", Operator::Minimum}};
    for (const auto& [name, op] : binaries) {
        const std::string text = name;
        const double least = op == Operator::Divide ? 0.5 : -1.5;
        all[text + " of equal shapes"] = {{m, m}, of(operation(op)), least};
        all[text + ", a row repeated"] = {{m, Shape{3}}, of(operation(op)), least};
        all[text + ", a column repeated"] = {{Shape{2, 1}, m}, of(operation(op)), least};
        all[text + ", a scalar repeated"] = {{Shape{}, m}, of(operation(op)), least};
        all[text + ", both repeated"] = {{Shape{4, 1, 3}, Shape{2, 1}}, of(operation(op)), least};
    }
    all["matrix x matrix"] = {{Shape{2, 3}, Shape{3, 4}}, of(operation(Operator::MatMul))};
    all["matrix x vector"] = {{Shape{2, 3}, Shape{3}}, of(operation(Operator::MatMul))};
    all["vector x matrix"] = {{Shape{3}, Shape{3, 4}}, of(operation(Operator::MatMul))};
    all["vector x vector"] = {{Shape{3}, Shape{3}}, of(operation(Operator::MatMul))};
    const std::pair<const char*, Operator> reductions[] = {
        {"sum", Operator::Sum}, {"mean", Operator::Mean}, {"norm", Operator::Norm}, {"max", Operator::Max}};
    for (const auto& [name, op] : reductions) {
        const std::string text = name;
        all[text] = {{m}, of(operation(op))};
        all[text + " of axis 0"] = {{m}, of(reduction(op, 1, false))};
        all[text + " of axis 1, kept"] = {{m}, of(reduction(op, 2, true))};
        all[text + " of axes 0 and 2"] = {{Shape{2, 3, 2}}, of(reduction(op, 5, false))};
    }
    for (const double share : {1.0, 2.0}) {  // the mode matters only for equal values; these differ
        Operation greatest = reduction(Operator::Max, 2, false);
        greatest.scalars[0] = share;
        all["max of axis 1, share " + std::to_string(share)] = {{Shape{2, 3, 2}}, of(greatest)};
    }
    all["max of two, shared"] = {{m, Shape{3}}, of(operation(Operator::Maximum, {0.5}))};
    all["reshape"] = {{m}, of(shaped(Operator::Reshape, Shape{3, 2}))};
    all["broadcast"] = {{Shape{3}}, of(shaped(Operator::Broadcast, m))};
    all["broadcast times 2"] = {{Shape{2, 1}}, of(shaped(Operator::Broadcast, m, 2))};
    Operation slice = shaped(Operator::Slice, Shape{1, 2});
    slice.offsets[0] = 1;
    slice.offsets[1] = 1;
    all["slice"] = {{m}, of(slice)};
    Operation assign = operation(Operator::SliceAssign);
    assign.offsets = slice.offsets;
    all["slice assign"] = {{m, Shape{1, 2}}, [assign](Program& program, const std::vector<Array>& x) {
                               const Array base = program.apply(operation(Operator::Negate), {x[0]});
                               return program.apply(assign, {base, x[1]});
                           }};
    for (const double isApart : {0.0, 1.0}) {
        const std::string text = isApart != 0 ? " of elements" : " of rows";
        const Shape numbers = isApart != 0 ? Shape{3, 3} : Shape{3};
        const Shape value{3, 3};
        const std::vector<float> places =
            isApart != 0 ? std::vector<float>{1, 0, 0, 1, 1, 0, 0, 1, 0} : std::vector<float>{1, 0, 1};
        for (const double adds : {0.0, 1.0}) {
            Operation put = operation(Operator::Scatter, {0, isApart, adds});
            put.axes = 1;
            // If values are not added, the last value written to an index remains, so that case uses distinct indices.
            const std::vector<float> apart = adds != 0 ? places : std::vector<float>{1, 0, 2};
            const Shape whole = adds != 0 ? m : Shape{4, 3};
            if (adds == 0 && isApart != 0)
                continue;
            all["scatter" + text + (adds != 0 ? ", added" : "")] = {
                {whole, value}, [=](Program& program, const std::vector<Array>& x) {
                    const Array base = program.apply(operation(Operator::Negate), {x[0]});
                    return program.apply(put, {base, program.array(numbers, apart), x[1]});
                }};
        }
        Operation take = operation(Operator::Gather, {1, isApart});
        take.axes = 1;
        all["gather" + text] = {{m}, [=](Program& program, const std::vector<Array>& x) {
                                    std::vector<float> fromEnd = places;
                                    fromEnd[0] -= 2;  // a negative index that denotes the same row
                                    return program.apply(take, {x[0], program.array(numbers, fromEnd)});
                                }};
    }
    all["concat"] = {{Shape{2, 1}, m, Shape{2, 2}}, of(reduction(Operator::Concat, 2, false))};
    all["pick"] = {{Shape{2, 3}, Shape{2}},
                   [](Program& program, const std::vector<Array>& x) {
                       const Array index = program.array(Shape{2}, {2, 0});
                       return program.apply(Operator::Pick, {x[0], index});
                   },
                   -1.5,
                   1.5,
                   1};
    all["fully connected"] = {{Shape{2, 3}, Shape{4, 3}, Shape{4}}, of(operation(Operator::FullyConnected))};
    all["fully connected without bias"] = {{Shape{2, 3, 2}, Shape{4, 6}}, of(operation(Operator::FullyConnected))};
    all["convolution"] = {{Shape{2, 2, 4, 4}, Shape{3, 2, 3, 3}, Shape{3}}, of(window(Operator::Convolution, 3, 1, 1))};
    all["convolution with stride"] = {{Shape{1, 2, 5, 5}, Shape{2, 2, 3, 3}},
                                      of(window(Operator::Convolution, 3, 2, 0))};
    all["average pool"] = {{Shape{1, 2, 4, 4}}, of(window(Operator::AveragePool, 2, 2, 0))};
    all["average pool with padding"] = {{Shape{1, 1, 3, 3}}, of(window(Operator::AveragePool, 2, 1, 1))};
    all["max pool"] = {{Shape{1, 2, 4, 4}}, of(window(Operator::MaxPool, 2, 2, 0)), -1.5, 1.5, 0, 0.01};
    all["batch norm"] = {{Shape{4, 2}, Shape{2}, Shape{2}}, [](Program& program, const std::vector<Array>& x) {
                             Operation norm = operation(Operator::BatchNorm, {1e-3, 0.9});
                             norm.isTraining = true;
                             const Array mean = program.array(Shape{2}, {0, 0});
                             const Array deviation = program.array(Shape{2}, {1, 1});
                             return program.apply(norm, {x[0], x[1], x[2], mean, deviation});
                         }};
    all["batch norm with running statistics"] = {
        {Shape{3, 2, 2, 2}, Shape{2}, Shape{2}}, [](Program& program, const std::vector<Array>& x) {
            const Array mean = program.array(Shape{2}, {0.25F, -0.5F});
            const Array variance = program.array(Shape{2}, {1.5F, 0.75F});
            return program.apply(operation(Operator::BatchNorm, {1e-3, 0.9}), {x[0], x[1], x[2], mean, variance});
        }};
    return all;
}

}  // namespace

/// Compares each gradient rule with finite differences of the function, computed by the CPU kernels.
class TestRules : public QObject {
    Q_OBJECT

private slots:
    void gradientEqualsNumericalSlope_data();
    void gradientEqualsNumericalSlope();
    void everyDifferentiableOperatorIsTested();
    void piecewiseConstantOperatorsHaveNoGradient();
    void gradientsOfRandomExpressionsEqualNumericalSlopes();
    void neededValuesAreThoseThatTheGradientRuleReads();

private:
    static void compare(const Case& it, std::uint32_t seed);
};

void TestRules::gradientEqualsNumericalSlope_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& [name, unused] : cases())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestRules::gradientEqualsNumericalSlope()
{
    QFETCH(QString, name);

    compare(cases().at(name.toStdString()), 7);
}

/// Weights the outputs randomly, so that errors do not cancel.
void TestRules::compare(const Case& it, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::vector<std::vector<float>> numbers;
    for (const Shape& shape : it.shapes) {
        const double shift = 0.17 + 0.23 * static_cast<double>(numbers.size());
        numbers.push_back(apart(static_cast<std::size_t>(shape.elements()), it.least, it.most, random, shift));
    }
    const std::size_t variables = it.shapes.size() - static_cast<std::size_t>(it.constants);
    Program program;
    std::vector<Array> inputs;
    for (std::size_t i = 0; i < it.shapes.size(); ++i) {
        inputs.push_back(program.array(it.shapes[i], numbers[i]));
        if (i < variables)
            program.attach(inputs.back());
    }

    const Array result = it.function(program, inputs);
    const auto outputs = static_cast<std::size_t>(result.tensor.shape.elements());
    const std::vector<float> weights = apart(outputs, 0.5, 2, random);
    const Array head = program.array(result.tensor.shape, weights);
    const Status status = program.backward(result, autograd::AfterBackward::Free, head.tensor.storage);
    QVERIFY2(status, status ? "" : status.error().english().c_str());

    const auto weighted = [&](std::size_t input, std::size_t element, double change) {
        std::vector<Array> changed;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            std::vector<float> values = numbers[i];
            if (i == input)
                values[element] += static_cast<float>(change);
            changed.push_back(program.array(it.shapes[i], values));
        }
        const std::vector<float> y = program.read(it.function(program, changed).tensor);
        double sum = 0;
        for (std::size_t i = 0; i < y.size(); ++i)
            sum += static_cast<double>(y[i]) * static_cast<double>(weights[i]);
        return sum;
    };
    const double step = it.step > 0 ? it.step : 4e-3;
    for (std::size_t input = 0; input < variables; ++input) {
        const std::vector<float> gradient = program.read(inputs[input].gradient);
        for (std::size_t element = 0; element < numbers[input].size(); ++element) {
            const auto up = static_cast<float>(numbers[input][element] + static_cast<float>(step));
            const auto down = static_cast<float>(numbers[input][element] - static_cast<float>(step));
            const double slope = (weighted(input, element, step) - weighted(input, element, -step)) /
                                 (static_cast<double>(up) - static_cast<double>(down));
            const double drift = std::abs(slope - static_cast<double>(gradient[element]));
            QVERIFY2(drift < 4e-3 * (1 + std::abs(slope)),
                     qPrintable(QString("input %1, element %2: slope %3, gradient %4")
                                    .arg(input)
                                    .arg(element)
                                    .arg(slope)
                                    .arg(static_cast<double>(gradient[element]))));
        }
    }
}

void TestRules::everyDifferentiableOperatorIsTested()
{
    std::set<Operator> met;
    for (const auto& [name, it] : cases()) {
        Program program;
        std::mt19937 random(1);
        std::vector<Array> inputs;
        for (const Shape& shape : it.shapes)
            inputs.push_back(program.array(shape, apart(static_cast<std::size_t>(shape.elements()), 0.5, 1, random)));
        static_cast<void>(it.function(program, inputs));
        met.insert(program.engine.issued.begin(), program.engine.issued.end());
    }

    for (int op = 0; op <= static_cast<int>(Operator::Last); ++op) {
        const auto it = static_cast<Operator>(op);
        if (autograd::isDifferentiable(it) && it != Operator::Segment)
            QVERIFY2(met.contains(it), std::string(ops::nameOf(it)).c_str());
    }
}

void TestRules::piecewiseConstantOperatorsHaveNoGradient()
{
    Program program;
    Array x = program.array(Shape{2}, {1, -1});
    program.attach(x);

    const Array sign = program.apply(Operator::Sign, {x});
    const Array isGreater = program.apply(Operator::GreaterScalar, {x}, 0);

    QVERIFY(!sign.entry.exists());
    QVERIFY(!isGreater.entry.exists());
}

void TestRules::gradientsOfRandomExpressionsEqualNumericalSlopes()
{
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        const Function expression = [seed](Program& program, const std::vector<Array>& x) {
            std::mt19937 random(seed);
            std::vector<Array> known = x;
            const Operator functions[] = {Operator::Tanh, Operator::Sigmoid, Operator::Square, Operator::Negate};
            const Operator pairs[] = {Operator::Add, Operator::Multiply, Operator::Subtract, Operator::Maximum};
            for (int i = 0; i < 8; ++i) {
                const Array& a = known[random() % known.size()];
                const Array& b = known[random() % known.size()];
                const bool isPair = random() % 2 == 0;
                known.push_back(isPair ? program.apply(pairs[random() % 4], {a, b})
                                       : program.apply(functions[random() % 4], {a}));
            }
            // Adds all nodes, so that the gradient of every node is a sum.
            Array sum = program.apply(Operator::Tanh, {known.back()});
            for (const Array& it : known)
                sum = program.apply(Operator::Add, {sum, program.apply(Operator::Tanh, {it})});
            return sum;
        };
        compare({{Shape{2, 3}, Shape{3}, Shape{2, 1}}, expression, -0.9, 0.9}, seed);
    }
}

void TestRules::neededValuesAreThoseThatTheGradientRuleReads()
{
    const auto needs = [](Operator op, unsigned wanted) {
        Operation it = operation(op);
        return autograd::needsOf(it, autograd::InputSet(wanted));
    };

    QCOMPARE(needs(Operator::Add, 3).inputs, 0U);
    QCOMPARE(needs(Operator::Relu, 1).inputs, 0U);
    QCOMPARE(needs(Operator::Relu, 1).outputs, 1U);
    QCOMPARE(needs(Operator::Multiply, 1).inputs, 2U);
    QCOMPARE(needs(Operator::FullyConnected, 6).inputs, 3U);
    QCOMPARE(needs(Operator::Divide, 1).outputs, 0U);
}

QTEST_GUILESS_MAIN(TestRules)
#include "tst_rules.moc"
