#pragma once

#include "engine/device/platform.h"
#include "ui/listing/program_model.h"
#include "ui/model/selection.h"
#include "ui/timeline/timeline_view.h"

#include <QAction>
#include <QList>
#include <functional>

namespace ui::shell {

using ChoiceHandler = std::function<void(const QString& id)>;

/// Make a command for each entry of the program tree, and for each usable machine, for the command palette only.
/// `parent` owns the commands.
[[nodiscard]] QList<QAction*> programCommands(const listing::ProgramModel& programs, const ChoiceHandler& open,
                                              QObject* parent);
[[nodiscard]] QList<QAction*> machineCommands(const std::vector<engine::device::MachineInfo>& machines,
                                              const ChoiceHandler& choose, QObject* parent);

/// Makes a command for each lane of the timeline that has operations. It selects the lane's first operation that ends
/// after the middle of the visible range, or else its last one, and scrolls to the operation.
[[nodiscard]] QList<QAction*> laneCommands(timeline::TimelineView& timeline, model::Selection& selection,
                                           QObject* parent);

}  // namespace ui::shell
