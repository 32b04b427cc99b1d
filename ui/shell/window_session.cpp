#include "ui/shell/window_session.h"

#include "ui/commands/actions.h"
#include "ui/files/recent_files.h"
#include "ui/machines/machines.h"
#include "ui/shell/panes.h"
#include "ui/shell/preferences.h"
#include "ui/shell/views.h"
#include "ui/teach/lesson_controller.h"
#include "ui/timeline/timeline_view.h"

namespace ui::shell {

void readSession(const runs::Workbench& bench, const WindowParts& parts, const files::Session& session)
{
    bench.playhead.setPace(session.pace);
    parts.machines->restore(session.machine, session.machineFile);
    parts.views->restore(session.toggledViews);
    if (session.showsCriticalPath)
        bench.timeline.setArrowMode(drawing::ArrowMode::CriticalPath);
    if (!session.geometry.isEmpty())
        bench.window.restoreGeometry(session.geometry);
    else
        bench.window.resize(bench.theme.px(1440), bench.theme.px(900));
    if (!session.lesson.isEmpty())
        parts.lessons->author().restore(session.lesson);
    parts.preferences->read(session);
    parts.panes->read(session);
    bench.actions.stage->setChecked(session.isStage);
}

files::Session sessionOf(const runs::Workbench& bench, const WindowParts& parts, const files::ListingKeeper& listings,
                         const files::Session& began)
{
    files::Session session = began;
    // Do not store the machine and the visible range that a lesson or a trace has set.
    using Owner = files::ListingKeeper::Owner;
    session.machine = listings.owner() == Owner::Trace
                          ? began.machine
                          : parts.machines->idToStore(listings.owner() == Owner::Lesson
                                                          ? parts.lessons->stage().program().machineBefore()
                                                          : QString());
    session.lesson = parts.lessons->author().unsaved();
    session.programs = listings.kept();
    if (const QString last = listings.last(); !last.isEmpty())
        session.program = last;
    session.view = listings.owner() == Owner::Reader && !bench.range.isFitted() ? std::optional(bench.range.range())
                                                                                : std::nullopt;
    session.pace = bench.playhead.pace();
    session.toggledViews = parts.views->changed();
    session.showsCriticalPath = bench.timeline.scene().selection.arrows == drawing::ArrowMode::CriticalPath;
    session.isStage = bench.actions.stage->isChecked();
    session.geometry = bench.window.saveGeometry();
    parts.preferences->write(session);
    parts.panes->write(session);
    return session;
}

}  // namespace ui::shell
