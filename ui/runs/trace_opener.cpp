#include "ui/runs/trace_opener.h"

#include "engine/io/open_trace.h"
#include "ui/look/plain_texts.h"

#include <pthread.h>

#include <QFile>

namespace ui::runs {

TraceOpener::TraceOpener(Banner& banner, QObject* parent) : QObject(parent), m_banner(banner)
{
    m_tick.setInterval(200);
    connect(&m_tick, &QTimer::timeout, this, &TraceOpener::showProgress);
}

TraceOpener::~TraceOpener()
{
    for (const Worker& worker : m_workers)
        worker.job->isStopped = true;
}

QString TraceOpener::fileFilter()
{
    return tr("Traces (*.overlap *.trace *.json *.json.gz *.sqlite);;All files (*)");
}

void TraceOpener::open(const QString& path)
{
    abandon();
    m_path = path;
    m_job = std::make_shared<Job>();
    m_tick.start();
    const std::string file = QFile::encodeName(path).toStdString();
    auto read = [this, job = m_job, file, path] {
        pthread_setname_np(pthread_self(), "trace opener");
        auto result = engine::io::openTrace(file, [&job](double share) {
            job->percent = static_cast<int>(share * 100);
            return !job->isStopped;
        });
        QMetaObject::invokeMethod(
            this,
            [this, job, path, result = std::move(result)] {
                removeWorker(job);
                if (job != m_job)
                    return;
                abandon();
                if (result)
                    emit opened(path, result->trace, result->note);
                else
                    emit failed(path, result.error().message);
            },
            Qt::QueuedConnection);
    };
    m_workers.push_back({m_job, std::jthread(std::move(read))});
}

/// Removes a job that has posted its result. Joining its thread does not block.
void TraceOpener::removeWorker(const std::shared_ptr<Job>& job)
{
    std::erase_if(m_workers, [&](const Worker& worker) { return worker.job == job; });
}

void TraceOpener::cancel()
{
    abandon();
}

/// Cancels the current file; its later results are ignored.
void TraceOpener::abandon()
{
    if (m_job)
        m_job->isStopped = true;
    m_job.reset();
    m_tick.stop();
    if (std::exchange(m_isBannerOurs, false))
        m_banner.close();
}

void TraceOpener::showProgress()
{
    m_isBannerOurs = true;
    m_banner.open([this, job = m_job, name = look::fileNameText(m_path)] {
        return Banner::Message{Banner::Tone::Info,
                               tr("Opening %1").arg(name),
                               {},
                               // After all bytes are read, the records are still being arranged.
                               job->percent < 100 ? tr("%1 % read").arg(job->percent.load()) : tr("arranging"),
                               {{tr("Stop"), QStringLiteral("stop"), [this] { cancel(); }}}};
    });
}

}  // namespace ui::runs
