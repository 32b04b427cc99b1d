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

    /// The machine to select at the start; `usual` if the last one does not exist.
    [[nodiscard]] QString atStart(const MachineExists& exists, const QString& usual);
    /// Call this when all variants of this computer are known. Returns the machine to select instead of `chosen`, if
    /// any.
    [[nodiscard]] std::optional<QString> resolveMissing(const MachineExists& exists, const QString& chosen);
    /// The machine to store for the next start: the last one while it is still pending, unless the user selected
    /// another.
    [[nodiscard]] QString idToStore(const QString& chosen) const;
    /// Returns the last machine if it turned out not to exist; only the first call returns it, for a message.
    [[nodiscard]] std::optional<QString> popMissing();

private:
    QString m_name;
    QString m_standIn;
    bool m_isAwaited = false;
    bool m_isMissing = false;
};

}  // namespace ui::machines
