#include "engine/io/detail/own_events.h"

#include "engine/io/detail/limits.h"
#include "engine/io/detail/own_words.h"
#include "engine/io/detail/raw_event.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <type_traits>

namespace engine::io::detail {

namespace {

/// As the export numbers its processes and threads.
constexpr std::int64_t kProgram = 1;
constexpr std::int64_t kFirstDevice = 10;

/// Numbers of operations, lanes, variables: what is beyond is none.
constexpr std::int64_t kMostNumber = std::numeric_limits<std::int32_t>::max();

Nanoseconds limited(std::int64_t ns)
{
    return Nanoseconds{std::clamp(ns, -kMostTime, kMostTime)};
}

/// The first word of `list`, which is taken off it.
std::string_view nextWord(std::string_view& list, char separator)
{
    const std::size_t end = std::min(list.find(separator), list.size());
    const std::string_view word = list.substr(0, end);
    list.remove_prefix(std::min(list.size(), end + 1));
    return word;
}

std::int64_t numberOf(std::string_view text)
{
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && number >= 0 && number < kMostNumber ? number
                                                                                                           : -1;
}

}  // namespace

bool OwnEvents::areIn(const std::map<std::string, std::string>& about)
{
    const auto says = [&](std::string_view key, std::string_view value) {
        const auto found = about.find(std::string(key));
        return found != about.end() && found->second == value;
    };
    return says("generator", "Overlap") && says(kRecordsKey, kRecordsForm);
}

// -- one event

bool OwnEvents::read(JsonReader& json)
{
    constexpr std::size_t kMostMembers = 64;
    m_count = 0;
    const auto take = [&](bool isArgument) {
        if (const char next = json.peek(); next == '{' || next == '[' || m_count >= kMostMembers)
            return json.skip();
        if (m_count == m_members.size())
            m_members.emplace_back();
        Member& member = m_members[m_count++];
        member.key = m_key;
        member.value = json.scalar();
        member.isArgument = isArgument;
    };
    json.beginObject();
    while (json.nextMember(m_key)) {
        if (m_key != "args" || json.peek() != '{') {
            take(false);
            continue;
        }
        json.beginObject();
        while (json.nextMember(m_key))
            take(true);
    }
    if (json.failed())
        return false;
    ++m_events;
    this->take();
    return true;
}

std::string_view OwnEvents::words(std::string_view key) const
{
    for (std::size_t i = m_count; i-- > 0;)  // arguments come last
        if (m_members[i].key == key)
            return m_members[i].value;
    return {};
}

std::string_view OwnEvents::ofEvent(std::string_view key) const
{
    for (std::size_t i = 0; i < m_count; ++i)
        if (!m_members[i].isArgument && m_members[i].key == key)
            return m_members[i].value;
    return {};
}

std::int64_t OwnEvents::integer(std::string_view key) const
{
    return toInteger(words(key));
}

double OwnEvents::real(std::string_view key) const
{
    return toDouble(words(key));
}

Nanoseconds OwnEvents::time(std::string_view key) const
{
    std::int64_t ns = 0;
    static_cast<void>(toNanoseconds(words(key), ns));
    return limited(ns);
}

Bytes OwnEvents::bytes(std::string_view key) const
{
    return Bytes{std::clamp<std::int64_t>(integer(key), 0, kMostBytes)};
}

std::int32_t OwnEvents::line() const
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(integer("line"), 0, kMostNumber));
}

template <typename Id>
Id OwnEvents::id(std::string_view key) const
{
    const std::int64_t number = numberOf(words(key));
    return number < 0 ? Id{} : Id{static_cast<std::uint32_t>(number)};
}

trace::Cause OwnEvents::cause(std::string_view key) const
{
    std::string_view text = words(key);
    trace::Cause cause;
    cause.kind = meaningOf(kCauseWords, nextWord(text, ' '), trace::CauseKind::None);
    if (const std::int64_t number = numberOf(text); number >= 0)
        cause.op = OpId{static_cast<std::uint32_t>(number)};
    return cause;
}

template <typename T>
void OwnEvents::keep(std::vector<T>& list, T value)
{
    const std::size_t most = std::is_same_v<T, OwnEdge> ? m_limits.operations : m_limits.others;
    if (list.size() < most)
        list.push_back(std::move(value));
    else
        ++m_leftOut;
}

