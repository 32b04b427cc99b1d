#pragma once

#include "ui/inspect/description.h"
#include "ui/look/words.h"

#include <QString>

namespace ui::inspect::detail {

using model::text;
[[nodiscard]] QString deviceName(const engine::trace::Trace& trace, engine::DeviceId device);
[[nodiscard]] QString laneWord(const engine::trace::Trace& trace,
                               const engine::trace::LaneRecord& lane);  ///< for example "compute stream"
[[nodiscard]] QString lifeText(engine::Nanoseconds duration);           ///< for example "169.1 ms"
/// A time of the run relative to the clock's origin, as "1.1826 s"; with more digits near 0.
[[nodiscard]] QString momentText(const Clock& clock, engine::Nanoseconds time);
/// An interval, as "1.1826 – 1.1926 s".
[[nodiscard]] QString intervalText(const Clock& clock, engine::Nanoseconds begin, engine::Nanoseconds end);
[[nodiscard]] QString hostMemoryWord(engine::trace::HostMemory memory);
/// Converts "a `b` c" to rich text, with the code in font `family` at `pixels`.
[[nodiscard]] QString richText(const QString& text, const QString& family, int pixels);

}  // namespace ui::inspect::detail
