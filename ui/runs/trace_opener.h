#pragma once

#include "engine/trace/trace.h"
#include "ui/runs/banner.h"

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace ui::runs {

/// Opens trace files on a thread of its own. What takes longer than a moment is told in the banner, with its share and
/// a way to stop it; what is given up is not waited for but by the destructor. Thread: GUI.
class TraceOpener : public QObject {
    Q_OBJECT

public:
    explicit TraceOpener(Banner& banner, QObject* parent = nullptr);
    ~TraceOpener() override;

    /// What files to offer, as QFileDialog takes it.
    [[nodiscard]] static QString fileFilter();
    /// A file that is still being opened is given up.
    void open(const QString& path);
    void cancel();
    [[nodiscard]] bool isOpening() const { return m_job != nullptr; }

signals:
    void opened(const QString& path, const engine::trace::TracePtr& trace, const QString& note);
    void failed(const QString& path, const QString& sentence);

private:
    /// What thread and window share of one file.
    struct Job {
        std::atomic<int> percent = 0;
        std::atomic<bool> isStopped = false;
    };

    struct Worker {
        std::shared_ptr<Job> job;
        std::jthread thread;
    };

    void giveUp();
    void letGo(const std::shared_ptr<Job>& job);
    void showProgress();

    Banner& m_banner;
    QString m_path;
    std::shared_ptr<Job> m_job;
    QTimer m_tick;
    bool m_isBannerOurs = false;
    std::vector<Worker> m_workers;  ///< the newest, and those that have not yet heard that they are given up
};

}  // namespace ui::runs
