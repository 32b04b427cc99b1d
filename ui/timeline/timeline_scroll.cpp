#include "ui/timeline/canvas.h"
#include "ui/timeline/timeline_view.h"

#include <QLinearGradient>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>

/// The rows where there are more of them than fit: between the axis and the overview they scroll, with a bar beside
/// them.
namespace ui::timeline {

void TimelineView::buildScrollBar()
{
    m_bar = new QScrollBar(Qt::Vertical, this);
    m_bar->setObjectName(QStringLiteral("timelineRows"));
    m_bar->setAccessibleName(tr("Rows of the timeline"));
    m_bar->setCursor(Qt::ArrowCursor);
    m_bar->hide();
    connect(m_bar, &QScrollBar::valueChanged, this, [this](int value) { scrollBy(value - m_scene.scroll); });
}

/// Gives the picture what the bar leaves of the view.
void TimelineView::placeScrollBar()
{
    const drawing::LaneLayout& layout = m_scene.layout;
    const int most = std::max(0, layout.height - height());
    const int barWidth = most > 0 ? m_bar->sizeHint().width() : 0;
    m_scene.size = QSize(width() - barWidth, height());
    m_scene.scroll = std::clamp(m_scene.scroll, 0, most);
    // The plot leaves the last line of pixels of its buffer unpainted.
    m_canvas->setGeometry(QRect(QPoint(0, 0), m_scene.size).adjusted(0, 0, 0, 1));
    const QSignalBlocker blocker(m_bar);
    m_bar->setRange(0, most);
    m_bar->setPageStep(std::max(1, height() - layout.pinnedTop - layout.pinnedBottom));
    m_bar->setSingleStep(m_theme.px(24));
    m_bar->setValue(m_scene.scroll);
    m_bar->setGeometry(width() - barWidth, layout.pinnedTop, barWidth,
                       std::max(1, height() - layout.pinnedTop - layout.pinnedBottom));
    m_bar->setVisible(most > 0);
}

/// What lies beside the picture, behind the bar.
void TimelineView::paintEvent(QPaintEvent*)
{
    const int left = m_scene.size.width(), bottom = height() - m_scene.layout.pinnedBottom;
    if (left >= width())
        return;
    const look::Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(left, 0, width() - left, bottom, tokens.plot);
    painter.fillRect(left, bottom, width() - left, height() - bottom, tokens.chrome);
    painter.setPen(QPen(tokens.line, 1));
    for (const double y : {m_scene.layout.pinnedTop - 0.5, bottom + 0.5})
        painter.drawLine(QPointF(left, y), QPointF(width(), y));
}

/// A shadow at the edge that rows go on behind.
void TimelineView::paintHiddenRows(QPainter& painter) const
{
    const QRectF lanes = m_scene.lanesRect();
    const double depth = m_theme.px(7);
    const auto shade = [&](double from, double to) {
        QColor dark = m_theme.tokens().shadow, clear = dark;
        clear.setAlpha(0);
        QLinearGradient gradient(0, from, 0, to);
        gradient.setColorAt(0, dark);
        gradient.setColorAt(1, clear);
        painter.fillRect(QRectF(0, std::min(from, to), lanes.width(), depth), gradient);
    };
    if (m_scene.scroll > 0)
        shade(lanes.top(), lanes.top() + depth);
    if (m_scene.scroll < m_scene.layout.height - m_scene.size.height())
        shade(lanes.bottom(), lanes.bottom() - depth);
}

void TimelineView::scrollBy(int pixels)
{
    const int next = std::clamp(m_scene.scroll + pixels, 0, std::max(0, m_scene.layout.height - height()));
    if (next == m_scene.scroll)
        return;
    m_scene.scroll = next;
    m_bar->setValue(next);
    requestContent();
}

}  // namespace ui::timeline
