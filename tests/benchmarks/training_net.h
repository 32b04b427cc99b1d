#pragma once

#include "engine/device/platform.h"
#include "engine/ops/operation.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// Trains a network on a platform, operation by operation like a front end. Has a separate tape, so that the engine is
/// measured without Python and without engine/autograd. Every failure ends the program.
class Training {
public:
    using Operation = engine::ops::Operation;

    /// `sink` is the platform's sink, used for the names of operations.
    Training(engine::device::Platform& platform, engine::trace::Sink& sink,
             engine::DeviceId device = engine::DeviceId{0})
        : m_platform(platform), m_sink(sink), m_device(device)
    {
    }

    /// A tensor and its shape.
    struct Value {
        engine::VariableId id;
        engine::ops::Shape shape;
    };

    // -- tensors that exist as long as the network
    [[nodiscard]] Value parameter(const engine::ops::Shape& shape, double scale);
    [[nodiscard]] Value constant(const engine::ops::Shape& shape, double value);

    // -- layers; each call uses the next parameters and creates them in the first step
    [[nodiscard]] Value dense(const Value& x, std::int64_t units);
    [[nodiscard]] Value convolution(const Value& x, std::int64_t channels, const engine::ops::Window& window);
    [[nodiscard]] Value batchNorm(const Value& x);
    [[nodiscard]] Value relu(const Value& x);
    [[nodiscard]] Value averagePool(const Value& x, const engine::ops::Window& window);
    [[nodiscard]] Value add(const Value& a, const Value& b);
    [[nodiscard]] Value flatten(const Value& x);
    [[nodiscard]] Value crossEntropy(const Value& x, const Value& target);
    [[nodiscard]] Value squaredError(const Value& x, const Value& target);

    /// Issues any operation. Its first result exists until the end of the step.
    [[nodiscard]] Value apply(Operation operation, const std::vector<Value>& inputs)
    {
        return one(std::move(operation), inputs);
    }
    /// Waits for all operations and releases the tensors of the step.
    void finishStep();

    /// Runs one training step; `forward` calls layers and returns the loss.
    void step(const std::function<Value()>& forward, double rate);
    [[nodiscard]] double read(const Value& value);

private:
    [[nodiscard]] std::vector<Value> issue(Operation operation, const std::vector<Value>& inputs,
                                           const std::vector<Value>& places = {});
    [[nodiscard]] Value one(Operation operation, const std::vector<Value>& inputs);
    [[nodiscard]] Value next(const engine::ops::Shape& shape, double scale, bool isTrained = true);
    void record(std::function<void()> backward) { m_tape.push_back(std::move(backward)); }
    [[nodiscard]] const Value& gradientOf(const Value& value) { return m_gradients.at(value.id.index); }
    void give(const Value& value, const Value& gradient);
    [[nodiscard]] bool isInput(const Value& value) const;

    engine::device::Platform& m_platform;
    engine::trace::Sink& m_sink;
    const engine::DeviceId m_device;
    std::vector<Value> m_parameters;
    std::vector<bool> m_isTrained;
    std::size_t m_nextParameter = 0;
    std::vector<std::function<void()>> m_tape;
    std::map<std::uint32_t, Value> m_gradients;
    std::vector<Value> m_temporary;  ///< tensors of this step
    std::map<std::uint32_t, bool> m_inputs;
};

/// A network of the book and a batch for it.
struct Network {
    std::string name;
    std::int64_t batch = 0;
    std::function<Training::Value(Training&, const Training::Value& x, const Training::Value& target)> loss;
    engine::ops::Shape input;
    engine::ops::Shape target;
};

/// Returns "lenet" (256 images), "resnet18" (32 images) or "mlp" (program 13.2.4, 1024 rows).
[[nodiscard]] Network networkOf(const std::string& name);

/// The network 512-256-128-2 of program 13.1.3 on one row, as five operations or as one compiled operation.
class Perceptron {
public:
    explicit Perceptron(Training& training);
    void forward(bool isCompiled);

private:
    Training& m_training;
    Training::Value m_x;
    std::vector<Training::Value> m_parameters;
    engine::ops::Operation m_compiled;
};

}  // namespace bench
