#include "engine/devices/cpu/communicator.h"

#include "engine/base/host_limits.h"
#include "engine/messages/messages.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <future>
#include <utility>

namespace engine::devices::cpu {

using device::Meeting;

namespace {

/// MPI transfers numbers only within a poll. Therefore the thread polls continuously for a while after the last change,
/// then sleeps between polls. While a collective is posted it does not yield, because beside other threads a yield
/// costs a whole time slice.
constexpr std::chrono::microseconds kSpin{100};
constexpr std::chrono::microseconds kMovingSpin{2000};
constexpr std::chrono::microseconds kSleep{50};
constexpr std::chrono::microseconds kIdleNap{1000};
constexpr std::chrono::microseconds kLongestSleep{2500};  ///< each sleep costs 30 to 40 us of a virtual core

std::string firstLineOf(const char* path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::span<float> numbersOf(const Tensor& tensor)
{
    return {tensor.block.data(), static_cast<std::size_t>(tensor.shape.elements())};
}

}  // namespace

/// A collective between its call and its end.
struct Communicator::Call {
    OpId op;
    std::int32_t line = 0;
    trace::Collective what;
    ranks::Chain chain;
    std::int64_t elements = 0;
    std::vector<VariablePtr> reads;
    std::vector<VariablePtr> writes;
    VariableId done;  ///< variable of the dependency engine that only this collective writes
    schedule::OpHandle handle;
    OpId releasedBy;
    bool isReady = false;
    bool isDropped = false;
    Nanoseconds ready{};
    Nanoseconds posted{};
    Nanoseconds started{};
};

Communicator::Communicator(ComputerState& state, const Tensors& tensors, Issuer& issuer, Meeting& meeting)
    : m_state(state),
      m_tensors(tensors),
      m_issuer(issuer),
      m_meeting(meeting),
      m_waitName(state.trace.sink().intern("waits for a collective"))
{
}

Communicator::~Communicator() = default;

Status Communicator::open()
{
    const auto group = m_state.engine.addGroup({.name = "communication", .dispatcher = this});
    if (!group)
        return group.error();
    m_group = *group;
    m_rank = ranks::recordOf(place(), trace::RankState::Running);
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) == 0)
        m_rank.host = host.data();
    m_rank.boot = firstLineOf("/proc/sys/kernel/random/boot_id");
    m_rank.process = static_cast<std::uint64_t>(::getpid());
    m_state.trace.write(m_rank);
    m_state.trace.write(ranks::recordOf(GroupId{0}, m_meeting.ranksOf(GroupId{0})));
    if (const auto point = m_meeting.compareClocks([this] { return m_state.trace.now(); }, m_isCancelled))
        m_state.trace.write(*point);
    if (const int ranks = place().localCount, cores = std::max(usableCores(), place().localCores); ranks > cores)
        m_state.trace.write(trace::NoteRecord{
            m_state.trace.now(), messages::message("run.note.shared-cores", ranks, cores), true, 0, {}});
    m_thread = std::jthread([this](const std::stop_token& stop) { communicate(stop); });
    return {};
}

void Communicator::cancel()
{
    m_isCancelled.store(true);
    wake();
}

void Communicator::wake()
{
    const std::lock_guard lock(m_mutex);
    m_hasNews = true;
    m_wake.notify_all();
}

void Communicator::finish(trace::RankState state)
{
    m_thread.request_stop();
    wake();
    if (m_thread.joinable())
        m_thread.join();
    m_meeting.end();
    const std::atomic<bool> isCancelled{false};  // other ranks wait for this one, even if its program was stopped
    if (const auto point = m_meeting.compareClocks([this] { return m_state.trace.now(); }, isCancelled))
        m_state.trace.write(*point);
    m_rank.state = state;
    m_state.trace.write(m_rank);
}

// -- calls of the program

Result<GroupId> Communicator::createGroup(std::span<const int> ranks)
{
    std::promise<Result<GroupId>> answer;
    auto future = answer.get_future();
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.emplace_back([&] { answer.set_value(m_meeting.createGroup(ranks)); });
        m_hasNews = true;
    }
    m_wake.notify_all();
    Result<GroupId> group = future.get();
    if (group)
        m_state.trace.write(ranks::recordOf(*group, ranks));
    return group;
}

