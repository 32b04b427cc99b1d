#pragma once

#include "ui/look/languages.h"
#include "ui/look/theme.h"

#include <QAction>
#include <QObject>
#include <functional>

class QActionGroup;

namespace ui::shell {

/// The commands that choose the language, and what follows a choice: fonts, every text that stands below the window,
/// and then what the window makes from data. Thread: GUI.
class LanguageMenu : public QObject {
    Q_OBJECT

public:
    /// `showAgain` has the window say what it made from data.
    LanguageMenu(look::Theme& theme, look::Languages& languages, QObject& window, std::function<void()> showAgain);

    [[nodiscard]] QList<QAction*> actions() const;

private:
    void follow();

    look::Theme& m_theme;
    look::Languages& m_languages;
    QObject& m_window;
    std::function<void()> m_showAgain;
    QActionGroup* m_group = nullptr;
};

}  // namespace ui::shell
