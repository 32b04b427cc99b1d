#include "ui/listing/sync_switch.h"

#include "ui/look/in_language.h"
#include "ui/look/switch_shape.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace ui::listing {

SyncSwitch::SyncSwitch(const look::Theme& theme, QWidget* parent) : QCheckBox(parent), m_theme(theme)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    look::inLanguage(this, [this] { describe(m_line, m_call); });
    connect(this, &QCheckBox::toggled, this, [this] { describe(m_line, m_call); });
}

void SyncSwitch::describe(int line, const QString& call)
{
    m_line = line;
    m_call = call;
    setObjectName(QStringLiteral("syncSwitch%1").arg(line));
    setAccessibleName(tr("Wait on line %1, %2").arg(line).arg(call));
    setToolTip((isChecked() ? tr("Line %1 waits here. Click, or F2 on the line, to switch the wait off.")
                            : tr("Line %1 does not wait: its wait is off. Click, or F2 on the line, to switch it on."))
                   .arg(line));
}

void SyncSwitch::mouseReleaseEvent(QMouseEvent* event)
{
    const bool before = isChecked();
    QCheckBox::mouseReleaseEvent(event);
    if (isChecked() != before)
        emit flippedByMouse();
}

void SyncSwitch::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const look::Tokens& tokens = m_theme.tokens();
    const double s = m_theme.scale();
    const QRectF track(7 * s, (height() - 12 * s) / 2, 22 * s, 12 * s);
    if (hasFocus()) {
        painter.setPen(QPen(tokens.accent, 2));
        painter.drawRoundedRect(track.adjusted(-2, -2, 2, 2), 8 * s, 8 * s);
    }
    look::paintSwitch(painter, track, {.isOn = isChecked(), .isHovered = underMouse()}, tokens);
}

}  // namespace ui::listing
