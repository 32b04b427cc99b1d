#pragma once

#include <QString>
#include <cstdint>

namespace ui::graph::detail {

/// What forward is made of: layers that look at neighbourhoods, and layers that look at everything.
enum class Stage : std::uint8_t { None, Convolving, Dense, Loss };

struct LayerWord {
    const char* part;   ///< of the operator's name, lower case
    const char* shown;  ///< English, for look::inWords(); empty: part of the layer before
    Stage stage;
};

/// What kind of layer an operator is, by what frameworks call it; null: none that is known.
[[nodiscard]] const LayerWord* layerWordOf(const QString& operatorName);

}  // namespace ui::graph::detail
