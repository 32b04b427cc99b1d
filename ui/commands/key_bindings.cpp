#include "ui/commands/key_bindings.h"

#include "ui/look/key_names.h"

#include <QAction>
#include <QKeyEvent>
#include <QWidget>
#include <algorithm>

namespace ui::commands {

namespace {

QString titleOf(const QAction& action)
{
    return action.text().section(QLatin1Char('\t'), 0, 0);
}

}  // namespace

KeyBindings::KeyBindings(QObject* parent) : QObject(parent) {}

void KeyBindings::add(QAction* action, QWidget* view)
{
    const QString written = action->text().section(QLatin1Char('\t'), 1);
    QList<QKeySequence> usual = action->shortcuts();
    // A text such as "Ctrl+1 … 9" is for display only; it is not a key.
    if (const QKeySequence keys(written); view != nullptr && usual.isEmpty() && keys.count() == 1 &&
                                          keys[0].key() != Qt::Key_unknown && keys[0].key() != Qt::Key_Any)
        usual = {keys};
    const bool isOfView = view != nullptr && action->shortcuts().isEmpty();
    m_entries.push_back({action, isOfView ? view : nullptr, usual, usual});
    if (isOfView)
        view->installEventFilter(this);
}

QList<QAction*> KeyBindings::actions() const
{
    QList<QAction*> actions;
    for (const Entry& entry : m_entries)
        actions << entry.action;
    return actions;
}

const KeyBindings::Entry* KeyBindings::find(const QAction& action) const
{
    const auto found = std::ranges::find(m_entries, &action, &Entry::action);
    return found == m_entries.end() ? nullptr : &*found;
}

KeyBindings::Entry* KeyBindings::find(const QAction& action)
{
    return const_cast<Entry*>(std::as_const(*this).find(action));
}

QList<QKeySequence> KeyBindings::keysOf(const QAction& action) const
{
    const Entry* entry = find(action);
    return entry == nullptr ? QList<QKeySequence>() : entry->now;
}

bool KeyBindings::isUsual(const QAction& action) const
{
    const Entry* entry = find(action);
    return entry == nullptr || entry->now == entry->usual;
}

QAction* KeyBindings::conflict(const QKeySequence& keys, const QAction& except) const
{
    if (keys.isEmpty())
        return nullptr;
    for (const Entry& entry : m_entries)
        if (entry.action != &except && entry.now.contains(keys))
            return entry.action;
    return nullptr;
}

void KeyBindings::apply(Entry& entry, const QList<QKeySequence>& keys)
{
    entry.now = keys;
    if (entry.view == nullptr) {
        entry.action->setShortcuts(keys);
        return;
    }
    const QString title = titleOf(*entry.action);
    const QString shown = keys.isEmpty() ? QString() : look::keyNames(keys.front());
    entry.action->setText(shown.isEmpty() ? title : title + QLatin1Char('\t') + shown);
    entry.action->setToolTip(shown.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, shown));
}

void KeyBindings::bind(QAction& action, const QKeySequence& keys)
{
    if (Entry* other = conflict(keys, action) == nullptr ? nullptr : find(*conflict(keys, action))) {
        QList<QKeySequence> left = other->now;
        left.removeAll(keys);
        apply(*other, left);
    }
    if (Entry* entry = find(action))
        apply(*entry, keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys});
    emit changedKeys();
}

void KeyBindings::reset(QAction& action)
{
    Entry* entry = find(action);
    if (entry == nullptr)
        return;
    for (const QKeySequence& keys : entry->usual)
        if (QAction* holder = conflict(keys, action)) {
            Entry* other = find(*holder);
            QList<QKeySequence> left = other->now;
            left.removeAll(keys);
            apply(*other, left);
        }
    apply(*entry, entry->usual);
    emit changedKeys();
}

void KeyBindings::resetAll()
{
    for (Entry& entry : m_entries)
        if (entry.now != entry.usual)
            apply(entry, entry.usual);
    emit changedKeys();
}

QHash<QString, QString> KeyBindings::changed() const
{
    QHash<QString, QString> keys;
    for (const Entry& entry : m_entries)
        if (entry.now != entry.usual && !entry.action->objectName().isEmpty())
            keys[entry.action->objectName()] = QKeySequence::listToString(entry.now, QKeySequence::PortableText);
    return keys;
}

void KeyBindings::restore(const QHash<QString, QString>& keys)
{
    for (Entry& entry : m_entries) {
        const auto found = keys.constFind(entry.action->objectName());
        if (found == keys.constEnd() || entry.action->objectName().isEmpty())
            continue;
        QList<QKeySequence> wanted = QKeySequence::listFromString(*found, QKeySequence::PortableText);
        wanted.removeIf(
            [](const QKeySequence& sequence) { return sequence.isEmpty() || sequence[0].key() == Qt::Key_unknown; });
        if (wanted.isEmpty() && !found->isEmpty())
            continue;
        apply(entry, wanted);
    }
    emit changedKeys();
}

bool KeyBindings::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress;
    if (!isKey && event->type() != QEvent::ShortcutOverride)
        return QObject::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const QKeySequence pressed(key->keyCombination());
    for (const Entry& entry : m_entries) {
        if (entry.view != watched || entry.now == entry.usual)
            continue;
        if (entry.now.contains(pressed) && entry.action->isEnabled()) {
            if (isKey)
                entry.action->trigger();
            event->accept();
            return true;
        }
        // Swallow the default key; otherwise the view would still trigger the command.
        if (isKey && entry.usual.contains(pressed) && conflict(pressed, *entry.action) == nullptr)
            return true;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace ui::commands
