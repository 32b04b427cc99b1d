#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>
#include <optional>

class QAction;

namespace ui::commands {

/// Maps keys to commands. Commands have default keys; the user may assign others. bind() removes a key from the other
/// command that has it; conflict() finds this command, so that the caller can warn the user. Commands of a view, whose
/// key follows a tab in their text, are handled by the view as long as they have their default key, and by this object
/// otherwise. Thread: GUI.
class KeyBindings : public QObject {
    Q_OBJECT

public:
    explicit KeyBindings(QObject* parent = nullptr);

    /// Adds `action`; its current keys become its default keys. `view`: handles the key in the action's text while it
    /// has the keyboard focus; ignored if the action has shortcuts.
    void add(QAction* action, QWidget* view = nullptr);
    [[nodiscard]] QList<QAction*> actions() const;

    /// The current keys of `action`; the first one is displayed.
    [[nodiscard]] QList<QKeySequence> keysOf(const QAction& action) const;
    [[nodiscard]] bool isUsual(const QAction& action) const;
    /// Returns another command that already has `keys`; nullptr: none.
    [[nodiscard]] QAction* conflict(const QKeySequence& keys, const QAction& except) const;
    /// Assigns `keys` to `action` and removes them from any other command. Empty `keys`: the command has no key.
    void bind(QAction& action, const QKeySequence& keys);
    void reset(QAction& action);
    void resetAll();

    /// Keys that differ from the defaults, by object name of the command.
    [[nodiscard]] QHash<QString, QString> changed() const;
    /// Assigns stored keys; skips unknown names and invalid keys.
    void restore(const QHash<QString, QString>& keys);

signals:
    void changedKeys();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        QAction* action;
        QWidget* view;  ///< the view that handles the key; nullptr: the action's own shortcut triggers it
        QList<QKeySequence> usual, now;
    };
    [[nodiscard]] const Entry* find(const QAction& action) const;
    [[nodiscard]] Entry* find(const QAction& action);
    void apply(Entry& entry, const QList<QKeySequence>& keys);

    QList<Entry> m_entries;
};

}  // namespace ui::commands
