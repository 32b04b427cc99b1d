#pragma once

#include "engine/trace/trace.h"

#include <QDateTime>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QString>
#include <QTimer>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace ui::runs {

/// Stores runs on disk, so that later starts of the application can compare with them. A run that stays on the screen
/// for 1.5 s is written to a separate file, and the oldest files are removed when there are too many. If the folder is
/// not writable, nothing is stored. Thread: GUI; a private thread writes and reads files.
class RunShelf : public QObject {
    Q_OBJECT

public:
    struct Entry {
        QString path;
        QString name;    ///< for example "Parallel computation on GPUs on 2× V100"
        QDateTime when;  ///< when the run was first shown
    };

    static constexpr int kMinShownMs = 1500;
    static constexpr std::size_t kMaxRuns = 60;
    static constexpr qint64 kMaxBytes = qint64{200} << 20;

    explicit RunShelf(QString folder, QObject* parent = nullptr);
    /// Writes all pending runs.
    ~RunShelf() override;

    /// Call this when `trace` is shown on the screen.
    void noteShown(engine::trace::TracePtr trace, const QString& name);
    /// Stores `trace` as the "before" run of the next start; null removes the stored one. All windows share one file:
    /// the last one to store wins, and a window removes only a run that it stored or loaded itself.
    void keepBefore(engine::trace::TracePtr trace);
    /// Loads the "before" run of the previous start and calls `then` in the GUI thread while `context` exists; does not
    /// call it if there is none.
    void loadBefore(QObject* context, std::function<void(const engine::trace::TracePtr&)> then);
    /// Runs of earlier starts and of other open windows, newest first.
    [[nodiscard]] std::vector<Entry> earlier() const;

private:
    struct Job {
        enum class Act : std::uint8_t { Write, WriteBefore, ReadBefore, RemoveBefore };
        Act act = Act::Write;
        engine::trace::TracePtr trace;
        QString path;
        QPointer<QObject> context{};
        std::function<void(const engine::trace::TracePtr&)> then{};
    };

    void keep();
    void add(Job job);
    void execute(const Job& job);
    void processJobs(const std::stop_token& token);

    QString m_folder;
    QSet<QString> m_own;  ///< names of the files that this object wrote
    Job m_shown;
    QTimer m_moment;
    std::mutex m_mutex;  ///< guards m_queue: the GUI thread adds jobs, the writer thread removes them
    std::condition_variable_any m_wake;
    std::deque<Job> m_queue;
    struct Before {
        std::weak_ptr<const engine::trace::Trace> trace;
        std::pair<std::uint64_t, std::int64_t> file;
    };
    Before m_before;  ///< as last written or read; used by the writer thread only
    std::jthread m_writer;
};

}  // namespace ui::runs