/// Of a text that a record keeps itself. If there is none, the event is counted as left out.
bool OwnEvents::hasRoomFor(std::string_view text)
{
    constexpr std::size_t kShort = 16;  // takes no memory of its own
    return text.size() < kShort || takeRoomFor(text);
}

bool OwnEvents::takeRoomFor(std::string_view text)
{
    if (m_messageBytes + text.size() > m_limits.messageBytes) {
        ++m_leftOut;
        return false;
    }
    m_messageBytes += text.size();
    return true;
}

/// Whether what the arguments of these names hold are times, where they are there; else the event is counted.
bool OwnEvents::areTimes(std::initializer_list<const char*> keys)
{
    std::int64_t ns = 0;
    if (std::ranges::all_of(keys, [&](const char* key) { return !has(key) || toNanoseconds(words(key), ns); }))
        return true;
    ++m_timeless;
    return false;
}

void OwnEvents::take()
{
    const std::string_view phase = ofEvent("ph");
    std::int64_t ts = 0;
    if (phase == "M")
        return metadata();
    if (phase == "s" || phase == "f")
        return;  // what they tie together says so itself
    const bool isShown = phase == "X" || phase == "i" || phase == "C";
    if (!isShown || !toNanoseconds(ofEvent("ts"), ts)) {
        ++(isShown ? m_timeless : m_skipped);
        return;
    }
    m_latest = std::max(m_latest, limited(ts));
    switch (phase[0]) {
        case 'X':
            return slice();
        case 'i':
            return instant();
        default:
            return counter();
    }
}

void OwnEvents::metadata()
{
    const std::string_view what = ofEvent("name");
    if (what == "process_name") {
        const DeviceId of = device();
        if (!of.isValid())
            return;
        trace::DeviceRecord& device = m_devices[m_deviceAt[of.index]];
        device.name = words("name");
        device.kind = meaningOf(kDeviceWords, words("kind"), trace::DeviceKind::Cpu);
        device.model = words("model");
        device.capacity = bytes("capacity");
        device.usedByOthers = bytes("usedByOthers");
        device.peakFlops = std::max(0.0, real("peakFlops"));
    } else if (what == "thread_name" && ofEvent("pid") != std::to_string(kProgram)) {
        const LaneId of = lane();
        if (!of.isValid())
            return;
        trace::LaneRecord& lane = m_lanes[m_laneAt[of.index]];
        lane.name = words("name");
        lane.role = meaningOf(kRoleWords, words("role"), trace::LaneRole::Compute);
        lane.index = static_cast<std::uint16_t>(std::clamp<std::int64_t>(integer("index"), 0, 0xffff));
        lane.capacity = std::max(0.0, real("capacity"));
    }
}

/// Of the event's process; none: it is no device's.
DeviceId OwnEvents::device()
{
    const std::int64_t pid = numberOf(ofEvent("pid"));
    if (pid < kFirstDevice)
        return {};
    const DeviceId id{static_cast<std::uint32_t>(pid - kFirstDevice)};
    if (m_deviceAt.contains(id.index))
        return id;
    if (m_devices.size() >= kMostProcesses) {
        ++m_leftOut;
        return {};
    }
    m_deviceAt.emplace(id.index, static_cast<std::uint32_t>(m_devices.size()));
    trace::DeviceRecord made;
    made.id = id;
    made.name = "Process " + std::to_string(pid);
    m_devices.push_back(std::move(made));
    return id;
}

/// Of the event's thread.
LaneId OwnEvents::lane()
{
    const std::int64_t tid = numberOf(ofEvent("tid"));
    if (tid < 1)
        return {};
    const LaneId id{static_cast<std::uint32_t>(tid - 1)};
    if (m_laneAt.contains(id.index))
        return id;
    if (m_lanes.size() >= kMostThreads) {
        ++m_leftOut;
        return {};
    }
    trace::LaneRecord made;
    made.id = id;
    made.device = device();
    made.name = "Thread " + std::to_string(tid);
    m_laneAt.emplace(id.index, static_cast<std::uint32_t>(m_lanes.size()));
    m_lanes.push_back(std::move(made));
    return id;
}

