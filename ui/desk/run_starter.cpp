#include "ui/desk/run_starter.h"

namespace ui::desk {

namespace {

using State = runs::RunController::State;

constexpr int kTypingPauseMs = 400;

}  // namespace

RunStarter::RunStarter(const runs::Workbench& bench, const RunTarget& target, RunDisplay& display,
                       runs::EmptyState& empty)
    : m_bench(bench), m_target(target), m_display(display), m_empty(empty), m_notStarted(bench.feed, bench.document)
{
    m_typingPause.setSingleShot(true);
    m_typingPause.setInterval(kTypingPauseMs);
    connect(&m_typingPause, &QTimer::timeout, this, &RunStarter::onTypingPaused);
    connect(&bench.controller, &runs::RunController::refused, this, &RunStarter::onRefused);
}

void RunStarter::rerun()
{
    m_typingPause.stop();
    m_bench.controller.thread().dropPredictions();
    emit changed(Aspect::Machine | Aspect::Title);
    const State state = m_bench.controller.state();
    if (state == State::Starting || state == State::Unavailable)
        return;
    // Measurements and untrusted programs run on request, all others immediately.
    if (!m_target.waitsForReader())
        return runNow();
    // Abandon a simulation in progress: it would be shown as a run of the machine that is selected now.
    const auto& current = m_bench.controller.current();
    const bool isMeasuring = m_bench.controller.isBusy() && current && current->isReal;
    if (!isMeasuring && !m_bench.controller.isUpToDate())
        m_bench.controller.abandon();
    m_display.showWithoutRun();
}

void RunStarter::rerunAfterTyping()
{
    if (m_target.waitsForReader())
        return rerun();
    m_typingPause.start();
}

void RunStarter::onTypingPaused()
{
    if (!m_bench.document.listing().problem())
        return rerun();
    m_notStarted.mark();
    emit changed(Aspect::Status);
}

void RunStarter::runNow(Purpose purpose)
{
    if (m_bench.document.program().id.empty())
        return;
    m_bench.document.parameters().endTyping();
    runs::RunController::Request request = m_target.request();
    request.isRepeated = purpose == Purpose::Measure;
    m_empty.close();
    // This run must wait for the user's guess. Abandon the current run: it would reveal the result, or would be shown
    // under the title of this program although it is a run of another one.
    if (m_mustWait && m_mustWait(request.run)) {
        emit runAwaited();
        if (!m_bench.controller.isAside())
            m_bench.controller.abandon();
        return;
    }
    emit runStarting();
    m_display.shown().expectRun();
    m_bench.controller.request(std::move(request));
    if (m_bench.controller.isAside())
        m_display.clear();
}

void RunStarter::run()
{
    if (m_bench.playhead.isPlaying())
        return m_bench.playhead.pause();
    if (m_display.shown().isPaused())
        return m_bench.playhead.play();
    m_bench.document.setTrusted(true);
    runNow();
}

void RunStarter::repeat()
{
    m_bench.document.setTrusted(true);
    runNow(Purpose::Measure);
}

void RunStarter::stop()
{
    m_typingPause.stop();
    m_bench.controller.thread().dropPredictions();
    m_bench.controller.stop();
}

void RunStarter::onRefused(const engine::Message& reason, const runs::RunController::Request& request)
{
    if (request.run.program.id != m_bench.document.program().id)
        return;  // the user has opened another program since
    m_notStarted.mark();
    m_bench.banner.open(m_notStarted.message(reason, [this](int line) { emit lineWanted(line); }));
    emit changed(Aspect::Status);
    emit refused();
}

}  // namespace ui::desk
