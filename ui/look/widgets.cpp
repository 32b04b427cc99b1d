#include "ui/look/widgets.h"

#include "ui/look/theme.h"

#include <QPainter>
#include <QPalette>

namespace ui::look {

void setTextColour(QWidget& widget, const QColor& colour)
{
    QPalette palette = widget.palette();
    palette.setColor(QPalette::WindowText, colour);
    palette.setColor(QPalette::ButtonText, colour);
    widget.setPalette(palette);
}

void setTextStyle(QWidget& widget, const QFont& font, const QColor& colour)
{
    widget.setFont(font);
    setTextColour(widget, colour);
}

void setGround(QWidget& widget, const QColor& colour)
{
    QPalette palette = widget.palette();
    palette.setColor(QPalette::Window, colour);
    widget.setAutoFillBackground(true);
    widget.setPalette(palette);
}

void paintGround(QWidget& widget, const QColor& ground, int lineTop, const QColor& line)
{
    QPainter painter(&widget);
    painter.fillRect(widget.rect(), ground);
    painter.fillRect(QRect(0, lineTop, widget.width(), 1), line);
}

QWidget* makeLine(Qt::Orientation orientation, QWidget* parent)
{
    auto* line = new QWidget(parent);
    line->setAutoFillBackground(true);
    if (orientation == Qt::Horizontal)
        line->setFixedHeight(1);
    else
        line->setFixedWidth(1);
    return line;
}

QScrollArea* makeVerticalScroll(QWidget* parent)
{
    auto* scroll = new QScrollArea(parent);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return scroll;
}

void styleIconButton(const Theme& theme, QAbstractButton& button, const QString& icon, double size, double iconSize)
{
    button.setFixedSize(theme.px(size), theme.px(size));
    button.setIconSize(QSize(theme.px(iconSize), theme.px(iconSize)));
    button.setIcon(theme.icon(icon, theme.tokens().text2));
}

void setTipAndName(QWidget& button, const QString& text)
{
    button.setToolTip(text);
    button.setAccessibleName(text);
}

QString besideIcon(const QString& text)
{
    return QChar(0x2009) + text;
}

}  // namespace ui::look
