#pragma once

#include "engine/autograd/tape.h"

#include <vector>

namespace engine::autograd::detail {

/// Issues the operations that a rule builds. Reused for all recorded operations.
class TapeBuilder final : public Builder {
public:
    explicit TapeBuilder(Issuer& issuer) : m_issuer(issuer) {}

    /// Erases all values. The next operations run on `device`; the gradient of input i is written to `targets[i]`
    /// unless it is null.
    void restart(DeviceId device, std::vector<StoragePtr> targets);
    Value addTensor(Tensor tensor);
    [[nodiscard]] Tensor tensor(Value value) const { return m_values[static_cast<std::size_t>(value.index)]; }

    [[nodiscard]] Result<std::vector<Value>> add(ops::Operation operation, std::span<const Value> inputs,
                                                 std::span<const int> gradientOf) override;
    [[nodiscard]] const ops::Shape& shapeOf(Value value) const override
    {
        return m_values[static_cast<std::size_t>(value.index)].shape;
    }

private:
    [[nodiscard]] Result<StoragePtr> outputOf(const ops::Operation& operation, std::size_t k,
                                              std::span<const StoragePtr> reads, int gradientOf);

    Issuer& m_issuer;
    DeviceId m_device;
    std::vector<StoragePtr> m_targets;
    std::vector<Tensor> m_values;
};

}  // namespace engine::autograd::detail
