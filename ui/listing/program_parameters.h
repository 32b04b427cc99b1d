#pragma once

#include "engine/frontend/program.h"

#include <QObject>
#include <QUndoStack>
#include <map>
#include <optional>

namespace ui::listing {

/// The parameters of the open program, and the values that the user changed. Changes are commands of `undo`. Thread:
/// GUI.
class ProgramParameters : public QObject {
    Q_OBJECT

public:
    using Values = std::map<std::string, std::string>;

    explicit ProgramParameters(QUndoStack& undo) : m_undo(undo) {}

    /// The values that differ from their defaults.
    [[nodiscard]] const Values& changed() const { return m_changed; }
    /// The current value; empty for an unknown parameter.
    [[nodiscard]] QString value(const std::string& name) const;
    [[nodiscard]] bool isDeclared(const std::string& name) const;
    [[nodiscard]] quint64 revision() const { return m_revision; }

    /// Replaces the parameters by `declared`, with the values of `changed`; drops values of parameters that are neither
    /// declared nor in platformParameters(). Emits no signal.
    void open(std::vector<engine::frontend::Parameter> declared, const Values& changed);
    void set(const std::string& name, const QString& value);
    /// Sets a value that the user is typing: emits typed() instead of runWanted(). All changes of one parameter until
    /// endTyping() are one undo command.
    void type(const std::string& name, const QString& value);
    void endTyping() { m_typed.clear(); }
    void reset();

signals:
    void valuesChanged();
    void runWanted();  ///< the listeners should run the program immediately
    void typed();      ///< the listeners should run the program after a pause

private:
    using Value = std::optional<std::string>;

    /// Pushes a command that changes a parameter. Without a value, resets the parameter to its default.
    void push(const std::string& name, const Value& value, int id = -1);
    void apply(const std::string& name, const Value& value);

    QUndoStack& m_undo;
    std::string m_typed;      ///< the parameter whose value is being typed; empty: none
    int m_typing = 0;         ///< id of the undo commands of the typed value; increases with each start of typing
    bool m_isTyping = false;  ///< true during type()
    std::vector<engine::frontend::Parameter> m_declared;
    Values m_changed;
    quint64 m_revision = 0;
};

}  // namespace ui::listing
