#pragma once

#include "ui/desk/desk.h"
#include "ui/files/recent_files.h"
#include "ui/files/session.h"

namespace ui::desk {

/// Opens programs and traces from files, and the first program of a start. Thread: GUI.
class Opening : public QObject {
    Q_OBJECT

public:
    struct Parts {
        files::Session& session;
        files::RecentFiles& recent;
        files::ListingKeeper& listings;
        runs::TraceOpener& opener;
    };
    Opening(Desk& desk, const Parts& parts);

    /// A built-in by id, a .py or .ipynb, or a trace file; shown when the front end is ready. None: the program of the
    /// previous session.
    void openAtStart(const QString& subject);
    void openPath(const QString& path);
    void openProgramFile();
    void openTraceFile();

signals:
    /// The front end is ready and the first program is open.
    void firstReady();
    /// A file could not be opened; its message follows.
    void notOpened();
    /// An empty program of the reader's is open.
    void newOpened();

protected:
    /// Files that are dropped on the window.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void onReady();
    void onUnavailable(const QString& sentence);
    [[nodiscard]] QString usualProgram() const;
    void onLoaded(const engine::frontend::Program& program);
    void onTraceOpened(const QString& path, const engine::trace::TracePtr& trace, const QString& note);
    void onNotOpened(const QString& title, const QString& sentence);

    Desk& m_desk;
    runs::Workbench m_bench;
    Parts m_parts;
    std::optional<QString> m_start;
};

}  // namespace ui::desk
