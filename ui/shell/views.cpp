#include "ui/shell/views.h"

#include "ui/commands/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/tab_order.h"
#include "ui/timeline/timeline_view.h"

#include <QBoxLayout>
#include <utility>

namespace ui::shell {

Views::Views(const runs::Workbench& bench, QBoxLayout& column) : QObject(&bench.window), m_bench(bench)
{
    m_dock = new Dock(bench.theme, column.parentWidget());
    column.addWidget(m_dock);
    connect(m_dock, &Dock::closeWanted, this, &Views::close);
    connect(&bench.document, &listing::ProgramDocument::opened, this, &Views::openProgram);
}

void Views::add(View view)
{
    auto entry = std::make_unique<Entry>();
    entry->command =
        view.mode != nullptr ? view.mode : m_bench.actions.addView(view.name, view.title, view.tip, view.key);
    entry->hasContent = !view.reportsContent;
    entry->view = std::move(view);
    Entry& added = *m_entries.emplace_back(std::move(entry));
    m_dock->addTab(*added.command, [this, &added] { choose(added); });
    connect(added.command, &QAction::toggled, this, [this, &added] { follow(added); });
    connect(added.command, &QAction::triggered, this, &Views::focusOpen);
    added.isShownAtFirst = added.view.isShownAtFirst;
    if (added.view.reportsContent)
        make(added);
    added.command->setChecked(added.isShownAtFirst);
    update();
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
    entry.widget = entry.view.make(
        m_bench, [this, &entry](bool hasContent) { readContent(entry, hasContent); }, m_dock);
    m_dock->addPage(*entry.widget);
}

/// Decides once per program whether the view is open by default, so that later changes of the program neither open nor
/// close the view.
void Views::readContent(Entry& entry, bool hasContent)
{
    entry.hasContent = hasContent;
    entry.command->setEnabled(hasContent);
    const std::string& program = m_bench.feed.trace()->run().program;
    if (hasContent && entry.view.opensItself && std::exchange(entry.program, program) != program) {
        const bool isDefault = entry.command->isChecked() == entry.isShownAtFirst;
        entry.isShownAtFirst = entry.view.isShownAtFirst && entry.view.opensItself(*entry.widget);
        if (m_open == nullptr || m_open == &entry || !m_open->hasContent)
            entry.command->setChecked(isDefault == entry.isShownAtFirst);
    }
    update();
}

/// Opens or closes a view after its command was switched.
void Views::follow(Entry& entry)
{
    // A command whose mode could not be turned on is unchecked again.
    if (!entry.command->isChecked()) {
        if (m_open == &entry)
            open(nullptr);
        return;
    }
    open(&entry);
}

/// Opens or closes the view whose tab was clicked.
void Views::choose(Entry& entry)
{
    if (m_open == &entry)
        close();
    else if (entry.command->isChecked())
        open(&entry);
    else
        entry.command->setChecked(true);
    update();
    focusOpen();
}

/// Moves the focus into the view that the user opened, or to the dock if nothing in the view accepts the focus.
void Views::focusOpen()
{
    if (m_open == nullptr || !m_open->hasContent || !m_bench.window.isVisible())
        return;
    QWidget& target = focusTarget(*m_open->widget);
    (target.isVisible() && target.isEnabled() ? target : *m_dock).setFocus(Qt::TabFocusReason);
}

void Views::open(Entry* entry)
{
    m_open = entry;
    if (entry != nullptr)
        make(*entry);
    for (const auto& other : m_entries)
        if (other.get() != entry && other->view.mode == nullptr)
            other->command->setChecked(false);
    update();
}

void Views::close()
{
    if (m_open == nullptr)
        return;
    const bool hadFocus = m_dock->isAncestorOf(m_bench.window.focusWidget());
    m_open->command->setChecked(false);
    if (hadFocus)
        m_bench.timeline.setFocus();
}

/// Opens the view that was open when the program was last displayed, unless the open view belongs to no program.
void Views::openProgram()
{
    const std::string& program = m_bench.document.program().id;
    if (program == m_program)
        return;
    const std::string before = std::exchange(m_program, program);
    if (before.empty())  // the session's choice applies only to the first program
        return;
    m_ofPrograms[QString::fromStdString(before)] = changed();
    if (m_open == nullptr || m_open->view.isOfProgram)
        restore(m_ofPrograms.value(QString::fromStdString(program)));
}

void Views::update()
{
    QList<const QAction*> offered;
    for (const auto& entry : m_entries)
        if (entry->hasContent)
            offered << entry->command;
    const bool isShown = m_open != nullptr && m_open->hasContent;
    m_dock->showPage(isShown ? m_open->command : nullptr, isShown ? m_open->widget : nullptr, offered);
}

QWidget* Views::widget(const QString& name)
{
    Entry* entry = find(name);
    if (entry == nullptr)
        return nullptr;
    make(*entry);
    return entry->widget;
}

void Views::show(const QString& name)
{
    if (Entry* entry = find(name))
        entry->command->setChecked(true);
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
        if (entry->view.mode == nullptr && entry->command->isChecked() != entry->isShownAtFirst)
            names << QLatin1String(entry->view.name);
    return names;
}

void Views::restore(const QStringList& changed)
{
    for (const auto& entry : m_entries)
        if (entry->view.mode == nullptr)
            entry->command->setChecked(entry->isShownAtFirst != changed.contains(QLatin1String(entry->view.name)));
}

}  // namespace ui::shell
