#include "tests/benchmarks/training_net.h"

#include "engine/ops/shape_rules.h"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace bench {

using namespace engine;
using ops::Operation;
using ops::Operator;
using ops::Shape;
using Value = Training::Value;

namespace {

[[noreturn]] void fail(const Error& error)
{
    std::fprintf(stderr, "%s\n", error.english().c_str());
    std::abort();
}

void expect(const Status& status)
{
    if (!status)
        fail(status.error());
}

Operation of(Operator op, double first = 0, double second = 0)
{
    Operation operation;
    operation.op = op;
    operation.scalars[0] = first;
    operation.scalars[1] = second;
    return operation;
}

Operation withWindow(Operator op, const ops::Window& window)
{
    Operation operation = of(op);
    operation.window = window;
    return operation;
}

}  // namespace

std::vector<Value> Training::issue(Operation operation, const std::vector<Value>& inputs,
                                   const std::vector<Value>& places)
{
    std::vector<VariableId> reads;
    for (const Value& input : inputs) {
        operation.inputs.push_back(input.shape);
        reads.push_back(input.id);
    }
    expect(ops::inferOutputs(operation));
    std::vector<Value> outputs;
    std::vector<VariableId> writes;
    for (std::size_t i = 0; i < operation.outputCount(); ++i) {
        Value output{{}, operation.outputAt(i)};
        if (i < places.size() && places[i].id.isValid()) {
            output.id = places[i].id;
        } else {
            device::VariableRequest request;
            request.device = m_device;
            request.shape = output.shape;
            auto created = m_platform.create(request);
            if (!created)
                fail(created.error());
            output.id = *created;
            m_temporary.push_back(output);
        }
        outputs.push_back(output);
        writes.push_back(output.id);
    }
    device::OpRequest request;
    request.name = m_sink.intern(ops::nameOf(operation.op));
    request.operation = std::move(operation);
    request.reads = reads;
    request.writes = writes;
    request.device = m_device;
    if (auto pushed = m_platform.push(request); !pushed)
        fail(pushed.error());
    return outputs;
}

Value Training::one(Operation operation, const std::vector<Value>& inputs)
{
    return issue(std::move(operation), inputs)[0];
}

Value Training::constant(const Shape& shape, double value)
{
    Operation fill = of(Operator::Fill, value);
    fill.output = shape;
    const Value made = one(fill, {});
    m_temporary.pop_back();
    m_inputs[made.id.index] = true;
    return made;
}

Value Training::parameter(const Shape& shape, double scale)
{
    Operation random = of(Operator::RandomNormal, 0, scale);
    random.seed = m_parameters.size() + 1;
    random.output = shape;
    const Value made = one(random, {});
    m_temporary.pop_back();
    return made;
}

/// Returns the next parameter. The first step creates the parameters; later steps use them in the same order.
Value Training::next(const Shape& shape, double scale, bool isTrained)
{
    if (m_nextParameter == m_parameters.size()) {
        m_parameters.push_back(isTrained && scale > 0 ? parameter(shape, scale) : constant(shape, -scale));
        m_isTrained.push_back(isTrained);
    }
    return m_parameters[m_nextParameter++];
}

bool Training::isInput(const Value& value) const
{
    return m_inputs.contains(value.id.index);
}

void Training::give(const Value& value, const Value& gradient)
{
    const auto [place, isFirst] = m_gradients.emplace(value.id.index, gradient);
    if (!isFirst)
        place->second = one(of(Operator::Add), {place->second, gradient});
}

Value Training::dense(const Value& x, std::int64_t units)
{
    const Value w = next({units, x.shape.elements() / x.shape[0]}, 0.05);
    const Value b = next({units}, 0.01);
    const Value y = one(of(Operator::FullyConnected), {x, w, b});
    record([=, this] {
        Operation backward = of(Operator::FullyConnectedBackward);
        const int data = isInput(x) ? 0 : ops::kData;
        backward.wanted = static_cast<std::uint8_t>(data | ops::kWeight | ops::kBias);
        const std::vector<Value> gradients = issue(backward, {gradientOf(y), x, w});
        std::size_t i = 0;
        if (data != 0)
            give(x, gradients[i++]);
        give(w, gradients[i++]);
        give(b, gradients[i]);
    });
    return y;
}

