#include "engine/autograd/detail/tape_builder.h"
#include "engine/ops/shape_rules.h"

namespace engine::autograd::detail {

void TapeBuilder::restart(DeviceId device, std::vector<StoragePtr> targets)
{
    m_values.clear();
    m_device = device;
    m_targets = std::move(targets);
}

Value TapeBuilder::addTensor(Tensor tensor)
{
    m_values.push_back(std::move(tensor));
    return Value{static_cast<std::int32_t>(m_values.size()) - 1};
}

Result<StoragePtr> TapeBuilder::outputOf(const ops::Operation& operation, std::size_t k,
                                         std::span<const StoragePtr> reads, int gradientOf)
{
    const int inPlace = ops::inPlaceInputOf(operation.op, k);
    if (inPlace >= 0)
        return reads[static_cast<std::size_t>(inPlace)];
    const bool hasTarget = gradientOf >= 0 && m_targets[static_cast<std::size_t>(gradientOf)] != nullptr;
    if (hasTarget)
        return m_targets[static_cast<std::size_t>(gradientOf)];
    return m_issuer.create(operation.outputAt(k), m_device);
}

Result<std::vector<Value>> TapeBuilder::add(ops::Operation operation, std::span<const Value> inputs,
                                            std::span<const int> gradientOf)
{
    std::vector<StoragePtr> reads;
    operation.inputs.clear();
    for (const Value input : inputs) {
        const Tensor& tensor = m_values[static_cast<std::size_t>(input.index)];
        operation.inputs.push_back(tensor.shape);
        reads.push_back(tensor.storage);
    }
    if (Status status = ops::inferOutputs(operation); !status)
        return std::move(status).error();
    std::vector<StoragePtr> writes;
    std::vector<Value> values;
    for (std::size_t k = 0; k < operation.outputCount(); ++k) {
        auto output = outputOf(operation, k, reads, k < gradientOf.size() ? gradientOf[k] : -1);
        if (!output)
            return std::move(output).error();
        writes.push_back(*std::move(output));
        ++writes.back()->version;
        values.push_back(addTensor({writes.back(), operation.outputAt(k)}));
    }
    if (Status status = m_issuer.issue(operation, reads, writes); !status)
        return std::move(status).error();
    return values;
}

}  // namespace engine::autograd::detail
