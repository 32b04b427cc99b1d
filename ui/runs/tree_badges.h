#pragma once

#include "ui/runs/workbench.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <optional>

namespace ui::runs {

/// The gains in the tree of programs (`listing::Badge`). Programs that only simulate times are run in the background to
/// compute them: as printed, on their own machine, one after another. Thread: GUI.
class TreeBadges : public QObject {
    Q_OBJECT

public:
    /// Finds a machine by id; null if there is none.
    using FindMachine = std::function<const engine::device::MachineInfo*(const QString&)>;

    TreeBadges(const Workbench& bench, FindMachine machine) : m_bench(bench), m_machine(std::move(machine)) {}

    /// Sets the badge of program `id` after a watched run; std::nullopt if the run ended with an error.
    void setBadge(const QString& id, const std::optional<listing::Badge>& badge);
    /// Starts the run of the next program unless one is pending.
    void predictNext();
    /// Call this after the controller has dropped its predictions; the next predictNext() requests the pending one
    /// again.
    void forgetAwaited() { m_awaited.clear(); }

private:
    Workbench m_bench;
    FindMachine m_machine;
    QSet<QString> m_tried;
    QString m_awaited;  ///< id of the program with a pending run; empty: none
};

}  // namespace ui::runs
