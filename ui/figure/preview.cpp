#include "ui/figure/detail/preview.h"

#include <pthread.h>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

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
    request();
}

void Preview::request()
{
    if (!m_trace)
        return;
    Request request{m_trace, m_options, size(), devicePixelRatioF()};
    if (m_isDrawing)
        m_next = std::move(request);
    else
        start(std::move(request));
}

void Preview::start(Request request)
{
    m_isDrawing = true;
    m_thread = std::jthread([this, request = std::move(request)] {
        pthread_setname_np(pthread_self(), "export preview");
        QMetaObject::invokeMethod(
            this, [this, result = draw(request)]() mutable { deliver(std::move(result)); }, Qt::QueuedConnection);
    });
}

Preview::DrawnPage Preview::draw(const Request& request)
{
    DrawnPage result;
    result.description = textsFor(*request.trace, request.options).description;
    result.size = figureSize(*request.trace, request.options);
    result.smallestText = figure::smallestText(*request.trace, request.options);
    result.omitsMeasures = figure::omitsMeasures(*request.trace, request.options);
    result.zoom = std::max(0.01, std::min({(request.room.width() - 2) / result.size.width(),
                                           (request.room.height() - 2) / result.size.height(), 1.5}));
    const double scale = result.zoom * request.ratio;
    result.image =
        QImage(std::max(1, static_cast<int>(std::lround(result.size.width() * scale))),
               std::max(1, static_cast<int>(std::lround(result.size.height() * scale))), QImage::Format_RGB32);
    result.image.fill(Qt::white);
    result.image.setDevicePixelRatio(request.ratio);
    QPainter painter(&result.image);
    painter.scale(result.zoom, result.zoom);
    paintFigure(painter, *request.trace, request.options);
    return result;
}

void Preview::deliver(DrawnPage result)
{
    m_isDrawing = false;
    m_drawn = std::move(result);
    setAccessibleDescription(m_drawn.description);
    if (std::optional<Request> next = std::exchange(m_next, std::nullopt))
        start(std::move(*next));
    update();
    emit drawn();
}

void Preview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_drawn.image.isNull()) {
        painter.setFont(m_theme.sans(12));
        painter.setPen(m_theme.tokens().text2);
        painter.drawText(rect(), Qt::AlignCenter, tr("The figure is being drawn …"));
        return;
    }
    const QSizeF size = QSizeF(m_drawn.image.size()) / m_drawn.image.devicePixelRatio();
    const QRectF place((width() - size.width()) / 2, (height() - size.height()) / 2, size.width(), size.height());
    painter.drawImage(place.topLeft(), m_drawn.image);
    painter.setPen(m_theme.tokens().strong);
    painter.drawRect(place);
}

void Preview::resizeEvent(QResizeEvent*)
{
    request();
}

}  // namespace ui::figure
