#pragma once

#include "engine/autograd/tape.h"

#include <vector>

namespace engine::autograd {

/// A recorded operation, or a leaf. A leaf is a tensor whose gradient is stored.
class Node {
public:
    explicit Node(std::uint64_t number) : sequence(number) {}
    /// Releases predecessors that only this node owns, without recursion, because chains of many thousand nodes are
    /// common.
    ~Node();
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    struct SavedTensor {
        StoragePtr storage;
        std::uint32_t version = 0;
    };

    std::uint64_t sequence;  ///< position in the order of recording
    // -- operations only
    ops::Operation operation;
    std::shared_ptr<const SegmentGradient> segment;
    DeviceId device;  ///< device of the operation's inputs
    Origin origin;
    std::vector<Entry> inputs;  ///< for each input: the node to which its gradient is passed
    /// Inputs, then outputs. Null: the gradient does not need this tensor. Empty list: it needs no tensor.
    std::vector<SavedTensor> saved;
    bool isFreed = false;  ///< backward() has released the node's saved tensors
    /// A result whose gradient is retained after backward(), and that gradient.
    struct RetainedGradient {
        std::uint32_t output = 0;
        Tensor gradient;
    };
    std::vector<RetainedGradient> retained;
    // -- leaves only
    bool isLeaf = false;
    bool isReplaced = false;  ///< the leaf's tensor was replaced, see Tape::markReplaced()
    Requirement requirement = Requirement::Write;
    Tensor gradient;
    // -- used during backward() only
    bool isReached = false;
    bool isWanted = true;           ///< the node is on a path to a target
    std::uint32_t expected = 0;     ///< number of edges from visited nodes
    std::uint32_t arrived = 0;      ///< number of `expected` edges traversed so far
    std::vector<Tensor> gradients;  ///< sums of the gradients, by output
};

}  // namespace engine::autograd
