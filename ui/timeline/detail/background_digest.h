#pragma once

#include "ui/drawing/run_digest.h"

#include <QObject>
#include <future>
#include <optional>
#include <thread>

namespace ui::timeline {

/// Owns the digest of the shown run. Computes a short digest in update() and a long one on a private thread. Thread:
/// GUI.
class BackgroundDigest : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    /// Waits for the thread and drops its result.
    ~BackgroundDigest() override = default;

    /// The digest, whose address never changes. While a long run is being read, it is empty or an earlier state of the
    /// run.
    [[nodiscard]] const drawing::RunDigest& digest() const { return m_digest; }
    [[nodiscard]] bool isComplete() const { return !m_isResultWanted && !m_next; }

    /// Continuity::SameRun: `trace` is a snapshot of the run that the last call passed, possibly a later snapshot.
    void update(engine::trace::TracePtr trace, const model::RunContext& context, drawing::Continuity continuity);
    /// Waits until digest() is complete.
    void finish();

signals:
    /// Emitted when digest() is complete, if update() had left work to the thread.
    void completed();

private:
    struct Request {
        engine::trace::TracePtr trace;
        model::RunContext context;
        /// NewRun: digest() does not contain this run yet
        drawing::Continuity continuity = drawing::Continuity::SameRun;
    };

    void process(Request request);
    void start(Request request);
    void deliver();

    drawing::RunDigest m_digest;
    engine::trace::TracePtr m_trace;           ///< trace of the last update
    QHash<int, bool> m_syncPoints;             ///< sync points of the last update
    bool m_isResultWanted = false;             ///< the thread reads the shown run, not an earlier one
    std::optional<Request> m_next;             ///< the newest request since the thread started
    std::future<drawing::RunDigest> m_result;  ///< valid until deliver() has read it
    std::jthread m_thread;
};

}  // namespace ui::timeline
