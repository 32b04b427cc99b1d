#include "ui/shell/preferences.h"

#include "ui/shell/preferences_dialog.h"
#include "ui/timeline/timeline_view.h"

namespace ui::shell {

Preferences::Preferences(look::Theme& theme, look::Languages* languages, commands::Actions& actions,
                         timeline::TimelineView& timeline, QWidget& window)
    : QObject(&window), m_theme(theme), m_languages(languages), m_actions(actions), m_window(window)
{
    for (QAction* action : actions.all())
        m_keys.add(action, timeline.actions().contains(action) ? &timeline : nullptr);
    connect(&m_keys, &commands::KeyBindings::changedKeys, &actions, &commands::Actions::restyle);
    connect(actions.preferences, &QAction::triggered, this, &Preferences::open);
    connect(actions.highContrast, &QAction::triggered, this,
            [this](bool isOn) { m_theme.setContrast(isOn ? look::Contrast::High : look::Contrast::Normal); });
    connect(actions.projector, &QAction::triggered, this, [this](bool isOn) { m_theme.setProjected(isOn); });
}

void Preferences::open()
{
    auto* dialog = new PreferencesDialog(m_theme, m_languages, m_actions, m_keys, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void Preferences::read(const files::Session& session)
{
    m_theme.setContrast(session.contrast);
    m_actions.highContrast->setChecked(session.contrast == look::Contrast::High);
    m_actions.projector->setChecked(m_theme.isProjected());
    m_keys.restore(session.keys);
}

void Preferences::write(files::Session& session) const
{
    session.contrast = m_theme.contrast();
    session.keys = m_keys.changed();
}

}  // namespace ui::shell
