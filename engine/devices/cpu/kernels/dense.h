#pragma once

#include "engine/base/result.h"
#include "engine/devices/cpu/kernels/product.h"
#include "engine/ops/operation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine::devices::cpu {

/// A fully connected layer or its gradients: products of matrices, cut into tiles that depend on the shapes. A sum over
/// the batch is one piece, so its order is fixed.
class Dense {
public:
    /// `operation` is a FullyConnected or FullyConnectedBackward that passed ops::validate(); it must outlive this
    /// object.
    Dense(const ops::Operation& operation, std::span<const float* const> inputs, std::span<float* const> outputs);

    [[nodiscard]] std::int64_t pieces() const;
    /// Computes one piece; called once for each piece, on any thread. Errors: see multiply().
    [[nodiscard]] Status run(std::int64_t piece) const;

private:
    /// A whole product and the size of its tiles.
    struct Product {
        Tile whole;
        std::int64_t rows = 1;
        std::int64_t columns = 1;

        explicit Product(const Tile& product);
        [[nodiscard]] std::int64_t across() const { return (whole.columns + columns - 1) / columns; }
        [[nodiscard]] std::int64_t tiles() const { return (whole.rows + rows - 1) / rows * across(); }
        [[nodiscard]] Tile tile(std::int64_t index) const;
    };

    void forward(std::span<const float* const> inputs, float* output);
    void backward(std::span<const float* const> inputs, std::span<float* const> outputs);
    void finishTile(const Product& product, const Tile& tile) const;
    void sumBias(std::int64_t piece) const;
    [[nodiscard]] std::int64_t biasPieces() const;

    const ops::Operation& m_operation;
    std::int64_t m_batch = 0;
    std::int64_t m_inputs = 0;  ///< number of input features
    std::int64_t m_units = 0;
    std::vector<Product> m_products;
    const float* m_bias = nullptr;  ///< bias of the forward pass
    const float* m_outputGradient = nullptr;
    float* m_biasGradient = nullptr;  ///< null if not wanted
};

}  // namespace engine::devices::cpu
