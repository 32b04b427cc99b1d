#pragma once

#include <QString>
#include <cstdint>

namespace ui::model {

/// "batch 118 of 235", from index 117; without the count if that is 0, which is unknown.
[[nodiscard]] QString batchName(std::int32_t index, std::int32_t count);
/// "epoch 3", from index 2.
[[nodiscard]] QString epochName(std::int32_t index);

}  // namespace ui::model
