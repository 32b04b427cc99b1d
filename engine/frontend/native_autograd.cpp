#include "engine/frontend/detail/native_calls.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace py = pybind11;

/// The autograd functions of the dialects: recording and backward passes.
namespace engine::frontend {

namespace {

/// Issues the operations of backward(). The first operation costs as much dispatch time as a call of the program. The
/// others cost less, because in the frameworks native code issues them.
class PlatformIssuer final : public autograd::Issuer {
public:
    PlatformIssuer(Native& native, Execution& run) : m_native(native), m_run(run) {}

    Result<autograd::StoragePtr> create(const ops::Shape& shape, DeviceId device) override
    {
        const Result<VariableId> variable = m_run.platform().create({device, shape, ops::DataType::Float32, {}});
        if (!variable)
            return variable.error();
        return autograd::StoragePtr(std::make_shared<PlatformStorage>(m_native, *variable, device));
    }

    Status issue(ops::Operation& operation, std::span<const autograd::StoragePtr> reads,
                 std::span<const autograd::StoragePtr> writes) override
    {
        m_reads.clear();
        m_writes.clear();
        for (const autograd::StoragePtr& read : reads)
            m_reads.push_back(read->variable);
        for (const autograd::StoragePtr& write : writes)
            m_writes.push_back(write->variable);
        device::OpRequest request;
        request.name = m_run.texts().intern(nameOf(operation));
        request.operation = std::move(operation);
        request.reads = m_reads;
        request.writes = m_writes;
        request.device = writes.front()->device;
        request.dispatch = m_isFirst ? device::DispatchClass::Operator : device::DispatchClass::Backward;
        request.label = static_cast<const PlatformStorage&>(*writes.front()).label;
        request.phase = m_run.phases.current();
        request.layer = m_origin.layer;
        request.shape = m_run.shapes.nameOf(request.operation.output, m_run.sink());
        request.line = m_run.statements().line();
        // In the frameworks, gradients of views are views, and PyTorch's products accept transposed matrices. If
        // several views follow each other, only the first one costs dispatch time: they make up one permutation of
        // axes, which is one call in the frameworks.
        request.isView =
            request.operation.op == ops::Operator::Reshape ||
            (request.operation.op == ops::Operator::Transpose && m_run.options().dialect == Dialect::Torch);
        if (std::exchange(m_wasView, request.isView) && request.isView)
            request.dispatch = device::DispatchClass::Free;
        m_isFirst = false;
        if (!m_native.views.isEmpty())
            m_written.insert(m_written.end(), m_writes.begin(), m_writes.end());
        const Result<OpId> op = m_run.push(request);
        if (!op)
            return op.error();
        if (request.isView && !op->isValid() && m_run.captures.current == nullptr)
            writes.front()->base = reads.front();
        return {};
    }

    void enter(const autograd::Origin& origin) override { m_origin = origin; }

    Status leafDone(const autograd::Node& leaf, const autograd::StoragePtr& gradient) override
    {
        for (const std::shared_ptr<GradientBuckets>& buckets : m_run.buckets)
            if (Status status = buckets->add(leaf, gradient); !status)
                return status;
        return {};
    }

    /// Returns the variables that the operations wrote, sorted; empty if the program has no views.
    [[nodiscard]] std::vector<VariableId> written()
    {
        std::sort(m_written.begin(), m_written.end());
        return std::move(m_written);
    }

private:
    /// Returns a name such as "conv2d backward"; for the initial gradient of ones and for sums of gradients, the name
    /// of the operator.
    [[nodiscard]] std::string nameOf(const ops::Operation& operation) const
    {
        if (operation.op == ops::Operator::Add || !m_origin.call.isValid()) {
            std::string name(ops::nameOf(operation.op));
            name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
            return name;
        }
        return m_run.texts().of(m_origin.call) + " backward";
    }

