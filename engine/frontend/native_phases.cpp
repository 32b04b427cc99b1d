#include "engine/frontend/detail/native_calls.h"

namespace py = pybind11;

/// Functions that record, for the trace, the phases of a program (such as functions of the listing, forward, update),
/// the steps of its training loops (epochs, batches), and metrics.
namespace engine::frontend {

namespace {

/// Returns the current program run; null in other threads of the program, whose functions are not recorded, since these
/// threads cannot issue operations.
Execution* programsRun()
{
    const Native* it = native();
    return it != nullptr && PyThread_get_thread_ident() == it->thread ? it->execution : nullptr;
}

/// Calls a function of Phases with a name.
PyObject* enterNamed(void (Phases::*begin)(NameId), PyObject* name)
{
    Execution* run = programsRun();
    if (run == nullptr)
        Py_RETURN_NONE;
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(name, &size);
    if (text == nullptr)
        return nullptr;
    (run->phases.*begin)(run->texts().intern({text, static_cast<std::size_t>(size)}));
    Py_RETURN_NONE;
}

/// enter(name): called at the start of a function of the listing. `name` is a constant of the function's code.
PyObject* enter(PyObject*, PyObject* name)
{
    return enterNamed(&Phases::enter, name);
}

/// leave(): called at the end of a function. Does not raise after a stop.
PyObject* leave(PyObject*, PyObject*)
{
    if (Execution* run = programsRun())
        run->phases.leave();
    Py_RETURN_NONE;
}

/// enterLayer(path): called when a layer of a neural net is called; see trace::IssueRecord::layer.
PyObject* enterLayer(PyObject*, PyObject* path)
{
    return enterNamed(&Phases::enterLayer, path);
}

PyObject* leaveLayer(PyObject*, PyObject*)
{
    if (Execution* run = programsRun())
        run->phases.leaveLayer();
    Py_RETURN_NONE;
}

PyMethodDef kPhaseFunctions[] = {
    {"enter", GuardedCall<enter>::call, METH_O, "enter(name): a function of the listing begins"},
    {"leave", GuardedCall<leave>::call, METH_NOARGS, "leave(): a function of the listing ends"},
    {"enter_layer", GuardedCall<enterLayer>::call, METH_O, "enter_layer(path): a layer of a net is called"},
    {"leave_layer", GuardedCall<leaveLayer>::call, METH_NOARGS, "leave_layer(): the call of the layer ends"},
    {nullptr, nullptr, 0, nullptr},
};

std::string setPhase(const std::string& name)
{
    Execution& execution = currentExecution();
    const NameId previous = execution.phases.current();
    execution.phases.setCurrent(name.empty() ? NameId{} : execution.texts().intern(name));
    return execution.texts().of(previous);
}

trace::StepKind kindOf(const std::string& kind)
{
    if (kind == "epoch")
        return trace::StepKind::Epoch;
    if (kind == "batch")
        return trace::StepKind::Batch;
    throw py::value_error("a step is an 'epoch' or a 'batch', not '" + kind + "'");
}

void step(const std::string& kind, std::int32_t index, std::int32_t count)
{
    Execution& execution = currentExecution();
    const Nanoseconds now = execution.platform().now();
    if (index < 0)
        execution.steps.end(kindOf(kind), now);
    else
        execution.steps.begin({now, now, kindOf(kind), index, count, execution.statements().line()});
}

void metric(const std::string& name, double value, std::int32_t step)
{
    Execution& execution = currentExecution();
    execution.sink().write(trace::MetricRecord{execution.platform().now(), name, value, step});
}

/// Records the mean of the tensor as a metric as soon as the tensor is computed; the program does not wait. For a sum
/// on the tape, the metric is the mean of the summed values: the loss of a batch divided by the number of its examples,
/// as in the book.
void observe(const py::object& object, const std::string& name, std::int32_t step)
{
    const TensorObject& tensor = tensorOf(object);
    currentExecution().platform().observe(tensor.terms != nullptr ? tensor.terms->variable : tensor.variable, name,
                                          step);
}

}  // namespace

bool addPhases(PyObject* module)
{
    return PyModule_AddFunctions(module, kPhaseFunctions) == 0;
}

void defineSteps(py::module_& module)
{
    module.def("phase", setPhase, py::arg("name"));
    module.def("step", step, py::arg("kind"), py::arg("index"), py::arg("count") = 0);
    module.def("observe", observe, py::arg("tensor"), py::arg("name"), py::arg("step") = 0);
    module.def("metric", metric, py::arg("name"), py::arg("value"), py::arg("step") = 0);
}

}  // namespace engine::frontend
