#pragma once

#include "ui/inspect/description.h"
#include "ui/look/words.h"

#include <QString>

namespace ui::inspect::detail {

[[nodiscard]] QString text(const engine::trace::Trace& trace, engine::NameId name);
[[nodiscard]] QString deviceName(const engine::trace::Trace& trace, engine::DeviceId device);
[[nodiscard]] QString laneWord(const engine::trace::Trace& trace,
                               const engine::trace::LaneRecord& lane);  ///< "compute stream"
[[nodiscard]] QString lifeText(engine::Nanoseconds duration);           ///< "169.1 ms"
/// A moment of the run as the ruler counts: "1.1826 s"; finer near 0.
[[nodiscard]] QString momentText(const Clock& clock, engine::Nanoseconds time);
/// "1.1826 – 1.1926 s"
[[nodiscard]] QString intervalText(const Clock& clock, engine::Nanoseconds begin, engine::Nanoseconds end);
[[nodiscard]] QString hostMemoryWord(engine::trace::HostMemory memory);
/// "a `b` c" as rich text with the code in `family` at `pixels`.
[[nodiscard]] QString richText(const QString& text, const QString& family, int pixels);

}  // namespace ui::inspect::detail
