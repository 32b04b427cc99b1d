#include "ui/charts/series_style.h"

#include "ui/charts/plot.h"

#include <qcustomplot.h>

#include <cmath>

namespace ui::charts {

namespace {

constexpr double kMarker = 7.2;  ///< width in pixels at 100 %

QColor colourOf(const look::Theme& theme, int look)
{
    const look::Tokens& tokens = theme.tokens();
    const QColor colours[] = {theme.kind(engine::trace::Kind::Host).fill, tokens.accent, tokens.text, tokens.text3,
                              tokens.sync};
    return colours[look % 5];
}

}  // namespace

QPen penOf(const look::Theme& theme, const Series& series)
{
    static const QList<qreal> kDashes[] = {{}, {4.5, 2.8}, {1.4, 2.2}, {6, 2.2, 1.4, 2.2}};
    QColor colour = colourOf(theme, series.look);
    if (series.isThin)
        colour.setAlphaF(0.72F);
    QPen pen(colour, series.isThin ? 1.0 : 1.8);
    if (const QList<qreal>& dashes = kDashes[series.look % 4]; !dashes.isEmpty())
        pen.setDashPattern(dashes);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

QCPScatterStyle markerOf(const look::Theme& theme, int look)
{
    constexpr std::pair<QCPScatterStyle::ScatterShape, double> kShapes[] = {{QCPScatterStyle::ssCircle, 1.0},
                                                                            {QCPScatterStyle::ssDiamond, 1.25},
                                                                            {QCPScatterStyle::ssTriangle, 1.15},
                                                                            {QCPScatterStyle::ssSquare, 0.9}};
    const auto& [shape, size] = kShapes[look % 4];
    return QCPScatterStyle(shape, QPen(theme.tokens().panel, 1), colourOf(theme, look), size * kMarker * theme.scale());
}

QPixmap markerImage(const look::Theme& theme, int look, double ratio)
{
    const int side = static_cast<int>(std::ceil(1.4 * kMarker * theme.scale()));
    QPixmap image(QSize(side, side) * ratio);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QCPPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    const QCPScatterStyle marker = markerOf(theme, look);
    marker.applyTo(&painter, {});
    marker.drawShape(&painter, side / 2.0, side / 2.0);
    return image;
}

}  // namespace ui::charts
