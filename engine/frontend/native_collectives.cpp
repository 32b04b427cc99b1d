#include "engine/device/all_reduce.h"
#include "engine/frontend/detail/native_calls.h"

#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;

/// All-reduce over tensors on several devices of this process.
namespace engine::frontend {

namespace {

device::AllReduceAlgorithm algorithmOf(const std::string& name)
{
    if (name == "naive")
        return device::AllReduceAlgorithm::Naive;
    if (name == "ring")
        return device::AllReduceAlgorithm::Ring;
    if (name == "nccl")
        return device::AllReduceAlgorithm::Library;
    throw py::value_error("tensors are added up by 'naive', 'ring' or 'nccl', not '" + name + "'");
}

/// Replaces each tensor by the sum of all tensors, which must be on different devices and have the same shape.
void allReduce(const std::vector<py::object>& objects, const std::string& algorithm, int priority)
{
    Execution& execution = currentExecution();
    std::vector<TensorObject*> tensors;
    std::vector<device::Replica> replicas;
    for (const py::object& object : objects) {
        TensorObject& tensor = tensorOf(object);
        const auto isSameDevice = [&](const device::Replica& other) { return other.device == tensor.device; };
        if (std::ranges::any_of(replicas, isSameDevice) || (!tensors.empty() && tensor.shape != tensors[0]->shape))
            throw py::value_error("tensors that are added up have one shape, and each is on a device of its own");
        tensors.push_back(&tensor);
        replicas.push_back({tensor.device, tensor.variable});
    }
    if (tensors.empty())
        throw py::value_error("there is nothing to add up");
    if (!checkWritable(currentNative(), tensors))
        throw py::error_already_set();
    if (!beforeUse(currentNative()))
        throw py::error_already_set();
    execution.noteActivity();
    const device::AllReduce what{algorithmOf(algorithm),        replicas, tensors[0]->shape, execution.phases.current(),
                                 execution.statements().line(), priority};
    const auto intern = [&execution](std::string_view text) { return execution.sink().intern(text); };
    const auto last = checked(withoutGil([&] { return device::allReduce(execution.platform(), what, intern); }));
    for (std::size_t i = 0; i < tensors.size(); ++i)
        noteWrite(*tensors[i], last[i]);
    for (TensorObject* tensor : tensors)
        if (TensorObject& root = rootOf(*tensor);
            root.isLinked && !currentNative().views.written(currentNative(), root))
            throw py::error_already_set();
    if (!afterUse(currentNative()))
        throw py::error_already_set();
}

}  // namespace

void defineCollectives(py::module_& module)
{
    module.def("all_reduce", allReduce, py::arg("tensors"), py::arg("way"), py::arg("priority") = 0);
}

}  // namespace engine::frontend
