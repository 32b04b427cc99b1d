#pragma once

#include <QObject>
#include <QString>

class QPoint;
class QWidget;

namespace ui::look {

/// Shows the texts of labels, message boxes and tooltips literally. Without this filter, Qt would show a text as HTML
/// if it looks like HTML, and names may come from files of other people. A label that shows HTML requests Qt::RichText;
/// a tooltip that shows HTML is set by setHtmlToolTip(). Filters the events of the whole application; thread: GUI.
class PlainTexts final : public QObject {
public:
    /// Creates a filter that the application owns.
    PlainTexts();

    bool eventFilter(QObject* object, QEvent* event) override;
};

/// Shows a tooltip whose text is not interpreted as HTML.
void showToolTip(const QPoint& globalPosition, const QString& text, QWidget* widget);
/// Shows a tooltip of HTML; the caller must have escaped names in it.
void showHtmlToolTip(const QPoint& globalPosition, const QString& html, QWidget* widget);
/// Sets a permanent tooltip of HTML; the caller must have escaped names in it.
void setHtmlToolTip(QWidget& widget, const QString& html);

/// Converts a text for a menu entry, a button or a field's label, which would show a single "&" as an underlined
/// letter.
[[nodiscard]] QString buttonText(QString text);

/// Returns a file's name without its folder. Replaces control characters and marks that change the writing direction.
[[nodiscard]] QString fileNameText(const QString& path);

}  // namespace ui::look
