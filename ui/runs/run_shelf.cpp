#include "ui/runs/run_shelf.h"

#include "engine/io/atomic_file.h"
#include "engine/io/open_trace.h"
#include "engine/io/trace_file.h"

#include <pthread.h>

#include <sys/stat.h>
#include <QDir>
#include <QFile>
#include <QUrl>
#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace ui::runs {

namespace {

constexpr const char* kSuffix = ".overlap";
constexpr const char* kBefore = "/before.overlap";  ///< does not match the name pattern of stored runs
constexpr const char* kStamp = "yyyyMMdd-HHmmss-zzz";
constexpr qsizetype kStampLength = 19;
constexpr qsizetype kMaxName = 60;
constexpr qsizetype kMaxNameBytes = 200;  ///< percent-encoded; a Chinese character takes nine bytes

/// Returns a name such as "20261121-184455-120_Parallel%20computation.overlap". It contains the run's name, so that the
/// list need not open the file.
QString fileName(const QString& name, const QDateTime& when)
{
    QString shown = name.left(kMaxName);
    while (QUrl::toPercentEncoding(shown).size() > kMaxNameBytes)
        shown.chop(1);
    return when.toUTC().toString(QLatin1String(kStamp)) + QLatin1Char('_') +
           QString::fromLatin1(QUrl::toPercentEncoding(shown)) + QLatin1String(kSuffix);
}

QFileInfoList filesIn(const QString& folder)
{
    // Sort by name: a name starts with the time, so a copied folder keeps the order.
    return QDir(folder).entryInfoList({QStringLiteral("[0-9]*-[0-9]*-[0-9]*_*") + QLatin1String(kSuffix)}, QDir::Files,
                                      QDir::Name | QDir::Reversed);
}

/// Returns the path of the summary that is stored beside the trace file `path`.
QString summaryPath(const QString& path)
{
    return path.chopped(static_cast<qsizetype>(std::strlen(kSuffix))) + QLatin1String(".json");
}

void removeRun(const QString& path)
{
    QFile::remove(path);
    QFile::remove(summaryPath(path));
}

void writeSummary(const QString& path, const QByteArray& json)
{
    (void)engine::io::writeFileAtomically(QFile::encodeName(summaryPath(path)).toStdString(), json.toStdString());
}

/// Returns the paths of the removed trace files.
QStringList removeOldest(const QString& folder)
{
    QStringList removed;
    std::size_t count = 0;
    qint64 bytes = 0;
    for (const QFileInfo& file : filesIn(folder)) {
        bytes += file.size();
        if (++count <= RunShelf::kMaxRuns && bytes <= RunShelf::kMaxBytes)
            continue;
        removeRun(file.filePath());
        removed << file.filePath();
    }
    return removed;
}

/// Returns inode and modification time of a file, which change if another window replaces the file.
std::pair<std::uint64_t, std::int64_t> fileAt(const std::string& path)
{
    struct stat found = {};
    if (::stat(path.c_str(), &found) != 0)
        return {};
    return {found.st_ino, std::int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec};
}

}  // namespace

RunShelf::RunShelf(QString folder, QObject* parent) : QObject(parent), m_folder(std::move(folder))
{
    m_storeTimer.setSingleShot(true);
    m_storeTimer.setInterval(kMinShownMs);
    connect(&m_storeTimer, &QTimer::timeout, this, &RunShelf::storeShown);
    m_writer = std::jthread([this](const std::stop_token& token) { processJobs(token); });
}

RunShelf::~RunShelf()
{
    storeShown();
    m_writer.request_stop();
    m_wake.notify_all();
    m_writer.join();
}

void RunShelf::noteShown(engine::trace::TracePtr trace, const QString& name, const model::RunContext& context)
{
    if (trace == m_shown.trace || trace->opCount() > kMaxOperations)
        return;
    const RunSummary summary = RunSummary::of(*trace, context);
    const QString file = fileName(name, summary.when);
    m_own.insert(file);
    m_shown = {Job::Act::Write, std::move(trace), m_folder + QLatin1Char('/') + file, summary.toJson()};
    m_storeTimer.start();
}

void RunShelf::dropPending(const engine::trace::TracePtr& trace)
{
    if (m_shown.trace == trace)
        m_shown = {};
}

void RunShelf::update(const engine::trace::TracePtr& trace, const QString& path, const RunSummary& summary)
{
    const QByteArray json = summary.toJson();
    if (!path.isEmpty())
        writeSummary(path, json);
    if (trace == nullptr)
        return;
    // Update the summary of a pending write of this trace, too. A write may be pending even if `path` exists, because a
    // run that equals a stored run uses the stored run's file.
    const auto replace = [&](Job& job) {
        if (job.act == Job::Act::Write && job.trace == trace)
            job.summary = json;
    };
    replace(m_shown);
    const std::lock_guard lock(m_mutex);
    std::ranges::for_each(m_queue, replace);
    if (m_running != nullptr)
        replace(*m_running);
}

void RunShelf::remove(const QString& path)
{
    removeRun(path);
}