/// The one of the event's number; null if it has none, or there are too many, which `leftOut` counts.
OwnEvents::OwnOp* OwnEvents::op(std::uint64_t& leftOut)
{
    const std::int64_t number = numberOf(words("op"));
    if (number < 0) {
        ++m_skipped;
        return nullptr;
    }
    const auto at = static_cast<std::size_t>(number);
    if (at < m_ops.size() && m_ops[at].number == number)
        return &m_ops[at];
    if (const auto found = m_opAt.find(number); found != m_opAt.end())
        return &m_ops[found->second];
    if (m_ops.size() >= m_limits.operations) {
        ++leftOut;
        return nullptr;
    }
    if (at != m_ops.size())
        m_opAt.emplace(number, static_cast<std::uint32_t>(m_ops.size()));
    m_ops.emplace_back();
    m_ops.back().number = number;
    return &m_ops.back();
}

void OwnEvents::slice()
{
    std::int64_t ts = 0;
    std::int64_t duration = 0;
    static_cast<void>(toNanoseconds(ofEvent("ts"), ts));
    if (!ofEvent("dur").empty() && !toNanoseconds(ofEvent("dur"), duration)) {
        ++m_timeless;
        return;
    }
    if (duration < 0) {
        ++m_backwards;
        return;
    }
    const Nanoseconds begin = limited(ts);
    const Nanoseconds end = limited(begin.count() + limited(duration).count());
    m_latest = std::max(m_latest, end);
    const std::string_view category = ofEvent("cat");
    if (ofEvent("pid") == std::to_string(kProgram))
        return ofProgram(category, begin, end);
    if (category != wordOf(kKindWords, trace::Kind::Host) || has("op"))
        return ran(begin, end);
    Named<trace::HostRecord> host;
    host.record = {begin, end, line(), {}, id<OpId>("of"), lane()};
    host.name = m_texts.add(ofEvent("name"));
    keep(m_hosts, host);
}

void OwnEvents::ofProgram(std::string_view category, Nanoseconds begin, Nanoseconds end)
{
    const std::string_view text = ofEvent("name");
    if (category == "issue") {
        issued(begin, end);
    } else if (category == "benchmark") {
        if (hasRoomFor(text))
            keep(m_blocks, {begin, end, line(), std::string(text), real("seconds"), has("failed")});
    } else if (category == "statement") {
        const std::int64_t number = text.starts_with("line ") ? numberOf(text.substr(5)) : -1;
        keep(m_lines, {begin, end, static_cast<std::int32_t>(std::max<std::int64_t>(0, number))});
    } else if (category == "wait") {
        Named<trace::WaitRecord> wait;
        wait.record = {begin,
                       end,
                       line(),
                       {},
                       meaningOf(kTargetWords, words("target"), trace::WaitTarget::All),
                       id<DeviceId>("dev"),
                       id<OpId>("op"),
                       id<OpId>("for")};
        wait.name = m_texts.add(text);
        keep(m_waits, wait);
    } else if (category == "epoch" || category == "batch") {
        const auto small = [&](const char* key) {
            return static_cast<std::int32_t>(std::clamp<std::int64_t>(integer(key), 0, kMostNumber));
        };
        keep(m_steps, {begin, end, category == "epoch" ? trace::StepKind::Epoch : trace::StepKind::Batch,
                       small("index"), small("count"), line()});
    } else {
        ++m_skipped;
    }
}

void OwnEvents::issued(Nanoseconds begin, Nanoseconds end)
{
    OwnOp* const one = areTimes({"ready", "started", "finished"}) ? op(m_issuesLeftOut) : nullptr;
    if (one == nullptr)
        return;
    one->issue.begin = begin;
    one->issue.end = end;
    if (one->name == 0)
        one->name = m_texts.add(ofEvent("name"));
    if (!has("kind"))
        return;  // its own slice says the rest
    describe(*one);
    one->label = m_texts.add(words("label"));
    one->issue.kind = meaningOf(kKindWords, words("kind"), trace::Kind::Compute);
    one->issue.device = id<DeviceId>("dev");
    one->life.started = time("started");
    one->life.finished = std::max(one->life.started, time("finished"));
    one->hasLife = one->life.state >= trace::OpState::Done;
}

