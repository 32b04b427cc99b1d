#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>
#include <optional>

class QAction;

namespace ui::commands {

/// Which keys do what. Commands bring their usual keys along; a reader may give each one another, and no key does two
/// things: giving it away is said by conflict() first. Commands of a view, whose key stands behind a tab in their text,
/// are handled by the view as long as they have their usual key, and by this object otherwise. Thread: GUI.
class KeyBindings : public QObject {
    Q_OBJECT

public:
    explicit KeyBindings(QObject* parent = nullptr);

    /// Takes `action` in with the keys it has now. Commands of one `view` work while that has the keyboard.
    void add(QAction* action, QWidget* view = nullptr);
    [[nodiscard]] QList<QAction*> actions() const;

    /// The keys of `action` as they are now; the first is shown.
    [[nodiscard]] QList<QKeySequence> keysOf(const QAction& action) const;
    [[nodiscard]] bool isUsual(const QAction& action) const;
    /// Another command that has `keys` already; nullptr: nobody.
    [[nodiscard]] QAction* conflict(const QKeySequence& keys, const QAction& except) const;
    /// Gives `keys` to `action` alone; whoever had them has none then. No keys: the command has none.
    void bind(QAction& action, const QKeySequence& keys);
    void reset(QAction& action);
    void resetAll();

    /// Only what differs from the usual, by the commands' object names.
    [[nodiscard]] QHash<QString, QString> changed() const;
    /// Names that are not known and keys that are none are passed over.
    void restore(const QHash<QString, QString>& keys);

signals:
    void changedKeys();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        QAction* action;
        QWidget* view;  ///< nullptr: the command's own shortcut does it
        QList<QKeySequence> usual, now;
    };
    [[nodiscard]] const Entry* find(const QAction& action) const;
    [[nodiscard]] Entry* find(const QAction& action);
    void apply(Entry& entry, const QList<QKeySequence>& keys);

    QList<Entry> m_entries;
};

}  // namespace ui::commands
