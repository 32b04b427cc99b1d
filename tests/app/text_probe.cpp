#include "tests/app/text_probe.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace tests {

class TextProbe::Engine final : public QPaintEngine {
public:
    Engine() : QPaintEngine(QPaintEngine::AllFeatures) {}

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
    void drawRects(const QRectF*, int) override {}
    void drawRects(const QRect*, int) override {}
    void drawLines(const QLineF*, int) override {}
    void drawLines(const QLine*, int) override {}
    void drawEllipse(const QRectF&) override {}
    void drawEllipse(const QRect&) override {}
    void drawPoints(const QPointF*, int) override {}
    void drawPoints(const QPoint*, int) override {}

    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        const QString text = item.text();
        if (text.trimmed().isEmpty())
            return;
        const QRectF letters = QFontMetricsF(item.font()).tightBoundingRect(text).translated(at);
        const QTransform& transform = painter()->deviceTransform();
        PaintedText painted{text, transform.mapRect(letters), {}};
        const QRegion system = systemClip();
        painted.shown = painted.ink;
        if (painter()->hasClipping())
            painted.shown &= transform.mapRect(painter()->clipBoundingRect());
        if (!system.isEmpty())
            painted.shown &= QRectF(system.boundingRect());
        texts.push_back(std::move(painted));
    }

    std::vector<PaintedText> texts;
};

TextProbe::TextProbe(QSize size, double ratio) : m_size(size), m_ratio(ratio), m_engine(std::make_unique<Engine>()) {}

TextProbe::~TextProbe() = default;

const std::vector<PaintedText>& TextProbe::texts() const
{
    return m_engine->texts;
}

QPaintEngine* TextProbe::paintEngine() const
{
    return m_engine.get();
}

int TextProbe::metric(PaintDeviceMetric metric) const
{
    constexpr int kDotsPerInch = 96;
    constexpr double kMillimetres = 25.4 / kDotsPerInch;
    switch (metric) {
        case PdmWidth:
            return static_cast<int>(m_size.width() * m_ratio);
        case PdmHeight:
            return static_cast<int>(m_size.height() * m_ratio);
        case PdmWidthMM:
            return static_cast<int>(m_size.width() * kMillimetres);
        case PdmHeightMM:
            return static_cast<int>(m_size.height() * kMillimetres);
        case PdmNumColors:
            return 1 << 24;
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return static_cast<int>(m_ratio);
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(m_ratio * devicePixelRatioFScale());
        default:
            return kDotsPerInch;
    }
}

QStringList cutsOf(const std::vector<PaintedText>& texts, const QRectF& visible)
{
    constexpr double kTolerance = 1.5;
    QStringList faults;
    for (const PaintedText& one : texts) {
        const double shown = (one.ink & one.shown & visible).height();
        if (shown > 0.5 && one.ink.height() > shown + kTolerance)
            faults << QStringLiteral("\"%1\" is cut: %2 of %3 pixels of its height")
                          .arg(one.text)
                          .arg(shown, 0, 'f', 1)
                          .arg(one.ink.height(), 0, 'f', 1);
    }
    return faults;
}

QStringList faultsOf(const std::vector<PaintedText>& texts)
{
    constexpr double kTolerance = 1.5;  // pixels: hinting and antialiasing
    QStringList faults;
    const auto isPart = [](const PaintedText& one) { return one.shown.width() > 0.5 && one.shown.height() > 0.5; };
    // A text in two colours is painted once per colour, each time clipped.
    const auto isSame = [](const PaintedText& one, const PaintedText& other) {
        return one.text == other.text && std::abs(one.ink.left() - other.ink.left()) < kTolerance &&
               std::abs(one.ink.top() - other.ink.top()) < kTolerance;
    };
    for (const PaintedText& one : texts) {
        QRectF shown;
        for (const PaintedText& other : texts)
            if (isPart(other) && isSame(one, other))
                shown |= other.shown;
        if (isPart(one) && one.ink.width() > shown.width() + kTolerance)  // a scrolled line may be half visible
            faults << QStringLiteral("\"%1\" is cut: %2 of %3 pixels")
                          .arg(one.text)
                          .arg(shown.width(), 0, 'f', 1)
                          .arg(one.ink.width(), 0, 'f', 1);
    }
    std::vector<const PaintedText*> sorted;
    for (const PaintedText& one : texts)
        if (isPart(one))
            sorted.push_back(&one);
    std::sort(sorted.begin(), sorted.end(),
              [](const PaintedText* a, const PaintedText* b) { return a->shown.left() < b->shown.left(); });
    for (std::size_t a = 0; a < sorted.size(); ++a)
        for (std::size_t b = a + 1; b < sorted.size() && sorted[b]->shown.left() < sorted[a]->shown.right(); ++b) {
            const QRectF common = sorted[a]->shown & sorted[b]->shown;
            if (!isSame(*sorted[a], *sorted[b]) && common.width() > kTolerance && common.height() > kTolerance)
                faults << QStringLiteral("\"%1\" lies on \"%2\" at (%3, %4)")
                              .arg(sorted[a]->text, sorted[b]->text)
                              .arg(common.left(), 0, 'f', 0)
                              .arg(common.top(), 0, 'f', 0);
        }
    return faults;
}

}  // namespace tests
