#include "ui/timeline/canvas.h"

#include <QTimer>

namespace ui::timeline {

namespace {

/// A layerable that paints by calling a function.
class PaintedSheet : public QCPLayerable {
public:
    PaintedSheet(QCustomPlot* plot, const QString& layer, Canvas::Paint paint)
        : QCPLayerable(plot, layer), m_paint(std::move(paint))
    {
    }

protected:
    /// QCustomPlot moves every clip rectangle up by a pixel; one more row of pixels compensates for that.
    QRect clipRect() const override { return mParentPlot->viewport().adjusted(0, 0, 0, 1); }
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override { m_paint(*painter); }

private:
    Canvas::Paint m_paint;
};

}  // namespace

Canvas::Canvas(QWidget* parent, Paint content, Paint marks, Paint overlay) : QCustomPlot(parent)
{
    plotLayout()->clear();
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(QString());
    setNotAntialiasedElements(QCP::aeAll);
    setBackground(Qt::NoBrush);
    addLayer(QStringLiteral("sheet.marks"), layer(QStringLiteral("legend")), QCustomPlot::limAbove);
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);
    new PaintedSheet(this, QStringLiteral("main"), std::move(content));
    new PaintedSheet(this, QStringLiteral("sheet.marks"), std::move(marks));
    new PaintedSheet(this, QStringLiteral("overlay"), std::move(overlay));
}

void Canvas::requestContent()
{
    request(kContent);
}

void Canvas::requestOverlay()
{
    request(kOverlay);
}

void Canvas::request(Sheet sheet)
{
    const bool isScheduled = m_requested != kNothing;
    m_requested = std::max(m_requested, sheet);
    if (!isScheduled)
        QTimer::singleShot(0, this, &Canvas::flush);
}

void Canvas::flush()
{
    switch (std::exchange(m_requested, kNothing)) {
        case kNothing:
            break;
        case kContent:
            replot(QCustomPlot::rpQueuedRefresh);
            break;
        case kOverlay:
            layer(QStringLiteral("overlay"))->replot();
            break;
    }
}

}  // namespace ui::timeline
