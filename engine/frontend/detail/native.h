#pragma once

#include "engine/autograd/tape.h"
#include "engine/frontend/detail/execution.h"
#include "engine/frontend/detail/views.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <optional>
#include <string>

/// The native module `_overlap` that the dialects are written over. Operations and tensors are types of the C API
/// itself, since a program issues them by the ten thousand; everything else is pybind11 (native_module.cpp).
/// Thread: whoever holds the interpreter's lock; calls that reach the platform come from the program's thread only.
namespace engine::frontend {

/// What every object of the module leads to.
struct Native {
    Execution* execution = nullptr;  ///< of the run under way
    std::uint64_t generation = 0;    ///< changes with every run: objects of an earlier one are dead
    unsigned long thread = 0;        ///< of the program
    PyObject* failure = nullptr;     ///< what errors of the platform are raised as
    PyObject* stopped = nullptr;     ///< raised by stop()
    PyTypeObject* tensorType = nullptr;
    PyTypeObject* operatorType = nullptr;
    PyObject* operators = nullptr;  ///< a dict: name of an operator -> its number
    Views views;                    ///< of the run under way
};

/// The Native of this interpreter; null before the module was imported.
[[nodiscard]] Native* native();

/// The run under way, or null with an exception set: no run, another thread, stopped.
[[nodiscard]] Execution* execution(Native& native);

/// Sets the Python exception that stands for `error`. Returns null.
PyObject* raiseError(const Native& native, const Error& error);

/// The line of the listing that is being executed innermost, 0 if none is.
[[nodiscard]] std::int32_t innermostLine(const Execution& execution);
/// The line a wait is shown at: that of its switch, if it has one, else that of the statement.
[[nodiscard]] std::int32_t waitLine(Execution& execution);

// -- tensors

/// Storage of the platform as Python holds it. Dialects derive their own types from it.
struct TensorObject {
    PyObject_HEAD  // NOLINT
        Native* native;
    std::uint64_t generation;
    VariableId variable;
    DeviceId device;
    std::int32_t cpuContext;  ///< MXNet's cpu(1): the same device, but arrays of cpu(0) are copied to it
    tensor::Shape shape;
    tensor::DataType type;
    NameId label;  ///< the name it was bound to
    NameId text;   ///< else the expression that made it
    OpId producer;
    bool isLinked;    ///< it is a view, or has views: writes are carried over
    PyObject* owner;  ///< the tensor whose storage this one shows under another type; null: its own
    std::shared_ptr<autograd::Storage> share;  ///< null: nobody else holds the storage
    std::shared_ptr<autograd::Storage> terms;  ///< of a sum that is on the tape: what was summed
    autograd::Entry entry;                     ///< where its gradient goes
    PyObject* gradient;                        ///< the tensor of attach_grad(), or null
};

[[nodiscard]] PyTypeObject* createTensorType(PyObject* module);
[[nodiscard]] inline bool isTensor(const Native& native, PyObject* object)
{
    return PyObject_TypeCheck(object, native.tensorType);
}
[[nodiscard]] inline TensorObject* asTensor(PyObject* object)
{
    return reinterpret_cast<TensorObject*>(object);
}
/// Sets all members of an object that tp_alloc() made, for a storage of its own.
void startTensor(TensorObject& tensor, Native& native, const device::VariableRequest& request, VariableId variable);
/// The tensor that has the storage which this one shows, itself mostly.
[[nodiscard]] inline TensorObject& rootOf(TensorObject& tensor)
{
    TensorObject* root = &tensor;
    while (root->owner != nullptr)
        root = asTensor(root->owner);
    return *root;
}
/// A share in the tensor's storage, which lives on without the tensor then.
[[nodiscard]] std::shared_ptr<autograd::Storage> shareOf(TensorObject& tensor);
/// Another object for the same storage, as `type`; it is on no tape. Null with an exception set.
[[nodiscard]] TensorObject* newView(TensorObject& source, PyTypeObject* type);
/// A new tensor of `type` (a subtype of ours). Null with an exception set if the platform refuses.
[[nodiscard]] TensorObject* newTensor(Native& native, PyTypeObject* type, const device::VariableRequest& request,
                                      std::int32_t cpuContext = 0);
/// What the tape made for `like`, as a tensor of its Python type and device. Null with an exception set.
[[nodiscard]] TensorObject* newOfStorage(const TensorObject& like, autograd::Tensor made);
/// A result of `from`: its Python type, its device.
[[nodiscard]] TensorObject* newResult(Native& native, const TensorObject& from, const tensor::Shape& shape,
                                      tensor::DataType type);
/// Programs number devices: GPUs from 0, the contexts of the CPU downwards from -1.
[[nodiscard]] constexpr std::int32_t cpuContextOf(int ordinal)
{
    return ordinal < 0 ? -1 - ordinal : 0;
}
[[nodiscard]] inline bool areTogether(const TensorObject& a, const TensorObject& b)
{
    return a.device == b.device && a.cpuContext == b.cpuContext;
}

// -- operators

[[nodiscard]] PyTypeObject* createOperatorType(PyObject* module);

/// Everything about an operation to be issued but its inputs.
struct Issue {
    ops::Operation* operation = nullptr;
    NameId name;
    NameId expression;
    const void* repeat = nullptr;
    bool isNonBlocking = false;
    device::DispatchClass dispatch = device::DispatchClass::Operator;
    int priority = 0;
};

/// Issues an operation that writes `outputs`, in order. False with an exception set.
[[nodiscard]] bool issue(Native& native, const Issue& what, std::span<const VariableId> reads,
                         std::span<TensorObject* const> outputs);
[[nodiscard]] inline bool issue(Native& native, const Issue& what, std::span<const VariableId> reads,
                                TensorObject* output)
{
    return issue(native, what, reads, std::span(&output, 1));
}

/// Whether `outputs` may be written now: while recording, a tensor on the tape cannot change. False with an exception
/// set.
[[nodiscard]] bool mayWrite(const Native& native, std::span<TensorObject* const> outputs);
/// The same of an operation that record() is told of afterwards: whether the tape can follow what it does to
/// `outputs`, one of which may be among `inputs`.
[[nodiscard]] bool mayWrite(const Native& native, const ops::Operation& operation,
                            std::span<TensorObject* const> inputs, std::span<TensorObject* const> outputs);
/// While recording: puts an operation that was issued on the tape.
void record(Native& native, const ops::Operation& operation, std::span<TensorObject* const> inputs,
            std::span<TensorObject* const> outputs, std::shared_ptr<const autograd::SegmentGradient> gradient = {});

/// What backward() writes for a tensor is called after it: "w1.grad".
void nameGradient(Execution& execution, TensorObject& tensor);

/// A storage of the platform that the tape, too, may hold.
class PlatformStorage final : public autograd::Storage {
public:
    PlatformStorage(const Native& native, VariableId id, DeviceId where);
    ~PlatformStorage() override;

