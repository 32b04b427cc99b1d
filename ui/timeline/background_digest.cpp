#include "ui/timeline/detail/background_digest.h"

#include <pthread.h>

#include <utility>

namespace ui::timeline {

namespace {

/// Operations that are read in about 5 ms.
constexpr std::size_t kMaxAtOnce = 30'000;

}  // namespace

void BackgroundDigest::update(engine::trace::TracePtr trace, const model::RunContext& context, bool isSameRun)
{
    const bool isSameTrace = trace == m_trace;
    if (isSameTrace && context.syncPoints == m_syncPoints)
        return;
    if (!isSameTrace && !isSameRun) {
        m_digest = drawing::RunDigest();
        m_isResultWanted = false;
        m_next.reset();
    }
    m_trace = trace;
    m_syncPoints = context.syncPoints;
    process({std::move(trace), context, isSameTrace || !isSameRun});
}

void BackgroundDigest::process(Request request)
{
    const std::size_t unread = request.isFromStart ? request.trace->opCount() : m_digest.unread(*request.trace);
    if (unread <= kMaxAtOnce && isComplete()) {
        m_digest.update(*request.trace, request.context, !request.isFromStart);
    } else if (m_isUnderWay) {
        request.isFromStart |= m_next && m_next->isFromStart;
        m_next = std::move(request);
    } else {
        start(std::move(request));
    }
}

void BackgroundDigest::start(Request request)
{
    m_isUnderWay = true;
    m_isResultWanted = true;
    m_thread = std::jthread([this, request = std::move(request)] {
        pthread_setname_np(pthread_self(), "run digest");
        drawing::RunDigest digest;
        digest.update(*request.trace, request.context, false);
        {
            const std::lock_guard lock(m_mutex);
            m_result = std::move(digest);
        }
        QMetaObject::invokeMethod(
            this, [this] { deliver(); }, Qt::QueuedConnection);
    });
}

void BackgroundDigest::deliver()
{
    std::optional<drawing::RunDigest> result;
    {
        const std::lock_guard lock(m_mutex);
        result = std::exchange(m_result, std::nullopt);
    }
    if (!result)
        return;  // finish() has delivered it
    const bool wasComplete = isComplete();
    m_isUnderWay = false;
    if (std::exchange(m_isResultWanted, false))
        m_digest = std::move(*result);
    if (std::optional<Request> next = std::exchange(m_next, std::nullopt))
        process(std::move(*next));
    if (!wasComplete && isComplete())
        emit completed();
}

void BackgroundDigest::finish()
{
    while (m_isUnderWay) {
        m_thread.join();
        deliver();
    }
}

}  // namespace ui::timeline
