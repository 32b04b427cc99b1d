#pragma once

#include "ui/runs/workbench.h"

#include <QObject>
#include <optional>

namespace ui::desk {

/// The run on the screen: whether it came from a file, which program it is of, and where views and playhead start when
/// it is shown. Thread: GUI.
class ShownRun : public QObject {
    Q_OBJECT

public:
    /// `view`: the visible range of the previous session, used for the first run that is long enough for it.
    ShownRun(const runs::Workbench& bench, std::optional<model::TimeRange> view, QObject* parent);

    /// A trace from a file is on the screen, not a run of the listing.
    [[nodiscard]] bool isFile() const { return m_isFile; }
    /// A run of `program`, be it under way.
    [[nodiscard]] bool isOf(const QString& program) const { return m_program == program; }
    /// The replay was stopped before its end, so that Run resumes it.
    [[nodiscard]] bool isPaused() const { return m_isPaused && !m_bench.playhead.isPlaying(); }

    /// The next run is of another program or machine: it starts with the opening view.
    void expectOther();
    void expectRun() { m_isFile = false; }
    /// Another program than that of the previous session opens first.
    void forgetView() { m_view.reset(); }
    /// A finished run of `program` is in the feed: sets block, range and playhead.
    void showRun(const QString& program);
    /// Shows the trace of a file.
    void showFile(const engine::trace::TracePtr& trace);
    /// Shows no run.
    void clear(const model::RunContext& context);

private:
    void chooseBlock();
    void placePlayhead();

    runs::Workbench m_bench;
    std::optional<model::TimeRange> m_view;
    bool m_isFile = false;
    bool m_isFresh = true;  ///< the next run starts with the opening view
    bool m_isPaused = false;
    QString m_program;
};

}  // namespace ui::desk
