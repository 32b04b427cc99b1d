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
    if (isSameRun && trace == m_trace)
        return;
    if (!isSameRun && trace != m_trace)
        m_digest = drawing::RunDigest();
    m_trace = trace;
    if (m_isUnderWay) {
        const bool isSameAsStarted = isSameRun && (!m_next || m_next->isSameRun);
        m_next = Request{std::move(trace), context, isSameAsStarted};
    } else if ((isSameRun ? m_digest.unread(*trace) : trace->opCount()) <= kMaxAtOnce) {
        m_digest.update(*trace, context, isSameRun);
    } else {
        start({std::move(trace), context, isSameRun});
    }
}

void BackgroundDigest::start(Request request)
{
    m_isUnderWay = true;
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
    m_isUnderWay = false;
    const std::optional<Request> next = std::exchange(m_next, std::nullopt);
    if (!next || next->isSameRun)
        m_digest = std::move(*result);
    if (next) {
        m_trace = nullptr;
        update(next->trace, next->context, next->isSameRun);
    }
    if (!m_isUnderWay)
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
