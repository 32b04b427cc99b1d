#include "ui/shell/trace_opener.h"

#include "engine/io/open_trace.h"

#include <QFile>
#include <QFileInfo>

namespace ui::shell {

TraceOpener::TraceOpener(Banner& banner, QObject* parent) : QObject(parent), m_banner(banner)
{
    m_tick.setInterval(200);
    connect(&m_tick, &QTimer::timeout, this, &TraceOpener::showProgress);
}

TraceOpener::~TraceOpener()
{
    if (m_job)
        m_job->isStopped = true;
}

void TraceOpener::open(const QString& path)
{
    giveUp();
    m_path = path;
    m_job = std::make_shared<Job>();
    m_tick.start();
    const std::string file = QFile::encodeName(path).toStdString();
    // The thread before, told to stop, ends within one window of its file.
    m_worker = std::jthread([this, job = m_job, file, path] {
        auto result = engine::io::openTrace(file, [&job](double share) {
            job->percent = static_cast<int>(share * 100);
            return !job->isStopped;
        });
        QMetaObject::invokeMethod(
            this,
            [this, job, path, result = std::move(result)] {
                if (job != m_job)
                    return;
                giveUp();
                if (result)
                    emit opened(path, result->trace, QString::fromStdString(result->note));
                else
                    emit failed(path, QString::fromStdString(result.error().message));
            },
            Qt::QueuedConnection);
    });
}

void TraceOpener::cancel()
{
    giveUp();
}

/// What comes from the file after this is not listened to.
void TraceOpener::giveUp()
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
    m_banner.open({Banner::Tone::Info,
                   tr("Opening %1").arg(QFileInfo(m_path).fileName()),
                   {},
                   // The end of it is spent on records, not on bytes.
                   m_job->percent < 100 ? tr("%1 % read").arg(m_job->percent.load()) : tr("arranging"),
                   {{tr("Stop"), QStringLiteral("stop"), [this] { cancel(); }}}});
}

}  // namespace ui::shell
