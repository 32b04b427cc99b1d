#include "tests/ui/drawing/text_probe.h"

#include "ui/look/contrast.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace tests {

namespace {

/// Returns the text in quotes, with the name of its view in front of it.
QString quoted(const PaintedText& one)
{
    const QString text = QStringLiteral("\"%1\"").arg(one.text);
    return one.view.isEmpty() ? text : one.view + QStringLiteral(": ") + text;
}

/// Whether a brush hides everything below it. Textures count as opaque, because the textures of Overlap have an opaque
/// background.
bool isOpaque(const QBrush& brush)
{
    return brush.style() != Qt::NoBrush && (brush.style() == Qt::TexturePattern || brush.color().alpha() == 255);
}

}  // namespace

class TextProbe::Engine final : public QPaintEngine {
public:
    Engine() : QPaintEngine(QPaintEngine::AllFeatures) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return QPaintEngine::User; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF& at, const QPixmap& pixmap, const QRectF&) override
    {
        if (!pixmap.hasAlpha())
            addArea(pathOf(at));
    }
    void drawImage(const QRectF& at, const QImage& image, const QRectF&, Qt::ImageConversionFlags) override
    {
        if (!image.hasAlphaChannel())
            addArea(pathOf(at));
    }
    void drawTiledPixmap(const QRectF& at, const QPixmap& pixmap, const QPointF&) override
    {
        if (!pixmap.hasAlpha())
            addArea(pathOf(at));
    }
    void drawPath(const QPainterPath& path) override { addShape(path); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        QPainterPath path(points[0]);
        for (int i = 1; i < count; ++i)
            path.lineTo(points[i]);
        if (mode == PolylineMode)
            return addLines(path);
        path.closeSubpath();
        addShape(path);
    }
    void drawRects(const QRectF* rects, int count) override
    {
        for (int i = 0; i < count; ++i)
            addShape(pathOf(rects[i]));
    }
    void drawLines(const QLineF* all, int count) override
    {
        for (int i = 0; i < count; ++i) {
            QPainterPath path(all[i].p1());
            path.lineTo(all[i].p2());
            addLines(path);
        }
    }
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
        const QRectF ink = painter()->deviceTransform().mapRect(letters);
        texts.push_back({text, ink, ink & clip(), m_number++, {}});
    }

    std::vector<PaintedText> texts;
    std::vector<PaintedLine> lines;
    std::vector<PaintedArea> areas;

private:
    static QPainterPath pathOf(const QRectF& rect)
    {
        QPainterPath path;
        path.addRect(rect);
        return path;
    }

    [[nodiscard]] QRectF clip() const
    {
        QRectF clip(0, 0, paintDevice()->width(), paintDevice()->height());
        if (painter()->hasClipping())
            clip &= painter()->deviceTransform().mapRect(painter()->clipBoundingRect());
        if (const QRegion system = systemClip(); !system.isEmpty())
            clip &= QRectF(system.boundingRect());
        return clip;
    }

    void addShape(const QPainterPath& path)
    {
        if (isOpaque(painter()->brush()))
            addArea(path);
        if (painter()->pen().style() != Qt::NoPen)
            addLines(path);
    }

    void addArea(const QPainterPath& path)
    {
        const QPainterPath mapped = painter()->deviceTransform().map(path);
        if (painter()->opacity() == 1)
            areas.push_back({mapped, mapped.boundingRect() & clip(), m_number++});
    }

    void addLines(const QPainterPath& path)
    {
        constexpr double kStraight = 0.01, kShortest = 2;
        if (painter()->pen().color().alpha() == 0)
            return;
        const QRectF visible = clip();
        const QPainterPath mapped = painter()->deviceTransform().map(path);
        const std::size_t number = m_number++;
        for (const QPolygonF& part : mapped.toSubpathPolygons())
            for (qsizetype i = 1; i < part.size(); ++i) {
                const QRectF box = QRectF(part[i - 1], part[i]).normalized();
                if (std::min(box.width(), box.height()) > kStraight || std::max(box.width(), box.height()) < kShortest)
                    continue;
                const QPointF from(std::max(box.left(), visible.left()), std::max(box.top(), visible.top()));
                const QPointF to(std::min(box.right(), visible.right()), std::min(box.bottom(), visible.bottom()));
                if (from.x() <= to.x() && from.y() <= to.y())
                    lines.push_back({QLineF(from, to), painter()->pen().color(), number});
            }
    }

    std::size_t m_number = 0;
};

TextProbe::TextProbe(QSize size, double ratio) : m_size(size), m_ratio(ratio), m_engine(std::make_unique<Engine>()) {}

TextProbe::~TextProbe() = default;

