#pragma once

#include "engine/device/platform.h"
#include "ui/listing/program_model.h"
#include "ui/model/selection.h"
#include "ui/timeline/timeline_view.h"

#include <QAction>
#include <QList>
#include <functional>

namespace ui::shell {

using Chosen = std::function<void(const QString& id)>;

/// A command for each program of the chapter and for each machine that can be used, for the palette only. The commands
/// belong to `parent`.
[[nodiscard]] QList<QAction*> programCommands(const listing::ProgramModel& programs, const Chosen& open,
                                              QObject* parent);
[[nodiscard]] QList<QAction*> machineCommands(const std::vector<engine::device::MachineInfo>& machines,
                                              const Chosen& choose, QObject* parent);

/// A command for each lane of the timeline that has operations: it selects the one nearest to the middle of what is
/// shown, and brings it into view.
[[nodiscard]] QList<QAction*> laneCommands(timeline::TimelineView& timeline, model::Selection& selection,
                                           QObject* parent);

}  // namespace ui::shell
