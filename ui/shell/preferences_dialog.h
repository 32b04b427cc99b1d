#pragma once

#include "ui/commands/actions.h"
#include "ui/commands/key_bindings.h"
#include "ui/look/languages.h"
#include "ui/look/theme.h"

#include <QDialog>

class QComboBox;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace ui::shell {

/// Dialog for language, appearance, motion, size and keys. Every change takes effect immediately, without confirmation.
/// Thread: GUI.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    /// If `languages` is null, the dialog offers no choice of language.
    PreferencesDialog(look::Theme& theme, look::Languages* languages, commands::Actions& actions,
                      commands::KeyBindings& keys, QWidget* parent);

private:
    QWidget* makeAppearance();
    QWidget* makeKeys();
    void restyle();
    void showValues();
    void fillKeys();
    void showChosen();
    void assign();
    [[nodiscard]] QAction* chosen() const;

    look::Theme& m_theme;
    look::Languages* m_languages;
    commands::Actions& m_actions;
    commands::KeyBindings& m_keys;
    QComboBox* m_language = nullptr;
    QComboBox* m_mode = nullptr;
    QSpinBox* m_scale = nullptr;
    QLineEdit* m_filter = nullptr;
    QTableWidget* m_table = nullptr;
    QKeySequenceEdit* m_pressed = nullptr;
    QLabel* m_conflict = nullptr;
    QPushButton* m_assign = nullptr;
    QPushButton* m_reset = nullptr;
};

}  // namespace ui::shell