    Native& m_native;
    Execution& m_run;
    std::vector<VariableId> m_reads;
    std::vector<VariableId> m_writes;
    std::vector<VariableId> m_written;
    autograd::Origin m_origin;
    bool m_isFirst = true;
    bool m_wasView = false;
};

bool setRecording(bool isOn)
{
    Execution& execution = currentExecution();
    const bool before = std::exchange(execution.modes.isRecording, isOn);
    if (isOn == before || execution.options().dialect == Dialect::Torch)  // in PyTorch programs, recording is no phase
        return before;
    const NameId forward = execution.texts().intern("forward");
    if (isOn)
        execution.phases.startRecording(forward);
    else
        execution.phases.pauseRecording(forward);
    return before;
}

bool setTraining(bool isOn)
{
    return std::exchange(currentExecution().modes.isTraining, isOn);
}

bool setOneCall(bool isOn)
{
    ProgramModes& modes = currentExecution().modes;
    modes.isCallPaid = modes.isCallPaid && modes.isOneCall;
    return std::exchange(modes.isOneCall, isOn);
}

void attachGradient(const py::object& object, const py::object& gradient, const std::string& requirement)
{
    Execution& execution = currentExecution();
    TensorObject& tensor = tensorOf(object);
    if (requirement != "write" && requirement != "add" && requirement != "null")
        throw py::value_error("grad_req is 'write', 'add' or 'null', not '" + requirement + "'");
    if (requirement == "null") {
        Py_CLEAR(tensor.gradient);
        tensor.entry = {};
        return;
    }
    TensorObject& target = tensorOf(gradient);
    if (target.shape != tensor.shape || !areOnSameDevice(target, tensor))
        throw std::runtime_error("the gradient of a tensor of " + ops::toText(tensor.shape) + " on " +
                                 deviceText(execution, tensor) + " cannot be kept in one of " +
                                 ops::toText(target.shape) + " on " + deviceText(execution, target));
    Py_XDECREF(std::exchange(tensor.gradient, py::object(gradient).release().ptr()));
    const auto how = requirement == "add" ? autograd::Requirement::Add : autograd::Requirement::Write;
    tensor.entry = execution.tape.leaf({shareOf(target), target.shape}, how);
    if (tensor.label.isValid())
        nameGradient(execution, tensor);
}

/// Makes the tensor a leaf; if `isRequired` is false, removes it from the tape. Drops the tensor's gradient. backward()
/// creates the new gradient of a leaf, as in PyTorch.
void requireGradient(const py::object& object, bool isRequired)
{
    TensorObject& tensor = tensorOf(object);
    Py_CLEAR(tensor.gradient);
    tensor.entry = isRequired ? currentExecution().tape.leaf(tensor.shape, tensor.device) : autograd::Entry{};
}

/// Sets the tensor's gradient. `gradient`: a tensor of the same shape on the same device, or None.
void setGradient(const py::object& object, const py::object& gradient)
{
    TensorObject& tensor = tensorOf(object);
    autograd::Tape::setGradient(tensor.entry, gradient.is_none()
                                                  ? autograd::Tensor{}
                                                  : autograd::Tensor{shareOf(tensorOf(gradient)), tensor.shape});
    py::object kept = gradient.is_none() ? py::object() : gradient;
    Py_XDECREF(std::exchange(tensor.gradient, kept.release().ptr()));
}

/// Replaces the storage of `parameter` by that of `source`; the Python object, to which neural nets and optimizers
/// refer, stays the same. backward() refuses operations recorded with the old storage, since their gradient would
/// belong to the old values. `gradient`: the new gradient, or None.
void setData(const py::object& parameter, const py::object& source, const py::object& gradient)
{
    TensorObject& target = tensorOf(parameter);
    TensorObject& root = rootOf(tensorOf(source));
    if (target.owner == nullptr)
        throw std::runtime_error("only a parameter can be given another storage");
    if (&rootOf(target) == &root)
        return;
    const bool isRequired = target.entry.exists();
    autograd::Tape::markReplaced(target.entry);
    target.entry = {};
    if (isRequired && gradient.is_none())
        target.entry = currentExecution().tape.leaf(root.shape, root.device);
    else if (isRequired)
        target.entry =
            currentExecution().tape.leaf({shareOf(tensorOf(gradient)), root.shape}, autograd::Requirement::Keep);
    Py_CLEAR(target.gradient);
    target.terms.reset();
    target.variable = root.variable;
    target.device = root.device;
    target.cpuContext = root.cpuContext;
    target.shape = root.shape;
    target.type = root.type;
    target.producer = root.producer;
    Py_INCREF(&root);
    Py_DECREF(std::exchange(target.owner, reinterpret_cast<PyObject*>(&root)));
}

std::vector<autograd::Head> headsOf(const std::vector<py::object>& tensors,
                                    const std::optional<std::vector<py::object>>& gradients)
{
    Execution& execution = currentExecution();
    if (gradients && gradients->size() != tensors.size())
        throw py::value_error("backward() of " + std::to_string(tensors.size()) + " tensors was given " +
                              std::to_string(gradients->size()) + " gradients; there must be one for each");
    std::vector<autograd::Head> heads;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const TensorObject& tensor = tensorOf(tensors[i]);
        autograd::Head head{tensor.entry, tensor.shape, tensor.device, nullptr};
        if (gradients && !(*gradients)[i].is_none()) {
            TensorObject& gradient = tensorOf((*gradients)[i]);
            if (gradient.shape != tensor.shape || !areOnSameDevice(gradient, tensor))
                throw std::runtime_error("backward(): the gradient of a result of " + ops::toText(tensor.shape) +
                                         " on " + deviceText(execution, tensor) + " cannot be " +
                                         ops::toText(gradient.shape) + " on " + deviceText(execution, gradient));
            head.gradient = shareOf(gradient);
        }
        heads.push_back(std::move(head));
    }
    return heads;
}

/// Runs a backward pass, walk(issuer), in the phase "backward".
void walkBack(const auto& walk)
{
    Native& native = currentNative();
    Execution& execution = currentExecution();
    execution.phases.enter(execution.texts().intern("backward"));
    if (!beforeUse(native))
        throw py::error_already_set();
    PlatformIssuer issuer(native, execution);
    const Status status = walk(issuer);
    const bool isShown = !status || native.views.isEmpty() || native.views.written(native, issuer.written());
    execution.phases.leave();
    check(status);
    if (!isShown || !afterUse(native))
        throw py::error_already_set();
}

autograd::AfterBackward afterwards(bool isRetained)
{
    return isRetained ? autograd::AfterBackward::Retain : autograd::AfterBackward::Free;
}

void backward(const std::vector<py::object>& tensors, const std::optional<std::vector<py::object>>& gradients,
              bool isRetained)
{
    const std::vector<autograd::Head> heads = headsOf(tensors, gradients);
    currentExecution().noteActivity();
    walkBack([&](autograd::Issuer& issuer) {
        Status status = autograd::backward(heads, afterwards(isRetained), issuer);
        for (const std::shared_ptr<GradientBuckets>& buckets : currentExecution().buckets)
            if (status)
                status = buckets->end();
        return status;
    });
}

/// Returns the gradients of `targets`; None for a target on which `tensors` do not depend. Leaves do not accumulate
/// these gradients.
py::list gradientsOf(const std::vector<py::object>& tensors, const std::optional<std::vector<py::object>>& gradients,
                     const std::vector<py::object>& targets, bool isRetained)
{
    const std::vector<autograd::Head> heads = headsOf(tensors, gradients);
    std::vector<autograd::Entry> entries;
    for (const py::object& target : targets)
        entries.push_back(tensorOf(target).entry);
    currentExecution().noteActivity();
    std::vector<autograd::Tensor> found;
    walkBack([&](autograd::Issuer& issuer) {
        auto all = autograd::gradientsOf(entries, heads, afterwards(isRetained), issuer);
        if (!all)
            return Status(std::move(all).error());
        found = *std::move(all);
        return Status{};
    });
    py::list result;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i].storage == nullptr) {
            result.append(py::none());
            continue;
        }
        TensorObject* gradient = newOfStorage(tensorOf(targets[i]), std::move(found[i]));
        if (gradient == nullptr)
            throw py::error_already_set();
        result.append(py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(gradient)));
    }
    return result;
}

