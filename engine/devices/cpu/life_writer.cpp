#include "engine/devices/cpu/life_writer.h"

#include "engine/base/expect.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>

namespace engine::devices::cpu {

namespace {

/// Interval between writes; shorter than the interval at which live views repaint (16 to 33 ms).
constexpr std::chrono::milliseconds kPeriod{8};

trace::Cause readyCauseOf(const schedule::Life& life)
{
    return life.releasedBy.isValid() ? trace::Cause{trace::CauseKind::Data, life.releasedBy}
                                     : trace::Cause{trace::CauseKind::Issued, {}};
}

trace::Cause startCauseOf(const schedule::Life& life)
{
    if (life.before.isValid() && life.before != life.releasedBy)
        return {trace::CauseKind::Worker, life.before};
    return readyCauseOf(life);
}

}  // namespace

LifeWriter::LifeWriter(const RunClock& clock, Lanes lanes, trace::Sink& sink)
    : m_clock(clock),
      m_lanes(std::move(lanes)),
      m_sink(sink),
      m_lastEnd(1 + m_lanes.compute.size() + m_lanes.cores.size() + m_lanes.copy.size())
{
}

LifeWriter::~LifeWriter()
{
    m_thread.request_stop();
}

void LifeWriter::start(schedule::Engine& engine)
{
    ENGINE_EXPECT(m_engine == nullptr);
    m_engine = &engine;
    m_thread = std::jthread([this](const std::stop_token& stop) { collect(stop); });
}

void LifeWriter::collect(const std::stop_token& stop)
{
    pthread_setname_np(pthread_self(), "cpu lives");
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_tick.wait_for(lock, stop, kPeriod, [] { return false; });
        m_engine->drain(*this);
    }
}

void LifeWriter::finish()
{
    if (m_engine == nullptr)
        return;
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
    while (m_engine->drain(*this) > 0) {
    }
    m_engine = nullptr;
}

void LifeWriter::lives(std::span<const schedule::Life> lives)
{
    for (schedule::Life life : lives)
        if (!m_externalRecorder || !m_externalRecorder(life))
            write(life);
}

LaneId LifeWriter::laneOf(const schedule::Life& life) const
{
    const std::vector<LaneId>& lanes = life.group != 1 || m_lanes.copy.empty() ? m_lanes.compute : m_lanes.copy;
    return lanes[std::min<std::size_t>(life.worker, lanes.size() - 1)];
}

void LifeWriter::write(const schedule::Life& life)
{
    trace::LifeRecord record;
    record.op = life.op;
    record.state = life.state;
    record.culprit = life.culprit;
    record.ready = m_clock.at(life.ready);
    record.readyCause = readyCauseOf(life);
    const bool hasRun = life.state == trace::OpState::Done || life.state == trace::OpState::Failed;
    if (hasRun) {
        record.lane = laneOf(life);
        record.startCause = startCauseOf(life);
        Nanoseconds& lastEnd = m_lastEnd[record.lane.index];
        record.started = std::max({record.ready, m_clock.at(life.started), lastEnd});
        record.finished = std::max(record.started, m_clock.at(life.finished));
        lastEnd = record.finished;
    } else {
        record.started = record.finished = std::max(record.ready, m_clock.at(life.finished));
    }
    m_sink.write(record);
}

void LifeWriter::edges(std::span<const schedule::EdgeEntry> edges)
{
    for (const schedule::EdgeEntry& edge : edges)
        m_sink.write(trace::DependencyRecord{edge.from, edge.to, edge.kind});
}

}  // namespace engine::devices::cpu
