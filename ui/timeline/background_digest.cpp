#include "ui/timeline/detail/background_digest.h"

#include <pthread.h>

#include <chrono>
#include <utility>

namespace ui::timeline {

using drawing::Continuity;

namespace {

/// An update with at most this many unread operations is computed in the GUI thread, which takes about 5 ms.
constexpr std::size_t kMaxAtOnce = 30'000;

}  // namespace

void BackgroundDigest::update(engine::trace::TracePtr trace, const model::RunContext& context, Continuity continuity)
{
    const bool isSameTrace = trace == m_trace;
    if (isSameTrace && context.syncPoints == m_syncPoints)
        return;
    if (!isSameTrace && continuity == Continuity::NewRun) {
        m_digest = drawing::RunDigest();
        m_isResultWanted = false;
        m_next.reset();
    }
    m_trace = trace;
    m_syncPoints = context.syncPoints;
    process({std::move(trace), context, isSameTrace ? Continuity::NewRun : continuity});
}

void BackgroundDigest::process(Request request)
{
    const std::size_t unread =
        request.continuity == Continuity::NewRun ? request.trace->opCount() : m_digest.unread(*request.trace);
    if (unread <= kMaxAtOnce && isComplete()) {
        m_digest.update(*request.trace, request.context, request.continuity);
    } else if (m_result.valid()) {
        if (m_next && m_next->continuity == Continuity::NewRun)
            request.continuity = Continuity::NewRun;
        m_next = std::move(request);
    } else {
        start(std::move(request));
    }
}

void BackgroundDigest::start(Request request)
{
    m_isResultWanted = true;
    std::packaged_task<drawing::RunDigest()> read([request = std::move(request)] {
        drawing::RunDigest digest;
        digest.update(*request.trace, request.context, Continuity::NewRun);
        return digest;
    });
    m_result = read.get_future();
    m_thread = std::jthread([this, read = std::move(read)]() mutable {
        pthread_setname_np(pthread_self(), "run digest");
        read();
        QMetaObject::invokeMethod(
            this, [this] { deliver(); }, Qt::QueuedConnection);
    });
}

void BackgroundDigest::deliver()
{
    if (!m_result.valid() || m_result.wait_for(std::chrono::seconds{0}) != std::future_status::ready)
        return;  // finish() has already delivered the result
    drawing::RunDigest result = m_result.get();
    const bool wasComplete = isComplete();
    if (std::exchange(m_isResultWanted, false))
        m_digest = std::move(result);
    if (std::optional<Request> next = std::exchange(m_next, std::nullopt))
        process(std::move(*next));
    if (!wasComplete && isComplete())
        emit completed();
}

void BackgroundDigest::finish()
{
    while (m_result.valid()) {
        m_result.wait();
        deliver();
    }
}

}  // namespace ui::timeline
