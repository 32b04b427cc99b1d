#pragma once

#include "ui/drawing/tooltip_line.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace ui::timeline {

/// What the pointer is on, in a few lines on an inverted ground. Follows the pointer, stays inside the screen, and
/// never takes the focus.
class Tooltip : public QWidget {
    Q_OBJECT

public:
    using Style = drawing::TooltipStyle;
    using Line = drawing::TooltipLine;

    explicit Tooltip(const look::Theme& theme);

    /// Beside what it explains: below `about` or, where the screen ends, above it; both in pixels of the screen. Beside
    /// the pointer if that is empty.
    void showAt(const QPoint& global, const std::vector<Line>& lines, const QRect& about = {});
    [[nodiscard]] const std::vector<Line>& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont fontOf(Style style) const;
    [[nodiscard]] QSize wantedSize() const;

    const look::Theme& m_theme;
    std::vector<Line> m_lines;
};

}  // namespace ui::timeline
