#include "ui/shell/preferences.h"

#include "ui/commands/actions.h"
#include "ui/shell/preferences_dialog.h"
#include "ui/timeline/timeline_view.h"

#include <cmath>

namespace ui::shell {

Preferences::Preferences(const runs::Workbench& bench, look::Languages* languages)
    : QObject(&bench.window), m_bench(bench), m_languages(languages)
{
    const commands::Actions& actions = bench.actions;
    for (QAction* action : actions.all())
        m_keys.add(action, bench.timeline.actions().contains(action) ? &bench.timeline : nullptr);
    connect(&m_keys, &commands::KeyBindings::changedKeys, &bench.actions, &commands::Actions::restyle);
    connect(actions.preferences, &QAction::triggered, this, &Preferences::open);
    connect(actions.reducedMotion, &QAction::triggered, this, &Preferences::setReducedMotion);
    connectTheme();
}

void Preferences::connectTheme()
{
    const commands::Actions& actions = m_bench.actions;
    look::Theme& theme = m_bench.theme;
    const auto on = [this](QAction* action, auto call) { connect(action, &QAction::triggered, this, call); };
    on(actions.highContrast,
       [&theme](bool isOn) { theme.setContrast(isOn ? look::Contrast::High : look::Contrast::Normal); });
    on(actions.projector, [&theme](bool isOn) { theme.setProjected(isOn); });
    on(actions.toggleTheme,
       [&theme] { theme.setMode(theme.mode() == look::Mode::Light ? look::Mode::Dark : look::Mode::Light); });
    on(actions.larger, [this] { changeScale(1.1); });
    on(actions.smaller, [this] { changeScale(1 / 1.1); });
    on(actions.normalSize, [&theme] { theme.setScale(1.0); });
}

void Preferences::changeScale(double factor)
{
    m_bench.theme.setScale(std::round(m_bench.theme.chosenScale() * factor * 20) / 20);
}

void Preferences::setReducedMotion(bool isReduced)
{
    m_bench.playhead.setReducedMotion(isReduced);
    m_bench.banner.setMotion(!isReduced);
}

void Preferences::open()
{
    auto* dialog = new PreferencesDialog(m_bench.theme, m_languages, m_bench.actions, m_keys, &m_bench.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void Preferences::read(const files::Session& session)
{
    m_bench.theme.setContrast(session.contrast);
    m_bench.actions.highContrast->setChecked(session.contrast == look::Contrast::High);
    m_bench.actions.projector->setChecked(m_bench.theme.isProjected());
    m_bench.actions.reducedMotion->setChecked(session.hasReducedMotion);
    setReducedMotion(session.hasReducedMotion);
    m_keys.restore(session.keys);
}

void Preferences::write(files::Session& session) const
{
    session.theme = m_bench.theme.mode();
    session.scale = m_bench.theme.chosenScale();
    session.contrast = m_bench.theme.contrast();
    session.hasReducedMotion = m_bench.actions.reducedMotion->isChecked();
    if (m_languages != nullptr)
        session.language = m_languages->chosen();
    session.keys = m_keys.changed();
}

}  // namespace ui::shell
