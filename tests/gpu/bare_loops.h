#pragma once

#include <memory>
#include <string>

/// The work of bench_gpu written by hand with CUDA and cuBLAS, without our engine, as a reference in the same process.
/// Every function returns its total time in seconds of the host clock, waits for the device at the end, and is called
/// on one thread. Only bare_loops.cu includes CUDA.
namespace bare {

/// Message of the last failed call; empty if none failed.
[[nodiscard]] std::string problem();

/// `count` products of n x n matrices with cuBLAS (fp32, separate results), on one stream.
class Products {
public:
    Products(int n, int count);
    ~Products();
    Products(const Products&) = delete;
    Products& operator=(const Products&) = delete;

    [[nodiscard]] double run();
    /// Copies the results to page-locked memory one after the other, on a separate stream.
    [[nodiscard]] double copy();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// A chain of `count` kernels that add one to `elements` numbers.
class Chain {
public:
    Chain(int count, int elements);
    ~Chain();
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    /// Launches the kernels one by one; `issuing` receives the time until the last launch has returned.
    [[nodiscard]] double launch(double& issuing);
    /// Runs the whole chain as one graph, `times` times.
    [[nodiscard]] double replay(int times);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace bare
