#pragma once

#include "ui/machines/gpu_search.h"
#include "ui/machines/last_machine.h"

#include <QObject>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ui::machines {

/// The sources of the list of machines; provided by app/desktop.
struct MachineSource {
    std::vector<engine::device::MachineInfo> listed;  ///< this computer and the machine files, in the selector's order
    /// Finds this computer's GPUs; slow, any thread. Null: `listed` contains them already.
    GpuSearch::Probe findOwn;
    /// Describes a user's machine file. The machine's id is the path of the file. If the file cannot be used, the
    /// machine's `problem` states why.
    std::function<engine::device::MachineInfo(const std::string& path)> describe;
};

/// The list of machines and the selected one. It contains all variants of this computer, the machines shipped with the
/// application, and the user's files, whose ids are their paths. Thread: GUI.
class Machines : public QObject {
    Q_OBJECT

public:
    using Info = engine::device::MachineInfo;

    Machines(MachineSource source, QObject* parent);

    /// All machines, in the selector's order.
    [[nodiscard]] const std::vector<Info>& all() const { return m_all; }
    /// Returns null if there is no machine with this id.
    [[nodiscard]] const Info* byId(const QString& id) const;
    /// Whether the machine exists and has no `problem`.
    [[nodiscard]] bool isUsable(const QString& id) const;
    /// Returns an empty Info if no machine has the selected id.
    [[nodiscard]] const Info& chosen() const;
    [[nodiscard]] const QString& chosenId() const { return m_chosen; }
    /// Selects a machine by id. The machine need not exist; see chosen().
    void choose(const QString& id);

    /// Adds a machine file and replaces an earlier entry with the same path. A machine with a `problem` is returned but
    /// not added. Returns nothing if machine files are not supported.
    std::optional<Info> add(const QString& path);
    /// Restores the previous session: the selected machine, and the file that was opened last.
    void restore(const QString& chosen, const QString& file);
    /// LastMachine::idToStore() for the machine `instead`; empty: for the selected machine.
    [[nodiscard]] QString idToStore(const QString& instead = {}) const
    {
        return m_last.idToStore(instead.isEmpty() ? m_chosen : instead);
    }
    /// Returns the previous session's machine if it does not exist. Only the first call returns it.
    [[nodiscard]] std::optional<QString> popMissing() { return m_last.popMissing(); }

    /// Searches for this computer's GPUs on a separate thread.
    void searchForGpus();
    [[nodiscard]] bool isSearchingForGpus() const { return m_search != nullptr && m_search->isRunning(); }

signals:
    void listChanged();
    void choiceChanged();
    /// Emitted when all variants of this computer are in the list.
    void localMachinesListed();

private:
    [[nodiscard]] Info described(const QString& path) const;
    void addOrReplace(Info machine);
    void addLocalMachines(const std::vector<Info>& own);

    MachineSource m_source;
    std::vector<Info> m_all;
    GpuSearch* m_search = nullptr;  ///< null: no search was started
    LastMachine m_last{QString()};
    QString m_chosen;
};

/// A warning before the first run of a listing that addresses `addressed` GPUs on a machine that has only `there`.
[[nodiscard]] QString missingGpusText(int addressed, int there);

}  // namespace ui::machines
