#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

class QAction;
class QComboBox;

namespace ui::look {

/// Calls `apply`, which sets the texts of `object`, now and after each change of language, until `object` is destroyed.
/// `object` or one of its parents must be a widget, because Qt sends QEvent::LanguageChange only to widgets. `apply`
/// must not delete siblings of `object`. Thread: GUI.
void inLanguage(QObject* object, std::function<void()> apply);

/// Sets text, status tip and tooltip of a command. `key` is shown after the text; the command's view handles that key.
void setTexts(QAction& command, const QString& text, const QString& tip, const char* key = "");
/// Creates a command of a view for menus and the command palette. `text` and `tip` are marked by QT_TR_NOOP.
[[nodiscard]] QAction* makeCommand(QObject* parent, const char* name, const char* text, const char* tip,
                                   const char* key = "");
/// Sets the texts of the first items of a combo box; adds missing items. Keeps the current item, and emits no signal.
void setItems(QComboBox& box, const QStringList& texts);

}  // namespace ui::look
