#include "ui/timeline/detail/row_scroll.h"

#include "ui/look/in_language.h"

#include <QLinearGradient>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>

namespace ui::timeline {

RowScroll::RowScroll(drawing::Scene& scene, QWidget& view)
    : m_scene(scene), m_view(view), m_bar(new QScrollBar(Qt::Vertical, &view))
{
    m_bar->setObjectName(QStringLiteral("timelineRows"));
    look::inLanguage(m_bar, [this] { m_bar->setAccessibleName(tr("Rows of the timeline")); });
    m_bar->setCursor(Qt::ArrowCursor);
    m_bar->hide();
    connect(m_bar, &QScrollBar::valueChanged, this, [this](int value) { scrollBy(value - m_scene.scroll); });
}

void RowScroll::place()
{
    const drawing::LaneLayout& layout = m_scene.layout;
    const int height = m_view.height();
    const int most = std::max(0, layout.height - height);
    const int barWidth = most > 0 ? m_bar->sizeHint().width() : 0;
    m_scene.size = QSize(m_view.width() - barWidth, height);
    m_scene.scroll = std::clamp(m_scene.scroll, 0, most);
    const int page = std::max(1, height - layout.pinnedTop - layout.pinnedBottom);
    const QSignalBlocker blocker(m_bar);
    m_bar->setRange(0, most);
    m_bar->setPageStep(page);
    m_bar->setSingleStep(m_scene.theme->px(24));
    m_bar->setValue(m_scene.scroll);
    m_bar->setGeometry(m_view.width() - barWidth, layout.pinnedTop, barWidth, page);
    m_bar->setVisible(most > 0);
}

void RowScroll::scrollBy(int pixels)
{
    const int next = std::clamp(m_scene.scroll + pixels, 0, std::max(0, m_scene.layout.height - m_view.height()));
    if (next == m_scene.scroll)
        return;
    m_scene.scroll = next;
    m_bar->setValue(next);
    emit scrolled();
}

void RowScroll::reveal(const drawing::Row& row)
{
    const int top = row.top - m_scene.layout.pinnedTop;
    const int bottom = row.bottom() - (m_view.height() - m_scene.layout.pinnedBottom);
    if (m_scene.scroll > top)
        scrollBy(top - m_scene.scroll);
    else if (m_scene.scroll < bottom)
        scrollBy(bottom - m_scene.scroll);
}

void RowScroll::paintBeside(QPainter& painter) const
{
    const int width = m_view.width(), height = m_view.height();
    const int left = m_scene.size.width(), bottom = height - m_scene.layout.pinnedBottom;
    if (left >= width)
        return;
    const look::Tokens& tokens = m_scene.theme->tokens();
    painter.fillRect(left, 0, width - left, bottom, tokens.plot);
    painter.fillRect(left, bottom, width - left, height - bottom, tokens.chrome);
    painter.setPen(QPen(tokens.line, 1));
    for (const double y : {m_scene.layout.pinnedTop - 0.5, bottom + 0.5})
        painter.drawLine(QPointF(left, y), QPointF(width, y));
}

void RowScroll::paintHiddenRows(QPainter& painter) const
{
    const QRectF lanes = m_scene.lanesRect();
    const double depth = m_scene.theme->px(7);
    const auto shade = [&](double from, double to) {
        QColor dark = m_scene.theme->tokens().shadow, clear = dark;
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

}  // namespace ui::timeline