Value Training::convolution(const Value& x, std::int64_t channels, const ops::Window& window)
{
    const Value w = next({channels, x.shape[1], window.kernel[0], window.kernel[1]}, 0.05);
    const Value b = next({channels}, 0.01);
    const Value y = one(withWindow(Operator::Convolution, window), {x, w, b});
    record([=, this] {
        Operation backward = withWindow(Operator::ConvolutionBackward, window);
        const int data = isInput(x) ? 0 : ops::kData;
        backward.wanted = static_cast<std::uint8_t>(data | ops::kWeight | ops::kBias);
        const std::vector<Value> gradients = issue(backward, {gradientOf(y), x, w});
        std::size_t i = 0;
        if (data != 0)
            give(x, gradients[i++]);
        give(w, gradients[i++]);
        give(b, gradients[i]);
    });
    return y;
}

Value Training::batchNorm(const Value& x)
{
    const Value gamma = next({x.shape[1]}, 0.5);
    const Value beta = next({x.shape[1]}, 0.01);
    const Value mean = next({x.shape[1]}, 0, false);
    const Value variance = next({x.shape[1]}, -1, false);
    Operation forward = of(Operator::BatchNorm, 1e-5, 0.9);
    forward.isTraining = true;
    const std::vector<Value> y = issue(forward, {x, gamma, beta, mean, variance}, {{}, {}, {}, mean, variance});
    record([=, this] {
        const std::vector<Value> gradients =
            issue(of(Operator::BatchNormBackward), {gradientOf(y[0]), x, gamma, y[1], y[2]});
        give(x, gradients[0]);
        give(gamma, gradients[1]);
        give(beta, gradients[2]);
    });
    return y[0];
}

Value Training::relu(const Value& x)
{
    const Value y = one(of(Operator::Relu), {x});
    record([=, this] { give(x, one(of(Operator::ReluBackward), {gradientOf(y), y})); });
    return y;
}

Value Training::averagePool(const Value& x, const ops::Window& window)
{
    const Value y = one(withWindow(Operator::AveragePool, window), {x});
    record([=, this] { give(x, one(withWindow(Operator::AveragePoolBackward, window), {gradientOf(y), x})); });
    return y;
}

Value Training::add(const Value& a, const Value& b)
{
    const Value y = one(of(Operator::Add), {a, b});
    record([=, this] {
        const Value gradient = gradientOf(y);
        give(a, gradient);
        give(b, gradient);
    });
    return y;
}

Value Training::flatten(const Value& x)
{
    Operation reshape = of(Operator::Reshape);
    reshape.output = {x.shape[0], x.shape.elements() / x.shape[0]};
    const Value y = one(reshape, {x});
    record([=, this] {
        Operation back = of(Operator::Reshape);
        back.output = x.shape;
        give(x, one(back, {gradientOf(y)}));
    });
    return y;
}

Value Training::crossEntropy(const Value& x, const Value& target)
{
    const Value logarithms = one(of(Operator::LogSoftmax), {x});
    const Value picked = one(of(Operator::Pick), {logarithms, target});
    const Value loss = one(of(Operator::MultiplyScalar, -1), {one(of(Operator::Mean), {picked})});
    record([=, this] {
        Operation fill = of(Operator::Fill, -1.0 / static_cast<double>(x.shape[0]));
        fill.output = target.shape;
        Operation pick = of(Operator::PickBackward);
        pick.output = x.shape;
        const Value gradient = one(pick, {one(fill, {}), target});
        give(x, one(of(Operator::LogSoftmaxBackward), {gradient, logarithms}));
    });
    return loss;
}

Value Training::squaredError(const Value& x, const Value& target)
{
    const Value difference = one(of(Operator::Subtract), {x, target});
    const Value loss = one(of(Operator::Mean), {one(of(Operator::Square), {difference})});
    record([=, this] {
        give(x, one(of(Operator::MultiplyScalar, 2.0 / static_cast<double>(x.shape.elements())), {difference}));
    });
    return loss;
}

void Training::step(const std::function<Value()>& forward, double rate)
{
    m_nextParameter = 0;
    static_cast<void>(forward());
    for (std::size_t i = m_tape.size(); i-- > 0;)
        m_tape[i]();
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        if (m_isTrained[i])
            static_cast<void>(issue(of(Operator::SgdUpdate, rate, 1), {m_parameters[i], gradientOf(m_parameters[i])},
                                    {m_parameters[i]}));
    finishStep();
}

void Training::finishStep()
{
    m_tape.clear();
    m_gradients.clear();
    for (const Value& value : m_temporary)
        m_platform.release(value.id);
    m_temporary.clear();
    expect(m_platform.waitAll({}));
}

double Training::read(const Value& value)
{
    const auto values = m_platform.read(value.id);
    if (!values)
        fail(values.error());
    return static_cast<double>((*values)[0]);
}

