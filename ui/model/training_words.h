#pragma once

#include <QString>
#include <cstdint>

namespace ui::model {

/// Returns "batch 118 of 235" for index 117. A count of 0 is unknown and is left out.
[[nodiscard]] QString batchName(std::int32_t index, std::int32_t count);
/// Returns "epoch 3" for index 2.
[[nodiscard]] QString epochName(std::int32_t index);

}  // namespace ui::model
