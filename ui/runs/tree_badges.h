#pragma once

#include "ui/listing/program_document.h"
#include "ui/listing/program_model.h"
#include "ui/runs/run_controller.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <optional>

namespace ui::runs {

/// The speed-ups in the tree of programs. Those whose run is only a simulation of times are run for it, as printed and
/// on their own machine, one after the other and behind everything that is watched. Thread: GUI.
class TreeBadges : public QObject {
    Q_OBJECT

public:
    struct Parts {
        RunController& controller;
        listing::ProgramModel& programs;
        const listing::ProgramDocument& document;  ///< the program that is open has its badge from the run on show
        /// Null if there is none of this id.
        std::function<const engine::device::MachineInfo*(const QString&)> machine;
    };
    TreeBadges(const Parts& parts, QObject* parent);

    /// A run of program `id` that was watched ended; without a badge where an error ended it.
    void take(const QString& id, const std::optional<QString>& badge);
    /// Begins with the next program unless one is awaited.
    void predictNext();
    /// The controller has dropped its predictions; the awaited one is asked for again with the next predictNext().
    void forgetAwaited() { m_awaited.clear(); }

private:
    Parts m_parts;
    QSet<QString> m_tried;
    QString m_awaited;  ///< empty: none is under way or waits
};

}  // namespace ui::runs
