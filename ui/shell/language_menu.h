#pragma once

#include "ui/look/languages.h"
#include "ui/look/theme.h"

#include <QAction>
#include <QObject>
#include <QWidget>
#include <functional>

class QActionGroup;

namespace ui::shell {

/// The commands that choose the language. After a choice the theme selects fonts, and `showAgain` updates the texts
/// that the window makes from data. Widgets update their own texts with look::inLanguage(). Thread: GUI.
class LanguageMenu : public QObject {
    Q_OBJECT

public:
    /// `showAgain` updates all texts that the window makes from data.
    LanguageMenu(look::Theme& theme, look::Languages& languages, QWidget& window, std::function<void()> showAgain);

    [[nodiscard]] QList<QAction*> actions() const;

private:
    void follow();

    look::Theme& m_theme;
    look::Languages& m_languages;
    std::function<void()> m_showAgain;
    QActionGroup* m_group = nullptr;
};

}  // namespace ui::shell
