#pragma once

#include "engine/autograd/gradient.h"
#include "engine/symbol/symbol.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine::symbol {

/// What compiling did, for views and tests.
struct Compilation {
    std::size_t captured = 0;   ///< operators of the graph as it was captured
    std::size_t folded = 0;     ///< of those, computed while compiling, or no work at all (reshapes, + 0)
    std::size_t fused = 0;      ///< done by the operation that makes their input
    std::size_t steps = 0;      ///< that are left
    Bytes scratch;              ///< memory for what lives only within
    Bytes scratchWithoutReuse;  ///< what it would be if every value had its own
    Bytes kept;                 ///< results that wait for backward
};

/// A graph compiled for inputs of certain shapes.
struct Compiled {
    ops::Operation operation;        ///< the Segment, with its inputs and outputs
    std::size_t results = 0;         ///< the first outputs are the graph's results; then come what the graph changes in
                                     ///< place, and what backward needs
    std::vector<int> inPlaceInputs;  ///< by output: the input whose own storage it is, -1: none
    std::shared_ptr<const autograd::SegmentGradient> gradient;  ///< if gradients are wanted
    Compilation forward;
    Compilation backward;
};

/// A captured graph, compiled once for each set of input shapes that it meets. Thread: one at a time.
class CachedGraph {
public:
    /// `inputs` names the variables in the order in which tensors will be given. Errors: InvalidArgument if one is
    /// missing or named twice.
    [[nodiscard]] static Result<CachedGraph> create(std::vector<Symbol> outputs, std::vector<std::string> inputs);

    CachedGraph(CachedGraph&&) = default;
    CachedGraph& operator=(CachedGraph&&) = default;
    CachedGraph(const CachedGraph&) = delete;
    CachedGraph& operator=(const CachedGraph&) = delete;

    /// `wanted`: inputs that gradients are wanted of. Errors: InvalidArgument, a sentence with node, operator and
    /// shapes; Unsupported if there is no gradient.
    [[nodiscard]] Result<Compiled*> compiled(std::span<const tensor::Shape> shapes, bool isTraining,
                                             const autograd::InputSet& wanted);

    [[nodiscard]] const std::vector<Symbol>& outputs() const { return m_outputs; }
    [[nodiscard]] const std::vector<std::string>& inputs() const { return m_inputs; }

private:
    struct Entry {
        std::vector<tensor::Shape> shapes;
        bool isTraining = false;
        autograd::InputSet wanted;
        std::unique_ptr<Compiled> compiled;
    };

    CachedGraph() = default;

    std::vector<Symbol> m_outputs;
    std::vector<std::string> m_inputs;
    std::vector<Entry> m_entries;
};

}  // namespace engine::symbol
