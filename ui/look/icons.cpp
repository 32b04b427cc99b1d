#include "ui/look/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

// Resources of a static library are registered by hand, outside of any namespace.
static void registerIcons()
{
    Q_INIT_RESOURCE(icons);
}

namespace ui::look {

namespace {

/// The colour that the files are drawn in, to be replaced.
constexpr const char* kDrawnIn = "#14171D";

QByteArray sourceOf(const QString& name)
{
    static const bool isRegistered = (registerIcons(), true);
    Q_UNUSED(isRegistered)
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Draws the file at whatever size and pixel ratio is asked for; paler when disabled.
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
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (mode == QIcon::Disabled)
            painter->setOpacity(painter->opacity() * 0.4);
        m_renderer.render(painter, rect);
        painter->restore();
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
    QByteArray m_source;
    QColor m_colour;
    QSvgRenderer m_renderer;
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
