#include "engine/frontend/detail/execution.h"

#include "engine/frontend/detail/native.h"

#include <algorithm>
#include <new>
#include <utility>

namespace engine::frontend {

namespace {

/// Number of consecutive clock readings that cost no modelled time. A program that measures times reads the clock a few
/// times between its calls; a program that reads it more often waits until a certain time.
constexpr int kFreeReadings = 64;
/// About the time that Python needs for one iteration of a loop that reads the clock. Doubled with each reading, so
/// that a long wait ends after few iterations.
constexpr Nanoseconds kFirstReading{200};
/// Limit on the cost of one reading. The program notices with at most this delay that its awaited time has come.
constexpr Nanoseconds kLongestReading{1'000'000};

}  // namespace

ProgramDevices::ProgramDevices(device::Platform& platform, const std::optional<std::vector<int>>& visibleGpus)
{
    for (const device::DeviceInfo& device : platform.devices()) {
        m_defaultStreams.resize(std::max<std::size_t>(m_defaultStreams.size(), device.id.index + 1U));
        m_defaultStreams[device.id.index] = platform.streams().current(device.id);
        if (device.kind == trace::DeviceKind::Cpu)
            m_cpu = device.id;
        else if (!visibleGpus || std::ranges::count(*visibleGpus, device.ordinal) > 0)
            m_gpus.push_back(device.id);
    }
}

int ProgramDevices::ordinalOf(DeviceId device) const
{
    const auto found = std::find(m_gpus.begin(), m_gpus.end(), device);
    return found == m_gpus.end() ? -1 : static_cast<int>(found - m_gpus.begin());
}

Execution::Execution(device::Platform& platform, trace::Sink& sink, ExecutionOptions options)
    : devices(platform, options.visibleGpus),
      modes{.isRecording = options.dialect == Dialect::Torch},
      steps(sink),
      random(options.seed),
      m_platform(platform),
      m_sink(sink),
      m_options(std::move(options)),
      m_statements(platform, sink, std::exchange(m_options.statements, {})),
      m_output(sink, m_options.echo)
{
}

Nanoseconds Execution::readClock()
{
    if (m_platform.kind() == trace::PlatformKind::Virtual && ++m_idleReadings > kFreeReadings) {
        const int doublings = std::min(m_idleReadings - kFreeReadings, 20);
        m_platform.spend(std::min(kFirstReading * (std::int64_t{1} << doublings), kLongestReading));
    }
    return m_platform.now();
}

device::WaitSite Execution::site(std::int32_t line, const std::string& fallback)
{
    const auto call = m_options.calls.find(line);
    return {line, m_sink.intern(call == m_options.calls.end() ? fallback : call->second)};
}

Result<OpId> Execution::push(const device::OpRequest& request)
{
    if (captures.current != nullptr && (captures.includesCpu || request.device != devices.cpu())) {
        captures.current->add(request);
        return OpId{};
    }
    if (m_platform.kind() == trace::PlatformKind::Virtual)
        return m_platform.push(request);
    return withoutGil([&] { return m_platform.push(request); });
}

void Execution::release(VariableId variable) noexcept
try {
    if (!captures.postponesRelease(variable))
        m_platform.release(variable);
} catch (const std::bad_alloc&) {
    // If the release failed, the variable stays allocated until the program run ends, and the trace shows it as
    // allocated.
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
    m_sink.write(trace::NoteRecord{.time = m_platform.now(), .text = sentence, .line = m_statements.line()});
}

void Execution::record(trace::NoteRecord note)
{
    note.time = m_platform.now();
    note.line = m_statements.line();
    if (m_said.insert(note.text.english()).second)
        m_sink.write(std::move(note));
}

}  // namespace engine::frontend
