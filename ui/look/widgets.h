#pragma once

#include <QAbstractButton>
#include <QColor>
#include <QFont>
#include <QScrollArea>
#include <QString>
#include <QWidget>

/// Small widget functions that several folders of ui/ share.
namespace ui::look {

class Theme;

/// Sets the text colour of a label or button.
void setTextColour(QWidget& widget, const QColor& colour);
/// Sets the font and the text colour of a label or button.
void setTextStyle(QWidget& widget, const QFont& font, const QColor& colour);
/// Sets and fills the widget's background.
void setGround(QWidget& widget, const QColor& colour);
/// Paints the background of a widget, and a line one pixel high with its top at `lineTop`. Call from paintEvent().
void paintGround(QWidget& widget, const QColor& ground, int lineTop, const QColor& line);
/// Creates a line one pixel thick; set its colour with setGround().
[[nodiscard]] QWidget* makeLine(Qt::Orientation orientation, QWidget* parent);
/// Creates a scroll area without a frame whose content always has the width of the area.
[[nodiscard]] QScrollArea* makeVerticalScroll(QWidget* parent);
/// Sets a layout without margins and spacing.
template <typename Layout>
Layout* setFlushLayout(QWidget* widget)
{
    auto* layout = new Layout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    return layout;
}

/// Makes a button a square that shows only an icon. `size`, `iconSize`: lengths of a side at a scale of 100 %.
void styleIconButton(const Theme& theme, QAbstractButton& button, const QString& icon, double size = 26,
                     double iconSize = 14);
/// Sets the tool tip of a button that shows only an icon. Assistive technology reads it as the name of the button.
void setTipAndName(QWidget& button, const QString& text);

/// Returns a button's text with a thin space before it, because a styled button places the text too close to the icon.
[[nodiscard]] QString besideIcon(const QString& text);

}  // namespace ui::look