const std::vector<PaintedText>& TextProbe::texts() const
{
    return m_engine->texts;
}

std::vector<PaintedText> TextProbe::visibleTexts() const
{
    std::vector<PaintedText> visible = m_engine->texts;
    std::erase_if(visible, [&](const PaintedText& text) {
        return std::ranges::any_of(m_engine->areas, [&](const PaintedArea& area) {
            return area.number > text.number && area.bounds.contains(text.shown) && area.path.contains(text.shown);
        });
    });
    return visible;
}

const std::vector<PaintedLine>& TextProbe::lines() const
{
    return m_engine->lines;
}

const std::vector<PaintedArea>& TextProbe::areas() const
{
    return m_engine->areas;
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

QStringList crossingsOf(const TextProbe& probe, const QColor& ground)
{
    constexpr double kBeside = 1, kShortest = 2;  // pixels; side bearings, antialiasing and line ends overlap by less
    constexpr double kPale = 1.35;
    QStringList faults;
    for (const PaintedLine& one : probe.lines()) {
        const QRectF line = QRectF(one.line.p1(), one.line.p2()).normalized();
        for (const PaintedText& text : probe.texts()) {
            const QRectF ink = (text.ink & text.shown).adjusted(kBeside, kBeside, -kBeside, -kBeside);
            const QPointF from(std::max(line.left(), ink.left()), std::max(line.top(), ink.top()));
            const QPointF to(std::min(line.right(), ink.right()), std::min(line.bottom(), ink.bottom()));
            if (!ink.isValid() || from.x() > to.x() || from.y() > to.y() ||
                (to.x() - from.x()) + (to.y() - from.y()) < kShortest)
                continue;
            // An opaque area that is painted between the line and the text, in either order, covers the one painted
            // first.
            const QPointF middle = (from + to) / 2;
            const auto [first, second] = std::minmax(one.number, text.number);
            const bool isHidden = std::ranges::any_of(probe.areas(), [&](const PaintedArea& area) {
                return first < area.number && area.number < second && area.bounds.contains(middle) &&
                       area.path.contains(middle);
            });
            if (one.number < text.number && ui::look::contrastOf(one.colour, ground) < kPale)
                continue;
            if (!isHidden)
                faults << QStringLiteral("a line from (%1, %2) to (%3, %4) is painted %5 \"%6\"")
                              .arg(line.left(), 0, 'f', 1)
                              .arg(line.top(), 0, 'f', 1)
                              .arg(line.right(), 0, 'f', 1)
                              .arg(line.bottom(), 0, 'f', 1)
                              .arg(one.number < text.number ? QStringLiteral("behind") : QStringLiteral("across"),
                                   text.text);
        }
    }
    return faults;
}

QStringList faultsOf(const std::vector<PaintedText>& texts)
{
    constexpr double kTolerance = 1.5;  // pixels; differences due to hinting and antialiasing
    QStringList faults;
    const auto isPart = [](const PaintedText& one) { return one.shown.width() > 0.5 && one.shown.height() > 0.5; };
    // A text in two colours is painted once per colour, each time with another clip.
    const auto isSame = [](const PaintedText& one, const PaintedText& other) {
        return one.text == other.text && std::abs(one.ink.left() - other.ink.left()) < kTolerance &&
               std::abs(one.ink.top() - other.ink.top()) < kTolerance;
    };
    for (const PaintedText& one : texts) {
        QRectF shown;
        for (const PaintedText& other : texts)
            if (isPart(other) && isSame(one, other))
                shown |= other.shown;
        if (isPart(one) && one.ink.width() > shown.width() + kTolerance)  // the height may be cut by scrolling
            faults << QStringLiteral("%1 is cut: %2 of %3 pixels at (%4, %5)")
                          .arg(quoted(one))
                          .arg(shown.width(), 0, 'f', 1)
                          .arg(one.ink.width(), 0, 'f', 1)
                          .arg(shown.left(), 0, 'f', 0)
                          .arg(shown.top(), 0, 'f', 0);
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
            // Parts of one text in different fonts are painted one after the other. Their bounds may overlap slightly.
            const bool isNext =
                std::max(sorted[a]->number, sorted[b]->number) - std::min(sorted[a]->number, sorted[b]->number) == 1;
            if (!isSame(*sorted[a], *sorted[b]) && common.width() > (isNext ? 3 * kTolerance : kTolerance) &&
                common.height() > kTolerance)
                faults << QStringLiteral("%1 lies on \"%2\" at (%3, %4)")
                              .arg(quoted(*sorted[a]), sorted[b]->text)
                              .arg(common.left(), 0, 'f', 0)
                              .arg(common.top(), 0, 'f', 0);
        }
    return faults;
}

}  // namespace tests
