#include "engine/devices/cpu/tensors.h"

#include "engine/ops/shape_rules.h"

#include <array>

namespace engine::devices::cpu {

Result<VariableId> Tensors::create(const device::VariableRequest& request)
{
    if (!m_state.isDevice(request.device))
        return m_state.unknownDevice(request.device, " to put a tensor on");
    if (Status status = ops::checkShape(request.shape); !status)
        return status.error();
    auto variable = std::make_shared<Variable>();
    const VariableId id(m_variables.size());
    variable->tensor.shape = request.shape;
    variable->tensor.id = id;
    variable->device = request.device;
    variable->scheduled = m_state.engine.newVariable();
    variable->remote = m_state.devices->addTensor(request);
    m_variables.push_back(std::move(variable));
    return id;
}

void Tensors::release(VariableId variable)
{
    if (const VariablePtr found = find(variable)) {
        m_state.engine.release(found->scheduled);
        m_variables[variable.index].reset();
    }
}

Status Tensors::write(VariableId variable, std::span<const float> values)
{
    const VariablePtr found = find(variable);
    if (!found)
        return unknownVariable();
    if (static_cast<std::int64_t>(values.size()) != found->tensor.shape.elements())
        return untranslatedError(
            ErrorCode::InvalidArgument,
            std::to_string(values.size()) + " values do not fill a tensor of " + toText(found->tensor.shape) + ".");
    Devices* devices = m_state.devices;
    if (!found->isUsed)
        return devices->store(*found, values);
    schedule::PushOptions options;
    options.isUnnumbered = true;
    options.group = devices->groupOfWrites(*found);
    const std::array writes{found->scheduled};
    const Result<OpId> pushed = m_state.engine.push(
        {}, writes,
        [devices, found, copy = std::vector(values.begin(), values.end())] { return devices->store(*found, copy); },
        options);
    return pushed ? Status() : Status(pushed.error());
}

Result<std::span<const float>> Tensors::read(VariableId variable) const
{
    const VariablePtr found = find(variable);
    if (!found)
        return unknownVariable();
    if (found->device != kCpu)
        return untranslatedError(
            ErrorCode::InvalidArgument,
            "The tensor is on " + m_state.infos[found->device.index].name + "; copy it to the CPU to read its values.");
    if (!m_state.engine.isWritten(found->scheduled))
        return untranslatedError(ErrorCode::Unavailable,
                                 "The tensor is still being computed; wait for it before reading it.");
    if (const schedule::FailurePtr failure = m_state.engine.failureOf(found->scheduled))
        return failure->error;
    if (Status status = m_state.devices->checkReadable(*found); !status)
        return status.error();
    const Block& block = found->tensor.block;
    if (!block)
        return untranslatedError(ErrorCode::Unavailable, "This tensor has no values yet: nothing has written it.");
    return std::span<const float>(block.data(), static_cast<std::size_t>(found->tensor.shape.elements()));
}

void Tensors::observe(VariableId variable, std::string_view metric, std::int32_t step)
{
    const VariablePtr found = find(variable);
    if (!found)
        return;
    found->isUsed = true;
    Devices* devices = m_state.devices;
    schedule::PushOptions options;
    options.isUnnumbered = true;
    options.whenFull = schedule::WhenFull::Exceed;
    options.group = devices->groupOfWrites(*found);
    // Observations run one after the other, so that the first NaN reported is the first in program order for any number
    // of workers.
    if (!m_observations.isValid())
        m_observations = m_state.engine.newVariable();
    const std::array reads{found->scheduled};
    const std::array writes{m_observations};
    // push() fails after cancel(), when the metrics are no longer needed, or if all records are in use; then the metric
    // is left out.
    static_cast<void>(m_state.engine.push(
        reads, writes,
        [devices, found, name = std::string(metric), step] { return devices->observe(*found, name, step); }, options));
}

}  // namespace engine::devices::cpu
