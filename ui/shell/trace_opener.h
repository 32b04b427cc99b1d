#pragma once

#include "engine/trace/trace.h"
#include "ui/shell/banner.h"

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <thread>

namespace ui::shell {

/// Opens trace files on a thread of its own. What takes longer than a moment is told in the banner, with its share and
/// a way to stop it. Thread: GUI.
class TraceOpener : public QObject {
    Q_OBJECT

public:
    explicit TraceOpener(Banner& banner, QObject* parent = nullptr);
    ~TraceOpener() override;

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

    void giveUp();
    void showProgress();

    Banner& m_banner;
    QString m_path;
    std::shared_ptr<Job> m_job;
    QTimer m_tick;
    bool m_isBannerOurs = false;
    std::jthread m_worker;
};

}  // namespace ui::shell
