#pragma once

#include "engine/autograd/gradient.h"
#include "engine/base/id.h"

#include <cstdint>
#include <memory>
#include <span>

/// What MXNet and PyTorch call the tape: operations that were recorded as they were issued, so that backward() can walk
/// them in reverse. It is a graph held by the tensors that it made; what no tensor leads to any more is gone.
/// Threads: all of it from the program's thread.
namespace engine::autograd {

/// A share in a tensor's storage. The last one gives it back to the platform.
class Storage {
public:
    Storage() = default;
    virtual ~Storage() = default;
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    VariableId variable;
    DeviceId device;
    std::uint32_t version = 0;  ///< grows with every write in place
};
using StoragePtr = std::shared_ptr<Storage>;

struct Tensor {
    StoragePtr storage;
    tensor::Shape shape;
};

class Node;

/// Where a tensor's gradient goes: output `output` of a recorded operation, or a leaf. Empty: nowhere.
struct Entry {
    std::shared_ptr<Node> node;
    std::uint32_t output = 0;
    [[nodiscard]] bool isThere() const { return node != nullptr; }
};

/// What backward() does with the gradient of a leaf: it replaces what is there, is added to it, or (PyTorch) stays as
/// it is the first time and is added to from then on.
enum class Requirement : std::uint8_t { Write, Add, Keep };

/// Gives the tape its shares in what backward() will need.
class Shares {
public:
    virtual ~Shares() = default;
    [[nodiscard]] virtual StoragePtr ofInput(std::size_t i) = 0;
    [[nodiscard]] virtual StoragePtr ofOutput(std::size_t i) = 0;
};

/// What backward() issues operations with.
class Issuer {
public:
    virtual ~Issuer() = default;
    [[nodiscard]] virtual Result<StoragePtr> create(const tensor::Shape& shape, DeviceId device) = 0;
    /// The operation goes to the platform; may take parts of it away.
    [[nodiscard]] virtual Status issue(ops::Operation& operation, std::span<const StoragePtr> reads,
                                       std::span<const StoragePtr> writes) = 0;
};

/// Numbers what is recorded. One per run.
class Tape {
public:
    /// A tensor whose gradient is collected in `gradient`.
    [[nodiscard]] Entry leaf(Tensor gradient, Requirement requirement);
    /// A tensor of this shape whose gradient has no room until backward() made it: Requirement::Keep.
    [[nodiscard]] Entry leaf(const tensor::Shape& shape, DeviceId device);
    /// The gradient that a leaf, or a retained result, keeps; its storage is null before backward(), and of others.
    [[nodiscard]] static Tensor gradientOf(const Entry& entry);
    /// That gradient is let go of; the next backward() makes another.
    static void dropGradient(const Entry& entry);
    /// The gradient of a result is to stay after backward(), too.
    static void retain(const Entry& entry);
    /// The tensor of a leaf is another one from now on, on another device or of another size: backward() refuses to
    /// lead what was computed before to it.
    static void leave(const Entry& entry);
    [[nodiscard]] static bool isLeaf(const Entry& entry);
    /// The operation that the tensor is a result of; Marker: it is a leaf, or on no tape.
    [[nodiscard]] static ops::Operator operatorOf(const Entry& entry);

    /// An operation was issued. Returns where its outputs' gradients go; empty if no input's gradient goes anywhere or
    /// none passes through this operator. `segment`: the gradient of a compiled graph.
    [[nodiscard]] std::shared_ptr<Node> record(const ops::Operation& operation, std::span<const Entry* const> inputs,
                                               DeviceId device, Shares& shares,
                                               std::shared_ptr<const SegmentGradient> segment = {});

private:
    std::uint64_t m_next = 0;
};

/// A result that backward() starts from, with its gradient; none: ones.
struct Head {
    Entry entry;
    tensor::Shape shape;
    DeviceId device;
    StoragePtr gradient;
};

enum class AfterBackward : std::uint8_t { Free, Retain };

/// Issues the operations that compute the gradients of every leaf that the heads depend on, last recorded first; lets
/// go of what each recorded operation needed as soon as it was used. A leaf's gradient is issued as soon as the last
/// operation that adds to it was met.
/// Errors: InvalidArgument, a sentence: nothing was recorded, it was walked before, or what it needs was changed in
/// place; what the issuer says. What was recorded stays as it was as far as the walk did not get.
[[nodiscard]] Status backward(std::span<const Head> heads, AfterBackward after, Issuer& issuer);

/// The same walk, but only towards `targets`, leaves or results, whose gradients it gives; no leaf collects its own.
/// The storage is null where a target takes no part in the heads.
[[nodiscard]] Result<std::vector<Tensor>> gradientsOf(std::span<const Entry> targets, std::span<const Head> heads,
                                                      AfterBackward after, Issuer& issuer);

}  // namespace engine::autograd