std::vector<int> Communicator::ranksOf(GroupId group) const
{
    const std::span<const int> ranks = m_meeting.ranksOf(group);
    return {ranks.begin(), ranks.end()};
}

Status Communicator::addVariables(std::span<const VariableId> ids, std::vector<VariablePtr>& variables,
                                  std::int64_t& elements) const
{
    std::int64_t sum = 0;
    for (const VariableId id : ids) {
        VariablePtr variable = m_tensors.find(id);
        if (!variable)
            return unknownVariable();
        if (variable->device != kCpu)
            return untranslatedError(ErrorCode::Unsupported,
                                     "Ranks on this computer exchange tensors of the CPU; copy this one to the CPU.");
        sum += variable->tensor.shape.elements();
        variable->isUsed = true;
        variables.push_back(std::move(variable));
    }
    elements = std::max(elements, sum);
    return {};
}

/// Allocates the outputs; called when the collective is posted, under MXNet's rules only.
Status Communicator::allocate(const Call& call)
{
    for (const VariablePtr& output : call.writes)
        if (Status status = m_state.memory.allocate(output->tensor, call.op); !status)
            return status;
    return {};
}

Result<Communicator::CallPtr> Communicator::callOf(const device::CollectiveRequest& request)
{
    if (Status status = ranks::check(request, m_meeting); !status)
        return std::move(status).error();
    auto call = std::make_shared<Call>();
    for (const auto& [ids, variables] :
         {std::pair{request.reads, &call->reads}, std::pair{request.writes, &call->writes}})
        if (Status status = addVariables(ids, *variables, call->elements); !status)
            return std::move(status).error();
    if (m_state.options.semantics == device::Semantics::Torch)
        if (Status status = allocate(*call); !status)
            return std::move(status).error();
    call->line = request.line;
    call->chain = ranks::chainOf(request.kind, request.group, request.root, place().rank);
    return call;
}

Result<OpId> Communicator::collective(const device::CollectiveRequest& request)
{
    const Nanoseconds begin = m_state.trace.now();
    if (m_state.isFinished)
        return Issuer::hasEnded();
    Result<CallPtr> call = callOf(request);
    if (!call)
        return std::move(call).error();
    forgetComplete();
    // Elements of all types are stored as float32.
    (*call)->what = ranks::collectiveOf(request, m_sequences[(*call)->chain]++, Bytes{4 * (*call)->elements});
    (*call)->op = m_issuer.nextOp();
    writeIssue(**call, request, begin);
    if (Status status = pushToEngine(*call, request); !status)
        return std::move(status).error();
    return (*call)->op;
}

void Communicator::writeIssue(const Call& call, const device::CollectiveRequest& request, Nanoseconds begin)
{
    trace::IssueRecord record;
    record.op = call.op;
    record.begin = begin;
    record.name = request.name;
    record.label = request.label;
    record.text = request.text;
    record.phase = request.phase;
    record.kind = trace::Kind::Collective;
    record.device = request.device;
    record.line = request.line;
    record.bytes = record.outputBytes = call.what.bytes;
    record.end = m_state.trace.now();
    m_state.trace.write(record);
}

