#pragma once

#include <QString>

#include <functional>
#include <optional>

namespace ui::machines {

/// The machine that was chosen when the program ended, at its next start. This computer's GPUs are known only some time
/// after the start, and with them "this-computer+tf32" and "this-computer+shared"; until then this computer itself
/// stands in.
class LastMachine {
public:
    /// Whether a machine of this name is there and can be run on.
    using IsThere = std::function<bool(const QString&)>;

    explicit LastMachine(QString name) : m_name(std::move(name)) {}

    /// What to begin with; `usual` where the last one is not there.
    [[nodiscard]] QString atStart(const IsThere& isThere, const QString& usual);
    /// This computer is known now in every way in which it can be had: what is to be chosen instead of `chosen`.
    [[nodiscard]] std::optional<QString> whenOwnAreKnown(const IsThere& isThere, const QString& chosen);
    /// What the next start shall find: the last one itself while it is awaited, unless another one was chosen.
    [[nodiscard]] QString toKeep(const QString& chosen) const;
    /// The last one turned out not to be there; once, for the sentence that says so.
    [[nodiscard]] std::optional<QString> takeMissing();

private:
    QString m_name;
    QString m_standIn;
    bool m_isAwaited = false;
    bool m_isMissing = false;
};

}  // namespace ui::machines
