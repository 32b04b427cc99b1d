#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace engine::devices::cuda::plugin {

/// An algorithm that cuDNN offers for a convolution.
struct Offer {
    int algorithm = 0;
    bool isSupported = false;
    bool isDeterministic = false;
    bool isRounding = false;  ///< the algorithm rounds the factors to fewer bits than fp32
    std::size_t workspace = 0;
};

/// Limit on a workspace in bytes. Workspaces come from the memory pool, so a larger one could make a program run out of
/// memory.
constexpr std::size_t kMaxWorkspace = std::size_t{256} << 20;

/// Whether an algorithm may round the factors of products.
enum class Rounding : std::uint8_t { None, Tf32 };

/// Returns the first algorithm of `offers` that cuDNN supports, that is deterministic, and whose workspace is within
/// the limit; none if no algorithm is suitable. `offers` are sorted by expected time.
[[nodiscard]] inline std::optional<int> chooseAlgorithm(std::span<const Offer> offers, Rounding rounding)
{
    for (const Offer& offer : offers)
        if (offer.isSupported && offer.isDeterministic && (rounding == Rounding::Tf32 || !offer.isRounding) &&
            offer.workspace <= kMaxWorkspace)
            return offer.algorithm;
    return {};
}

}  // namespace engine::devices::cuda::plugin
