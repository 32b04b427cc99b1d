#pragma once

#include "ui/figure/figure.h"
#include "ui/files/listing_keeper.h"
#include "ui/files/session.h"
#include "ui/listing/program_document.h"
#include "ui/listing/program_model.h"
#include "ui/look/theme.h"
#include "ui/machines/services.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"
#include "ui/model/visible_range.h"
#include "ui/runs/not_started.h"
#include "ui/runs/run_controller.h"
#include "ui/runs/status_figures.h"

#include <QMainWindow>
#include <QSplitter>
#include <QTabBar>
#include <QTimer>
#include <optional>
#include <utility>

class QTableView;

namespace ui::listing {
class ProgramPane;
}
namespace ui::memory {
class AlivePane;
class MemoryRows;
}  // namespace ui::memory
namespace ui::timeline {
class TimelineView;
}
namespace ui::training {
class TrainingPane;
}

namespace ui::commands {
class Actions;
class KeyHelp;
}  // namespace ui::commands

namespace ui::runs {
class Banner;
class CentreHeader;
class CompareControl;
class EmptyState;
class PathStrip;
class Replay;
class StatusLine;
class TraceOpener;
class TreeBadges;
}  // namespace ui::runs

namespace ui::files {
class NoteKeeper;
class RecentFiles;
class ViewBookmarks;
}  // namespace ui::files

namespace ui::machines {
class Calibration;
class WhatIf;
class Machines;
}  // namespace ui::machines

namespace ui::teach {
class Advice;
class PredictFirst;
class MemoryForecast;
}  // namespace ui::teach

namespace ui::shell {

class Preferences;
class LessonController;
class RightPane;
class TopBar;

/// The window. It owns the models, connects panes and run control, and decides what is run when: a virtual machine
/// at once, this computer when the reader says so. Thread: GUI.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(look::Theme& theme, machines::Services services, files::Session session, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A built-in by id, a .py or .ipynb, or a trace file; shown when the front end is ready.
    void openAtStart(const QString& what);
    /// What the next start takes over.
    [[nodiscard]] files::Session session() const;

    [[nodiscard]] model::TraceFeed& feed() { return m_feed; }
    [[nodiscard]] model::Selection& selection() { return m_selection; }
    [[nodiscard]] model::Playhead& playhead() { return m_playhead; }
    [[nodiscard]] model::VisibleRange& visibleRange() { return m_range; }
    [[nodiscard]] listing::ProgramDocument& document() { return m_document; }
    [[nodiscard]] runs::RunController& controller() { return *m_controller; }
    [[nodiscard]] timeline::TimelineView& timelineView() { return *m_timeline; }
    [[nodiscard]] listing::ProgramPane& programPane() { return *m_programPane; }
    [[nodiscard]] RightPane& rightPane() { return *m_right; }
    [[nodiscard]] training::TrainingPane& trainingPane() { return *m_training; }
    [[nodiscard]] runs::Banner& banner() { return *m_banner; }
    [[nodiscard]] runs::StatusLine& statusLine() { return *m_status; }
    [[nodiscard]] commands::Actions& actions() { return *m_actions; }
    [[nodiscard]] runs::CompareControl& compareControl() { return *m_compare; }
    [[nodiscard]] machines::WhatIf& whatIf() { return *m_whatIf; }
    [[nodiscard]] teach::PredictFirst& predictFirst() { return *m_predict; }
    [[nodiscard]] teach::MemoryForecast& memoryForecast() { return *m_forecast; }
    [[nodiscard]] machines::Calibration& calibration() { return *m_calibration; }
    [[nodiscard]] Preferences& preferences() { return *m_preferences; }
    [[nodiscard]] runs::Replay& replay() { return *m_replay; }
    [[nodiscard]] runs::PathStrip& pathStrip() { return *m_path; }

    [[nodiscard]] files::NoteKeeper& notes() { return *m_notes; }
    [[nodiscard]] LessonController& lessons() { return *m_lessons; }
    [[nodiscard]] const QString& machineId() const;

    [[nodiscard]] files::ListingKeeper& listings() { return m_listings; }

    /// Opens the reader's listing of a program on a machine (empty: its own), or with `ofLesson` a lesson's; a file's
    /// program waits for the reader's word. False: there is no such program.
    bool openOn(const QString& id, const QString& machine, const listing::ProgramState* ofLesson = nullptr);

    void chooseMachine(const QString& id);
    /// The same for what somebody typed, which may also be the path of a machine file; a sentence if there is none.
    void useMachine(const QString& idOrPath);
    void openProgram(const QString& id);
    /// The program of a run that is shown is over, and nothing is queued.
    [[nodiscard]] bool isSettled() const;

    /// As the Run button: runs the listing, or goes on with a replay that was held.
    void startRun() { pressRun(); }

    /// The process before was killed and its edits are here again: says so.
    void sayRecovered();

signals:
    /// The front end is there and the first program is open.
    void firstReady();
    /// A run came to its end and is on the screen.
    void runShown();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;

private:
    // -- main_window.cpp: what there is and where it lies
    void build();
    QWidget* buildCentre();
    void buildSideTabs();
    void connectModels();
    void connectActions();
    void connectViewActions();
    void applySession();
    void applyLook();
    void restyle();
    void fitPanes();
    void scaleSplitter();
    void changeScale(double factor);
    void focusPane(int direction);
    void showTable(bool isShown);
    void openPalette();
    void openLanePalette();
    void showAbout();

