#include "engine/devices/cuda/detail/clock_anchors.h"

#include <utility>

namespace engine::devices::cuda::detail {

namespace {

/// Age at which an anchor is replaced. The driver returns the time between two events as a float in ms (24 bits), whose
/// resolution is 0.1 us after 2 s.
constexpr Nanoseconds kTieAgain{std::int64_t{2'000'000'000}};
constexpr int kBrackets = 20;
constexpr Nanoseconds kNarrow{10'000};

}  // namespace

ClockAnchors::ClockAnchors(GpuState& state) : m_state(state)
{
    static_cast<void>((*state.module)->createStream(state.gpu, abi::StreamRole::CopyOut, "clock", &m_stream));
    tie();
}

ClockAnchors::~ClockAnchors()
{
    const abi::Module& module = **m_state.module;
    for (abi::Event* event : {m_last, m_next, m_trial})
        if (event != nullptr)
            module.destroyEvent(event);
    if (m_stream != nullptr)
        module.destroyStream(m_stream);
}

Result<EventClock::Bracket> ClockAnchors::passNext()
{
    const abi::Module& module = **m_state.module;
    EventClock::Bracket best{Nanoseconds{}, Nanoseconds::max()};
    for (int i = 0; i < kBrackets && (i < 4 || best.width() > kNarrow); ++i) {
        EventClock::Bracket one;
        one.before = m_state.now();
        abi::Code code = module.record(m_trial, m_stream);
        // Polls, because a sleeping thread would wake up tens of microseconds after the event, which would shift all
        // times.
        if (code == abi::Code::Ok)
            do {
                code = module.query(m_trial);
            } while (code == abi::Code::NotReady);
        one.after = m_state.now();
        if (Status status = m_state.module->check(code, "read the clock of " + m_state.name); !status)
            return std::move(status).error();
        if (one.width() >= best.width())
            continue;
        best = one;
        std::swap(m_trial, m_next);
    }
    return best;
}

void ClockAnchors::tie()
{
    if (m_stream == nullptr || m_state.isLost)
        return;
    const std::lock_guard lock(m_mutex);
    const auto known = m_state.clock.anchor();
    if (known && m_state.now() - known->at < kTieAgain)
        return;
    const abi::Module& module = **m_state.module;
    for (abi::Event** event : {&m_next, &m_trial})
        if (*event == nullptr && module.createEvent(m_state.gpu, abi::EventUse::Timing, event) != abi::Code::Ok)
            return;
    const auto read = passNext();
    std::int64_t since = 0;
    if (!read || (m_last != nullptr && module.elapsed(m_last, m_next, &since) != abi::Code::Ok))
        return;
    m_state.clock.setAnchor(m_next, *read, Nanoseconds{since});
    std::swap(m_last, m_next);
}

}  // namespace engine::devices::cuda::detail
