#include "ui/timeline/tooltip.h"

#include "ui/look/warning_sign.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <QScreen>
#include <cmath>

namespace ui::timeline {

namespace {

constexpr double kMargin = 12;
constexpr double kLineHeight = 18;
constexpr double kSwatch = 10;
constexpr double kWidest = 460;

bool hasSign(const Tooltip::Line& line)
{
    return line.style == Tooltip::Style::Swatch || line.style == Tooltip::Style::Warning;
}

}  // namespace

Tooltip::Tooltip(const look::Theme& theme)
    : QWidget(nullptr, Qt::ToolTip | Qt::FramelessWindowHint | Qt::NoDropShadowWindowHint), m_theme(theme)
{
    setAttribute(Qt::WA_TranslucentBackground);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
}

QFont Tooltip::fontOf(Style style) const
{
    switch (style) {
        case Style::Code:
            return m_theme.mono(11, QFont::DemiBold);
        case Style::Swatch:
        case Style::Strong:
        case Style::Warning:
            return m_theme.sans(11, QFont::Medium);
        case Style::Pale:
            break;
    }
    return m_theme.sans(11);
}

QSize Tooltip::wantedSize() const
{
    double width = 0;
    for (const Line& line : m_lines) {
        const double indent = hasSign(line) ? m_theme.px(kSwatch + 6) : 0;
        width = std::max(width, QFontMetricsF(fontOf(line.style)).horizontalAdvance(line.text) + indent);
    }
    width = std::min(width, double(m_theme.px(kWidest)));
    return {static_cast<int>(std::ceil(width)) + m_theme.px(2 * kMargin),
            static_cast<int>(m_lines.size()) * m_theme.px(kLineHeight) + m_theme.px(kMargin)};
}

void Tooltip::showAt(const QPoint& global, const std::vector<Line>& lines, const QRect& about)
{
    m_lines = lines;
    resize(wantedSize());
    const int gap = m_theme.px(14);
    const bool isBeside = about.isEmpty();
    const int above = (isBeside ? global.y() - gap : about.top() - gap / 2) - height();
    QPoint corner(global.x() + gap, isBeside ? global.y() + gap : std::max(about.bottom() + gap / 2, global.y() + gap));
    const QScreen* screen = QGuiApplication::screenAt(global);
    if (screen == nullptr)
        screen = QGuiApplication::primaryScreen();
    if (screen != nullptr) {
        const QRect room = screen->availableGeometry();
        if (corner.x() + width() > room.right())
            corner.setX(global.x() - gap - width());
        if (corner.y() + height() > room.bottom())
            corner.setY(above >= room.top() || isBeside ? above : global.y() - gap - height());
        corner.setX(std::max(corner.x(), room.left()));
        corner.setY(std::max(corner.y(), room.top()));
    }
    move(corner);
    update();
    if (!isVisible())
        show();
}

void Tooltip::paintSign(QPainter& painter, const Line& line, const QRectF& rect) const
{
    if (line.style == Style::Warning)
        return look::paintWarningSign(painter, rect, m_theme.tokens());
    painter.setBrush(m_theme.kind(line.kind).fill);
    painter.setPen(Qt::NoPen);
    painter.drawRoundedRect(rect, 2, 2);
}

void Tooltip::paintEvent(QPaintEvent*)
{
    const auto& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.tip);
    painter.drawRoundedRect(QRectF(rect()), 7, 7);
    double top = m_theme.px(kMargin / 2);
    for (const Line& line : m_lines) {
        double left = m_theme.px(kMargin);
        const double height = m_theme.px(kLineHeight);
        if (hasSign(line)) {
            const double side = m_theme.px(kSwatch);
            paintSign(painter, line, QRectF(left, top + (height - side) / 2, side, side));
            left += side + m_theme.px(6);
        }
        painter.setFont(fontOf(line.style));
        painter.setPen(line.style == Style::Pale ? tokens.tipText2 : tokens.tipText);
        const QRectF room(left, top, width() - left - m_theme.px(kMargin), height);
        painter.drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetricsF(painter.font()).elidedText(line.text, Qt::ElideRight, room.width() + 1));
        top += height;
    }
}

}  // namespace ui::timeline
