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

/// Runs that outlive the program, so that today's can be compared with yesterday's: one that stays on the screen for a
/// moment is written to a file of its own, and the oldest go when there are many. A folder that cannot be written to
/// keeps nothing. Thread: GUI; one of its own writes and reads.
class RunShelf : public QObject {
    Q_OBJECT

public:
    struct Entry {
        QString path;
        QString name;    ///< "Parallel computation on GPUs on 2× V100"
        QDateTime when;  ///< it was shown
    };

    static constexpr int kLookedAtMs = 1500;
    static constexpr std::size_t kMostRuns = 60;
    static constexpr qint64 kMostBytes = qint64{200} << 20;

    explicit RunShelf(QString folder, QObject* parent = nullptr);
    /// Writes what is still to be written.
    ~RunShelf() override;

    /// `trace` is on the screen now.
    void look(engine::trace::TracePtr trace, const QString& name);
    /// `trace` is kept as "before", for the next start as well; null: none is. Of several windows the next start has
    /// what was kept last; what another one keeps is not dropped.
    void keepBefore(engine::trace::TracePtr trace);
    /// The one that was kept so when the program ended last; `then` is called in the GUI thread while `context` lives,
    /// not at all if there is none.
    void loadBefore(QObject* context, std::function<void(const engine::trace::TracePtr&)> then);
    /// What others left, newest first: earlier starts, and a window that is open beside this one.
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
    void carryOut(const Job& job);
    void workOff(const std::stop_token& token);

    QString m_folder;
    QSet<QString> m_own;  ///< names of files that are this shelf's
    Job m_shown;
    QTimer m_moment;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Job> m_queue;  ///< guarded by m_mutex
    struct Before {
        std::weak_ptr<const engine::trace::Trace> trace;
        std::pair<std::uint64_t, std::int64_t> file;
    };
    Before m_before;  ///< as this shelf wrote or read it last; the writer's alone
    std::jthread m_writer;
};

}  // namespace ui::runs
