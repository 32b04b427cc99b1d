#pragma once

#include <QString>

namespace ui::look {

/// As it reads in sentences that are wrapped: a number stays with its unit (U+00A0), and of a Korean particle that has
/// two forms stands the one that goes with the word before it; between Chinese letters, and behind their stops, there
/// are no blanks. Plain text, or HTML.
[[nodiscard]] QString inFlow(QString text);

}  // namespace ui::look
