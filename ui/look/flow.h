#pragma once

#include <QString>

namespace ui::look {

/// Chooses the form of each Korean particle, "을(를)", that fits the previous word. Accepts plain text and HTML.
[[nodiscard]] QString chooseParticles(QString text);

/// Prepares text for line wrapping: joins a number and its unit with U+00A0; chooses the form of Korean particles that
/// fits the previous word; removes spaces between Chinese characters and after full-width punctuation. Accepts plain
/// text and HTML.
[[nodiscard]] QString formatForWrapping(QString text);

}  // namespace ui::look
