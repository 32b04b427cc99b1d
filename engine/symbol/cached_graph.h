#pragma once

#include "engine/autograd/gradient.h"
#include "engine/symbol/symbol.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine::symbol {

/// Counts and sizes that the compiler passes report, for views and tests.
struct Compilation {
    std::size_t captured = 0;   ///< number of operators in the captured graph
    std::size_t folded = 0;     ///< steps removed by folding, and removed reshapes
    std::size_t fused = 0;      ///< steps merged into the step that computes their input
    std::size_t steps = 0;      ///< number of steps after folding and merging
    Bytes scratch;              ///< memory of intermediate values
    Bytes scratchWithoutReuse;  ///< the size of `scratch` if every value had separate memory
    Bytes kept;                 ///< memory of values retained for backward
};

/// A computation graph compiled for inputs of certain shapes.
struct CompiledGraph {
    ops::Operation operation;  ///< the Segment, with its inputs and outputs
    /// Number of results of the graph. The outputs of `operation` are in this order: results, tensors changed in place,
    /// values for backward.
    std::size_t results = 0;
    std::vector<int> inPlaceInputs;  ///< by output: the input whose storage it overwrites; -1: none
    std::shared_ptr<const autograd::SegmentGradient> gradient;  ///< null: no gradients were requested
    Compilation forward;
    Compilation backward;
};

/// Layers such as BatchNorm and Dropout differ between the modes.
enum class Mode : std::uint8_t { Inference, Training };

/// A captured graph that is compiled once per combination of input shapes, mode and requested gradients. Thread: one at
/// a time.
class CachedGraph {
public:
    /// The kernels that the framework runs: one for each step of the graph, or one for the whole graph.
    enum class Kernels : std::uint8_t { PerStep, One };

    /// Creates a graph. `inputs`: names of the variables in the order of the tensors. Errors: InvalidArgument if
    /// `outputs` is empty, or a variable of the graph is missing or named twice; Unsupported for more than
    /// autograd::kMaxInputs inputs.
    [[nodiscard]] static Result<CachedGraph> create(std::vector<Symbol> outputs, std::vector<std::string> inputs,
                                                    Kernels kernels = Kernels::PerStep);

    CachedGraph(CachedGraph&&) = default;
    CachedGraph& operator=(CachedGraph&&) = default;
    CachedGraph(const CachedGraph&) = delete;
    CachedGraph& operator=(const CachedGraph&) = delete;

    /// Returns the graph compiled for `shapes`, from the cache if possible. `wanted`: inputs whose gradients are
    /// requested. Errors: InvalidArgument, naming node, operator and shapes; Unsupported if a gradient does not exist.
    [[nodiscard]] Result<CompiledGraph*> compiled(std::span<const ops::Shape> shapes, Mode mode,
                                                  const autograd::InputSet& wanted);

    [[nodiscard]] const std::vector<Symbol>& outputs() const { return m_outputs; }
    [[nodiscard]] const std::vector<std::string>& inputs() const { return m_inputs; }

private:
    struct Entry {
        std::vector<ops::Shape> shapes;
        Mode mode = Mode::Inference;
        autograd::InputSet wanted;
        std::unique_ptr<CompiledGraph> compiled;
    };

    CachedGraph() = default;

    std::vector<Symbol> m_outputs;
    std::vector<std::string> m_inputs;
    Kernels m_kernels = Kernels::PerStep;
    std::vector<Entry> m_entries;
};

}  // namespace engine::symbol
