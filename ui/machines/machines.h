#pragma once

#include "ui/machines/gpu_search.h"
#include "ui/machines/last_machine.h"
#include "ui/machines/services.h"

#include <QObject>

#include <optional>

namespace ui::machines {

/// The machines that can be run on, and which one is chosen: this computer in every way in which it can be had, the
/// machines that ship, and files of the reader, whose ids are their paths. Thread: GUI.
class Machines : public QObject {
    Q_OBJECT

public:
    using Info = engine::device::MachineInfo;

    Machines(const Services& services, QObject* parent);

    /// In the selector's order.
    [[nodiscard]] const std::vector<Info>& all() const { return m_all; }
    /// Null if there is none of this id.
    [[nodiscard]] const Info* byId(const QString& id) const;
    /// It is there, and nothing is wrong with it.
    [[nodiscard]] bool isUsable(const QString& id) const;
    [[nodiscard]] const Info& chosen() const;
    [[nodiscard]] const QString& chosenId() const { return m_chosen; }
    /// `id` is one of all().
    void choose(const QString& id);

    /// Puts a machine file into the list, in place of an earlier one of the same path, unless its `problem` says why it
    /// cannot be used. None where files cannot be read at all.
    std::optional<Info> add(const QString& path);
    /// What the session before left: the machine that was chosen, and the file that was opened last.
    void restore(const QString& chosen, const QString& file);
    /// What the next start shall find as chosen: the one that is, or another one `instead`.
    [[nodiscard]] QString toKeep(const QString& instead = {}) const
    {
        return m_last.toKeep(instead.isEmpty() ? m_chosen : instead);
    }
    /// The one of the session before turned out not to be there; once.
    [[nodiscard]] std::optional<QString> takeMissing() { return m_last.takeMissing(); }

    /// Finds out what GPUs this computer has, on a thread of its own.
    void lookForGpus();
    [[nodiscard]] bool isLookingForGpus() const { return m_search != nullptr && m_search->isUnderWay(); }

signals:
    void listChanged();
    void choiceChanged();
    /// This computer stands in the list in every way in which it can be had.
    void ownKnown();

private:
    [[nodiscard]] Info described(const QString& path) const;
    void put(Info machine);
    void takeOwn(const std::vector<Info>& own);

    std::vector<Info> m_all;
    std::function<Info(const std::string&)> m_describe;
    GpuSearch::Look m_look;
    GpuSearch* m_search = nullptr;  ///< null: nothing to look for
    LastMachine m_last{QString()};
    QString m_chosen;
};

}  // namespace ui::machines
