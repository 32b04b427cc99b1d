#include "engine/devices/cpu/communication_thread.h"

#include "engine/devices/cpu/calls_in_flight.h"
#include "engine/devices/cpu/issuer.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <utility>

namespace engine::devices::cpu {

using device::RankTransport;

namespace {

/// MPI transfers numbers only within a poll. Therefore the thread polls continuously for a while after the last change,
/// then sleeps between polls. While a collective is posted the thread does not yield, because a yield costs a whole
/// time slice if other threads are ready to run.
constexpr std::chrono::microseconds kMovingSpin{2000};
constexpr std::chrono::microseconds kSleep{50};
constexpr std::chrono::microseconds kIdleNap{1000};
constexpr std::chrono::microseconds kLongestSleep{2500};  ///< each sleep costs 30 to 40 us of a virtual core
constexpr std::chrono::milliseconds kBetweenChecks{1};    ///< interval between calls of RankLibrary::check()

/// Returns an error whose message begins with the collective: "all_reduce #2 (line 31): ..."
Error errorOf(const trace::Collective& what, std::int32_t line, ErrorCode code, const std::string& text)
{
    return untranslatedError(code, std::string(ranks::nameOf(what.kind)) + " #" + std::to_string(what.sequence) +
                                       " (line " + std::to_string(line) + "): " + text);
}

std::span<float> numbersOf(const Tensor& tensor)
{
    return {tensor.block.data(), static_cast<std::size_t>(tensor.shape.elements())};
}

}  // namespace

Status CommunicationThread::open()
{
    const auto group = m_state.engine.addGroup({.name = "communication", .dispatcher = this});
    if (!group)
        return group.error();
    m_group = *group;
    return {};
}

void CommunicationThread::start()
{
    m_thread = std::jthread([this](const std::stop_token& stop) { communicate(stop); });
}

void CommunicationThread::stop()
{
    m_thread.request_stop();
    wake();
    if (m_thread.joinable())
        m_thread.join();
}

void CommunicationThread::cancel()
{
    m_isCancelled.store(true);
    wake();
}

void CommunicationThread::wake()
{
    const std::lock_guard lock(m_mutex);
    m_hasNews = true;
    m_wake.notify_all();
}

// -- the program's thread

Result<GroupId> CommunicationThread::createGroup(std::span<const int> ranks)
{
    std::promise<Result<GroupId>> answer;
    auto future = answer.get_future();
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.emplace_back([&] { answer.set_value(m_transport.createGroup(ranks)); });
    }
    wake();
    return future.get();
}

Result<std::vector<float>> CommunicationThread::greet(const Call& call, std::vector<float> words)
{
    const auto greeting = std::make_shared<Call>(call);
    greeting->words = std::move(words);
    greeting->answer = std::make_shared<std::promise<Result<std::vector<float>>>>();
    auto future = greeting->answer->get_future();
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.emplace_back([this, greeting] { post(greeting); });
    }
    wake();
    return future.get();
}

Status CommunicationThread::push(const CallPtr& call, const device::CollectiveRequest& request)
{
    std::vector<VariableId> reads;
    for (const VariablePtr& variable : call->reads)
        reads.push_back(variable->scheduled);
    std::vector<VariableId> writes;
    for (const VariablePtr& variable : call->writes)
        writes.push_back(variable->scheduled);
    writes.push_back(call->done);
    if (!call->isDirect)
        call->lane = laneOf(call->chain);
    {
        const std::lock_guard lock(m_mutex);
        m_announced[call->chain].push_back(call);
    }
    schedule::PushOptions options;
    options.group = m_group;
    options.priority = request.priority;
    options.op = call->op;
    options.name = request.name;
    options.payload = reinterpret_cast<std::uint64_t>(call.get());
    const Result<OpId> pushed = m_state.engine.push(reads, writes, options);
    if (pushed)
        return {};
    const std::lock_guard lock(m_mutex);
    call->isDropped = true;
    return pushed.error();
}