void OwnEvents::ran(Nanoseconds begin, Nanoseconds end)
{
    OwnOp* const one = areTimes({"ready"}) ? op(m_runsLeftOut) : nullptr;
    if (one == nullptr)
        return;
    describe(*one);
    one->name = m_texts.add(has("operator") ? words("operator") : ofEvent("name"));
    one->label = has("operator") ? m_texts.add(ofEvent("name")) : 0;
    one->issue.kind = meaningOf(kKindWords, ofEvent("cat"), trace::Kind::Compute);
    one->issue.device = has("dev") ? id<DeviceId>("dev") : device();
    one->life.lane = lane();
    one->life.started = begin;
    one->life.finished = end;
    one->hasLife = true;
}

void OwnEvents::describe(OwnOp& op)
{
    op.text = m_texts.add(words("text"));
    op.phase = m_texts.add(words("phase"));
    op.issue.line = line();
    op.issue.flops = std::max(0.0, real("flops"));
    op.issue.bytes = bytes("bytes");
    op.issue.outputBytes = bytes("out");
    op.issue.hostMemory = meaningOf(kHostMemoryWords, words("memory"), trace::HostMemory::None);
    op.life.state = meaningOf(kStateWords, words("state"), trace::OpState::Done);
    op.life.ready = time("ready");
    op.life.readyCause = cause("readyBy");
    op.life.startCause = cause("startBy");
    op.life.culprit = id<OpId>("culprit");
    dependencies(op.number, words("after"));
}

/// "12 RAW, 15 stream"
void OwnEvents::dependencies(std::int64_t to, std::string_view list)
{
    while (!list.empty()) {
        std::string_view one = nextWord(list, ',');
        while (one.starts_with(' '))
            one.remove_prefix(1);
        const std::int64_t from = numberOf(nextWord(one, ' '));
        if (from >= 0)
            keep(m_edges, {from, to, meaningOf(kDependencyWords, one, trace::DependencyKind::ReadAfterWrite)});
        else
            ++m_skipped;
    }
}

void OwnEvents::instant()
{
    std::int64_t ts = 0;
    static_cast<void>(toNanoseconds(ofEvent("ts"), ts));
    const Nanoseconds at = limited(ts);
    const std::string_view category = ofEvent("cat");
    if (category == "output")
        return output(at);
    const std::string text(ofEvent("name"));
    if (category == "note" && hasRoomFor(text))
        keep(m_notes, {at, text, integer("warning") != 0, line(), id<OpId>("op")});
    else if (category == "note")
        return;
    else if (category == "error")
        m_errors = {{at, line(), std::string(words("type")), text, std::string(words("traceback")), id<OpId>("op")}};
    else
        ++m_skipped;
}

/// What a program printed, or a further part of it. Behind a part that is left out the rest of that output is, too:
/// else it would read as if nothing were missing, or as part of the output before.
void OwnEvents::output(Nanoseconds at)
{
    const std::string_view text = ofEvent("name");
    if (has(kMoreKey) && m_cutOutput == at) {
        ++m_leftOut;
        return;
    }
    const bool goesOn = has(kMoreKey) && !m_outputs.empty() && m_outputs.back().time == at;
    const std::uint64_t leftOut = m_leftOut;
    if (goesOn && takeRoomFor(text))  // short parts count as well: any number of them may be one long text
        m_outputs.back().text += text;
    else if (!goesOn && hasRoomFor(text))
        keep(m_outputs,
             {at, line(), meaningOf(kOutputWords, words("stream"), trace::OutputStream::Standard), std::string(text)});
    m_cutOutput = m_leftOut > leftOut ? std::optional(at) : std::nullopt;
}

void OwnEvents::counter()
{
    std::int64_t ts = 0;
    static_cast<void>(toNanoseconds(ofEvent("ts"), ts));
    const std::string_view of = ofEvent("name");
    if (const DeviceId on = of == "memory" ? device() : DeviceId{}; on.isValid()) {
        keep(m_memory, {limited(ts), on, meaningOf(kActWords, words("act"), trace::MemoryAct::Hold), bytes("bytes"),
                        bytes("allocated"), bytes("held"), bytes("reserved"), id<VariableId>("var"), id<OpId>("op")});
    } else if (hasRoomFor(of)) {
        keep(m_metrics, {limited(ts), std::string(of), real("value"),
                         static_cast<std::int32_t>(std::clamp<std::int64_t>(integer("step"), 0, kMostNumber))});
    }
}

}  // namespace engine::io::detail
