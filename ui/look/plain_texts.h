#pragma once

#include <QObject>

namespace ui::look {

/// Shows the texts of labels, message boxes and tooltips as they are: Qt guesses whether a text is HTML, and names come
/// from files of others. A label that shows HTML asks for Qt::RichText, and a tooltip of HTML starts with "<qt>".
/// Filters the events of the whole application; thread: GUI.
class PlainTexts final : public QObject {
public:
    /// The application owns it.
    PlainTexts();

    bool eventFilter(QObject* object, QEvent* event) override;
};

}  // namespace ui::look