CommunicationThread::Lane* CommunicationThread::laneOf(const ranks::Chain& chain)
{
    Lane& lane = m_lanes[chain];
    if (!lane.id.isValid())
        lane.id = m_state.addLane({.id = {},
                                   .device = kCpu,
                                   .role = trace::LaneRole::Communication,
                                   .index = static_cast<std::uint16_t>(m_lanes.size() - 1),
                                   .name = ranks::laneNameOf(chain, m_transport.ranksOf(chain.group))});
    return &lane;
}

Status CommunicationThread::allocate(const Call& call)
{
    if (call.isDirect)
        return m_state.devices->rankLibrary()->prepare(call);
    for (const VariablePtr& output : call.writes)
        if (output->device == kCpu)
            if (Status status = m_state.devices->allocateHost(*output, call.op); !status)
                return status;
    return {};
}

// -- the dependency engine

void CommunicationThread::ready(const schedule::ReadyOp& op)
{
    auto* const call = reinterpret_cast<Call*>(op.payload);
    const std::lock_guard lock(m_mutex);
    call->handle = op.handle;
    call->releasedBy = op.releasedBy;
    call->ready = m_state.trace.now();
    call->isReady = true;
    m_hasNews = true;
    m_wake.notify_all();
}

void CommunicationThread::dropped(const schedule::ReadyOp& op, trace::OpState state,
                                  const schedule::FailurePtr& failure)
{
    auto* const call = reinterpret_cast<Call*>(op.payload);
    trace::LifeRecord life;
    life.op = call->op;
    life.ready = life.started = life.finished = m_state.trace.now();
    life.state = state;
    life.culprit = failure ? failure->op : OpId{};
    m_state.trace.write(life);
    const std::lock_guard lock(m_mutex);
    call->isDropped = true;
    m_hasNews = true;
    m_wake.notify_all();
}

// -- the thread

void CommunicationThread::communicate(const std::stop_token& stop)
{
    pthread_setname_np(pthread_self(), "communication");
    while (!stop.stop_requested() || !m_launched.empty()) {
        runTasks();
        checkLaunched();
        for (const CallPtr& call : popReady(Copies::Await))
            post(call);
        const Result<RankTransport::Progress> answer = m_transport.advance(m_state.trace.now().count(), m_isCancelled);
        if (!answer)
            failAll(answer.error());
        else if (!answer->complete.empty())
            m_lastNews = m_state.trace.now();
        if (answer && answer->clock)
            m_clockPoints.push_back(*answer->clock);
        if (answer)
            for (const RankTransport::CompleteCollective& one : answer->complete)
                complete(one);
        if (!answer || answer->complete.empty())
            pause(answer && answer->mustPollAgain);
    }
    endAll(Issuer::hasEnded());
    runTasks();
}

void CommunicationThread::runTasks()
{
    std::vector<std::function<void()>> tasks;
    {
        const std::lock_guard lock(m_mutex);
        tasks.swap(m_tasks);
    }
    for (const auto& task : tasks)
        task();
}

std::vector<CommunicationThread::CallPtr> CommunicationThread::popReady(Copies copies)
{
    std::vector<CallPtr> calls;
    const std::lock_guard lock(m_mutex);
    if (std::exchange(m_hasNews, false))
        m_lastNews = m_state.trace.now();
    for (auto& [chain, announced] : m_announced)
        while (!announced.empty() && isDue(*announced.front(), copies)) {
            if (!announced.front()->isDropped)
                calls.push_back(announced.front());
            announced.pop_front();
        }
    return calls;
}

bool CommunicationThread::isDue(Call& call, Copies copies) const
{
    if (call.isDropped || !call.isReady)
        return call.isDropped;
    if (call.isDirect)
        return true;
    const auto isInUse = [this](const VariablePtr& tensor) { return m_state.devices->isInUse(*tensor); };
    const bool hasAwaited = std::exchange(
        call.awaitsCopies, std::ranges::any_of(call.reads, isInUse) || std::ranges::any_of(call.writes, isInUse));
    if (call.awaitsCopies)
        return copies == Copies::Ignore;
    if (hasAwaited)
        call.ready = m_state.trace.now();
    return true;
}

