#pragma once

#include "ui/inspect/description.h"
#include "ui/look/translate.h"

#include <QString>

namespace ui::inspect::detail {

using model::text;
[[nodiscard]] QString deviceName(const engine::trace::Trace& trace, engine::DeviceId device);
/// The name of a device within a sentence: "the CPU", "GPU 0".
[[nodiscard]] QString deviceInSentence(const engine::trace::Trace& trace, engine::DeviceId device);
[[nodiscard]] QString lifeText(engine::Nanoseconds duration);  ///< for example "169.1 ms"
/// Like look::momentText() and look::intervalText(), with times counted from the begin of analysis::runScope().
[[nodiscard]] QString momentText(const engine::trace::Trace& trace, engine::Nanoseconds time);
[[nodiscard]] QString intervalText(const engine::trace::Trace& trace, engine::Nanoseconds begin,
                                   engine::Nanoseconds end);
/// Names the time that momentText() and intervalText() show as 0: "from line 13", "from the start".
[[nodiscard]] QString zeroText(const engine::trace::Trace& trace);
/// Converts "a `b` c" to rich text, with the code in font `family` at `pixels`.
[[nodiscard]] QString richText(const QString& text, const QString& family, int pixels);

}  // namespace ui::inspect::detail
