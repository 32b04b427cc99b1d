#pragma once

#include "ui/desk/desk.h"
#include "ui/files/recent_files.h"
#include "ui/files/session.h"

namespace ui::desk {

/// Opens programs and traces from files, and the first program at the start. Thread: GUI.
class FileOpener : public QObject {
    Q_OBJECT

public:
    struct Parts {
        files::Session& session;
        files::RecentFiles& recent;
        files::ListingKeeper& listings;
        runs::TraceOpener& opener;
    };
    FileOpener(Desk& desk, const Parts& parts);

    /// Sets what to open when the front end is ready: the id of a built-in program, a .py or .ipynb file, or a trace
    /// file. If this is not called, the program of the previous session opens.
    void openAtStart(const QString& subject);
    void openPath(const QString& path);
    void openProgramFile();
    void openTraceFile();

signals:
    /// Emitted when the front end is ready, and the first program or trace is open.
    void firstReady();
    /// Emitted when a file could not be opened; a message follows.
    void notOpened();
    /// Emitted when a new, empty program of the user was opened.
    void newOpened();

protected:
    /// Handles files that are dropped on the window.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void onReady();
    void onUnavailable(const engine::Message& reason);
    [[nodiscard]] QString usualProgram() const;
    void onLoaded(const engine::frontend::Program& program);
    void onTraceOpened(const QString& path, const engine::trace::TracePtr& trace, const engine::Message& note);
    void onNotOpened(const runs::Banner::MakeTexts& make);
    void endFirst();

    Desk& m_desk;
    runs::Workbench m_bench;
    Parts m_parts;
    std::optional<QString> m_start;
    bool m_isFirst = false;  ///< the file that opens at the start is being read
};

}  // namespace ui::desk
