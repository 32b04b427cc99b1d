#include "ui/figure/figure.h"

#include <QFontInfo>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

namespace ui::figure {

namespace {

/// Measures the smallest text that is painted, in units of the paint device.
class TextMeter final : public QPaintEngine {
public:
    TextMeter() : QPaintEngine(QPaintEngine::AllFeatures) {}

    [[nodiscard]] double smallest() const { return std::isfinite(m_smallest) ? m_smallest : 0; }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return QPaintEngine::User; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
    void drawTiledPixmap(const QRectF&, const QPixmap&, const QPointF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawPolygon(const QPoint*, int, PolygonDrawMode) override {}

    void drawTextItem(const QPointF&, const QTextItem& item) override
    {
        if (item.text().trimmed().isEmpty())
            return;
        const double scale = std::sqrt(std::abs(painter()->deviceTransform().determinant()));
        m_smallest = std::min(m_smallest, QFontInfo(item.font()).pixelSize() * scale);
    }

private:
    double m_smallest = std::numeric_limits<double>::infinity();
};

class MeteredPage final : public QPaintDevice {
public:
    MeteredPage(QSize size, TextMeter& meter) : m_size(size), m_meter(meter) {}

    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_meter; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
            case PdmWidth:
                return m_size.width();
            case PdmHeight:
                return m_size.height();
            case PdmDevicePixelRatio:
                return 1;
            case PdmDevicePixelRatioScaled:
                return static_cast<int>(devicePixelRatioFScale());
            case PdmNumColors:
                return 1 << 24;
            case PdmDepth:
                return 32;
            default:
                return static_cast<int>(kUnitsPerInch);
        }
    }

private:
    QSize m_size;
    TextMeter& m_meter;
};

}  // namespace

double smallestText(const engine::trace::Trace& trace, const FigureOptions& options)
{
    constexpr double kPointsPerInch = 72;
    TextMeter meter;
    MeteredPage page(figureSize(trace, options).toSize(), meter);
    QPainter painter(&page);
    paintFigure(painter, trace, options);
    painter.end();
    return meter.smallest() * kPointsPerInch / kUnitsPerInch;
}

}  // namespace ui::figure
