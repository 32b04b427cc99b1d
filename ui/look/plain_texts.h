#pragma once

#include <QObject>
#include <QString>

class QPoint;
class QWidget;

namespace ui::look {

/// Shows the texts of labels, message boxes and tooltips as they are: Qt guesses whether a text is HTML, and names come
/// from files of others. A label that shows HTML asks for Qt::RichText, a tooltip is set by setHtmlToolTip().
/// Filters the events of the whole application; thread: GUI.
class PlainTexts final : public QObject {
public:
    /// The application owns it.
    PlainTexts();

    bool eventFilter(QObject* object, QEvent* event) override;
};

/// Shows a tooltip with the text as it is.
void showToolTip(const QPoint& globalPosition, const QString& text, QWidget* widget);
/// Shows HTML, in which names are escaped.
void showHtmlToolTip(const QPoint& globalPosition, const QString& html, QWidget* widget);
/// Sets a tooltip of HTML, in which names are escaped, for the widget's lifetime.
void setHtmlToolTip(QWidget& widget, const QString& html);

/// A text for a menu entry, a button or the label of a field as it is: a single "&" would underline the next character.
[[nodiscard]] QString buttonText(QString text);

/// The name of a file without its folder, as a text to show: a name may contain control characters and marks that
/// change the writing direction.
[[nodiscard]] QString fileNameText(const QString& path);

}  // namespace ui::look
