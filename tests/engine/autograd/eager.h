#pragma once

#include "engine/autograd/tape.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/ops/shape_rules.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

/// Computes operations when they are called and records them on a tape: a front end without Python, for tests.
namespace eager {

using namespace engine;

class Engine final : public autograd::Issuer {
public:
    Engine()
    {
        auto made = devices::cpu::makeValueEngine(1);
        if (!made)
            qFatal("%s", made.error().english().c_str());
        m_values = *std::move(made);
    }

    Result<autograd::StoragePtr> create(const ops::Shape& shape, DeviceId device) override
    {
        auto storage = std::make_shared<Share>(*this);
        storage->variable = VariableId{m_values->create(shape).index};
        storage->device = device;
        mostAlive = std::max(mostAlive, ++alive);
        return autograd::StoragePtr(storage);
    }

    Status issue(ops::Operation& operation, std::span<const autograd::StoragePtr> reads,
                 std::span<const autograd::StoragePtr> writes) override
    {
        issued.push_back(operation.op);
        aliveAt.push_back(alive);
        std::vector<device::ValueId> from;
        std::vector<device::ValueId> to;
        for (const auto& read : reads)
            from.emplace_back(read->variable.index);
        for (const auto& write : writes)
            to.emplace_back(write->variable.index);
        return m_values->submit(operation, from, to);
    }

    [[nodiscard]] std::vector<float> read(const autograd::StoragePtr& storage)
    {
        auto values = m_values->read(device::ValueId{storage->variable.index});
        if (!values)
            qFatal("%s", values.error().english().c_str());
        return {values->begin(), values->end()};
    }
    void write(const autograd::StoragePtr& storage, std::span<const float> numbers)
    {
        if (const Status status = m_values->write(device::ValueId{storage->variable.index}, numbers); !status)
            qFatal("%s", status.error().english().c_str());
    }

    int alive = 0;
    int mostAlive = 0;
    std::vector<ops::Operator> issued;
    std::vector<int> aliveAt;

private:
    struct Share final : autograd::Storage {
        explicit Share(Engine& e) : engine(e) {}
        ~Share() override
        {
            engine.m_values->release(device::ValueId{variable.index});
            --engine.alive;
        }
        Engine& engine;
    };
    std::unique_ptr<device::ValueEngine> m_values;
};

struct Array {
    autograd::Tensor tensor;
    autograd::Entry entry;
    autograd::Tensor gradient;
};

/// Computes each operation immediately and records it on the tape.
class Program {
public:
    Engine engine;
    autograd::Tape tape;
    std::string error;  ///< message of the last refused operation

    [[nodiscard]] Array array(const ops::Shape& shape, const std::vector<float>& numbers)
    {
        Array made{{*engine.create(shape, DeviceId{0}), shape}, {}, {}};
        engine.write(made.tensor.storage, numbers);
        return made;
    }

    void attach(Array& it, autograd::Requirement how = autograd::Requirement::Write)
    {
        const auto count = static_cast<std::size_t>(it.tensor.shape.elements());
        it.gradient = array(it.tensor.shape, std::vector<float>(count, 0.0F)).tensor;
        it.entry = tape.leaf(it.gradient, how);
    }

    /// For a Segment: `gradient` is its gradient; `inPlaceInputs` has for each output the input that it overwrites, or
    /// -1.
    std::vector<Array> applyAll(ops::Operation operation, const std::vector<Array>& inputs,
                                std::shared_ptr<const autograd::SegmentGradient> gradient = {},
                                const std::vector<int>& inPlaceInputs = {})
    {
        std::vector<autograd::StoragePtr> reads;
        std::vector<const autograd::Entry*> entries;
        operation.inputs.clear();
        for (const Array& input : inputs) {
            operation.inputs.push_back(input.tensor.shape);
            reads.push_back(input.tensor.storage);
            entries.push_back(&input.entry);
        }
        if (const Status status = ops::inferOutputs(operation); !status)
            qFatal("%s", status.error().english().c_str());
        std::vector<Array> outputs;
        std::vector<autograd::StoragePtr> writes;
        for (std::size_t i = 0; i < operation.outputCount(); ++i) {
            const int inPlace = i < inPlaceInputs.size() ? inPlaceInputs[i] : ops::inPlaceInputOf(operation.op, i);
            writes.push_back(inPlace >= 0 ? reads[static_cast<std::size_t>(inPlace)]
                                          : *engine.create(operation.outputAt(i), DeviceId{0}));
            outputs.push_back({{writes.back(), operation.outputAt(i)}, {}, {}});
            if (inPlace >= 0)
                ++writes.back()->version;
        }
        ops::Operation issued = operation;
        if (const Status status = engine.issue(issued, reads, writes); !status)
            qFatal("%s", status.error().english().c_str());
        Saver saver(inputs, outputs);
        outputs[0].entry.node = tape.record(operation, entries, DeviceId{0}, saver, std::move(gradient));
        return outputs;
    }

    Array apply(ops::Operation operation, const std::vector<Array>& inputs)
    {
        return applyAll(std::move(operation), inputs).front();
    }

    Array apply(ops::Operator op, const std::vector<Array>& inputs, double scalar = 0)
    {
        ops::Operation operation;
        operation.op = op;
        operation.scalars[0] = scalar;
        return apply(std::move(operation), inputs);
    }

    Status backward(const Array& head, autograd::AfterBackward after = autograd::AfterBackward::Free,
                    const autograd::StoragePtr& gradient = nullptr)
    {
        const autograd::Head one{head.entry, head.tensor.shape, DeviceId{0}, gradient};
        return autograd::backward(std::span(&one, 1), after, engine);
    }

    [[nodiscard]] std::vector<float> read(const autograd::Tensor& tensor) { return engine.read(tensor.storage); }

private:
    class Saver final : public autograd::Shares {
    public:
        Saver(const std::vector<Array>& inputs, const std::vector<Array>& outputs) : m_in(inputs), m_out(outputs) {}
        autograd::StoragePtr ofInput(std::size_t i) override { return m_in[i].tensor.storage; }
        autograd::StoragePtr ofOutput(std::size_t i) override { return m_out[i].tensor.storage; }

    private:
        const std::vector<Array>& m_in;
        const std::vector<Array>& m_out;
    };
};

}  // namespace eager
