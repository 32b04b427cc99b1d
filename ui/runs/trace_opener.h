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

/// Opens trace files on separate threads. If reading takes long, a banner shows the progress and a stop button. Only
/// the destructor waits for a cancelled file. Thread: GUI.
class TraceOpener : public QObject {
    Q_OBJECT

public:
    explicit TraceOpener(Banner& banner, QObject* parent = nullptr);
    ~TraceOpener() override;

    /// The file name filter for QFileDialog.
    [[nodiscard]] static QString fileFilter();
    /// Opens a file. Cancels a file that is still being read.
    void open(const QString& path);
    void cancel();
    [[nodiscard]] bool isOpening() const { return m_job != nullptr; }

signals:
    void opened(const QString& path, const engine::trace::TracePtr& trace, const engine::Message& note);
    void failed(const QString& path, const engine::Message& reason);

private:
    /// The state of reading one file, shared by its thread and the GUI.
    struct Job {
        std::atomic<int> percent = 0;
        std::atomic<bool> isStopped = false;
    };

    struct Worker {
        std::shared_ptr<Job> job;
        std::jthread thread;
    };

    void abandon();
    void removeWorker(const std::shared_ptr<Job>& job);
    void showProgress();

    Banner& m_banner;
    QString m_path;
    std::shared_ptr<Job> m_job;
    QTimer m_tick;
    bool m_isBannerOurs = false;
    std::vector<Worker> m_workers;  ///< the newest worker, and cancelled workers that are still running
};

}  // namespace ui::runs
