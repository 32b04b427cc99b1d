#pragma once

#include "engine/autograd/tape.h"
#include "engine/base/id.h"
#include "engine/base/result.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine::frontend {

class Execution;

/// The gradients of a neural net, in buckets. Each bucket is averaged over the ranks of a group while backward()
/// computes other gradients. As in PyTorch, buckets contain the parameters in reverse order, and the first bucket is
/// small. After the first backward pass that computes all gradients, the buckets are rebuilt in the order in which the
/// gradients were computed.
/// Thread: the program's.
class GradientBuckets {
public:
    struct Options {
        GroupId group{0};
        Bytes first;               ///< size at which the first bucket is full
        Bytes cap;                 ///< size at which each bucket after the first is full
        bool isOverlapped = true;  ///< false: the collectives are issued after backward()
        bool findsUnused = false;  ///< parameters may have no gradient; this rank then sends zeros for them
    };
    struct Parameter {
        autograd::Entry entry;
        Bytes bytes;
    };

    GradientBuckets(Execution& run, Options options) : m_run(run), m_options(options) {}

    /// Call when a forward pass begins. `isSyncing`: the next backward() averages its gradients. Errors:
    /// OperationFailed if the last backward() did not average all buckets, because some parameters got no gradient.
    [[nodiscard]] Status begin(std::vector<Parameter> parameters, bool isSyncing);
    /// Call when backward() has issued the last operation that writes the gradient of this leaf.
    [[nodiscard]] Status add(const autograd::Node& leaf, const autograd::StoragePtr& gradient);
    /// Call when backward() has issued all its operations.
    [[nodiscard]] Status end();

private:
    struct Bucket {
        std::vector<std::size_t> parameters;
        std::size_t missing = 0;
    };

    /// Returns the numbers of the parameters that the last backward() left without a gradient: "2 3".
    [[nodiscard]] std::string unused() const;
    void build(const std::vector<std::size_t>& order);
    [[nodiscard]] Status launchReady();
    [[nodiscard]] Status launch(const Bucket& bucket);

    Execution& m_run;
    Options m_options;
    std::vector<Parameter> m_parameters;
    std::vector<autograd::StoragePtr> m_gradients;  ///< by parameter; null: not computed yet
    std::unordered_map<const autograd::Node*, std::size_t> m_byLeaf;
    std::vector<std::size_t> m_bucketOf;  ///< by parameter: index of its bucket
    std::vector<Bucket> m_buckets;
    std::vector<std::size_t> m_computed;  ///< parameters in the order in which their gradients were computed
    std::size_t m_next = 0;               ///< the first bucket that has not been issued
    bool m_isSyncing = false;
    bool m_isRebuilt = false;
};

}  // namespace engine::frontend
