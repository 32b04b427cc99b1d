#include "ui/inspect/detail/wrapped_label.h"

#include <QPainter>
#include <QResizeEvent>
#include <QStyle>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace ui::inspect::detail {

WrappedLabel::WrappedLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);  // otherwise QLabel removes heightForWidth() from the size policy
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QSize WrappedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()), heightForWidth(width())};
}

QSize WrappedLabel::minimumSizeHint() const
{
    return {0, fontMetrics().height()};
}

int WrappedLabel::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    QTextLayout layout;
    const double height = breakLines(layout, width - margins.left() - margins.right());
    return static_cast<int>(std::ceil(height)) + margins.top() + margins.bottom();
}

double WrappedLabel::breakLines(QTextLayout& layout, double width) const
{
    layout.setText(text());
    layout.setFont(font());
    QTextOption option(QStyle::visualAlignment(layoutDirection(), alignment()) & Qt::AlignHorizontal_Mask);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

/// Requests a new height if the width has changed: a scroll bar may have appeared after the heights were computed.
void WrappedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (event->oldSize().width() != width())
        updateGeometry();
}

void WrappedLabel::paintEvent(QPaintEvent*)
{
    const QRectF room = contentsRect();
    QTextLayout layout;
    const double height = breakLines(layout, room.width());
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const bool isCentred = (alignment() & Qt::AlignVCenter) != 0;
    layout.draw(&painter, room.topLeft() + QPointF(0, isCentred ? std::max(0.0, (room.height() - height) / 2) : 0));
}

}  // namespace ui::inspect::detail