    // -- main_window_run.cpp: what runs and what is said about it
    [[nodiscard]] const engine::device::MachineInfo& machine() const;
    [[nodiscard]] bool isReal() const;
    [[nodiscard]] int gpusNeeded() const;
    void onReady();
    void onUnavailable(const QString& sentence);
    void showMachine();
    void onFlipped();
    [[nodiscard]] bool waitsForReader() const;
    [[nodiscard]] bool isRealOnScreen() const;
    void onEdited();
    [[nodiscard]] model::RunContext contextOfRun() const;
    void runNow();
    void pressRun();
    void markStale();
    void showEmptyMachine();
    void onFinished(const runs::RunController::Finished& finished);
    void onRefused(const QString& sentence, const runs::RunController::Request& request);
    void chooseScope();
    void showState();
    [[nodiscard]] QString progressOfTraining() const;
    [[nodiscard]] QString placeInTraining(engine::Nanoseconds time) const;
    void showCharts();
    void showWhy();
    void showStatus();
    void sayAgain();
    void showTitle();
    void showError();
    void showAdvice();
    void stepPlayhead(bool isForward);

    // -- main_window_files.cpp: programs, traces, figures, lessons and machines in files
    void say(const QString& title, const QString& text, bool isBad);
    /// Where dialogs begin: the folder of the last one, if it is still there.
    [[nodiscard]] QString folder() const;
    void rememberFolder(const QString& path);
    void openProgramFile();
    void openPath(const QString& path);
    void loadFile(const QString& path);
    [[nodiscard]] QString usualProgram() const;
    void sayNotOpened(const QString& title, const QString& sentence);
    void buildRecent();
    void openNew();
    void showOpened();
    void onLoaded(const engine::frontend::Program& program);
    void saveProgram();
    void saveProgramAs();
    void saveProgramTo(const QString& path);
    void saveProgramHere(const QString& path);
    void openTraceFile();
    void buildTraceOpener();
    void showTraceFile(const QString& path);
    void showTrace(const QString& path, const engine::trace::TracePtr& trace, const QString& note);
    void saveTraceFile(bool isChrome);
    [[nodiscard]] figure::FigureOptions figureOptions() const;
    [[nodiscard]] std::pair<engine::trace::TracePtr, figure::FigureOptions> figureOnShow() const;
    void exportFigure();
    void copyPicture();
    void buildGraphFiles();
    void buildLessons();
    void openMachineFile();
    [[nodiscard]] std::optional<engine::device::MachineInfo> addMachineFile(const QString& path);
    void takeSavedMachine(const QString& path);

    // -- main_window_studio.cpp: comparing, what if, predicting; this computer's GPUs
    void buildStudio();
    void tellAdvice();
    void forecastMemory();
    [[nodiscard]] bool asksFirst(const engine::frontend::RunRequest& request);
    void buildCalibration();
    void onOwnMachinesKnown();
    void sayMissingMachine();
    [[nodiscard]] bool isStartingGpus() const;

    look::Theme& m_theme;
    machines::Services m_services;
    files::Session m_session;
    std::optional<QString> m_start;

    model::TraceFeed m_feed;
    model::VisibleRange m_range;
    model::Selection m_selection;
    model::Playhead m_playhead;
    listing::ProgramDocument m_document;
    files::ListingKeeper m_listings{m_document, m_session.programs};
    listing::ProgramModel m_programs;
    runs::NotStarted m_notStarted{m_feed, m_document};
    runs::KeptFigures m_keptFigures;
    std::unique_ptr<runs::RunController> m_controller;

    machines::Machines* m_machines = nullptr;
    commands::Actions* m_actions = nullptr;
    teach::Advice* m_advice = nullptr;
    runs::TreeBadges* m_badges = nullptr;
    TopBar* m_topBar = nullptr;
    QSplitter* m_splitter = nullptr;
    QWidget* m_left = nullptr;
    QTabBar* m_sideTabs = nullptr;
    listing::ProgramPane* m_programPane = nullptr;
    QWidget* m_centre = nullptr;
    runs::CentreHeader* m_header = nullptr;
    runs::Banner* m_banner = nullptr;
    timeline::TimelineView* m_timeline = nullptr;
    memory::MemoryRows* m_memory = nullptr;
    training::TrainingPane* m_training = nullptr;
    memory::AlivePane* m_alive = nullptr;
    runs::EmptyState* m_empty = nullptr;
    QTableView* m_table = nullptr;
    RightPane* m_right = nullptr;
    runs::StatusLine* m_status = nullptr;
    commands::KeyHelp* m_help = nullptr;
    runs::Replay* m_replay = nullptr;
    runs::PathStrip* m_path = nullptr;
    runs::TraceOpener* m_opener = nullptr;
    runs::CompareControl* m_compare = nullptr;
    machines::WhatIf* m_whatIf = nullptr;
    teach::PredictFirst* m_predict = nullptr;
    teach::MemoryForecast* m_forecast = nullptr;
    machines::Calibration* m_calibration = nullptr;
    Preferences* m_preferences = nullptr;
    files::RecentFiles* m_recent = nullptr;
    files::NoteKeeper* m_notes = nullptr;
    files::ViewBookmarks* m_bookmarks = nullptr;
    LessonController* m_lessons = nullptr;

    QTimer m_typingPause;
    QTimer m_elapsed;
    bool m_isShowingFile = false;  ///< a trace from a file is on the screen, not a run of the listing
    bool m_isFreshProgram = true;  ///< its next run is shown from the opening view
    bool m_isNarrow = false;
    double m_scaleOfPanes = 1.0;  ///< that the widths of the panes were made for
    bool m_hasBeenPaused = false;
    QString m_shownProgram;
};

}  // namespace ui::shell
