#pragma once

#include <QString>

#include <functional>
#include <optional>

namespace ui::machines {

/// Restores the machine that was selected when the application last exited. The GPUs of this computer, and with them
/// "this-computer+tf32" and "this-computer+shared", are found some time after the start; until then "this-computer" is
/// selected instead.
class LastMachine {
public:
    /// Whether a machine with this name can be selected.
    using MachineExists = std::function<bool(const QString&)>;

    explicit LastMachine(QString name) : m_name(std::move(name)) {}

    /// Returns the machine to select at the start: the last machine if it exists; "this-computer" if the last machine
    /// is a variant of this computer that the search may still find; else `usual`.
    [[nodiscard]] QString atStart(const MachineExists& exists, const QString& usual);
    /// Call this when all variants of this computer are known. Returns the machine to select instead of `chosen`, if
    /// any.
    [[nodiscard]] std::optional<QString> resolveMissing(const MachineExists& exists, const QString& chosen);
    /// Returns the machine to store for the next start: `chosen`, or the last machine if the search may still find it
    /// and the user has not selected another machine.
    [[nodiscard]] QString idToStore(const QString& chosen) const;
    /// Returns the last machine if it does not exist and is not the usual one, which the user may never have chosen.
    /// Only the first call returns it, so that one message reports it.
    [[nodiscard]] std::optional<QString> popMissing();

private:
    QString m_name;
    QString m_standIn;
    bool m_isAwaited = false;
    bool m_isMissing = false;
};

}  // namespace ui::machines
