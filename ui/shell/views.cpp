#include "ui/shell/views.h"

#include "ui/commands/actions.h"

#include <QBoxLayout>

namespace ui::shell {

Views::Views(const runs::Workbench& bench, QBoxLayout& column)
    : QObject(&bench.window), m_bench(bench), m_column(column)
{
}

void Views::add(View view)
{
    auto entry = std::make_unique<Entry>();
    entry->command = m_bench.actions.addView(view.name, view.title, view.tip, view.key);
    entry->command->setChecked(view.isShownAtFirst);
    entry->hasContent = !view.reportsContent;
    entry->view = std::move(view);
    Entry& added = *m_entries.emplace_back(std::move(entry));
    connect(added.command, &QAction::toggled, this, [this, &added](bool isOn) {
        update(added);
        if (isOn && added.view.takesFocus && m_bench.window.isVisible())
            added.widget->setFocus();
    });
    if (added.view.isShownAtFirst)
        update(added);
}

Views::Entry* Views::find(const QString& name)
{
    for (const auto& entry : m_entries)
        if (name == QLatin1String(entry->view.name))
            return entry.get();
    return nullptr;
}

void Views::make(Entry& entry)
{
    if (entry.widget != nullptr)
        return;
    const auto report = [this, &entry](bool hasContent) {
        entry.hasContent = hasContent;
        entry.command->setEnabled(hasContent);
        update(entry);
    };
    entry.widget = entry.view.make(m_bench, report, m_column.parentWidget());
    entry.widget->hide();
    // Insert in the order of registration, also if the view is created late.
    int place = m_column.count();
    for (auto it = m_entries.rbegin(); it != m_entries.rend() && it->get() != &entry; ++it)
        if ((*it)->widget != nullptr)
            place = std::min(place, m_column.indexOf((*it)->widget));
    m_column.insertWidget(place, entry.widget);
}

void Views::update(Entry& entry)
{
    const bool isShown = entry.command->isChecked();
    if (isShown)
        make(entry);
    if (entry.widget != nullptr)
        entry.widget->setVisible(isShown && entry.hasContent);
}

QWidget* Views::widget(const QString& name)
{
    Entry* entry = find(name);
    if (entry == nullptr)
        return nullptr;
    make(*entry);
    return entry->widget;
}

void Views::show(const QString& name, bool isShown)
{
    if (Entry* entry = find(name))
        entry->command->setChecked(isShown);
}

QList<QWidget*> Views::widgets() const
{
    QList<QWidget*> widgets;
    for (const auto& entry : m_entries)
        if (entry->widget != nullptr)
            widgets << entry->widget;
    return widgets;
}

QStringList Views::changed() const
{
    QStringList names;
    for (const auto& entry : m_entries)
        if (entry->command->isChecked() != entry->view.isShownAtFirst)
            names << QLatin1String(entry->view.name);
    return names;
}

void Views::restore(const QStringList& changed)
{
    for (const auto& entry : m_entries)
        entry->command->setChecked(entry->view.isShownAtFirst != changed.contains(QLatin1String(entry->view.name)));
}

}  // namespace ui::shell
