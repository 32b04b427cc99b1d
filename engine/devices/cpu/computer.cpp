#include "engine/devices/cpu/computer.h"

#include "engine/base/expect.h"

#include <array>
#include <utility>

namespace engine::devices::cpu {

namespace {

Status addGroups(schedule::Engine& engine, const Lanes& lanes)
{
    const std::array groups{
        schedule::GroupOptions{.name = "cpu worker", .workers = static_cast<int>(lanes.compute.size())},
        schedule::GroupOptions{.name = "cpu copies", .workers = kCopyWorkers}};
    for (const schedule::GroupOptions& group : groups)
        if (auto added = engine.addGroup(group); !added)
            return added.error();
    return {};
}

}  // namespace

Computer::Computer(const device::PlatformOptions& options, const Host& host, trace::Sink& sink)
    : m_state(options, host, sink),
      m_cpu(m_state),
      m_tensors(m_state),
      m_streams(m_state),
      m_issuer(m_state, m_tensors),
      m_status(addGroups(m_state.engine, m_state.lanes))
{
    m_state.devices = &m_cpu;
}

Computer::~Computer()
{
    cancel();
    finish();
    m_streams.clear();
    m_tensors.clear();
}

void Computer::attach(std::unique_ptr<Devices> devices)
{
    ENGINE_EXPECT(m_attached == nullptr && devices != nullptr);
    m_attached = std::move(devices);
    m_state.devices = m_attached.get();
}

Status Computer::start()
{
    if (!m_status)
        return m_status;
    if (m_state.options.transport != nullptr) {
        m_communicator = std::make_unique<Communicator>(m_state, m_tensors, m_issuer, *m_state.options.transport);
        if (Status status = m_communicator->open(); !status)
            return status;
        m_state.communicator = m_communicator.get();
    }
    m_state.lives.start(m_state.engine);
    return {};
}

// -- storage and operations

Result<VariableId> Computer::create(const device::VariableRequest& request)
{
    return m_tensors.create(request);
}

void Computer::release(VariableId variable)
{
    m_tensors.release(variable);
}

Status Computer::write(VariableId variable, std::span<const float> values)
{
    if (const VariablePtr found = m_tensors.find(variable); found && m_communicator && isInline(m_state.options))
        if (Status status = m_communicator->inFlight().await({}, {&found, 1}, {}, 0); !status)
            return status;
    return m_tensors.write(variable, values);
}

Result<std::span<const float>> Computer::read(VariableId variable)
{
    return m_tensors.read(variable);
}

void Computer::observe(VariableId variable, std::string_view metric, std::int32_t step)
{
    if (!m_state.isFinished)
        m_tensors.observe(variable, metric, step);
}

Result<OpId> Computer::push(const device::OpRequest& request)
{
    return m_issuer.push(request);
}

void Computer::label(OpId op, NameId label, NameId text)
{
    m_state.trace.write(trace::LabelRecord{op, label, text});
}

// -- accounting and end

std::int64_t Computer::pending() const
{
    return m_state.engine.pending() + m_state.devices->inFlight();
}

void Computer::cancel()
{
    m_sleep.cancel();
    m_state.devices->cancel();
    m_state.engine.cancel();
    if (m_communicator)
        m_communicator->cancel();
}

void Computer::finish()
{
    if (std::exchange(m_state.isFinished, true))
        return;
    const bool isStopped = m_sleep.isCancelled();
    if (m_communicator) {
        const Status status = m_state.engine.waitAll();
        m_communicator->finish(status && !isStopped ? trace::RankState::Finished : trace::RankState::Failed);
    }
    using Ending = schedule::Engine::Ending;
    m_state.engine.shutdown(isStopped ? Ending::Cancel : Ending::Drain);
    m_state.lives.finish();
    m_state.devices->drain();
    m_state.trace.write(trace::EndRecord{m_state.trace.now(), !isStopped});
    m_state.trace.close();
}

}  // namespace engine::devices::cpu
