#pragma once

#include "ui/compare/compare_scene.h"
#include "ui/runs/before_run.h"
#include "ui/runs/workbench.h"

#include <QObject>
#include <functional>
#include <optional>
#include <vector>

namespace ui::run_choice {

/// One side of a comparison. A side that follows the displayed run is updated whenever another run is displayed.
struct CompareSource {
    enum class Kind : std::uint8_t { Now, Blocks, Kept };
    Kind kind = Kind::Now;
    std::size_t first = 0;  ///< index of the first block; for Kind::Blocks
    std::size_t last = 0;
    runs::NamedRun run;              ///< the run of this side, for Kind::Kept
    std::function<QString()> title;  ///< the title in the current language; empty: the title states the differences
    /// For Kind::Kept: makes the request that runs the side again when the program changes. Empty: the side keeps its
    /// run.
    std::function<engine::frontend::RunRequest()> request{};
    quint64 awaits = 0;  ///< id of the choice that will replace this side; 0: none is pending

    [[nodiscard]] static CompareSource kept(runs::NamedRun run, std::function<QString()> title = {});
    [[nodiscard]] bool isFollowing() const { return kind != Kind::Kept || request; }
};

/// Makes a side of a comparison from a finished run.
[[nodiscard]] compare::ComparedRun comparedRun(const runs::NamedRun& run);

/// The two sides of a comparison, and the runs that are pending for them. Thread: GUI.
class CompareSides : public QObject {
    Q_OBJECT

public:
    /// All machines, and the id of the selected one.
    struct Machines {
        std::function<const std::vector<engine::device::MachineInfo>&()> all;
        std::function<QString()> selected;

        /// Null if no machine has this id.
        [[nodiscard]] const engine::device::MachineInfo* find(const QString& id) const;
    };

    CompareSides(const runs::Workbench& bench, Machines machines);

    [[nodiscard]] const Machines& machines() const { return m_machines; }
    [[nodiscard]] const CompareSource& source(compare::Which which) const;
    [[nodiscard]] compare::ComparedRun compared(compare::Which which) const;
    /// Whether a side changes with the displayed run.
    [[nodiscard]] bool areFollowing() const { return m_a.isFollowing() || m_b.isFollowing(); }
    /// Whether `machine` may run the open program unasked: the machine must be virtual, the listing trusted, and the
    /// displayed run of the same program.
    [[nodiscard]] bool canRunUnasked(const QString& machine) const;
    /// The number of the current comparison. Results of runs that an earlier comparison requested are dropped.
    [[nodiscard]] quint64 round() const { return m_round; }

    void set(CompareSource a, CompareSource b);
    void replace(compare::Which which, CompareSource source);
    void swap();
    /// Repeats the runs of those sides that are separate runs of the current program and may run unasked
    /// (canRunUnasked()). changed() follows when all are complete.
    void runAgain();
    /// Call this when the comparison closes: drops pending runs and choices.
    void abandon();
    /// Assigns a new id to a pending choice and stores it in its side. The id moves with the side when the sides are
    /// swapped; another choice for the side, or another comparison, replaces the id.
    [[nodiscard]] quint64 await(compare::Which which);
    [[nodiscard]] std::optional<compare::Which> sideThatAwaits(quint64 choice) const;

signals:
    void changed();
    /// Emitted when a run for a side could not start.
    void failed(const engine::Message& reason);

private:
    [[nodiscard]] CompareSource& at(compare::Which which) { return which == compare::Which::A ? m_a : m_b; }
    void runAgain(compare::Which which);

    runs::Workbench m_bench;
    Machines m_machines;
    CompareSource m_a;
    CompareSource m_b;
    quint64 m_round = 0;
    quint64 m_lastChoice = 0;  ///< id of the last choice with a pending run
    int m_awaited = 0;         ///< number of sides that wait for a run of round m_round
};

}  // namespace ui::run_choice
