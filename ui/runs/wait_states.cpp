#include "ui/runs/wait_states.h"

#include "engine/analysis/scope.h"

#include <algorithm>
#include <tuple>

namespace ui::runs {

namespace {

namespace analysis = engine::analysis;
using engine::frontend::RunRequest;

bool differOnlyInWaits(const RunRequest& a, const RunRequest& b)
{
    const auto settings = [](const RunRequest& request) {
        return std::tie(request.program.id, request.dialect, request.source, request.machine, request.parameters,
                        request.values, request.seed, request.arguments);
    };
    return settings(a) == settings(b);
}

}  // namespace

WaitStates::WaitStates(const Workbench& bench) : m_bench(bench)
{
    connect(&bench.controller, &RunController::finished, this, &WaitStates::follow);
}

void WaitStates::follow(const RunController::FinishedRun& finished)
{
    const RunRequest& request = finished.request.run;
    if (!m_trace || !differOnlyInWaits(request, m_request))
        m_makespans.clear();
    m_awaited = 0;
    ++m_round;
    const bool canRepeat = !finished.request.isReal && finished.seconds <= kLongestRun && !finished.raised &&
                           !finished.stopped && !finished.wasCut;
    m_trace = canRepeat ? finished.trace : nullptr;
    m_request = request;
    if (m_trace && isOfDocument())
        m_makespans[displayedOff()] = analysis::runScope(*m_trace).length();
    emit changed();
}

/// Whether the open listing and its waits are those of the displayed run.
bool WaitStates::isOfDocument() const
{
    const RunRequest now = m_bench.document.request();
    return now.source == m_request.source && now.off == m_request.off && now.on == m_request.on;
}

WaitStates::Lines WaitStates::displayedOff() const
{
    Lines off;
    const listing::SyncSwitches& switches = m_bench.document.text().switches();
    for (const engine::frontend::SyncPoint& point : switches.points())
        if (!switches.isOn(point.line))
            off.push_back(point.line);
    return off;
}

/// Returns all states, the displayed one first. Empty if the open listing is not that of the displayed run, or if there
/// are more than kMostStates states.
std::vector<WaitStates::State> WaitStates::states() const
{
    const listing::SyncSwitches& displayed = m_bench.document.text().switches();
    const auto& points = displayed.points();
    const bool isListed = m_trace && m_bench.feed.trace() == m_trace && isOfDocument();
    if (!isListed || points.size() >= 32 || std::size_t{1} << points.size() > kMostStates)
        return {};
    std::vector<State> all;
    for (std::size_t flips = 0; flips < std::size_t{1} << points.size(); ++flips) {
        listing::SyncSwitches switches = displayed;
        State state{{}, m_request};
        for (std::size_t i = 0; i < points.size(); ++i) {
            const bool isOn = displayed.isOn(points[i].line) != ((flips >> i & 1U) != 0);
            switches.set(points[i].line, isOn);
            if (!isOn)
                state.off.push_back(points[i].line);
        }
        state.request.off = switches.off();
        state.request.on = switches.on();
        all.push_back(std::move(state));
    }
    return all;
}

void WaitStates::find()
{
    if (m_awaited > 0)
        return;
    // Request all runs now, not one after another: otherwise they would alternate in the queue with long background
    // runs of other views.
    for (State& state : states()) {
        if (m_makespans.contains(state.off))
            continue;
        ++m_awaited;
        const auto keep = [this, off = state.off, round = m_round](const auto& answer) {
            if (round != m_round)
                return;
            std::optional<engine::Nanoseconds>& makespan = m_makespans[off];
            if (answer && !(*answer)->error())
                makespan = analysis::runScope(**answer).length();
            if (--m_awaited == 0)
                emit changed();
        };
        m_bench.controller.thread().predict(std::move(state.request), this, keep);
    }
}

std::optional<FastestState> WaitStates::fastest() const
{
    const std::vector<State> all = states();
    if (all.empty())
        return std::nullopt;
    FastestState fastest;
    const Lines displayed = displayedOff();
    for (const State& state : all) {
        const auto found = m_makespans.find(state.off);
        if (found == m_makespans.end())
            return std::nullopt;
        if (!found->second)
            continue;
        if (fastest.states++ == 0 || *found->second < fastest.makespan) {
            fastest.makespan = *found->second;
            fastest.off = state.off;
        }
    }
    fastest.isDisplayed = fastest.off == displayed;
    return fastest;
}

}  // namespace ui::runs
