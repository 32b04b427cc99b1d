#include "engine/frontend/detail/apply_arguments.h"
#include "engine/frontend/detail/graph_types.h"
#include "engine/frontend/detail/native_symbols.h"

#include "engine/symbol/cached_graph.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

namespace py = pybind11;

/// `_overlap.CachedGraph`: a compiled computation graph that runs as one operation.
namespace engine::frontend {

namespace {

struct GraphObject {
    symbol::CachedGraph graph;
    symbol::CompiledGraph* last = nullptr;  ///< the variant that ran last
};

using Tensors = std::vector<TensorObject*>;

/// Owns references to tensors until the end of a call.
class TensorRefs {
public:
    TensorRefs() = default;
    ~TensorRefs()
    {
        for (TensorObject* tensor : m_tensors)
            Py_XDECREF(reinterpret_cast<PyObject*>(tensor));
    }
    TensorRefs(const TensorRefs&) = delete;
    TensorRefs& operator=(const TensorRefs&) = delete;

    /// Adopts a reference. If `tensor` is null, throws the pending Python exception.
    void take(TensorObject* tensor)
    {
        if (tensor == nullptr)
            throw py::error_already_set();
        m_tensors.push_back(tensor);
    }
    [[nodiscard]] const Tensors& tensors() const { return m_tensors; }

private:
    Tensors m_tensors;
};

Tensors tensorsOf(const Execution& execution, const py::list& objects, const std::vector<std::string>& names)
{
    Tensors tensors;
    for (const py::handle object : objects) {
        TensorObject& tensor = tensorOf(object);
        if (!tensors.empty() && !areOnSameDevice(tensor, *tensors.front()))
            check(untranslatedError(
                ErrorCode::InvalidArgument,
                "The compiled graph got tensors on two devices: " + names[0] + " on " +
                    deviceText(execution, *tensors.front()) + " and " +
                    (tensors.size() < names.size() ? names[tensors.size()] : std::string("a further one")) + " on " +
                    deviceText(execution, tensor) + "."));
        tensors.push_back(&tensor);
    }
    return tensors;
}

symbol::CompiledGraph& compiledFor(GraphObject& object, const Execution& execution, const Tensors& inputs,
                                   symbol::Mode mode)
{
    std::vector<ops::Shape> shapes;
    autograd::InputSet wanted;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        shapes.push_back(inputs[i]->shape);
        if (i < autograd::kMaxInputs)
            wanted[i] = execution.modes.isRecording && inputs[i]->entry.exists();
    }
    object.last = checked(object.graph.compiled(shapes, mode, wanted));
    return *object.last;
}

/// Returns the type of each output. Compiled graphs store no types, so the types are inferred, unless all inputs are
/// floats and no step changes the type.
std::vector<ops::DataType> outputTypesOf(const symbol::CompiledGraph& compiled, const Tensors& inputs)
{
    using ops::DataType;
    std::vector<DataType> types;
    for (const TensorObject* input : inputs)
        types.push_back(input->type);
    if (std::ranges::all_of(types, [](DataType type) { return type == DataType::Float32; }) &&
        std::ranges::none_of(compiled.operation.segment->steps,
                             [](const auto& step) { return changesType(step.operation.op); }))
        return std::vector<DataType>(compiled.operation.outputCount(), DataType::Float32);
    return checked(outputTypes(*compiled.operation.segment, types, promotionOf(*inputs.front())));
}

/// Adds to `outputs` the results, then the inputs that the compiled graph changes in place, then the values that
/// backward() will read.
void addOutputs(const symbol::CompiledGraph& compiled, const Tensors& inputs, TensorRefs& outputs)
{
    const TensorObject& like = *inputs.front();
    const std::vector<ops::DataType> types = outputTypesOf(compiled, inputs);
    for (std::size_t i = 0; i < compiled.operation.outputCount(); ++i) {
        const int inPlace = compiled.inPlaceInputs[i];
        if (inPlace >= 0) {
            TensorObject* target = inputs[static_cast<std::size_t>(inPlace)];
            Py_INCREF(reinterpret_cast<PyObject*>(target));
            outputs.take(target);
            continue;
        }
        outputs.take(newResult(currentNative(), like, compiled.operation.outputAt(i), types[i]));
    }
}

py::list call(GraphObject& object, const py::list& objects, bool isTraining, const std::string& name,
              const std::string& text, const std::string& dispatch)
{
    Execution& execution = currentExecution();
    const Tensors inputs = tensorsOf(execution, objects, object.graph.inputs());
    if (inputs.empty())
        throw py::value_error("a compiled graph needs a tensor, to know where it runs");
    symbol::CompiledGraph& compiled =
        compiledFor(object, execution, inputs, isTraining ? symbol::Mode::Training : symbol::Mode::Inference);
    TensorRefs outputs;
    addOutputs(compiled, inputs, outputs);
    std::vector<VariableId> reads;
    for (const TensorObject* input : inputs)
        reads.push_back(input->variable);
    Issue what{&compiled.operation, execution.texts().intern(name),
               expressionOf(execution, text, std::span(inputs).first(std::min(inputs.size(), std::size_t{3}))),
               &object};
    what.dispatch = dispatch == "operator" ? device::DispatchClass::Operator
                    : dispatch == "layer"  ? device::DispatchClass::Layer
                                           : device::DispatchClass::CachedGraph;
    if (!checkWritable(currentNative(), outputs.tensors()) || !issue(currentNative(), what, reads, outputs.tensors()))
        throw py::error_already_set();
    const std::span<TensorObject* const> all = outputs.tensors();
    if (compiled.gradient != nullptr)
        record(currentNative(), compiled.operation, inputs, all, what.name, compiled.gradient);
    py::list results;
    for (TensorObject* result : all.first(compiled.results))
        results.append(py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(result)));
    return results;
}

