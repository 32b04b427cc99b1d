#include "ui/training/refresh_timing.h"

namespace ui::training {

namespace {

constexpr int kRefreshMs = 200;
constexpr std::size_t kMaxWhileRunning = 20'000;
constexpr std::size_t kMinDeferred = 200'000;

}  // namespace

RefreshTiming::RefreshTiming(model::TraceFeed& feed) : m_feed(feed)
{
    for (QTimer* timer : {&m_pause, &m_late}) {
        timer->setSingleShot(true);
        timer->setInterval(kRefreshMs);
    }
    connect(&m_pause, &QTimer::timeout, this, &RefreshTiming::due);
    connect(&m_late, &QTimer::timeout, this, [this] {
        m_scansAll = true;
        emit due();
    });
    connect(&m_feed, &model::TraceFeed::replaced, this, &RefreshTiming::onReplaced);
    connect(&m_feed, &model::TraceFeed::extended, this, &RefreshTiming::onExtended);
}

bool RefreshTiming::mayScan() const
{
    return m_feed.isFollowing() ? m_feed.trace()->opCount() < kMaxWhileRunning : m_scansAll || !isLong();
}

/// Whether the scan of all operations is deferred until pending events are handled: it is slow, and a run without steps
/// rarely has such a plot.
bool RefreshTiming::isLong() const
{
    const engine::trace::Trace& trace = *m_feed.trace();
    return trace.steps().empty() && trace.opCount() >= kMinDeferred;
}

void RefreshTiming::onReplaced()
{
    m_scansAll = !isLong();
    emit due();
    // Start the timer from the event loop: a timer that is already due at the end of this event would be handled before
    // input events.
    if (!m_scansAll && !m_feed.isFollowing())
        QTimer::singleShot(0, &m_late, qOverload<>(&QTimer::start));
}

void RefreshTiming::onExtended()
{
    // A live run is redrawn a few times a second, its last snapshot immediately.
    if (!m_feed.isFollowing())
        onReplaced();
    else if (!m_pause.isActive())
        m_pause.start();
}

}  // namespace ui::training
