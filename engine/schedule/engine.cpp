#include "engine/schedule/engine.h"

#include "engine/schedule/detail/core.h"
#include "engine/schedule/detail/cores.h"

#include <bit>
#include <string>
#include <utility>

#if defined(__linux__)
#include <pthread.h>
#endif

namespace engine::schedule {

using detail::Group;
using detail::kNone;
using detail::OpRecord;
using detail::Variable;
using detail::Worker;

Engine::Core::Core(EngineOptions o)
    : options(o),
      isRecording(o.isRecording),
      observesEdges(o.isRecording || o.edgeSink != nullptr),
      isNaive(o.policy == Policy::Naive),
      cores(detail::usableCores()),
      slab(o.maxRecords)
{
}

Engine::Core::~Core()
{
    for (std::uint32_t i = 0; i < slab.size(); ++i) {
        OpRecord& op = slab[i];
        if (op.body != nullptr && op.body->destroy != nullptr)
            op.body->destroy(op.closure);
    }
}

Result<GroupId> Engine::Core::addGroup(GroupOptions groupOptions)
{
    const std::lock_guard lock(groupMutex);
    const std::uint32_t index = groupCount.load();
    if (index == groups.size())
        return makeError(ErrorCode::InvalidArgument, "an engine has room for 1024 groups");
    if (groupOptions.dispatcher == nullptr && (groupOptions.workers < 1 || groupOptions.workers > 256))
        return makeError(ErrorCode::InvalidArgument, "group '" + groupOptions.name + "' asks for " +
                                                         std::to_string(groupOptions.workers) +
                                                         " workers; it can have 1 to 256");
    if (isEnded)
        return makeError(ErrorCode::Cancelled, "the run has ended, so no more groups are taken");
    auto owned = std::make_unique<Group>();
    Group& group = *owned;
    group.options = std::move(groupOptions);
    group.index = index;
    const bool hasThreads = group.options.dispatcher == nullptr && !isNaive;
    group.isShared = hasThreads && group.options.workers > 1;
    if (group.options.dispatcher != nullptr)
        hasDispatchers.store(true);
    for (int i = 0; hasThreads && i < group.options.workers; ++i) {
        auto worker = std::make_unique<Worker>();
        worker->group = &group;
        worker->index = static_cast<std::uint32_t>(i);
        worker->plainKind = std::bit_cast<std::uint32_t>(OpRecord::Kind{static_cast<std::uint16_t>(index)});
        if (group.isShared)
            worker->deque = std::make_unique<detail::WorkDeque>();
        group.workers.push_back(std::move(worker));
    }
    groups[index].store(&group, std::memory_order_release);
    ownedGroups.push_back(std::move(owned));
    groupCount.store(index + 1);
    for (const auto& worker : group.workers) {
        worker->thread = std::jthread([this, &w = *worker] { workLoop(w); });
        if (group.isShared)
            detail::moveToCore(worker->thread, static_cast<int>(worker->index));
#if defined(__linux__)
        const std::string name = (group.options.name + " " + std::to_string(worker->index)).substr(0, 15);
        pthread_setname_np(worker->thread.native_handle(), name.c_str());
#endif
    }
    return GroupId{index};
}

std::int64_t Engine::Core::pending(std::uint32_t groupOrNone) const
{
    if (groupOrNone != kNone)
        return group(groupOrNone) != nullptr ? group(groupOrNone)->pending() : 0;
    // Completed first, pushed second: see Group::pending().
    std::int64_t completed = 0;
    const std::uint32_t count = groupCount.load();
    for (std::uint32_t i = 0; i < count; ++i) {
        const Group& one = *groups[i].load(std::memory_order_acquire);
        completed += one.completedOutside.load(std::memory_order_seq_cst);
        for (const auto& worker : one.workers)
            completed += worker->completed.load(std::memory_order_seq_cst);
    }
    return pushed.load(std::memory_order_seq_cst) - completed;
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
    const std::lock_guard lock(m_core->submission);
    return VariableId{m_core->variables.add()};
}

void Engine::release(VariableId variable)
{
    const std::lock_guard lock(m_core->submission);
    if (m_core->variables.find(variable) != nullptr)
        m_core->variables.remove(variable.index);
}

void Engine::complete(OpHandle handle)
{
    const auto record = static_cast<std::uint32_t>(handle.bits);
    ENGINE_EXPECT(m_core->slab[record].successors.generation() == handle.bits >> 32);
    m_core->finish(record, nullptr, m_core->isRecording ? TickClock::ticks() : 0, nullptr);
}

void Engine::complete(OpHandle handle, Error failure)
{
    const auto record = static_cast<std::uint32_t>(handle.bits);
    ENGINE_EXPECT(m_core->slab[record].successors.generation() == handle.bits >> 32);
    FailurePtr shared = m_core->makeFailure(record, std::move(failure), nullptr);
    m_core->finish(record, shared, m_core->isRecording ? TickClock::ticks() : 0, nullptr);
}

Status Engine::waitToRead(VariableId variable, OpId* releasedBy)
{
    return m_core->waitToRead(variable, releasedBy);
}

Status Engine::waitAll(OpId* releasedBy)
{
    Status waited = m_core->waitQuiet(kNone, 0, releasedBy);
    if (!waited)
        return waited;
    if (std::optional<Error> error = m_core->failures.report(std::nullopt))
        return *std::move(error);
    return waited;
}

Status Engine::waitGroup(GroupId group, OpId* releasedBy)
{
    if (m_core->group(group.index) == nullptr)
        return makeError(ErrorCode::InvalidArgument,
                         "there is no group " + std::to_string(group.index) + " in this engine");
    Status waited = m_core->waitQuiet(group.index, 0, releasedBy);
    if (!waited)
        return waited;
    if (std::optional<Error> error = m_core->failures.report(group.index))
        return *std::move(error);
    return waited;
}

OpId Engine::lastWriter(VariableId variable) const
{
    const std::lock_guard lock(m_core->submission);
    const Variable* found = m_core->variables.find(variable);
    return found != nullptr ? OpId{found->writer.op} : OpId{};
}

bool Engine::isWritten(VariableId variable) const
{
    const std::lock_guard lock(m_core->submission);
    const Variable* found = m_core->variables.find(variable);
    return found == nullptr || m_core->isDone(found->writer);
}

FailurePtr Engine::failureOf(VariableId variable) const
{
    if (!m_core->failures.hasAny())
        return nullptr;
    const std::lock_guard lock(m_core->submission);
    const Variable* found = m_core->variables.find(variable);
    return found != nullptr && found->writer.exists() ? m_core->failures.ofCompleted(found->writer.key) : nullptr;
}

void Engine::clearFailure(VariableId variable)
{
    const std::lock_guard lock(m_core->submission);
    const Variable* found = m_core->variables.find(variable);
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
    counters.pushed = m_core->pushed.load();
    counters.completed = counters.pushed - m_core->pending(kNone);
    counters.failed = m_core->failedCount.load();
    counters.skipped = m_core->skippedCount.load();
    counters.stalls = m_core->stallCount.load();
    counters.lostLives = m_core->outsideLives.dropped() + m_core->edges.dropped();
    for (std::uint32_t i = 0; i < m_core->groupCount.load(); ++i)
        for (const auto& worker : m_core->groups[i].load()->workers) {
            counters.wakeUps += worker->wakeUps.load();
            counters.steals += worker->steals.load();
            counters.backlogged += worker->backlogged.load();
            counters.lostLives += worker->lives.dropped();
        }
    const std::lock_guard lock(m_core->submission);
    counters.operationRecords = m_core->slab.size();
    return counters;
}

std::size_t Engine::drain(LifeSink& sink)
{
    const auto takeLives = [&sink](std::span<const Life> lives) { sink.lives(lives); };
    m_core->edges.drain([&sink](std::span<const EdgeEntry> edges) { sink.edges(edges); });
    std::size_t taken = m_core->outsideLives.drain(takeLives);
    for (std::uint32_t i = 0; i < m_core->groupCount.load(); ++i)
        for (const auto& worker : m_core->groups[i].load()->workers)
            taken += worker->lives.drain(takeLives);
    return taken;
}

void Engine::cancel()
{
    m_core->cancel();
}

void Engine::shutdown(Ending ending)
{
    {
        const std::lock_guard lock(m_core->groupMutex);
        if (std::exchange(m_core->isEnded, true))
            return;
    }
    m_core->isClosed.store(true);
    if (ending == Ending::Cancel || m_core->hasDispatchers.load())
        m_core->cancel();
    else
        static_cast<void>(m_core->waitQuiet(kNone, 0, nullptr));
    m_core->isStopping.store(true, std::memory_order_seq_cst);
    for (const auto& group : m_core->ownedGroups)
        group->events.notifyAll();
    for (const auto& group : m_core->ownedGroups)
        for (const auto& worker : group->workers)
            if (worker->thread.joinable())
                worker->thread.join();
    if (m_core->isCancelled.load() && m_core->leavesRest())
        m_core->cancelRest();
}

}  // namespace engine::schedule
