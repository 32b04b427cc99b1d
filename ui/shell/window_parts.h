#pragma once

namespace ui::desk {
class Desk;
class FileOpener;
}  // namespace ui::desk
namespace ui::run_choice {
class CompareControl;
}
namespace ui::files {
class NoteKeeper;
class RecentFiles;
}  // namespace ui::files
namespace ui::machines {
class Calibration;
class MachineFiles;
class Machines;
class WhatIf;
}  // namespace ui::machines
namespace ui::runs {
class EmptyState;
class PathStrip;
class Replay;
class StatusLine;
class TraceOpener;
}  // namespace ui::runs
namespace ui::teach {
class LessonController;
class RunGate;
}  // namespace ui::teach

namespace ui::training {
class TrainingPane;
}

namespace ui::shell {

class Panes;
class Preferences;
class RunReport;
class TopBar;
class Views;

/// The controllers and widgets of the window, for tests and app/desktop. The window owns all of them; after the window
/// is built, none is null.
struct WindowParts {
    machines::Machines* machines = nullptr;
    machines::MachineFiles* machineFiles = nullptr;
    machines::WhatIf* whatIf = nullptr;
    machines::Calibration* calibration = nullptr;
    Panes* panes = nullptr;
    Views* views = nullptr;
    training::TrainingPane* charts = nullptr;
    TopBar* topBar = nullptr;
    runs::StatusLine* statusLine = nullptr;
    runs::PathStrip* pathStrip = nullptr;
    runs::EmptyState* empty = nullptr;
    runs::TraceOpener* opener = nullptr;
    run_choice::CompareControl* compareControl = nullptr;
    runs::Replay* replay = nullptr;
    desk::Desk* desk = nullptr;
    desk::FileOpener* fileOpener = nullptr;
    files::RecentFiles* recent = nullptr;
    files::NoteKeeper* notes = nullptr;
    teach::LessonController* lessons = nullptr;
    teach::RunGate* gate = nullptr;
    RunReport* report = nullptr;
    Preferences* preferences = nullptr;
};

}  // namespace ui::shell
