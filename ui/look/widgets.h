#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

/// Small touches that every pane needs.
namespace ui::look {

/// Colour of a label's or a button's text.
void setTextColour(QWidget& widget, const QColor& colour);
/// Fills the widget's background.
void setGround(QWidget& widget, const QColor& colour);
/// A line of one pixel; colour it with setGround().
[[nodiscard]] QWidget* makeLine(Qt::Orientation orientation, QWidget* parent);

/// A button's text beside its icon: styled buttons put the two closer together than the design does.
[[nodiscard]] QString besideIcon(const QString& text);

}  // namespace ui::look
