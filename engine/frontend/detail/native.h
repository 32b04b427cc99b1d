#pragma once

#include "engine/autograd/tape.h"
#include "engine/frontend/detail/execution.h"
#include "engine/frontend/detail/views.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <atomic>
#include <new>
#include <optional>
#include <string>

/// The native module `_overlap`, on which the dialects are built. Operators and tensors are types of the C API, because
/// a program may issue tens of thousands of operations; everything else uses pybind11 (native_module.cpp).
/// Threads: any thread that holds the GIL; only the program's thread may make calls that use the platform.
namespace engine::frontend {

/// Python functions that copy values between tensors and the NumPy arrays that share their values. Null until NumPy is
/// used.
struct SharedArrays {
    /// Called before a tensor is used: updates the tensors with the values that the program wrote to arrays.
    PyObject* before = nullptr;
    PyObject* after = nullptr;  ///< called after a tensor was written, or after a wait for it
    /// The tensors that share values with arrays; `before` and `after` keep them alive.
    std::vector<const TensorObject*> tensors;
    bool isBusy = false;
};

/// The state of the module, to which all its objects refer.
struct Native {
    Execution* execution = nullptr;  ///< the current program run
    std::uint64_t generation = 0;    ///< number of the program run; objects of earlier runs are invalid
    unsigned long thread = 0;        ///< the program's thread
    bool hasRefusedThread = false;   ///< another thread of the current run tried to issue work
    PyObject* failure = nullptr;     ///< exception type for errors of the platform
    PyObject* stopped = nullptr;     ///< exception type that stop() raises
    PyTypeObject* tensorType = nullptr;
    PyTypeObject* operatorType = nullptr;
    PyObject* operators = nullptr;  ///< dict: operator name -> operator number
    Views views;                    ///< tensor views of the current program run
    SharedArrays sharing;
    std::atomic<bool> delaysStop = false;  ///< while true, a stop of the run raises no exception yet
};

/// Returns the Native of this interpreter; null before the module was imported.
[[nodiscard]] Native* native();

/// Returns the current program run. Returns null with an exception set if there is none, if another thread calls, or
/// after a stop.
[[nodiscard]] Execution* execution(Native& native);

/// Sets the Python exception for `error`. Returns null.
PyObject* raiseError(const Native& native, const Error& error);
/// Sets the Python exception for an invalid argument. Returns null.
PyObject* raiseInvalid(const Native& native, const std::string& message);

/// `GuardedCall<kFunction>::call` wraps kFunction for the tables of Python's C API. It raises MemoryError for
/// std::bad_alloc, because no C++ exception may pass through CPython's frames.
template <auto kFunction>
struct GuardedCall;

template <typename... Arguments, PyObject* (*kFunction)(Arguments...)>
struct GuardedCall<kFunction> {
    static PyObject* call(Arguments... arguments)
    try {
        return kFunction(arguments...);
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
};

/// Returns the value as Python writes it, or its type if that text is long. Sets no exception.
[[nodiscard]] std::string shownValue(PyObject* value);

/// Returns the line of the innermost frame of the listing; 0 if there is none.
[[nodiscard]] std::int32_t innermostLine(const Execution& execution);
/// Returns the line at which a wait is shown: that of its sync point if it has one, else that of the statement.
[[nodiscard]] std::int32_t waitLine(Execution& execution);

// -- tensors

/// The Python object for a variable of the platform. Dialects derive their own tensor types from it.
struct TensorObject {
    PyObject_HEAD  // NOLINT
        Native* native;
    std::uint64_t generation;
    VariableId variable;
    DeviceId device;
    std::int32_t cpuContext;  ///< 1 for MXNet's cpu(1): the device of cpu(0), but arrays are copied between the two
    ops::Shape shape;
    ops::DataType type;
    NameId label;  ///< variable name to which the tensor was bound
    NameId text;   ///< expression that computed the tensor, if `label` is none
    OpId producer;
    std::uint32_t writes;  ///< number of writes to the storage, if the tensor owns it
    bool isPinned;         ///< in page-locked host memory
    bool isLinked;         ///< the tensor is a view or has views, so writes to it are propagated
    PyObject* owner;       ///< tensor whose storage this one shares; null: this one owns its storage
    std::shared_ptr<autograd::Storage> share;  ///< null: nothing else shares ownership of the storage
    std::shared_ptr<autograd::Storage> terms;  ///< for a sum on the tape: the summed values
    autograd::Entry entry;                     ///< entry of the tensor on the tape
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
/// Initialises all members of an object that tp_alloc() has allocated, with a new storage.
void startTensor(TensorObject& tensor, Native& native, const device::VariableRequest& request, VariableId variable);
/// Returns the tensor that owns the storage of `tensor`; usually `tensor` itself.
[[nodiscard]] inline TensorObject& rootOf(TensorObject& tensor)
{
    TensorObject* root = &tensor;
    while (root->owner != nullptr)
        root = asTensor(root->owner);
    return *root;
}
/// Records that `op` writes the tensor. An invalid `op` means that the write is not a separate operation.
void noteWrite(TensorObject& tensor, OpId op);
/// Returns shared ownership of the tensor's storage, so that the storage may outlive the tensor.
[[nodiscard]] std::shared_ptr<autograd::Storage> shareOf(TensorObject& tensor);
/// Creates an object of `type` for the storage of `source`; the new object is not on the tape. If this fails, returns
/// null with an exception set.
[[nodiscard]] TensorObject* newView(TensorObject& source, PyTypeObject* type);
/// Creates a tensor with the Python type of results computed from tensors of `type`, a subtype of Native::tensorType.
/// Returns null with an exception set.
[[nodiscard]] TensorObject* newTensor(Native& native, PyTypeObject* type, const device::VariableRequest& request,
                                      std::int32_t cpuContext = 0);
/// Creates a Python tensor for a storage that the tape created. Its Python type is that of results computed from
/// `like`; its device is that of `like`. Returns null with an exception set.
[[nodiscard]] TensorObject* newOfStorage(const TensorObject& like, autograd::Tensor made);
/// Creates a tensor for the result of an operation on `from`, on the same device. Its Python type is that of results
/// computed from `from`. Returns null with an exception set.
[[nodiscard]] TensorObject* newResult(Native& native, const TensorObject& from, const ops::Shape& shape,
                                      ops::DataType type);
/// Converts a program's device number: GPUs count from 0, CPU contexts from -1 downwards.
[[nodiscard]] constexpr std::int32_t cpuContextOf(int ordinal)
{
    return ordinal < 0 ? -1 - ordinal : 0;
}
[[nodiscard]] inline bool areOnSameDevice(const TensorObject& a, const TensorObject& b)
{
    return a.device == b.device && a.cpuContext == b.cpuContext;
}

// -- operators

[[nodiscard]] PyTypeObject* createOperatorType(PyObject* module);

/// The properties of an operation to be issued, except its inputs.
struct Issue {
    ops::Operation* operation = nullptr;
    NameId name;
    NameId expression;
    const void* repeat = nullptr;
    bool isNonBlocking = false;
    bool isFetched = false;
    bool isView = false;  ///< see device::OpRequest
    NameId wait{};        ///< the call as the listing spells it, if the program may be blocked until the operation ends
    device::DispatchClass dispatch = device::DispatchClass::Operator;
    int priority = 0;
};

/// Issues an operation that writes `outputs`, in order. Returns false with an exception set if it fails.
[[nodiscard]] bool issue(Native& native, const Issue& what, std::span<const VariableId> reads,
                         std::span<TensorObject* const> outputs);
[[nodiscard]] inline bool issue(Native& native, const Issue& what, std::span<const VariableId> reads,
                                TensorObject* output)
{
    return issue(native, what, reads, std::span(&output, 1));
}

/// Whether an operation on these tensors may access a tensor that shares its values with an array, directly or through
/// a view.
[[nodiscard]] bool usesShared(const Native& native, std::span<const VariableId> reads,
                              std::span<TensorObject* const> outputs);
/// Calls the functions of Native::sharing. Returns false with an exception set if one fails.
[[nodiscard]] bool beforeUse(Native& native);
[[nodiscard]] bool afterUse(Native& native);

/// Whether `outputs` may be written now: while gradients are recorded, a tensor on the tape must not change. If not,
/// returns false with an exception set.
[[nodiscard]] bool checkWritable(const Native& native, std::span<TensorObject* const> outputs);
/// Whether an operation that record() will record may write `outputs`, one of which may be among `inputs`: the tape
/// must be able to represent the change. If not, returns false with an exception set.
[[nodiscard]] bool checkWritable(const Native& native, const ops::Operation& operation,
                                 std::span<TensorObject* const> inputs, std::span<TensorObject* const> outputs);
/// If gradients are recorded, adds an issued operation to the tape. `call`: name of the operation, from
/// ProgramTexts::intern(); `gradient`: the gradient of a compiled graph; null for other operations.
void record(Native& native, const ops::Operation& operation, std::span<TensorObject* const> inputs,
            std::span<TensorObject* const> outputs, NameId call,
            std::shared_ptr<const autograd::SegmentGradient> gradient = {});

/// Sets the label of the tensor's gradient, which backward() writes, to "w1.grad" for a tensor "w1".
void nameGradient(Execution& execution, TensorObject& tensor);

/// A variable of the platform whose ownership the tape may share.
class PlatformStorage final : public autograd::Storage {
public:
    PlatformStorage(const Native& native, VariableId id, DeviceId where);
    ~PlatformStorage() override;

