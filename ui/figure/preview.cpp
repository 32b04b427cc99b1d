#include "ui/figure/detail/preview.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::figure {

Preview::Preview(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setMinimumSize(theme.px(320), theme.px(180));
    setAccessibleName(tr("Preview of the figure"));
}

void Preview::show(engine::trace::TracePtr trace, const FigureOptions& options)
{
    m_trace = std::move(trace);
    m_options = options;
    setAccessibleDescription(textsFor(*m_trace, m_options).description);
    draw();
}

void Preview::draw()
{
    if (!m_trace)
        return;
    const QSizeF size = figureSize(*m_trace, m_options);
    m_zoom = std::min({(width() - 2) / size.width(), (height() - 2) / size.height(), 1.5});
    const double ratio = devicePixelRatioF();
    m_image = QImage(std::max(1, static_cast<int>(std::lround(size.width() * m_zoom * ratio))),
                     std::max(1, static_cast<int>(std::lround(size.height() * m_zoom * ratio))), QImage::Format_RGB32);
    m_image.fill(Qt::white);
    m_image.setDevicePixelRatio(ratio);
    QPainter painter(&m_image);
    painter.scale(m_zoom, m_zoom);
    paintFigure(painter, *m_trace, m_options);
    painter.end();
    update();
    emit drawn();
}

void Preview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QSizeF size = QSizeF(m_image.size()) / m_image.devicePixelRatio();
    const QRectF place((width() - size.width()) / 2, (height() - size.height()) / 2, size.width(), size.height());
    painter.drawImage(place.topLeft(), m_image);
    painter.setPen(m_theme.tokens().strong);
    painter.drawRect(place);
}

void Preview::resizeEvent(QResizeEvent*)
{
    draw();
}

}  // namespace ui::figure