namespace {

constexpr ops::Window kThree{{3, 3}, {1, 1}, {1, 1}};

Value lenet(Training& net, const Value& x, const Value& target)
{
    const ops::Window pool{{2, 2}, {2, 2}, {0, 0}};
    Value y = net.relu(net.convolution(x, 20, {{3, 3}, {1, 1}, {0, 0}}));
    y = net.relu(net.convolution(net.averagePool(y, pool), 50, {{5, 5}, {1, 1}, {0, 0}}));
    y = net.flatten(net.averagePool(y, pool));
    return net.crossEntropy(net.dense(net.relu(net.dense(y, 128)), 10), target);
}

Value residual(Training& net, const Value& x, std::int64_t channels, int stride, bool widens)
{
    const ops::Window first{{3, 3}, {stride, stride}, {1, 1}};
    const Value y = net.relu(net.batchNorm(net.convolution(x, channels, first)));
    const Value z = net.batchNorm(net.convolution(y, channels, kThree));
    return net.relu(net.add(z, widens ? net.convolution(x, channels, {{1, 1}, {stride, stride}, {0, 0}}) : x));
}

Value resnet18(Training& net, const Value& x, const Value& target)
{
    Value y = net.relu(net.batchNorm(net.convolution(x, 64, kThree)));
    for (const std::int64_t channels : {64, 128, 256, 512}) {
        const bool isFirst = channels == 64;
        y = residual(net, y, channels, isFirst ? 1 : 2, !isFirst);
        y = residual(net, y, channels, 1, false);
    }
    const auto rows = static_cast<std::int32_t>(y.shape[2]);
    const auto columns = static_cast<std::int32_t>(y.shape[3]);
    y = net.flatten(net.averagePool(y, {{rows, columns}, {1, 1}, {0, 0}}));
    return net.crossEntropy(net.dense(y, 10), target);
}

Value mlp(Training& net, const Value& x, const Value& target)
{
    const Value y = net.relu(net.dense(net.relu(net.dense(x, 2048)), 512));
    return net.squaredError(net.dense(y, 1), target);
}

}  // namespace

Network networkOf(const std::string& name)
{
    if (name == "lenet")
        return {name, 256, lenet, {256, 1, 28, 28}, {256}};
    if (name == "resnet18")
        return {name, 32, resnet18, {32, 1, 28, 28}, {32}};
    return {name, 1024, mlp, {1024, 512}, {1024, 1}};
}

Perceptron::Perceptron(Training& training) : m_training(training), m_x(training.constant({1, 512}, 0.5))
{
    const std::array<std::int64_t, 4> sizes{512, 256, 128, 2};
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        m_parameters.push_back(training.parameter({sizes[i], sizes[i - 1]}, 0.05));
        m_parameters.push_back(training.parameter({sizes[i]}, 0.05));
    }
    // Values 0 to 6 are x and the parameters; the results of the layers follow.
    auto segment = std::make_shared<ops::Segment>();
    segment->inputs = 7;
    segment->values.push_back({m_x.shape, -1});
    for (const Value& parameter : m_parameters)
        segment->values.push_back({parameter.shape, -1});
    for (std::int32_t layer = 0; layer < 3; ++layer) {
        ops::Segment::Step step;
        step.operation = of(Operator::FullyConnected);
        step.reads = {layer == 0 ? 0 : 6 + layer, 1 + 2 * layer, 2 + 2 * layer};
        step.writes = {7 + layer};
        for (const std::int32_t read : step.reads)
            step.operation.inputs.push_back(segment->values[static_cast<std::size_t>(read)].shape);
        if (layer < 2)
            step.operation.epilogue = {{Operator::Relu, 0}};
        expect(ops::inferOutputs(step.operation));
        const Shape& shape = step.operation.output;
        segment->values.push_back({shape, layer < 2 ? layer : -1});
        if (layer < 2)
            segment->blocks.push_back(shape.bytes());
        segment->steps.push_back(std::move(step));
    }
    segment->outputs = {9};
    expect(ops::checkSegment(*segment));
    m_compiled = of(Operator::Segment);
    m_compiled.segment = segment;
}

void Perceptron::forward(bool isCompiled)
{
    if (isCompiled) {
        std::vector<Value> inputs{m_x};
        inputs.insert(inputs.end(), m_parameters.begin(), m_parameters.end());
        static_cast<void>(m_training.apply(m_compiled, inputs));
        return;
    }
    Value y = m_x;
    for (std::size_t i = 0; i < m_parameters.size(); i += 2) {
        y = m_training.apply(of(Operator::FullyConnected), {y, m_parameters[i], m_parameters[i + 1]});
        if (i + 2 < m_parameters.size())
            y = m_training.apply(of(Operator::Relu), {y});
    }
}

}  // namespace bench
