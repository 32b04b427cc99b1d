#pragma once

#include "engine/autograd/tape.h"

#include <vector>

namespace engine::autograd {

/// A recorded operation, or a leaf: a tensor that a gradient is collected for.
class Node {
public:
    explicit Node(std::uint64_t number) : sequence(number) {}
    /// Frees what only this node led to without recursion: chains of many thousands are usual.
    ~Node();
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    struct Saved {
        StoragePtr storage;
        std::uint32_t version = 0;
    };

    std::uint64_t sequence;  ///< in the order of recording
    // -- of operations
    ops::Operation operation;
    std::shared_ptr<const SegmentGradient> segment;
    DeviceId device;            ///< of its inputs
    std::vector<Entry> inputs;  ///< where their gradients go
    std::vector<Saved> saved;   ///< inputs, then outputs, as far as they are needed; none: empty
    bool isFreed = false;       ///< a walk has been here
    /// Gradients of results that stay after the walk, as those of leaves do.
    struct Retained {
        std::uint32_t output = 0;
        Tensor gradient;
    };
    std::vector<Retained> retained;
    // -- of leaves
    bool isLeaf = false;
    bool isLeft = false;  ///< its tensor has moved on, to another device or other numbers
    Requirement requirement = Requirement::Write;
    Tensor gradient;
    // -- of the walk under way
    bool isReached = false;
    bool isWanted = true;           ///< it leads to what the walk is for
    std::uint32_t expected = 0;     ///< edges that lead here
    std::uint32_t arrived = 0;      ///< of those, how many were walked
    std::vector<Tensor> gradients;  ///< by output
};

}  // namespace engine::autograd
