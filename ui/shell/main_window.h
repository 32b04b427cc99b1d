#pragma once

#include "ui/desk/desk.h"
#include "ui/files/listing_keeper.h"
#include "ui/files/session.h"
#include "ui/runs/workbench.h"
#include "ui/shell/application_look.h"
#include "ui/shell/setup.h"
#include "ui/shell/window_models.h"
#include "ui/shell/window_parts.h"

#include <QMainWindow>

class QVBoxLayout;

namespace ui::shell {

/// The window: creates the models, views and controllers of the other folders of ui/, and connects them. Thread: GUI.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(look::Theme& theme, Setup setup, files::Session session, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens `subject` when the front end is ready: the id of a built-in program, a .py or .ipynb file, or a trace
    /// file.
    void openAtStart(const QString& subject);
    /// Opens an entry of the program tree: a program or a lesson.
    void openProgram(const QString& id);
    /// Returns the state that the next start restores.
    [[nodiscard]] files::Session session() const;
    [[nodiscard]] const runs::Workbench& bench() const { return m_bench; }
    [[nodiscard]] const WindowParts& parts() const { return m_parts; }
    [[nodiscard]] desk::Desk& desk() { return *m_parts.desk; }
    [[nodiscard]] files::ListingKeeper& listings() { return m_listings; }

signals:
    /// Emitted when a part of session() was edited: notes, bookmarks or a lesson. Edits of the program are reported by
    /// its ProgramDocument.
    void edited();
    /// Emitted when the front end is ready and the first program is open.
    void firstReady();
    /// Same as desk::Desk::runShown().
    void runShown();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void buildCentre();
    void buildDesk();
    void buildFiles();
    void buildTeaching();
    void buildBars(QVBoxLayout& column);
    void connectParts();
    void connectCommands();

    ApplicationLook m_look;
    Setup m_setup;
    files::Session m_session;
    WindowModels m_models;
    runs::Workbench m_bench;
    files::ListingKeeper m_listings;
    WindowParts m_parts;
};

}  // namespace ui::shell