void RunShelf::load(const QString& path, QObject* context, Loaded then)
{
    add({Job::Act::Read, nullptr, path, {}, context, std::move(then)});
}

void RunShelf::storeShown()
{
    m_storeTimer.stop();
    if (!m_shown.trace || m_shown.path.isEmpty())
        return;
    add({Job::Act::Write, m_shown.trace, std::exchange(m_shown.path, {}), m_shown.summary});
}

void RunShelf::keepBefore(engine::trace::TracePtr trace)
{
    const Job::Act act = trace != nullptr ? Job::Act::WriteBefore : Job::Act::RemoveBefore;
    add({act, std::move(trace), m_folder + QLatin1String(kBefore)});
}

void RunShelf::loadBefore(QObject* context, std::function<void(const engine::trace::TracePtr&)> then)
{
    add({Job::Act::ReadBefore,
         nullptr,
         m_folder + QLatin1String(kBefore),
         {},
         context,
         [then = std::move(then)](const auto& read) { then(*read); }});
}

void RunShelf::add(Job job)
{
    const std::lock_guard lock(m_mutex);
    m_queue.push_back(std::move(job));
    m_wake.notify_all();
}

void RunShelf::processJobs(const std::stop_token& token)
{
    pthread_setname_np(pthread_self(), "run shelf");
    while (true) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, token, [this] { return !m_queue.empty(); });
            if (m_queue.empty())
                return;  // stop was requested and the queue is empty
            job = std::move(m_queue.front());
            m_queue.pop_front();
            m_running = &job;
        }
        execute(job);
        const std::lock_guard lock(m_mutex);
        m_running = nullptr;
    }
}

/// Storing runs is optional, so an error such as a full disk only emits refused().
bool RunShelf::save(const engine::trace::Trace& trace, const QString& path)
{
    if (QDir().mkpath(m_folder) && engine::io::saveTrace(trace, QFile::encodeName(path).toStdString()))
        return true;
    QMetaObject::invokeMethod(this, &RunShelf::refused, Qt::QueuedConnection);
    return false;
}

void RunShelf::execute(const Job& job)
try {
    const auto path = QFile::encodeName(job.path).toStdString();
    switch (job.act) {
        case Job::Act::Write:
            write(job);
            break;
        case Job::Act::Read: {
            auto read = engine::io::openTrace(path);
            if (read)
                answer(job, read->trace);
            else
                answer(job, std::move(read).error());
            break;
        }
        case Job::Act::WriteBefore:
            if (job.trace == m_before.trace.lock())
                break;  // the file already contains this trace
            m_before = {};
            if (save(*job.trace, job.path))
                m_before = {job.trace, fileAt(path)};
            break;
        case Job::Act::RemoveBefore:
            if (m_before.file == fileAt(path))
                QFile::remove(job.path);
            m_before = {};
            break;
        case Job::Act::ReadBefore: {
            if (!QFile::exists(job.path))
                break;
            const auto file = fileAt(path);
            auto read = engine::io::openTrace(path);
            if (!read)
                break;
            m_before = {read->trace, file};
            answer(job, read->trace);
            break;
        }
    }
} catch (const std::bad_alloc&) {
    // If memory runs out, drop the job: the run is not stored, or not read.
}

void RunShelf::write(const Job& job)
{
    if (!save(*job.trace, job.path))
        return;
    {
        const std::lock_guard lock(m_mutex);  // update() may change the summary
        writeSummary(job.path, job.summary);
    }
    const QStringList removed = removeOldest(m_folder);
    QMetaObject::invokeMethod(
        this,
        [this, trace = job.trace, path = job.path, removed] {
            emit written(trace, path);
            if (!removed.isEmpty())
                emit evicted(removed);
        },
        Qt::QueuedConnection);
}

void RunShelf::answer(const Job& job, engine::Result<engine::trace::TracePtr> read)
{
    QMetaObject::invokeMethod(
        this,
        [context = job.context, then = job.then, read = std::move(read)] {
            if (context != nullptr)
                then(read);
        },
        Qt::QueuedConnection);
}

std::vector<RunShelf::Entry> RunShelf::earlier() const
{
    std::vector<Entry> entries;
    for (const QFileInfo& file : filesIn(m_folder)) {
        const QString name = file.completeBaseName();
        QDateTime when = QDateTime::fromString(name.left(kStampLength), QLatin1String(kStamp));
        when.setTimeSpec(Qt::UTC);
        if (!when.isValid() || m_own.contains(file.fileName()) || name.size() <= kStampLength + 1)
            continue;
        Entry& entry = entries.emplace_back(Entry{
            file.filePath(), QUrl::fromPercentEncoding(name.mid(kStampLength + 1).toLatin1()), when.toLocalTime()});
        const QFileInfo summary(summaryPath(file.filePath()));
        if (summary.exists()) {
            QFile json(summary.filePath());
            if (summary.isFile() && json.open(QIODevice::ReadOnly))  // opening a pipe would wait for a writer
                entry.summary = RunSummary::fromJson(json.readAll());
            entry.isBroken = !entry.summary;
        }
    }
    return entries;
}

}  // namespace ui::runs