Status Communicator::pushToEngine(const CallPtr& call, const device::CollectiveRequest& request)
{
    call->done = m_state.engine.newVariable();
    std::vector<VariableId> reads;
    for (const VariablePtr& variable : call->reads)
        reads.push_back(variable->scheduled);
    std::vector<VariableId> writes;
    for (const VariablePtr& variable : call->writes)
        writes.push_back(variable->scheduled);
    writes.push_back(call->done);
    {
        const std::lock_guard lock(m_mutex);
        m_announced[call->chain].push_back(call);
    }
    const auto identities = [](const std::vector<VariablePtr>& variables) {
        std::vector<const Variable*> some;
        for (const VariablePtr& variable : variables)
            some.push_back(variable.get());
        return some;
    };
    m_inFlight.push_back({call, identities(call->reads), identities(call->writes)});
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

void Communicator::forgetComplete()
{
    std::erase_if(m_inFlight, [this](const InFlight& one) {
        if (!m_state.engine.isWritten(one.call->done))
            return false;
        m_state.engine.release(one.call->done);
        return true;
    });
}

bool Communicator::isComplete(OpId op)
{
    forgetComplete();
    return std::ranges::none_of(m_inFlight, [op](const InFlight& one) { return one.call->op == op; });
}

Status Communicator::awaitCollectives(std::span<const VariablePtr> reads, std::span<const VariablePtr> writes, OpId op,
                                      std::int32_t line)
{
    const auto share = [](std::span<const VariablePtr> some, const std::vector<const Variable*>& others) {
        return std::ranges::any_of(
            some, [&](const VariablePtr& one) { return std::ranges::find(others, one.get()) != others.end(); });
    };
    if (m_inFlight.empty())
        return {};
    forgetComplete();
    for (const InFlight& one : m_inFlight) {
        if (!share(reads, one.writes) && !share(writes, one.writes) && !share(writes, one.reads))
            continue;
        const Nanoseconds begin = m_state.trace.now();
        static_cast<void>(awaitBriefly(one));
        const Status status = m_state.engine.waitToRead(one.call->done);
        m_state.trace.write(trace::HostRecord{begin, m_state.trace.now(), line, m_waitName, op, {}});
        if (!status)
            return status;
    }
    return {};
}

bool Communicator::awaitBriefly(const VariablePtr& variable) const
{
    return std::ranges::any_of(m_inFlight, [&](const InFlight& one) {
        return std::ranges::find(one.writes, variable.get()) != one.writes.end() && awaitBriefly(one);
    });
}

/// Polls for the end of the collective for a short time, because a sleeping thread wakes up later than a short
/// collective ends. Returns whether the collective was in progress.
bool Communicator::awaitBriefly(const InFlight& one) const
{
    if (m_state.engine.isWritten(one.call->done))
        return false;
    const Nanoseconds until = m_state.trace.now() + kSpin;
    while (!m_state.engine.isWritten(one.call->done) && m_state.trace.now() < until)
        std::this_thread::yield();
    return true;
}

// -- the dependency engine

void Communicator::ready(const schedule::ReadyOp& op)
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

void Communicator::dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure)
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

void Communicator::communicate(const std::stop_token& stop)
{
    pthread_setname_np(pthread_self(), "communication");
    while (!stop.stop_requested()) {
        runTasks();
        for (const CallPtr& call : takeReady())
            post(call);
        const Result<Meeting::Answer> answer = m_meeting.advance(m_state.trace.now().count(), m_isCancelled);
        if (!answer)
            failAll(answer.error());
        else if (!answer->complete.empty())
            m_lastNews = m_state.trace.now();
        if (answer)
            for (const Meeting::Complete& one : answer->complete)
                complete(one);
        if (!answer || answer->complete.empty())
            pause(answer && answer->isMoving);
    }
    failAll(Issuer::hasEnded());
    runTasks();
}

void Communicator::runTasks()
{
    std::vector<std::function<void()>> tasks;
    {
        const std::lock_guard lock(m_mutex);
        tasks.swap(m_tasks);
    }
    for (const auto& task : tasks)
        task();
}

std::vector<Communicator::CallPtr> Communicator::takeReady()
{
    std::vector<CallPtr> calls;
    const std::lock_guard lock(m_mutex);
    m_hasNews = false;
    for (auto& [chain, announced] : m_announced)
        while (!announced.empty() && (announced.front()->isReady || announced.front()->isDropped)) {
            if (!announced.front()->isDropped)
                calls.push_back(announced.front());
            announced.pop_front();
        }
    return calls;
}

void Communicator::post(const CallPtr& call)
{
    Meeting::Arrival arrival;
    arrival.what = call->what;
    arrival.elements = call->elements;
    arrival.line = call->line;
    call->posted = m_state.trace.now();
    m_lastNews = call->posted;
    arrival.time = call->posted.count();
    if (Status status = allocate(*call); !status) {
        end(call, status);
        return;
    }
    for (const VariablePtr& input : call->reads) {
        const std::span<const float> numbers = numbersOf(input->tensor);
        if (!input->tensor.block && !numbers.empty()) {
            end(call,
                untranslatedError(ErrorCode::Unavailable, "This tensor has no values yet: nothing has written it."));
            return;
        }
        arrival.numbers.push_back(numbers);
    }
    if (call->writes.size() == 1)
        arrival.result = numbersOf(call->writes.front()->tensor);
    arrival.owner =
        std::make_shared<const std::array<std::vector<VariablePtr>, 2>>(std::array{call->reads, call->writes});
    const Result<Meeting::Ticket> ticket = m_meeting.arrive(arrival);
    if (ticket)
        m_posted[*ticket] = call;
    else
        end(call, ticket.error());
}

