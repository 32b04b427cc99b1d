#pragma once

#include <QString>

namespace ui::machines {

/// A warning before the first run on a machine that has `there` GPUs of the `addressed` ones of a listing.
[[nodiscard]] QString missingGpusText(int addressed, int there);

}  // namespace ui::machines
