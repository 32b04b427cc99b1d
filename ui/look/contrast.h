#pragma once

#include <QColor>
#include <initializer_list>

namespace ui::look {

/// The contrast ratio of two opaque colours as defined by WCAG 2, from 1 to 21.
[[nodiscard]] double contrastOf(const QColor& a, const QColor& b);

/// Returns `a` or `b`, whichever text colour has the higher contrast with `ground`.
[[nodiscard]] QColor moreReadable(const QColor& ground, const QColor& a, const QColor& b);

/// Returns `colour` with its lightness moved away from the backgrounds until the contrast with each is at least
/// `ratio`.
[[nodiscard]] QColor withContrast(const QColor& colour, std::initializer_list<QColor> grounds, double ratio);

}  // namespace ui::look
