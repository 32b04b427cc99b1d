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

/// Returns a button's text with a thin space before it, because a styled button places the text too close to the icon.
[[nodiscard]] QString besideIcon(const QString& text);

}  // namespace ui::look
