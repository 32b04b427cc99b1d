#include "ui/model/trace_feed.h"

namespace ui::model {

namespace {

constexpr int kPollMs = 33;

}  // namespace

TraceFeed::TraceFeed(QObject* parent) : QObject(parent), m_trace(std::make_shared<engine::trace::Trace>())
{
    m_timer.setInterval(kPollMs);
    connect(&m_timer, &QTimer::timeout, this, &TraceFeed::poll);
}

void TraceFeed::show(engine::trace::TracePtr trace, RunContext context)
{
    m_timer.stop();
    m_recorder.reset();
    m_trace = trace ? std::move(trace) : std::make_shared<const engine::trace::Trace>();
    m_context = std::move(context);
    emit replaced();
}

void TraceFeed::follow(std::shared_ptr<engine::trace::Recorder> recorder, RunContext context)
{
    m_recorder = std::move(recorder);
    m_trace = m_recorder ? m_recorder->snapshot() : std::make_shared<const engine::trace::Trace>();
    m_context = std::move(context);
    if (m_recorder)
        m_timer.start();
    emit replaced();
}

void TraceFeed::settle(engine::trace::TracePtr whole)
{
    m_timer.stop();
    m_recorder.reset();
    if (!whole)
        return;
    m_trace = std::move(whole);
    emit extended();
}

void TraceFeed::setContext(RunContext context)
{
    m_context = std::move(context);
    emit contextChanged();
}

void TraceFeed::poll()
{
    if (!m_recorder || m_recorder->version() == m_trace->version())
        return;
    m_trace = m_recorder->snapshot();
    if (!m_trace->isLive())
        m_timer.stop();
    emit extended();
}

}  // namespace ui::model