void Communicator::complete(const Meeting::Complete& complete)
{
    const auto posted = m_posted.find(complete.ticket);
    const CallPtr call = posted->second;
    m_posted.erase(posted);
    call->started = Nanoseconds{complete.started};
    const Result<std::span<const float>> numbers = m_meeting.resultOf(complete.ticket);
    std::size_t begin = 0;
    for (const VariablePtr& output : call->writes) {
        const std::span<float> to = numbersOf(output->tensor);
        if (numbers && begin + to.size() <= numbers->size() && numbers->data() != to.data())
            std::ranges::copy(numbers->subspan(begin, to.size()), to.begin());
        begin += to.size();
        output->tensor.block.setProducer(call->op);
    }
    m_meeting.leave(complete.ticket);
    end(call, numbers ? Status() : Status(numbers.error()));
}

void Communicator::end(const CallPtr& call, const Status& status)
{
    const Nanoseconds finished = m_state.trace.now();
    writeLife(*call, finished, status ? trace::OpState::Done : trace::OpState::Failed);
    if (status) {
        m_state.trace.write(trace::CollectiveRecord{
            .op = call->op, .what = call->what, .posted = call->posted, .arrived = call->started, .done = finished});
        for (const VariablePtr& output : call->writes) {
            output->made = finished;
            output->maker = call->op;
            output->line = call->line;
        }
    }
    // Frees the tensors that the program has dropped before a thread that waits for them continues.
    const schedule::OpHandle handle = call->handle;
    call->reads.clear();
    call->writes.clear();
    if (status)
        m_state.engine.complete(handle);
    else
        m_state.engine.complete(handle, status.error());
}

/// Fails all collectives that have not ended, because the run has failed or ends.
void Communicator::failAll(const Error& error)
{
    for (const auto& [ticket, call] : std::exchange(m_posted, {})) {
        m_meeting.leave(ticket);
        end(call, error);
    }
    for (const CallPtr& call : takeReady())
        end(call, error);
}

LaneId Communicator::laneOf(const ranks::Chain& chain)
{
    LaneEnd& lane = m_lanes[chain];
    if (!lane.lane.isValid())
        lane.lane = m_state.addLane({.id = {},
                                     .device = kCpu,
                                     .role = trace::LaneRole::Communication,
                                     .index = static_cast<std::uint16_t>(m_lanes.size() - 1),
                                     .name = ranks::laneNameOf(chain, m_meeting.ranksOf(chain.group))});
    return lane.lane;
}

void Communicator::writeLife(const Call& call, Nanoseconds finished, trace::OpState state)
{
    trace::LifeRecord life;
    life.op = call.op;
    life.state = state;
    life.ready = call.ready;
    life.readyCause = call.releasedBy.isValid() ? trace::Cause{trace::CauseKind::Data, call.releasedBy}
                                                : trace::Cause{trace::CauseKind::Issued, {}};
    life.startCause = life.readyCause;
    life.lane = laneOf(call.chain);
    Nanoseconds& lastEnd = m_lanes[call.chain].end;
    // Spans of a lane must not overlap, so a collective may start later here than it was posted. Its CollectiveRecord
    // has the time at which it was posted.
    life.started = std::min(std::max({call.ready, call.posted, call.started, lastEnd}), finished);
    life.started = std::max(life.started, lastEnd);
    life.finished = std::max(life.started, finished);
    lastEnd = life.finished;
    m_state.trace.write(life);
}

void Communicator::pause(bool isMoving)
{
    const Nanoseconds now = m_state.trace.now();
    if (std::exchange(m_isMoving, isMoving) != isMoving)
        m_lastNews = now;
    const Nanoseconds idle = now - m_lastNews;
    if (idle < (isMoving ? kMovingSpin : kSpin)) {
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