void CommunicationThread::post(const CallPtr& call)
{
    RankTransport::CollectiveCall arrival;
    arrival.what = call->what;
    arrival.elements = call->elements;
    arrival.line = call->line;
    arrival.gpu = static_cast<std::int32_t>(call->device.index) - 1;
    arrival.gpus = static_cast<std::int32_t>(m_state.infos.size()) - 1;
    call->posted = m_state.trace.now();
    m_lastNews = call->posted;
    arrival.time = call->posted.count();
    if (call->answer) {
        arrival.payload = RankTransport::Payload::Handshake;
        arrival.numbers = {call->words};
        arrival.owner = call;
    } else {
        Status status = allocate(*call);
        if (call->isDirect)
            arrival.payload = RankTransport::Payload::External;
        else if (status)
            status = addNumbers(*call, arrival);
        if (!status) {
            end(call, status);
            return;
        }
    }
    const Result<RankTransport::Ticket> ticket = m_transport.post(arrival);
    if (ticket)
        m_posted[*ticket] = call;
    else
        end(call, ticket.error());
}

Status CommunicationThread::addNumbers(const Call& call, RankTransport::CollectiveCall& arrival) const
{
    for (const VariablePtr& input : call.reads) {
        const std::span<const float> numbers = numbersOf(input->tensor);
        if (Status status = m_state.devices->checkReadable(*input); !status)
            return status;
        if (!input->tensor.block && !numbers.empty())
            return untranslatedError(ErrorCode::Unavailable, "This tensor has no values yet: nothing has written it.");
        arrival.numbers.push_back(numbers);
    }
    if (call.writes.size() == 1)
        arrival.result = numbersOf(call.writes.front()->tensor);
    arrival.owner =
        std::make_shared<const std::array<std::vector<VariablePtr>, 2>>(std::array{call.reads, call.writes});
    return {};
}

void CommunicationThread::launch(const CallPtr& call)
{
    const auto hasEnded = std::make_shared<std::atomic<bool>>(false);
    const Status status = m_state.devices->rankLibrary()->run(*call, [hasEnded] { hasEnded->store(true); });
    if (status)
        m_launched.push_back({call->what, call->line, m_state.trace.now(), hasEnded});
    else  // fails the run on all ranks: those that did not fail wait in their kernels
        m_transport.fail(errorOf(call->what, call->line, status.error().code, status.error().english()));
    end(call, status);
}

/// Fails the run if the library reports an error or a collective takes too long: other ranks would wait for ever.
void CommunicationThread::checkLaunched()
{
    while (!m_launched.empty() && m_launched.front().hasEnded->load())
        m_launched.pop_front();
    const Nanoseconds now = m_state.trace.now();
    if (m_launched.empty() || now - m_checked < kBetweenChecks)
        return;
    m_checked = now;
    const LaunchedCollective& first = m_launched.front();
    if (const Status status = m_state.devices->rankLibrary()->check(); !status)
        m_transport.fail(errorOf(first.what, first.line, status.error().code, status.error().english()));
    else if (now - first.at > m_transport.timeout())
        m_transport.fail(errorOf(
            first.what, first.line, ErrorCode::OperationFailed,
            "the GPUs have not ended it for " +
                std::to_string(std::chrono::duration_cast<std::chrono::seconds>(m_transport.timeout()).count()) +
                " s. --set timeout=SECONDS changes how long they may take."));
}

void CommunicationThread::complete(const RankTransport::CompleteCollective& complete)
{
    const auto posted = m_posted.find(complete.ticket);
    const CallPtr call = posted->second;
    m_posted.erase(posted);
    call->started = Nanoseconds{complete.started};
    if (call->isDirect) {
        m_transport.release(complete.ticket);
        launch(call);
        return;
    }
    const Result<std::span<const float>> numbers = m_transport.resultOf(complete.ticket);
    if (call->answer) {
        if (numbers)
            call->answer->set_value(std::vector<float>(numbers->begin(), numbers->end()));
        else
            call->answer->set_value(numbers.error());
        m_transport.release(complete.ticket);
        return;
    }
    std::size_t begin = 0;
    for (const VariablePtr& output : call->writes) {
        const std::span<float> to = numbersOf(output->tensor);
        if (numbers && begin + to.size() <= numbers->size() && numbers->data() != to.data())
            std::ranges::copy(numbers->subspan(begin, to.size()), to.begin());
        begin += to.size();
        output->tensor.block.setProducer(call->op);
    }
    m_transport.release(complete.ticket);
    end(call, numbers ? Status() : Status(numbers.error()));
}

