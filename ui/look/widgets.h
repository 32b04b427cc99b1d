#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

/// Small widget functions that several folders of ui/ share.
namespace ui::look {

/// Sets the text colour of a label or button.
void setTextColour(QWidget& widget, const QColor& colour);
/// Sets and fills the widget's background.
void setGround(QWidget& widget, const QColor& colour);
/// Paints the background of a widget, and a line one pixel high with its top at `lineTop`. Call from paintEvent().
void paintGround(QWidget& widget, const QColor& ground, int lineTop, const QColor& line);
/// Creates a line one pixel thick; set its colour with setGround().
[[nodiscard]] QWidget* makeLine(Qt::Orientation orientation, QWidget* parent);

/// Puts a thin space before a button's text, because styled buttons place the text closer to the icon than the design
/// does.
[[nodiscard]] QString besideIcon(const QString& text);

}  // namespace ui::look