/// Records `parts`, views that divide `whole` along an axis, as results of one operation. The gradient of the operation
/// is the concatenation of their gradients.
void recordParts(const py::object& whole, const py::list& parts, int axis)
{
    ops::Operation join;
    join.op = ops::Operator::Concat;
    join.axes = static_cast<std::uint8_t>(1U << static_cast<unsigned>(axis));
    join.output = tensorOf(whole).shape;
    ops::Operation division;
    division.op = ops::Operator::Segment;
    division.inputs.push_back(join.output);
    auto joining = std::make_shared<ops::Segment>();
    auto gradient = std::make_shared<autograd::SegmentGradient>();
    ops::Segment::Step step;
    std::vector<TensorObject*> results;
    for (const py::handle part : parts) {
        results.push_back(&tensorOf(py::reinterpret_borrow<py::object>(part)));
        const auto index = static_cast<std::int32_t>(results.size() - 1);
        const ops::Shape& shape = results.back()->shape;
        join.inputs.push_back(shape);
        if (index == 0)
            division.output = shape;
        else
            division.moreOutputs.push_back(shape);
        joining->values.push_back({shape});
        step.reads.push_back(index);
        gradient->gradients.push_back(index);
    }
    joining->inputs = static_cast<std::int32_t>(results.size());
    joining->values.push_back({join.output});
    joining->outputs.push_back(joining->inputs);
    joining->kernelBytes = Bytes{2 * join.output.bytes().value};
    step.writes.push_back(joining->inputs);
    step.operation = std::move(join);
    joining->steps.push_back(std::move(step));
    gradient->segment = std::move(joining);
    gradient->gives.push_back(0);
    TensorObject* const input = &tensorOf(whole);
    record(currentNative(), division, std::span(&input, 1), results, currentExecution().texts().intern("split"),
           std::move(gradient));
}

