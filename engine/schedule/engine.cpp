#include "engine/schedule/engine.h"

#include "engine/base/expect.h"
#include "engine/base/host_limits.h"
#include "engine/schedule/detail/completion.h"

#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace engine::schedule {

using detail::kNone;
using detail::Variable;
using detail::Worker;

namespace {

std::uint32_t recordOf(OpHandle handle, const detail::Slab& slab)
{
    const auto record = static_cast<std::uint32_t>(handle.bits);
    ENGINE_EXPECT(slab[record].successors.generation() == handle.bits >> 32);
    return record;
}

}  // namespace

Engine::Core::Core(EngineOptions o)
    : options(o), cores(usableCores()), slab(o.maxRecords), submission(options, slab, failures), lives(o.isRecording)
{
    ENGINE_EXPECT(o.maxPending >= 0 && o.maxRecords > 0);
}

Engine::Core::~Core()
{
    for (std::uint32_t i = 0; i < slab.size(); ++i)
        slab[i].destroyBody();
}

Result<GroupId> Engine::Core::addGroup(GroupOptions groupOptions)
{
    ENGINE_EXPECT(submission.pushed.load() == 0);
    return groups.add(std::move(groupOptions), options.policy, slab, [this](Worker& worker) { start(worker); });
}

/// Starts the worker's thread. If too few addresses are left for the thread's stack (ulimit -v), halves the addresses
/// that are reserved for records until there are enough.
void Engine::Core::start(Worker& worker)
{
    for (;;)
        try {
            worker.thread = std::jthread([this, &worker] { workLoop(worker); });
            return;
        } catch (const std::system_error&) {
            if (!slab.halve())
                throw;
        }
}

std::int64_t Engine::Core::pending(std::uint32_t groupOrNone) const
{
    if (groupOrNone != kNone)
        return groups.find(groupOrNone) != nullptr ? groups.find(groupOrNone)->pending() : 0;
    // Reads `completed` before `pushed`, as Group::pending() does.
    const std::int64_t completed = groups.completed();
    return submission.pushed.load(std::memory_order_seq_cst) - completed;
}

Engine::Engine(EngineOptions options) : m_core(std::make_unique<Core>(options)) {}

Engine::~Engine()
{
    shutdown(Ending::Drain);
}

const EngineOptions& Engine::options() const
{
    return m_core->options;
}

Result<GroupId> Engine::addGroup(GroupOptions options)
{
    return m_core->addGroup(std::move(options));
}

VariableId Engine::newVariable()
{
    const std::lock_guard lock(m_core->submission.lock);
    return VariableId{m_core->submission.linker.variables().add()};
}

void Engine::release(VariableId variable)
{
    const std::lock_guard lock(m_core->submission.lock);
    if (m_core->submission.linker.variables().find(variable) != nullptr)
        m_core->submission.linker.variables().remove(variable.index);
}

void Engine::complete(OpHandle handle)
{
    Core::Completion(*m_core, m_core->lives.now(), nullptr).finish(recordOf(handle, m_core->slab), nullptr);
}

void Engine::complete(OpHandle handle, Error failure)
{
    const std::uint32_t record = recordOf(handle, m_core->slab);
    const FailurePtr shared = m_core->failures.add(m_core->slab[record], std::move(failure), nullptr);
    Core::Completion(*m_core, m_core->lives.now(), nullptr).finish(record, shared);
}

Status Engine::waitToRead(VariableId variable, OpId* releasedBy)
{
    return m_core->waitToRead(variable, releasedBy);
}

Status Engine::waitAll(OpId* releasedBy)
{
    Status waited = m_core->waitIdle(kNone, 0, releasedBy);
    if (!waited)
        return waited;
    if (std::optional<Error> error = m_core->failures.report(std::nullopt))
        return *std::move(error);
    return waited;
}

