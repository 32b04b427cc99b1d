#pragma once

#include "engine/base/result.h"
#include "ui/runs/run_summary.h"

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

/// Stores runs on disk, so that later starts of the application can list them. A run that stays on the screen for 1.5 s
/// is written to a trace file, and its RunSummary to a JSON file beside it; each file is written completely or not at
/// all. When there are more than kMaxRuns or kMaxBytes, the oldest files are removed. If the folder is not writable,
/// nothing is stored and refused() is emitted. Thread: GUI; a private thread writes and reads trace files.
class RunShelf : public QObject {
    Q_OBJECT

public:
    struct Entry {
        QString path;
        QString name;                         ///< for example "Parallel computation on GPUs on 2× V100"
        QDateTime when;                       ///< when the run was first shown
        std::optional<RunSummary> summary{};  ///< none: an older version of Overlap wrote the run, or `isBroken`
        bool isBroken = false;                ///< the summary file cannot be read
    };

    static constexpr int kMinShownMs = 1500;  // a run that leaves the screen earlier is not stored
    static constexpr std::size_t kMaxRuns = 60;
    static constexpr qint64 kMaxBytes = qint64{200} << 20;
    /// Larger runs are not stored, because one of them would evict all others.
    static constexpr std::size_t kMaxOperations = 1'000'000;

    using Loaded = std::function<void(const engine::Result<engine::trace::TracePtr>&)>;

    explicit RunShelf(QString folder, QObject* parent = nullptr);
    /// Writes all pending runs.
    ~RunShelf() override;

    /// Call this when `trace` is shown on the screen. If the run is stored, written() follows.
    void noteShown(engine::trace::TracePtr trace, const QString& name, const model::RunContext& context = {});
    /// Cancels the write of `trace` during the 1.5 s after noteShown(). A write that has been queued is not cancelled.
    void dropPending(const engine::trace::TracePtr& trace);
    /// Replaces the summary of a run that is stored at `path`, or is still pending.
    void update(const engine::trace::TracePtr& trace, const QString& path, const RunSummary& summary);
    /// Removes the files of a stored run.
    void remove(const QString& path);
    /// Reads a stored run and calls `then` in the GUI thread while `context` exists.
    void load(const QString& path, QObject* context, Loaded then);
    /// Stores `trace` as the "before" run of the next start; null removes the stored one. All windows share one file,
    /// which contains the run that was stored last. A window removes the file only if the same window stored or loaded
    /// the file.
    void keepBefore(engine::trace::TracePtr trace);
    /// Loads the "before" run of the previous start and calls `then` in the GUI thread while `context` exists. Does not
    /// call `then` if there is no such run or it cannot be read.
    void loadBefore(QObject* context, std::function<void(const engine::trace::TracePtr&)> then);
    /// Returns the runs of earlier starts and of other open windows, newest first.
    [[nodiscard]] std::vector<Entry> earlier() const;

signals:
    /// Emitted when a run could not be stored.
    void refused();
    void written(const engine::trace::TracePtr& trace, const QString& path);
    /// Emitted when files were removed because there were too many or because they were too large together.
    void evicted(const QStringList& paths);

private:
    struct Job {
        enum class Act : std::uint8_t { Write, Read, WriteBefore, ReadBefore, RemoveBefore };
        Act act = Act::Write;
        engine::trace::TracePtr trace;
        QString path;
        QByteArray summary{};  ///< JSON of the summary; for Act::Write
        QPointer<QObject> context{};
        Loaded then{};
    };

    void storeShown();
    void add(Job job);
    void execute(const Job& job);
    void write(const Job& job);
    bool save(const engine::trace::Trace& trace, const QString& path);
    void answer(const Job& job, engine::Result<engine::trace::TracePtr> read);
    void processJobs(const std::stop_token& token);

    QString m_folder;
    QSet<QString> m_own;  ///< names of the files that this object wrote
    Job m_shown;
    QTimer m_storeTimer;
    std::mutex m_mutex;  ///< guards m_queue and m_running: the GUI thread adds jobs, the writer thread removes them
    std::condition_variable_any m_wake;
    std::deque<Job> m_queue;
    Job* m_running = nullptr;  ///< the job that the writer executes; the GUI thread may replace its summary
    struct StoredBefore {
        std::weak_ptr<const engine::trace::Trace> trace;
        std::pair<std::uint64_t, std::int64_t> file;
    };
    StoredBefore m_before;  ///< the file that was written or read last; used by the writer thread only
    std::jthread m_writer;
};

}  // namespace ui::runs
