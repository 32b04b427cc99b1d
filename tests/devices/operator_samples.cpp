#include "tests/devices/operator_samples.h"

#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

namespace conformance {

using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

Operation of(Operator op, std::vector<Shape> inputs, Shape output = {}, double first = 0, double second = 0)
{
    Operation operation;
    operation.op = op;
    operation.inputs = std::move(inputs);
    operation.output = output;
    operation.scalars[0] = first;
    operation.scalars[1] = second;
    operation.seed = 77;
    return operation;
}

Operation with(Operation operation, const std::function<void(Operation&)>& change)
{
    change(operation);
    return operation;
}

std::vector<Sample> generators()
{
    return {{"fill", of(Operator::Fill, {}, {7, 3}, 2.5), true},
            {"identity", of(Operator::Identity, {}, {5, 5}), true},
            {"arange", of(Operator::Arange, {}, {100}, 1, 0.25), true},
            {"uniform", of(Operator::RandomUniform, {}, {3001}, -1, 3), true},
            {"uniform of nothing", of(Operator::RandomUniform, {}, {5}, 1, 1), true},
            {"normal", of(Operator::RandomNormal, {}, {4099}, 1, 2), true}};
}

std::vector<Sample> elementwise()
{
    std::vector<Sample> samples;
    for (const ops::OperatorRow& row : ops::kCatalogue) {
        const Operator op = row.op;
        const std::string name(row.name);
        const bool isExact = op != Operator::PowerScalar && op != Operator::Exp && op != Operator::Log &&
                             op != Operator::Tanh && op != Operator::Sigmoid;
        if (row.family == ops::Family::Unary) {
            samples.push_back({name, of(op, {{9, 11}}, {}, 1.5), isExact});
            samples.push_back({name, of(op, {{9, 11}}, {}, 0.5), isExact});
        } else if (row.family == ops::Family::Binary) {
            samples.push_back({name, of(op, {{4, 1, 6}, {5, 1}}), isExact});
            samples.push_back({name, of(op, {{4, 6}, {4, 6}}), isExact});
            samples.push_back({name, of(op, {{1}, {3, 2}}), isExact});
        } else if (row.family == ops::Family::Slope) {
            samples.push_back({name, of(op, {{40}, {40}}), isExact});
        }
    }
    samples.push_back({"copy", of(Operator::Copy, {{9, 11}}), true});
    samples.push_back({"copy that cuts to whole numbers", of(Operator::Copy, {{9, 11}}, {}, 1), true});
    samples.push_back({"epilogue",
                       with(of(Operator::Add, {{6, 5}, {5}}),
                            [](Operation& it) {
                                it.epilogue = {{Operator::MultiplyScalar, 3}, {Operator::Relu, 0}};
                            }),
                       true});
    return samples;
}

std::vector<Sample> arrangements()
{
    const auto offsets = [](std::array<std::int64_t, 6> at) { return [at](Operation& it) { it.offsets = at; }; };
    const auto axes = [](std::uint8_t bits, bool keeps = false) {
        return [bits, keeps](Operation& it) {
            it.axes = bits;
            it.keepsAxes = keeps;
        };
    };
    const auto adding = [](std::uint8_t bits) {
        return [bits](Operation& it) {
            it.axes = bits;
            it.scalars[2] = 1;
        };
    };
    std::vector<Sample> samples = {
        {"transpose", of(Operator::Transpose, {{5, 7}}), true},
        {"transpose of three axes", of(Operator::Transpose, {{2, 3, 4}}), true},
        {"reshape", of(Operator::Reshape, {{6, 4}}, {3, 8}), true},
        {"broadcast", of(Operator::Broadcast, {{3, 1}}, {2, 3, 5}, 0.5), true},
        {"slice", with(of(Operator::Slice, {{5, 6, 7}}, {2, 3, 4}), offsets({1, 2, 3})), true},
        {"slice of a row", with(of(Operator::Slice, {{5, 6}}, {6}), offsets({3, 0})), true},
        {"assignment to a slice", with(of(Operator::SliceAssign, {{5, 6}, {2, 3}}), offsets({2, 1})), true},
        {"concat", with(of(Operator::Concat, {{2, 3, 2}, {2, 1, 2}, {2, 2, 2}}), axes(2)), true},
        {"pick", of(Operator::Pick, {{6, 4}, {6}}), true},
        {"pick's gradient", of(Operator::PickBackward, {{6}, {6}}, {6, 4}), true},
        {"gather of rows", with(of(Operator::Gather, {{4, 5}, {2, 3}}), axes(1)), true},
        {"gather of columns, round", with(of(Operator::Gather, {{4, 3, 2}, {7}}, {}, 1), axes(2)), true},
        {"gather of elements", with(of(Operator::Gather, {{6, 4}, {6, 9}}, {}, 0, 1), axes(2)), true},
        {"scatter of rows", with(of(Operator::Scatter, {{4, 5}, {6}, {6, 5}}), axes(1)), true},
        {"scatter that adds", with(of(Operator::Scatter, {{2, 4, 5}, {9}, {2, 9, 5}}), adding(2)), true},
        {"scatter of elements", with(of(Operator::Scatter, {{6, 4}, {6, 9}, {6, 9}}, {}, 1, 1), adding(2)), true},
        {"scatter of wide rows", with(of(Operator::Scatter, {{4, 10'900}, {6}, {6, 10'900}}), adding(1)), true},
        {"scatter of wider rows", with(of(Operator::Scatter, {{4, 33'000}, {6}, {6, 33'000}}), axes(1)), true},
        {"softmax", of(Operator::Softmax, {{9, 10}})},
        {"log softmax", of(Operator::LogSoftmax, {{2, 9, 10}})},
        {"softmax's gradient", of(Operator::SoftmaxBackward, {{9, 10}, {9, 10}})},
        {"log softmax's gradient", of(Operator::LogSoftmaxBackward, {{9, 10}, {9, 10}})}};
    for (const Operator op : {Operator::Sum, Operator::Mean, Operator::Norm, Operator::Max, Operator::ArgMax}) {
        const bool isExact = op == Operator::Max || op == Operator::ArgMax;
        samples.push_back({"reduction", of(op, {{20'000}}), isExact});
        samples.push_back({"reduction of rows", with(of(op, {{6, 700}}), axes(2)), isExact});
        samples.push_back({"reduction of columns", with(of(op, {{70, 6}}), axes(1, true)), isExact});
        if (op != Operator::ArgMax)
            samples.push_back({"reduction of outer axes", with(of(op, {{4, 5, 6, 3}}), axes(5)), isExact});
    }
    return samples;
}

std::vector<Sample> layers()
{
    const auto wanted = [](std::uint8_t bits) { return [bits](Operation& it) { it.wanted = bits; }; };
    const auto window = [](std::int32_t kernel, std::int32_t stride, std::int32_t padding, std::uint8_t bits = 7) {
        return [=](Operation& it) {
            it.window = {{kernel, kernel}, {stride, stride}, {padding, padding}};
            it.wanted = bits;
        };
    };
    std::vector<Sample> samples = {
        {"product", of(Operator::MatMul, {{17, 23}, {23, 19}})},
        {"product with a vector", of(Operator::MatMul, {{17, 23}, {23}})},
        {"dot", of(Operator::MatMul, {{23}, {23}})},
        {"dense", of(Operator::FullyConnected, {{8, 3, 4}, {5, 12}, {5}})},
        {"dense without bias", of(Operator::FullyConnected, {{8, 12}, {5, 12}})},
        {"dense's gradients", with(of(Operator::FullyConnectedBackward, {{8, 5}, {8, 12}, {5, 12}}), wanted(7))},
        {"dense's gradient of the data",
         with(of(Operator::FullyConnectedBackward, {{8, 5}, {8, 12}, {5, 12}}), wanted(1))},
        {"SGD", of(Operator::SgdUpdate, {{50}, {50}}, {}, 0.1, 0.5), true},
        {"SGD with momentum",
         with(of(Operator::SgdMomentumUpdate, {{50}, {50}, {50}}, {}, 0.1, 0.5),
              [](Operation& it) { it.scalars[2] = 0.9; }),
         true},
        {"batch norm in use", of(Operator::BatchNorm, {{6, 4, 5, 5}, {4}, {4}, {4}, {4}}, {}, 1e-5, 0.9)},
        {"batch norm in training", with(of(Operator::BatchNorm, {{6, 4, 5, 5}, {4}, {4}, {4}, {4}}, {}, 1e-5, 0.9),
                                        [](Operation& it) { it.isTraining = true; })},
        {"batch norm's gradients", of(Operator::BatchNormBackward, {{6, 4, 5}, {6, 4, 5}, {4}, {4}, {4}})}};
    for (const auto& [kernel, stride, padding] : {std::tuple{3, 1, 1}, {3, 2, 0}, {1, 2, 0}, {5, 1, 2}}) {
        const auto change = window(kernel, stride, padding);
        const Shape x{2, 3, 11, 9};
        const Shape w{4, 3, kernel, kernel};
        Operation forward = with(of(Operator::Convolution, {x, w, {4}}), change);
        static_cast<void>(ops::inferOutputs(forward));
        samples.push_back({"convolution", forward});
        samples.push_back(
            {"convolution's gradients", with(of(Operator::ConvolutionBackward, {forward.output, x, w}), change)});
        if (padding >= kernel)
            continue;
        for (const auto& [pool, back] : {std::pair{Operator::AveragePool, Operator::AveragePoolBackward},
                                         std::pair{Operator::MaxPool, Operator::MaxPoolBackward}}) {
            Operation pooling = with(of(pool, {x}), change);
            static_cast<void>(ops::inferOutputs(pooling));
            samples.push_back({"pooling", pooling});
            samples.push_back({"pooling's gradient", with(of(back, {pooling.output, x}), change)});
        }
    }
    return samples;
}

}  // namespace

std::vector<Sample> operatorSamples()
{
    std::vector<Sample> all = generators();
    for (const auto& family : {elementwise(), arrangements(), layers()})
        all.insert(all.end(), family.begin(), family.end());
    return all;
}

device::PlatformOptions sampleOptions()
{
    device::PlatformOptions options;
    options.semantics = device::Semantics::MXNet;
    options.policy = device::EnginePolicy::Naive;
    return options;
}

std::vector<Values> resultsOf(const Opener& open, const Operation& sample)
{
    Driver driver(open, sampleOptions());
    return resultsOf(driver, sample);
}

std::vector<Values> resultsOf(Driver& driver, const Operation& sample)
{
    std::vector<Handle> inputs;
    for (const Shape& shape : sample.inputs) {
        driver.seed = 1000 + inputs.size();
        inputs.push_back(driver.apply(Operator::RandomUniform, {}, shape, 0.1, 3.9));
    }
    driver.seed = sample.seed;
    Operation operation = sample;
    if (!ops::inferOutputs(operation))
        return {};
    std::vector<Handle> outputs;
    for (std::size_t i = 0; i < operation.outputCount(); ++i) {
        const int place = ops::inPlaceInputOf(operation.op, i);
        outputs.push_back(place >= 0 ? inputs[static_cast<std::size_t>(place)] : driver.create(operation.outputAt(i)));
    }
    if (!driver.push(sample, inputs, outputs))
        return {};
    std::vector<Values> all;
    for (const Handle& output : outputs) {
        const Result<Values> values = driver.valuesOf(output);
        if (!values)
            return {};
        all.push_back(*values);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (ops::inPlaceInputOf(operation.op, i) < 0)
            driver.drop(outputs[i]);
    for (const Handle& input : inputs)
        driver.drop(input);
    return all;
}

double differenceOf(const Values& expected, const Values& found)
{
    constexpr double kWrong = std::numeric_limits<double>::infinity();
    if (found.size() != expected.size())
        return kWrong;
    double largest = 0;
    double most = 1e-6;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto one = static_cast<double>(expected[i]);
        const auto other = static_cast<double>(found[i]);
        if (one == other || (std::isnan(one) && std::isnan(other)))
            continue;
        if (!std::isfinite(one) || !std::isfinite(other))
            return kWrong;
        largest = std::max(largest, std::abs(one - other));
    }
    for (const float one : expected)
        if (std::isfinite(one))
            most = std::max(most, std::abs(static_cast<double>(one)));
    return largest / most;
}

}  // namespace conformance
