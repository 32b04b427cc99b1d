#pragma once

#include "engine/autograd/gradient.h"
#include "engine/base/id.h"

#include <cstdint>
#include <memory>
#include <span>

/// The tape of MXNet and PyTorch. It records operations as they are issued, so that backward() can traverse them in
/// reverse. The tensors of the program own the recorded operations; an operation that no tensor needs any more is
/// released. Thread: the program's thread only.
namespace engine::autograd {

/// Shared ownership of a tensor's storage. The last owner releases it to the platform.
class Storage {
public:
    Storage() = default;
    virtual ~Storage() = default;
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    VariableId variable;
    DeviceId device;
    std::uint32_t version = 0;      ///< incremented by every in-place write
    std::shared_ptr<Storage> base;  ///< the storage that this storage is a view of; null: not a view
};
using StoragePtr = std::shared_ptr<Storage>;

/// A storage with the shape in which the program uses it. A null storage: no tensor.
struct Tensor {
    StoragePtr storage;
    ops::Shape shape;
};

class Node;

/// The place to which a tensor's gradient is passed: output `output` of a recorded operation, or a leaf. Empty: none.
struct Entry {
    std::shared_ptr<Node> node;
    std::uint32_t output = 0;
    [[nodiscard]] bool exists() const { return node != nullptr; }
};

/// How backward() stores the gradient of a leaf: replaces the old one, adds to it, or (PyTorch) replaces the first time
/// and adds afterwards.
enum class Requirement : std::uint8_t { Write, Add, Keep };

/// Gives the tape shared ownership of the storages that backward() will read.
class Shares {
public:
    virtual ~Shares() = default;
    /// Called during Tape::record(), only for inputs that the gradient reads.
    [[nodiscard]] virtual StoragePtr ofInput(std::size_t i) = 0;
    [[nodiscard]] virtual StoragePtr ofOutput(std::size_t i) = 0;
};

/// The layer and the call that issued a recorded operation. They also name the operations of its gradient.
struct Origin {
    NameId layer;  ///< see trace::IssueRecord::layer
    NameId call;   ///< name of the call, such as "conv2d"
};

/// Receives the operations that backward() issues.
class Issuer {
public:
    virtual ~Issuer() = default;
    /// Creates the storage of a gradient or of an intermediate value on the device.
    [[nodiscard]] virtual Result<StoragePtr> create(const ops::Shape& shape, DeviceId device) = 0;
    /// Pushes the operation to the platform; may move members out of `operation`.
    [[nodiscard]] virtual Status issue(ops::Operation& operation, std::span<const StoragePtr> reads,
                                       std::span<const StoragePtr> writes) = 0;
    /// Called before backward() issues the gradient of an operation that was recorded with this origin.
    virtual void enter(const Origin& /*origin*/) {}
    /// Called after backward() has issued the last operation that writes the gradient of `leaf`.
    [[nodiscard]] virtual Status leafDone(const Node& /*leaf*/, const StoragePtr& /*gradient*/) { return {}; }
};

/// The tape of one run. Example: records an operation y = f(x) that was issued, and computes the gradient of x:
///
///     Tape tape;
///     const Entry x = tape.leaf(shape, device);
///     const auto node = tape.record(f, std::array{&x}, device, shares);  // shares: of the tensors x and y
///     const Head y{{node, 0}, f.output, device, {}};
///     const Status status = backward(std::array{y}, AfterBackward::Free, issuer);
///     const Tensor gradient = Tape::gradientOf(x);
class Tape {
public:
    /// Returns a leaf whose gradient is stored in `gradient`.
    [[nodiscard]] Entry leaf(Tensor gradient, Requirement requirement);
    /// Returns a leaf of this shape with Requirement::Keep: backward() creates the storage of its gradient.
    [[nodiscard]] Entry leaf(const ops::Shape& shape, DeviceId device);
    /// The gradient of a leaf or of a retained result; its storage is null before backward() and for other tensors.
    [[nodiscard]] static Tensor gradientOf(const Entry& entry);
    /// Replaces the gradient of a leaf (Requirement::Keep) or of a retained result; backward() adds to it. If
    /// `gradient` has no storage, the next backward() creates one.
    static void setGradient(const Entry& entry, Tensor gradient);
    /// Retains the gradient of a result after backward().
    static void retain(const Entry& entry);
    /// Called when the tensor of a leaf is replaced by one on another device or of another size: backward() then
    /// returns an error for operations that were recorded before.
    static void markReplaced(const Entry& entry);
    /// Whether the entry is a leaf; false for an empty entry.
    [[nodiscard]] static bool isLeaf(const Entry& entry);
    /// The operation that computed the tensor; Marker for a leaf, and for a tensor that was not recorded.
    [[nodiscard]] static ops::Operator operatorOf(const Entry& entry);

    /// Records an issued operation. Returns the node to which the gradients of its outputs are passed; null if
    /// gradients are passed to none of its inputs, or if the operator has no gradient. `segment`: the gradient of a
    /// compiled graph.
    [[nodiscard]] std::shared_ptr<Node> record(const ops::Operation& operation, std::span<const Entry* const> inputs,
                                               DeviceId device, Shares& shares,
                                               std::shared_ptr<const SegmentGradient> segment = {}, Origin origin = {});

private:
    std::uint64_t m_next = 0;
};

/// A result at which backward() starts, and its gradient. A null `gradient` stands for a gradient of ones.
struct Head {
    Entry entry;
    ops::Shape shape;
    DeviceId device;
    StoragePtr gradient;
};

enum class AfterBackward : std::uint8_t { Free, Retain };

/// Issues the operations that compute the gradients of all leaves that the heads depend on, in the reverse order of
/// recording. With AfterBackward::Free, releases the storages of each recorded operation after their use. The gradient
/// of a leaf is written after all operations that contribute to it were visited. Errors: InvalidArgument if a head was
/// not recorded, an earlier backward() has released a recorded operation, a needed tensor was changed in place, or a
/// leaf was replaced (markReplaced()); those of differentiate() and of the issuer. Operations that were not visited
/// remain recorded.
[[nodiscard]] Status backward(std::span<const Head> heads, AfterBackward after, Issuer& issuer);

/// As backward(), but returns the gradients of `targets` (leaves or results) instead of storing them. The storage is
/// null if the heads do not depend on the target.
[[nodiscard]] Result<std::vector<Tensor>> gradientsOf(std::span<const Entry> targets, std::span<const Head> heads,
                                                      AfterBackward after, Issuer& issuer);

}  // namespace engine::autograd