Status Engine::waitGroup(GroupId group, OpId* releasedBy)
{
    if (m_core->groups.find(group.index) == nullptr)
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "there is no group " + std::to_string(group.index) + " in this engine");
    Status waited = m_core->waitIdle(group.index, 0, releasedBy);
    if (!waited)
        return waited;
    if (std::optional<Error> error = m_core->failures.report(group.index))
        return *std::move(error);
    return waited;
}

OpId Engine::lastWriter(VariableId variable) const
{
    const std::lock_guard lock(m_core->submission.lock);
    const Variable* found = m_core->submission.linker.variables().find(variable);
    return found != nullptr ? OpId{found->writer.op} : OpId{};
}

bool Engine::isWritten(VariableId variable) const
{
    const std::lock_guard lock(m_core->submission.lock);
    const Variable* found = m_core->submission.linker.variables().find(variable);
    return found == nullptr || m_core->submission.linker.isDone(found->writer);
}

FailurePtr Engine::failureOf(VariableId variable) const
{
    if (!m_core->failures.hasAny())
        return nullptr;
    const std::lock_guard lock(m_core->submission.lock);
    const Variable* found = m_core->submission.linker.variables().find(variable);
    return found != nullptr && found->writer.exists() ? m_core->failures.ofCompleted(found->writer.key) : nullptr;
}

void Engine::clearFailure(VariableId variable)
{
    const std::lock_guard lock(m_core->submission.lock);
    const Variable* found = m_core->submission.linker.variables().find(variable);
    if (found != nullptr && found->writer.exists())
        m_core->failures.forgetCompleted(found->writer.key);
}

std::int64_t Engine::pending() const
{
    return m_core->pending(kNone);
}

std::int64_t Engine::pending(GroupId group) const
{
    return m_core->pending(group.index);
}

Counters Engine::counters() const
{
    Counters counters;
    counters.pushed = m_core->submission.pushed.load();
    counters.completed = counters.pushed - m_core->pending(kNone);
    counters.failed = m_core->failures.count();
    counters.skipped = m_core->tallies.skipped.load();
    counters.stalls = m_core->tallies.stalls.load();
    counters.lostLives = m_core->lives.droppedShared() + m_core->submission.linker.edges().dropped();
    for (std::uint32_t i = 0; i < m_core->groups.count(); ++i)
        for (const auto& worker : m_core->groups.at(i).workers) {
            counters.wakeUps += worker->wakeUps.load();
            counters.steals += worker->steals.load();
            counters.backlogged += worker->backlogged.load();
            counters.lostLives += worker->lives.dropped();
        }
    const std::lock_guard lock(m_core->submission.lock);
    counters.operationRecords = m_core->slab.size();
    return counters;
}

std::size_t Engine::drain(LifeSink& sink)
{
    const auto takeLives = [&sink](std::span<const Life> lives) { sink.lives(lives); };
    m_core->submission.linker.edges().drain([&sink](std::span<const EdgeEntry> edges) { sink.edges(edges); });
    std::size_t taken = m_core->lives.drainShared(takeLives);
    for (std::uint32_t i = 0; i < m_core->groups.count(); ++i)
        for (const auto& worker : m_core->groups.at(i).workers)
            taken += worker->lives.drain(takeLives);
    return taken;
}

void Engine::cancel()
{
    m_core->cancel();
}

void Engine::shutdown(Ending ending)
{
    if (!m_core->groups.close())
        return;
    m_core->ending.isClosed.store(true);
    if (ending == Ending::Cancel || m_core->groups.hasDispatchers())
        m_core->cancel();
    else
        static_cast<void>(m_core->waitIdle(kNone, 0, nullptr));
    m_core->ending.isStopping.store(true, std::memory_order_seq_cst);
    m_core->groups.joinWorkers();
    if (m_core->ending.isCancelled.load() && m_core->cancelsInBulk())
        m_core->cancelPending();
}

}  // namespace engine::schedule
