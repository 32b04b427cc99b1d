#pragma once

#include <QColor>
#include <initializer_list>

namespace ui::look {

/// The contrast of two opaque colours as WCAG 2 defines it, 1 to 21.
[[nodiscard]] double contrastOf(const QColor& a, const QColor& b);

/// Of two colours for letters the one that stands out more from `ground`.
[[nodiscard]] QColor moreReadable(const QColor& ground, const QColor& a, const QColor& b);

/// `colour`, its lightness moved away from the grounds as far as needed for `ratio` to each of them.
[[nodiscard]] QColor withContrast(const QColor& colour, std::initializer_list<QColor> grounds, double ratio);

}  // namespace ui::look
