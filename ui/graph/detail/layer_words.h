#pragma once

#include <QString>
#include <cstdint>

namespace ui::graph::detail {

/// Stages of the forward pass: layers with a local receptive field, then layers that read all of their input, then the
/// loss.
enum class Stage : std::uint8_t { None, Convolving, Dense, Loss };

struct LayerWord {
    const char* part;   ///< substring of the operator's name, in lower case
    const char* shown;  ///< English name, for tr(); empty: the operator belongs to the previous layer
    Stage stage;
};

/// Returns the layer type of an operator, matched by the names that frameworks use; null: unknown.
[[nodiscard]] const LayerWord* layerWordOf(const QString& operatorName);

}  // namespace ui::graph::detail
