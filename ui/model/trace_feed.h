#pragma once

#include "engine/trace/recorder.h"
#include "engine/trace/trace.h"
#include "ui/model/rank_figures.h"
#include "ui/model/rank_loader.h"
#include "ui/model/run_before.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace ui::model {

/// Publishes snapshots of one run to the views: once for a finished run, at most every 33 ms for a live one. Also
/// publishes the previous run (RunBefore), with which the displayed run is compared. Thread: GUI. A run is followed to
/// its end:
///     feed.follow(recorder, context);  // emits replaced(), then extended() while there are new records
///     recorder->finish();
///     feed.finishFollowing(recorder->snapshot());  // emits extended() with the whole run
class TraceFeed : public QObject {
    Q_OBJECT

public:
    explicit TraceFeed(QObject* parent = nullptr);

    [[nodiscard]] const engine::trace::TracePtr& trace() const { return m_trace; }  ///< never null
    [[nodiscard]] const RunContext& context() const { return m_context; }
    /// Loads the operations of ranks after the run was opened.
    [[nodiscard]] RankLoader& ranks() { return m_ranks; }
    [[nodiscard]] const RankLoader& ranks() const { return m_ranks; }
    [[nodiscard]] RankFigures& rankFigures() { return m_rankFigures; }
    /// The trace whose operations can be selected: the trace of the rank that was selected last, if it is loaded;
    /// otherwise trace(), or the first rank's trace if trace() shows ranks without their operations.
    [[nodiscard]] engine::trace::TracePtr operations() const;

    /// Whether the displayed run has no listing, because another program recorded the run or its file contains no
    /// listing. Such a run cannot be repeated.
    [[nodiscard]] bool lacksListing() const;

    /// Publishes a finished run or a trace from a file; null: an empty trace. Emits replaced().
    void show(engine::trace::TracePtr trace, RunContext context);
    /// Publishes a live run, polled at most every 33 ms until it ends. Emits replaced().
    void follow(std::shared_ptr<engine::trace::Recorder> recorder, RunContext context);
    /// Sets the last snapshot of a followed run that has ended. Emits extended(), so that views add to what they show,
    /// or replaced() if a rank has a new lane.
    void finishFollowing(engine::trace::TracePtr whole);
    /// Emits extended() without a new snapshot, so that views re-create their texts after a language change.
    void refreshTexts() { emit extended(); }
    /// Replaces the facts about the displayed run. Emits contextChanged().
    void setContext(RunContext context);
    [[nodiscard]] bool isFollowing() const { return m_timer.isActive(); }
    /// Whether the run of `recorder` is being followed, and not another run that replaced it.
    [[nodiscard]] bool isFollowing(const engine::trace::Recorder* recorder) const
    {
        return isFollowing() && m_recorder.get() == recorder;
    }

    /// The run that the displayed one is compared with; its trace is null if there is none.
    [[nodiscard]] const RunBefore::Run& before() const { return m_before.run(); }
    /// Whether before() exists and is another run of the displayed program. A run of a virtual machine with equal
    /// settings, such as one that was pinned in an earlier session, does not count as another run.
    [[nodiscard]] bool hasBefore() const;
    [[nodiscard]] bool isBeforePinned() const { return m_before.isPinned(); }
    /// Pins the displayed run as "before" for the following runs of its program. Does nothing if the run has not ended
    /// or has no operations.
    void pinBefore();
    /// Pins a run that was loaded from a file.
    void pinBefore(engine::trace::TracePtr trace);
    void unpinBefore();
    /// Drops the previous run, even a pinned one. The next run is displayed without a comparison.
    void forgetBefore();

signals:
    void replaced();  ///< another run is shown, or a rank of the same run has a new lane
    void extended();  ///< the same run has new records; at most once per tick
    void contextChanged();
    void beforeChanged();  ///< a run was pinned, unpinned or dropped; not emitted with replaced()

private:
    void start(engine::trace::TracePtr trace, RunContext context);
    void poll();
    void extend(engine::trace::TracePtr trace);

    engine::trace::TracePtr m_trace;
    std::shared_ptr<engine::trace::Recorder> m_recorder;
    RunContext m_context;
    RunContext m_ran;  ///< the context at the start of the displayed run
    RunBefore m_before;
    RankLoader m_ranks;
    RankFigures m_rankFigures{m_ranks};
    QTimer m_timer;
};

}  // namespace ui::model
