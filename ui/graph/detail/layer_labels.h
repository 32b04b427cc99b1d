#pragma once

#include <QString>

namespace ui::graph::detail {

struct LayerWord {
    const char* part;   ///< substring of the operator's name, in lower case
    const char* shown;  ///< English name, for tr(); empty: the operator belongs to the previous layer
};

/// Returns the layer type of an operator, matched by the names that frameworks use; null: unknown.
[[nodiscard]] const LayerWord* layerWordOf(const QString& operatorName);

}  // namespace ui::graph::detail
