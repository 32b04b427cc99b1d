#include "engine/devices/cpu/communication_thread.h"

#include "engine/devices/cpu/calls_in_flight.h"
#include "engine/devices/cpu/issuer.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <future>
#include <utility>

namespace engine::devices::cpu {

using device::RankTransport;

namespace {

/// MPI transfers numbers only within a poll. Therefore the thread polls continuously for a while after the last
/// progress, then sleeps between polls. While a collective is posted the thread does not yield, because a yield costs a
/// whole time slice if other threads are ready to run.
constexpr std::chrono::microseconds kTransferSpin{2000};
constexpr std::chrono::microseconds kSleep{50};
constexpr std::chrono::microseconds kIdleSleep{1000};
constexpr std::chrono::microseconds kLongestSleep{2500};  ///< each sleep costs 30 to 40 us of a virtual core

std::span<float> numbersOf(const Tensor& tensor)
{
    return {tensor.block.data(), static_cast<std::size_t>(tensor.shape.elements())};
}

}  // namespace

void CommunicationThread::start()
{
    m_thread = std::jthread([this](const std::stop_token& stop) { communicate(stop); });
}

void CommunicationThread::stop()
{
    m_thread.request_stop();
    m_queue.wake();
    if (m_thread.joinable())
        m_thread.join();
}

void CommunicationThread::cancel()
{
    m_isCancelled.store(true);
    m_queue.wake();
}

// -- the program's thread

Result<GroupId> CommunicationThread::createGroup(std::span<const int> ranks)
{
    std::promise<Result<GroupId>> created;
    auto future = created.get_future();
    m_queue.addTask([&] { created.set_value(m_transport.createGroup(ranks)); });
    return future.get();
}

Result<std::vector<float>> CommunicationThread::exchangeWords(const PendingCollective& call, std::vector<float> words)
{
    const auto handshake = std::make_shared<PendingCollective>(call);
    handshake->words = std::move(words);
    handshake->gathered = std::make_shared<std::promise<Result<std::vector<float>>>>();
    auto future = handshake->gathered->get_future();
    m_queue.addTask([this, handshake] { post(handshake); });
    return future.get();
}

// -- the communicating thread

void CommunicationThread::communicate(const std::stop_token& stop)
{
    pthread_setname_np(pthread_self(), "communication");
    while (!stop.stop_requested() || !m_library.isEmpty()) {
        runTasks();
        m_library.check();
        for (const CollectivePtr& call : popReady(CollectiveQueue::Copies::Await))
            post(call);
        const Result<RankTransport::Progress> progress =
            m_transport.advance(m_state.trace.now().count(), m_isCancelled);
        if (!progress)
            failAll(progress.error());
        else if (!progress->complete.empty())
            m_lastNews = m_state.trace.now();
        if (progress && progress->clock)
            m_clockPoints.push_back(*progress->clock);
        if (progress)
            for (const RankTransport::CompleteCollective& collective : progress->complete)
                complete(collective);
        if (!progress || progress->complete.empty())
            pause(progress && progress->mustPollAgain);
    }
    endAll(Issuer::hasEnded());
    runTasks();
}

void CommunicationThread::runTasks()
{
    for (const auto& task : m_queue.popTasks())
        task();
}

std::vector<CollectivePtr> CommunicationThread::popReady(CollectiveQueue::Copies copies)
{
    CollectiveQueue::ReadyCalls ready = m_queue.popReady(copies);
    if (ready.hasNews)
        m_lastNews = m_state.trace.now();
    return std::move(ready.calls);
}

void CommunicationThread::post(const CollectivePtr& call)
{
    RankTransport::CollectiveCall posting;
    posting.what = call->what;
    posting.elements = call->elements;
    posting.line = call->line;
    posting.gpu = static_cast<std::int32_t>(call->device.index) - 1;
    posting.gpus = static_cast<std::int32_t>(m_state.infos.size()) - 1;
    call->posted = m_state.trace.now();
    m_lastNews = call->posted;
    posting.time = call->posted.count();
    if (call->isHandshake()) {
        posting.payload = RankTransport::Payload::Handshake;
        posting.numbers = {call->words};
        posting.owner = call;
    } else {
        Status status = allocateOutputs(m_state, *call);
        if (call->isDirect)
            posting.payload = RankTransport::Payload::External;
        else if (status)
            status = addNumbers(*call, posting);
        if (!status) {
            end(call, status);
            return;
        }
    }
    const Result<RankTransport::Ticket> ticket = m_transport.post(posting);
    if (ticket)
        m_posted[*ticket] = call;
    else
        end(call, ticket.error());
}

Status CommunicationThread::addNumbers(const PendingCollective& call, RankTransport::CollectiveCall& posting) const
{
    for (const VariablePtr& input : call.reads) {
        const std::span<const float> numbers = numbersOf(input->tensor);
        if (Status status = m_state.devices->checkReadable(*input); !status)
            return status;
        if (!input->tensor.block && !numbers.empty())
            return untranslatedError(ErrorCode::Unavailable, "This tensor has no values yet: nothing has written it.");
        posting.numbers.push_back(numbers);
    }
    if (call.writes.size() == 1)
        posting.result = numbersOf(call.writes.front()->tensor);
    posting.owner =
        std::make_shared<const std::array<std::vector<VariablePtr>, 2>>(std::array{call.reads, call.writes});
    return {};
}

void CommunicationThread::complete(const RankTransport::CompleteCollective& complete)
{
    const auto posted = m_posted.find(complete.ticket);
    const CollectivePtr call = posted->second;
    m_posted.erase(posted);
    call->started = Nanoseconds{complete.started};
    if (call->isDirect) {
        m_transport.release(complete.ticket);
        end(call, m_library.launch(*call));
        return;
    }
    const Result<std::span<const float>> numbers = m_transport.resultOf(complete.ticket);
    if (call->isHandshake()) {
        if (numbers)
            call->gathered->set_value(std::vector<float>(numbers->begin(), numbers->end()));
        else
            call->gathered->set_value(numbers.error());
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

void CommunicationThread::end(const CollectivePtr& call, const Status& status)
{
    if (call->isHandshake()) {
        call->gathered->set_value(status.error());
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

/// Fails all collectives that have not ended, because the run has failed or was stopped. Then ends the library's
/// collectives on all ranks, because ranks that were not stopped would wait for this rank in kernels.
void CommunicationThread::failAll(const Error& error)
{
    const bool hasDirect = !m_library.isEmpty() ||
                           std::ranges::any_of(m_posted, [](const auto& posted) { return posted.second->isDirect; });
    endAll(error);
    m_library.clear();
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
    for (const CollectivePtr& call : popReady(CollectiveQueue::Copies::Ignore))
        end(call, error);
}

void CommunicationThread::writeLife(const PendingCollective& call, Nanoseconds finished, trace::OpState state)
{
    trace::LifeRecord life;
    life.op = call.op;
    life.state = state;
    life.ready = call.ready;
    life.readyCause = call.releasedBy.isValid() ? trace::Cause{trace::CauseKind::Data, call.releasedBy}
                                                : trace::Cause{trace::CauseKind::Issued, {}};
    life.startCause = life.readyCause;
    const Nanoseconds lastEnd = call.lane != nullptr ? call.lane->end : Nanoseconds{};
    // Spans of a lane must not overlap, so a span may start later than its collective was posted. The CollectiveRecord
    // has the time of posting.
    life.started = std::min(std::max({call.ready, call.posted, call.started, lastEnd}), finished);
    life.started = std::max(life.started, lastEnd);
    life.finished = std::max(life.started, finished);
    if (call.lane != nullptr) {
        life.lane = call.lane->id;
        call.lane->end = life.finished;
    }
    m_state.trace.write(life);
}

void CommunicationThread::pause(bool isTransferring)
{
    const Nanoseconds now = m_state.trace.now();
    if (std::exchange(m_isTransferring, isTransferring) != isTransferring)
        m_lastNews = now;
    const Nanoseconds idle = now - m_lastNews;
    if (idle < (isTransferring ? kTransferSpin : kBriefly)) {
        if (m_posted.empty())
            std::this_thread::yield();  // lets the program's thread run
        return;
    }
    const auto sleep = isTransferring     ? kSleep
                       : m_posted.empty() ? kIdleSleep
                                          : std::clamp<Nanoseconds>(idle / 4, kSleep, kLongestSleep);
    m_queue.awaitNews(sleep);
}

}  // namespace engine::devices::cpu