    NameId label;  ///< of a gradient: "w1.grad"

private:
    const Native& m_native;
    std::uint64_t m_generation;
};

/// How the reader would write `tensor` inside of an expression.
[[nodiscard]] std::string spelled(Execution& execution, const TensorObject& tensor);
/// `text` with {0}, {1}, ... replaced by how the reader would write the inputs, and {s} by `scalar`.
[[nodiscard]] std::string filledIn(Execution& execution, std::string_view text,
                                   std::span<const TensorObject* const> inputs, double scalar = 0);
/// "cuda:1" or "gpu(1)", as the dialect says it.
[[nodiscard]] std::string deviceText(const Execution& execution, const TensorObject& tensor);

/// _overlap.apply and what marks the parts of a program: phases. False with an exception set.
[[nodiscard]] bool addApply(PyObject* module);
[[nodiscard]] bool addPhases(PyObject* module);

/// Lets other Python threads (and stop()) go on while the program waits on real hardware.
class Unlocked {
public:
    Unlocked() : m_state(PyEval_SaveThread()) {}
    ~Unlocked() { PyEval_RestoreThread(m_state); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    PyThreadState* m_state;
};

/// A call of the platform that may block, without the interpreter's lock.
template <typename Call>
auto withoutLock(Call&& call)
{
    const Unlocked unlocked;
    return call();
}

}  // namespace engine::frontend

extern "C" PyObject* PyInit__overlap();
