#include "ui/training/plot_view.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::training {

PlotView::PlotView(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("plot"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&theme, &look::Theme::changed, this, qOverload<>(&QWidget::update));
}

void PlotView::setPlot(Plot plot)
{
    m_plot = std::move(plot);
    m_reading.reset();
    setAccessibleName(m_plot.title);
    setAccessibleDescription(spokenPlot(m_plot));
    update();
}

QStringList PlotView::reading() const
{
    return m_reading ? m_reading->lines : QStringList();
}

void PlotView::readAt(double pixel)
{
    m_reading = readingAt(m_plot, frameOf(m_plot, size(), m_theme), pixel);
    update();
}

void PlotView::mouseMoveEvent(QMouseEvent* event)
{
    readAt(event->position().x());
}

void PlotView::mousePressEvent(QMouseEvent* event)
{
    readAt(event->position().x());
    if (event->button() == Qt::LeftButton && m_reading)
        emit picked(m_reading->x);
}

void PlotView::leaveEvent(QEvent*)
{
    m_reading.reset();
    update();
}

/// Left and Right select the previous or next value.
void PlotView::keyPressEvent(QKeyEvent* event)
{
    const bool isLeft = event->key() == Qt::Key_Left;
    if (!isLeft && event->key() != Qt::Key_Right) {
        QWidget::keyPressEvent(event);
        return;
    }
    std::vector<double> places;
    for (const Series& series : m_plot.series)
        if (!series.isThin || m_plot.series.size() == 1)
            for (const QPointF& point : series.points)
                places.push_back(point.x());
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    if (places.empty())
        return;
    double wanted = isLeft ? places.back() : places.front();
    if (m_reading) {
        const auto at = std::lower_bound(places.begin(), places.end(), m_reading->x);
        if (isLeft)
            wanted = at == places.begin() ? places.front() : *std::prev(at);
        else
            wanted = *std::min(std::upper_bound(places.begin(), places.end(), m_reading->x), std::prev(places.end()));
    }
    readAt(frameOf(m_plot, size(), m_theme).xOf(m_plot, wanted));
    setAccessibleDescription(reading().join(QStringLiteral(", ")));
}

void PlotView::paintReading(QPainter& painter) const
{
    const PlotFrame frame = frameOf(m_plot, size(), m_theme);
    const auto& tokens = m_theme.tokens();
    const double x = std::floor(frame.xOf(m_plot, m_reading->x)) + 0.5;
    painter.setPen(QPen(tokens.strong, 1));
    painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.ink, 1.4));
    painter.setBrush(tokens.panel);
    for (const QPointF& place : m_reading->places)
        painter.drawEllipse(place, 3, 3);
    const QFont font = m_theme.sans(10.5);
    const QFontMetricsF metrics(font);
    double width = 0;
    for (const QString& line : m_reading->lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    width += m_theme.px(16);
    const double height = metrics.lineSpacing() * static_cast<double>(m_reading->lines.size()) + m_theme.px(10);
    const double left = x + width + 10 > this->width() ? x - width - 8 : x + 8;
    const QRectF box(std::max(0.0, left), std::clamp(frame.area.top() + 4, 0.0, std::max(0.0, this->height() - height)),
                     width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.tip);
    painter.drawRoundedRect(box, 5, 5);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(font);
    double y = box.top() + m_theme.px(5) + metrics.ascent();
    bool isFirst = true;
    for (const QString& line : m_reading->lines) {
        painter.setPen(std::exchange(isFirst, false) ? tokens.tipText2 : tokens.tipText);
        painter.drawText(QPointF(box.left() + m_theme.px(8), y), line);
        y += metrics.lineSpacing();
    }
}

void PlotView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintPlot(painter, m_plot, size(), m_theme);
    if (m_reading)
        paintReading(painter);
    if (!hasFocus())
        return;
    painter.setPen(QPen(m_theme.tokens().accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace ui::training
