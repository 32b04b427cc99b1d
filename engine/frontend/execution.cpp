#include "engine/frontend/detail/execution.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <utility>

namespace engine::frontend {

namespace {

constexpr int kFreeReadings = 64;
constexpr Nanoseconds kFirstReading{200};
constexpr Nanoseconds kLongestReading{1'000'000};

/// splitmix64: adjacent seeds give independent streams.
std::uint64_t mix(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

}  // namespace

Execution::Execution(device::Platform& platform, trace::Sink& sink, ExecutionOptions options)
    : m_platform(platform),
      m_sink(sink),
      m_options(std::move(options)),
      m_statements(platform, sink, std::exchange(m_options.statements, {})),
      m_output(sink, m_options.echo),
      m_seed(m_options.seed)
{
    isRecording = m_options.dialect == Dialect::Torch;
    const auto& wanted = m_options.visibleGpus;
    for (const device::DeviceInfo& device : platform.devices()) {
        m_defaultStreams.resize(std::max<std::size_t>(m_defaultStreams.size(), device.id.index + 1U));
        m_defaultStreams[device.id.index] = platform.currentStream(device.id);
        if (device.kind == trace::DeviceKind::Cpu)
            m_cpu = device.id;
        else if (!wanted || std::find(wanted->begin(), wanted->end(), device.ordinal) != wanted->end())
            m_gpus.push_back(device.id);
    }
}

int Execution::ordinalOf(DeviceId device) const
{
    const auto found = std::find(m_gpus.begin(), m_gpus.end(), device);
    return found == m_gpus.end() ? -1 : static_cast<int>(found - m_gpus.begin());
}

Nanoseconds Execution::readClock()
{
    if (m_platform.kind() == trace::PlatformKind::Virtual && ++m_idleReadings > kFreeReadings) {
        const int doublings = std::min(m_idleReadings - kFreeReadings, 20);
        m_platform.spend(std::min(kFirstReading * (std::int64_t{1} << doublings), kLongestReading));
    }
    return m_platform.now();
}

std::uint64_t Execution::nextRandomStream()
{
    return mix(m_seed + mix(m_randomStreams++));
}

void Execution::seedRandom(std::uint64_t seed)
{
    m_seed = mix(seed ^ m_options.seed);
    m_randomStreams = 0;
}

device::WaitSite Execution::site(std::int32_t line, const std::string& fallback)
{
    const auto call = m_options.calls.find(line);
    if (call == m_options.calls.end())
        return {line, m_sink.intern(fallback)};
    NameId& name = m_callNames[line];
    if (!name.isValid())
        name = m_sink.intern(call->second);
    return {line, name};
}

void Execution::write(trace::OutputStream stream, std::string_view text)
{
    m_output.write(stream, text, m_platform.now(), m_statements.line());
}

void Execution::announce(const Message& sentence)
{
    const std::string english = sentence.english();
    if (!m_said.insert(english).second)
        return;
    write(trace::OutputStream::Error, english + "\n");
    m_sink.write(trace::NoteRecord{m_platform.now(), sentence, false, m_statements.line(), OpId{}});
}

void Execution::warn(const Message& sentence)
{
    if (m_said.insert(sentence.english()).second)
        m_sink.write(trace::NoteRecord{m_platform.now(), sentence, true, m_statements.line(), OpId{}});
}

NameId Execution::nameOf(ops::Operator op)
{
    NameId& name = m_operatorNames[static_cast<std::size_t>(op)];
    if (!name.isValid())
        name = m_sink.intern(ops::nameOf(op));
    return name;
}

void Execution::enterPhase(NameId name)
{
    m_outerPhases.push_back(phase);
    phase = name;
}

void Execution::leavePhase()
{
    if (m_outerPhases.empty())
        return;
    phase = m_outerPhases.back();
    m_outerPhases.pop_back();
}

void Execution::endStep(trace::StepKind kind)
{
    if (kind == trace::StepKind::Epoch)
        endStep(trace::StepKind::Batch);
    std::optional<trace::StepRecord>& step = m_steps[static_cast<std::size_t>(kind)];
    if (!step)
        return;
    step->end = m_platform.now();
    m_sink.write(*step);
    step.reset();
}

Message Execution::stoppedIn() const
{
    const std::optional<trace::StepRecord>& batch = m_steps[static_cast<std::size_t>(trace::StepKind::Batch)];
    if (!batch)
        return {};
    return batch->count > 0 ? messages::message("run.stopped-in-batch", batch->index + 1, batch->count)
                            : messages::message("run.stopped-in", batch->index + 1);
}

void Execution::beginStep(trace::StepKind kind, std::int32_t index, std::int32_t count)
{
    endStep(kind);
    const Nanoseconds now = m_platform.now();
    m_steps[static_cast<std::size_t>(kind)] = trace::StepRecord{now, now, kind, index, count, m_statements.line()};
}

}  // namespace engine::frontend
