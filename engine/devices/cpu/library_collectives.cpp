#include "engine/devices/cpu/library_collectives.h"

#include <string>

namespace engine::devices::cpu {

namespace {

constexpr std::chrono::milliseconds kBetweenChecks{1};  ///< interval between calls of RankLibrary::check()

/// Returns an error whose message begins with the collective: "all_reduce #2 (line 31): ..."
Error errorOf(const trace::Collective& what, std::int32_t line, ErrorCode code, const std::string& text)
{
    return untranslatedError(code, std::string(ranks::nameOf(what.kind)) + " #" + std::to_string(what.sequence) +
                                       " (line " + std::to_string(line) + "): " + text);
}

}  // namespace

Status LibraryCollectives::launch(const PendingCollective& call)
{
    const auto hasEnded = std::make_shared<std::atomic<bool>>(false);
    Status status = m_state.devices->rankLibrary()->run(call, [hasEnded] { hasEnded->store(true); });
    if (status)
        m_launched.push_back({call.what, call.line, m_state.trace.now(), hasEnded});
    else
        m_transport.fail(errorOf(call.what, call.line, status.error().code, status.error().english()));
    return status;
}

void LibraryCollectives::check()
{
    while (!m_launched.empty() && m_launched.front().hasEnded->load())
        m_launched.pop_front();
    const Nanoseconds now = m_state.trace.now();
    if (m_launched.empty() || now - m_checked < kBetweenChecks)
        return;
    m_checked = now;
    const LaunchedCollective& first = m_launched.front();
    const Nanoseconds timeout = m_transport.timeout();
    if (const Status status = m_state.devices->rankLibrary()->check(); !status)
        m_transport.fail(errorOf(first.what, first.line, status.error().code, status.error().english()));
    else if (now - first.at > timeout)
        m_transport.fail(errorOf(first.what, first.line, ErrorCode::OperationFailed,
                                 "the GPUs have not ended it for " +
                                     std::to_string(std::chrono::duration_cast<std::chrono::seconds>(timeout).count()) +
                                     " s. --set timeout=SECONDS changes how long they may take."));
}

}  // namespace engine::devices::cpu
