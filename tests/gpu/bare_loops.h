#pragma once

#include <memory>
#include <string>

/// The same work as a careful programmer would write it with CUDA and cuBLAS alone, without our engine: what the
/// engine's figures are held against, in the same process. Every function measures seconds of the host's clock around
/// the whole of it, waits for the device at the end, and is called on one thread. Only this file's .cu knows CUDA.
namespace bare {

/// Of the last call that failed; empty: none did.
[[nodiscard]] std::string problem();

/// `count` products of n x n by cuBLAS (fp32, into their own results), on one stream.
class Products {
public:
    Products(int n, int count);
    ~Products();
    Products(const Products&) = delete;
    Products& operator=(const Products&) = delete;

    [[nodiscard]] double run();
    /// The results to page-locked memory, one copy after the other on a stream of its own.
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

    /// Launched one by one; `issuing`: until the last launch has returned.
    [[nodiscard]] double launch(double& issuing);
    /// The whole chain as one graph, `times` over.
    [[nodiscard]] double replay(int times);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace bare
