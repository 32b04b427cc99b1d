#include "ui/shell/language_menu.h"

#include "ui/look/in_language.h"
#include "ui/look/language_rows.h"

#include <QActionGroup>

namespace ui::shell {

LanguageMenu::LanguageMenu(look::Theme& theme, look::Languages& languages, QWidget& window,
                           std::function<void()> showAgain)
    : QObject(&window),
      m_theme(theme),
      m_languages(languages),
      m_showAgain(std::move(showAgain)),
      m_group(new QActionGroup(this))
{
    for (const look::Language language : look::languageChoices()) {
        auto* action = new QAction(this);
        action->setObjectName(QStringLiteral("language.") + look::codeOf(language));
        look::inLanguage(action, [action, language] {
            action->setText(look::nameOf(language));
            action->setStatusTip(tr("The language of the window and of figures"));
        });
        action->setCheckable(true);
        action->setChecked(m_languages.chosen() == language);
        m_group->addAction(action);
        connect(action, &QAction::triggered, this, [this, language] { m_languages.choose(language); });
    }
    connect(&m_languages, &look::Languages::changed, this, &LanguageMenu::follow);
}

QList<QAction*> LanguageMenu::actions() const
{
    return m_group->actions();
}

void LanguageMenu::follow()
{
    for (QAction* action : m_group->actions())
        action->setChecked(action->objectName().endsWith(look::codeOf(m_languages.chosen())));
    m_theme.setLanguage(m_languages.shown());
    m_showAgain();
}

}  // namespace ui::shell