py::dict described(const symbol::Compilation& done)
{
    py::dict result;
    result["captured"] = done.captured;
    result["folded"] = done.folded;
    result["fused"] = done.fused;
    result["steps"] = done.steps;
    result["scratch"] = done.scratch.value;
    result["scratch_without_reuse"] = done.scratchWithoutReuse.value;
    result["kept"] = done.kept.value;
    return result;
}

/// Returns the operators of each step: "FullyConnected + Relu".
std::vector<std::string> stepsOf(const ops::Segment& segment)
{
    std::vector<std::string> names;
    for (const ops::Segment::Step& step : segment.steps) {
        names.emplace_back(ops::nameOf(step.operation.op));
        for (const ops::Epilogue& epilogue : step.operation.epilogue)
            names.back() += " + " + std::string(ops::nameOf(epilogue.op));
    }
    return names;
}

py::dict describe(const GraphObject& object)
{
    if (object.last == nullptr)
        throw std::runtime_error("the graph has not run yet, so it has not been compiled for any shape");
    py::dict result = described(object.last->forward);
    result["names"] = stepsOf(*object.last->operation.segment);
    if (object.last->gradient != nullptr) {
        py::dict backward = described(object.last->backward);
        backward["names"] = stepsOf(*object.last->gradient->segment);
        result["backward"] = backward;
    }
    return result;
}

}  // namespace

void defineGraphs(py::module_& module)
{
    py::class_<GraphObject>(module, "CachedGraph")
        .def("__call__", call, py::arg("tensors"), py::arg("training"), py::arg("name") = "CachedOp",
             py::arg("text") = "graph({0})", py::arg("dispatch") = "graph")
        .def("describe", describe);
    module.def(
        "cached_graph",
        [](const std::vector<SymbolObject>& outputs, const std::vector<std::string>& inputs, bool isOneKernel) {
            using Kernels = symbol::CachedGraph::Kernels;
            std::vector<symbol::Symbol> symbols;
            for (const SymbolObject& output : outputs)
                symbols.push_back(output.symbol);
            return GraphObject{checked(symbol::CachedGraph::create(std::move(symbols), inputs,
                                                                   isOneKernel ? Kernels::One : Kernels::PerStep))};
        },
        py::arg("outputs"), py::arg("input_names"), py::arg("one_kernel") = false);
}

}  // namespace engine::frontend
