#include "ui/look/widgets.h"

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

QString besideIcon(const QString& text)
{
    return QChar(0x2009) + text;
}

}  // namespace ui::look