    NameId label;  ///< label of a gradient: "w1.grad"

private:
    const Native& m_native;
    std::uint64_t m_generation;
};

/// Returns `tensor` as the user would write it inside an expression, such as a variable name.
[[nodiscard]] std::string expressionText(Execution& execution, const TensorObject& tensor);
/// Replaces {0}, {1}, ... in `text` by the expressions of the inputs, in parentheses where Python requires them, and
/// {s} by `scalar`.
[[nodiscard]] std::string fillPlaceholders(Execution& execution, std::string_view text,
                                           std::span<const TensorObject* const> inputs, double scalar = 0);
/// Returns "cuda:1" or "gpu(1)", depending on the dialect.
[[nodiscard]] std::string deviceText(const Execution& execution, const TensorObject& tensor);

/// Add _overlap.apply and the functions for phases to the module. Return false with an exception set.
[[nodiscard]] bool addApply(PyObject* module);
[[nodiscard]] bool addPhases(PyObject* module);

/// Releases the GIL, so that other Python threads and stop() can run while the program waits for real hardware.
class GilRelease {
public:
    GilRelease() : m_state(PyEval_SaveThread()) {}
    ~GilRelease() { PyEval_RestoreThread(m_state); }
    GilRelease(const GilRelease&) = delete;
    GilRelease& operator=(const GilRelease&) = delete;

private:
    PyThreadState* m_state;
};

/// Makes a platform call that may block, without the GIL.
auto withoutGil(auto&& call)
{
    const GilRelease unlocked;
    return call();
}

}  // namespace engine::frontend

extern "C" PyObject* PyInit__overlap();
