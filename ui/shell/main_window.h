#pragma once

#include "ui/desk/desk.h"
#include "ui/files/listing_keeper.h"
#include "ui/files/session.h"
#include "ui/machines/services.h"
#include "ui/runs/workbench.h"

#include <QMainWindow>
#include <memory>

class QVBoxLayout;

namespace ui::desk {
class Opening;
}
namespace ui::files {
class NoteKeeper;
class RecentFiles;
class ViewBookmarks;
}  // namespace ui::files
namespace ui::machines {
class Calibration;
class MachineFiles;
}  // namespace ui::machines
namespace ui::runs {
class CompareControl;
class PathStrip;
class Replay;
class StatusLine;
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

/// The window: creates the models, views and controllers of the other rooms and connects them. Thread: GUI.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// The controllers and widgets that the window is made of; tests and app/desktop reach them here.
    struct Parts {
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
        runs::CompareControl* compareControl = nullptr;
        runs::Replay* replay = nullptr;
        desk::Desk* desk = nullptr;
        desk::Opening* opening = nullptr;
        files::RecentFiles* recent = nullptr;
        files::NoteKeeper* notes = nullptr;
        files::ViewBookmarks* bookmarks = nullptr;
        teach::LessonController* lessons = nullptr;
        teach::RunGate* gate = nullptr;
        RunReport* report = nullptr;
        Preferences* preferences = nullptr;
    };

    MainWindow(look::Theme& theme, machines::Services services, files::Session session, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A built-in by id, a .py or .ipynb, or a trace file; shown when the front end is ready.
    void openAtStart(const QString& subject);
    /// An entry of the program tree: a program or a lesson.
    void openProgram(const QString& id);
    /// What the next start takes over.
    [[nodiscard]] files::Session session() const;
    [[nodiscard]] const runs::Workbench& bench() const { return m_bench; }
    [[nodiscard]] const Parts& parts() const { return m_parts; }
    [[nodiscard]] desk::Desk& desk() { return *m_parts.desk; }
    [[nodiscard]] files::ListingKeeper& listings() { return m_listings; }
    /// The previous process was killed, and its edits are restored: a message reports it.
    void reportRecovered();

signals:
    /// The front end is ready and the first program is open.
    void firstReady();
    /// A run has ended and is on the screen.
    void runShown();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Sets font, palette and style sheet of the application. Created before the widgets: a new style sheet takes back
    /// the palettes that widgets have set.
    class ApplicationLook : public QObject {
    public:
        explicit ApplicationLook(look::Theme& theme);
    };
    struct Models {
        explicit Models(const runs::BackendMaker& backend);

        model::TraceFeed feed;
        model::VisibleRange range;
        model::Selection selection;
        model::Playhead playhead;
        listing::ProgramDocument document;
        listing::ProgramModel programs;
        std::unique_ptr<runs::RunController> controller;
    };

    void buildCentre();
    void buildDesk();
    void buildFiles();
    void buildTeaching();
    void buildBars(QVBoxLayout& column);
    void connectParts();
    void connectCommands();
    void readSession();

    ApplicationLook m_look;
    machines::Services m_services;
    files::Session m_session;
    Models m_models;
    runs::Workbench m_bench;
    files::ListingKeeper m_listings;
    Parts m_parts;
};

}  // namespace ui::shell
