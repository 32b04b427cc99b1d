#pragma once

#include "ui/drawing/tooltip_line.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace ui::timeline {

/// A few lines about the element under the pointer, on an inverted background. Follows the pointer, stays inside the
/// screen, and never takes the focus.
class Tooltip : public QWidget {
    Q_OBJECT

public:
    using Style = drawing::TooltipStyle;
    using Line = drawing::TooltipLine;

    explicit Tooltip(const look::Theme& theme);

    /// Shows the lines below `about`, or above `about` if they do not fit below; if `about` is empty, beside the
    /// pointer. All positions are in screen pixels.
    void showAt(const QPoint& global, const std::vector<Line>& lines, const QRect& about = {});
    [[nodiscard]] const std::vector<Line>& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont fontOf(Style style) const;
    [[nodiscard]] QSize wantedSize() const;
    void paintSign(QPainter& painter, const Line& line, const QRectF& rect) const;

    const look::Theme& m_theme;
    std::vector<Line> m_lines;
};

}  // namespace ui::timeline
