#include "ui/shell/palette_commands.h"

#include "ui/look/languages.h"

#include <algorithm>

namespace ui::shell {

namespace {

QAction* command(const QString& text, const QString& tip, QObject* parent, std::function<void()> run)
{
    auto* action = new QAction(text, parent);
    action->setStatusTip(tip);
    QObject::connect(action, &QAction::triggered, parent, std::move(run));
    return action;
}

}  // namespace

QList<QAction*> programCommands(const listing::ProgramModel& programs, const ChoiceHandler& open, QObject* parent)
{
    QList<QAction*> actions;
    for (int s = 0; s < programs.rowCount(); ++s) {
        const QModelIndex section = programs.index(s, 0);
        for (int e = 0; e < programs.rowCount(section); ++e) {
            const QModelIndex entry = programs.index(e, 0, section);
            const QString id = entry.data(listing::ProgramModel::ProgramIdRole).toString();
            actions << command(QObject::tr("Program: %1").arg(entry.data().toString()), id, parent,
                               [open, id] { open(id); });
        }
    }
    return actions;
}

QList<QAction*> machineCommands(const std::vector<engine::device::MachineInfo>& machines, const ChoiceHandler& choose,
                                QObject* parent)
{
    QList<QAction*> actions;
    for (const engine::device::MachineInfo& machine : machines)
        if (machine.problem.empty())
            actions << command(QObject::tr("Machine: %1").arg(look::machineText(machine.id, machine.label)),
                               QString::fromStdString(machine.id), parent,
                               [choose, id = QString::fromStdString(machine.id)] { choose(id); });
    return actions;
}

QList<QAction*> laneCommands(timeline::TimelineView& timeline, model::Selection& selection, QObject* parent)
{
    QList<QAction*> actions;
    QString device;
    for (const drawing::Row& row : timeline.scene().layout.rows) {
        if (row.startsGroup)
            device = row.title;
        if (!row.lane.isValid() || timeline.scene().trace->index(row.lane).empty())
            continue;
        const QString role = row.role.isEmpty() ? row.title : row.role;
        const QString name = device.isEmpty() || device == role ? role : QStringLiteral("%1 · %2").arg(device, role);
        actions << command(name, QObject::tr("Go to this lane"), parent, [&timeline, &selection, lane = row.lane] {
            const auto& scene = timeline.scene();
            if (lane.index >= static_cast<decltype(lane.index)>(scene.trace->lanes().size()))
                return;
            const auto& index = scene.trace->index(lane);
            const engine::Nanoseconds middle = scene.range.begin + scene.range.length() / 2;
            const std::size_t at = std::min(index.firstEndingAfter(middle), index.spans().size() - 1);
            if (const engine::OpId op = index.spans()[at].op; op.isValid()) {
                selection.selectOp(op);
                timeline.action(QStringLiteral("centre"))->trigger();
            }
            timeline.setFocus();
        });
    }
    return actions;
}

}  // namespace ui::shell