void CommunicationThread::end(const CallPtr& call, const Status& status)
{
    if (call->answer) {
        call->answer->set_value(status.error());
        return;
    }
    const Nanoseconds finished = m_state.trace.now();
    const bool isQueued = status && call->isDirect;  // the devices record collectives that are queued on GPUs
    if (!isQueued)
        writeLife(*call, finished, status ? trace::OpState::Done : trace::OpState::Failed);
    if (status && !isQueued) {
        m_state.trace.write(trace::CollectiveRecord{
            .op = call->op, .what = call->what, .posted = call->posted, .arrived = call->started, .done = finished});
        for (const VariablePtr& output : call->writes) {
            output->made = finished;
            output->maker = call->op;
            output->line = call->line;
        }
    }
    // Frees dropped tensors here, so that a thread that waits for the collective finds their memory free.
    const schedule::OpHandle handle = call->handle;
    call->reads.clear();
    call->writes.clear();
    if (status)
        m_state.engine.complete(handle);
    else
        m_state.engine.complete(handle, status.error());
}

/// Fails all collectives that have not ended, because the run has failed or was stopped. All ranks must then end the
/// library's collectives: if this rank alone was stopped, the others wait for it in kernels.
void CommunicationThread::failAll(const Error& error)
{
    const bool hasDirect =
        !m_launched.empty() || std::ranges::any_of(m_posted, [](const auto& one) { return one.second->isDirect; });
    endAll(error);
    m_launched.clear();
    if (std::exchange(m_hasFailed, true))
        return;
    if (hasDirect)
        m_transport.fail(error);
    if (RankLibrary* const library = m_state.devices->rankLibrary(); library != nullptr)
        library->abandon(error);
}

void CommunicationThread::endAll(const Error& error)
{
    for (const auto& [ticket, call] : std::exchange(m_posted, {})) {
        m_transport.release(ticket);
        end(call, error);
    }
    for (const CallPtr& call : popReady(Copies::Ignore))
        end(call, error);
}

void CommunicationThread::writeLife(const Call& call, Nanoseconds finished, trace::OpState state)
{
    trace::LifeRecord life;
    life.op = call.op;
    life.state = state;
    life.ready = call.ready;
    life.readyCause = call.releasedBy.isValid() ? trace::Cause{trace::CauseKind::Data, call.releasedBy}
                                                : trace::Cause{trace::CauseKind::Issued, {}};
    life.startCause = life.readyCause;
    const Nanoseconds lastEnd = call.lane != nullptr ? call.lane->end : Nanoseconds{};
    // Spans of a lane must not overlap, so a collective may start later here than it was posted. Its CollectiveRecord
    // has the time at which it was posted.
    life.started = std::min(std::max({call.ready, call.posted, call.started, lastEnd}), finished);
    life.started = std::max(life.started, lastEnd);
    life.finished = std::max(life.started, finished);
    if (call.lane != nullptr) {
        life.lane = call.lane->id;
        call.lane->end = life.finished;
    }
    m_state.trace.write(life);
}

void CommunicationThread::pause(bool isMoving)
{
    const Nanoseconds now = m_state.trace.now();
    if (std::exchange(m_isMoving, isMoving) != isMoving)
        m_lastNews = now;
    const Nanoseconds idle = now - m_lastNews;
    if (idle < (isMoving ? kMovingSpin : kBriefly)) {
        if (m_posted.empty())
            std::this_thread::yield();  // lets the program's thread run
        return;
    }
    const auto sleep = isMoving           ? kSleep
                       : m_posted.empty() ? kIdleNap
                                          : std::clamp<Nanoseconds>(idle / 4, kSleep, kLongestSleep);
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, sleep, [this] { return m_hasNews; });
}

}  // namespace engine::devices::cpu
