#include "ui/look/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>
#include <cmath>

// A static library must register its resources explicitly, outside of any namespace.
static void registerIcons()
{
    Q_INIT_RESOURCE(icons);
}

namespace ui::look {

namespace {

/// The colour in the icon files, which is replaced by the requested colour.
constexpr const char* kDrawnIn = "#14171D";

QByteArray sourceOf(const QString& name)
{
    static const bool isRegistered = (registerIcons(), true);
    Q_UNUSED(isRegistered)
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Draws the SVG at any size and pixel ratio, in paler colours for a disabled widget.
class TintedIcon final : public QIconEngine {
public:
    TintedIcon(QByteArray source, QColor colour) : m_source(std::move(source)), m_colour(std::move(colour))
    {
        QByteArray tinted = m_source;
        tinted.replace(kDrawnIn, m_colour.name().toLatin1());
        m_renderer.load(tinted);
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const double ratio = painter->device()->devicePixelRatioF();
        const bool isOnPixels = painter->paintEngine()->type() == QPaintEngine::Raster && ratio == std::floor(ratio) &&
                                painter->worldTransform().type() <= QTransform::TxTranslate;
        if (isOnPixels)
            painter->drawImage(rect.topLeft(), drawn(rect.size(), ratio, mode));
        else
            draw(painter, rect, mode);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new TintedIcon(m_source, m_colour); }
    bool isNull() override { return !m_renderer.isValid(); }

private:
    void draw(QPainter* painter, const QRect& rect, QIcon::Mode mode)
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (mode == QIcon::Disabled)
            painter->setOpacity(painter->opacity() * 0.4);
        m_renderer.render(painter, rect);
        painter->restore();
    }

    /// Caches the last image, because a header that is repainted at every zoom step requests the same image.
    const QImage& drawn(const QSize& size, double ratio, QIcon::Mode mode)
    {
        const QSize pixels = size * ratio;
        if (m_drawn.size() == pixels && m_drawn.devicePixelRatio() == ratio && m_drawnMode == mode)
            return m_drawn;
        m_drawn = QImage(pixels, QImage::Format_ARGB32_Premultiplied);
        m_drawn.fill(Qt::transparent);
        m_drawn.setDevicePixelRatio(ratio);
        m_drawnMode = mode;
        QPainter painter(&m_drawn);
        draw(&painter, QRect(QPoint(0, 0), size), mode);
        return m_drawn;
    }

    QByteArray m_source;
    QColor m_colour;
    QSvgRenderer m_renderer;
    QImage m_drawn;
    QIcon::Mode m_drawnMode = QIcon::Normal;
};

}  // namespace

QIcon Theme::icon(const QString& name, const QColor& colour) const
{
    const QColor tint = colour.isValid() ? colour : tokens().text;
    return m_icons.get({name, tint.rgba()}, [&] {
        QByteArray source = sourceOf(name);
        return source.isEmpty() ? QIcon() : QIcon(new TintedIcon(std::move(source), tint));
    });
}

}  // namespace ui::look