/// Makes backward() store the gradient of a result, as it stores the gradient of a leaf.
void retainGradient(const py::object& object)
{
    autograd::Tape::retain(tensorOf(object).entry);
}

py::object detach(const py::object& object)
{
    TensorObject* view = newView(tensorOf(object), Py_TYPE(object.ptr()));
    if (view == nullptr)
        throw py::error_already_set();
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(view));
}

/// Names a tensor that no statement binds, such as a layer's parameter.
void setName(const py::object& object, const std::string& name)
{
    Execution& execution = currentExecution();
    TensorObject& tensor = tensorOf(object);
    tensor.label = execution.texts().intern(name);
    if (tensor.gradient != nullptr)
        nameGradient(execution, tensor);
}

/// Sets the text of a result to the expression that the user wrote; for results that several operations compute here.
void setText(const py::object& object, const std::string& text, const py::args& given)
{
    std::vector<TensorObject*> inputs;
    for (const py::handle input : given)
        inputs.push_back(&tensorOf(py::reinterpret_borrow<py::object>(input)));
    tensorOf(object).text = expressionOf(currentExecution(), text, inputs);
}

}  // namespace

void defineAutograd(py::module_& module)
{
    module.def("recording", setRecording, py::arg("is_on"));
    module.def("training", setTraining, py::arg("is_on"));
    module.def("one_call", setOneCall, py::arg("is_on"));
    module.def("is_recording", [] { return currentExecution().modes.isRecording; });
    module.def("is_training", [] { return currentExecution().modes.isTraining; });
    module.def("attach_grad", attachGradient, py::arg("tensor"), py::arg("gradient").none(true),
               py::arg("requirement") = "write");
    module.def("backward", backward, py::arg("heads"), py::arg("gradients").none(true) = py::none(),
               py::arg("retain") = false);
    module.def("gradients", gradientsOf, py::arg("heads"), py::arg("gradients").none(true), py::arg("targets"),
               py::arg("retain") = false);
    module.def("record_parts", recordParts);
    module.def("retain_grad", retainGradient);
    module.def("require_grad", requireGradient);
    module.def("set_grad", setGradient);
    module.def("set_data", setData, py::arg("parameter"), py::arg("source"), py::arg("gradient").none(true));
    module.def("detach", detach);
    module.def("set_name", setName);
    module.def("set_text", setText);
}

}  // namespace engine::frontend
