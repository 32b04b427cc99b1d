#include "ui/drawing/frontend_work.h"

namespace ui::drawing {

using engine::Nanoseconds;
using engine::trace::Span;

namespace {

/// Operations after this many get no tick in the frontend lane, where ticks would be too dense to distinguish. Waits
/// are still shown.
constexpr std::size_t kMaxIssues = 4'000'000;

Span spanOf(Nanoseconds begin, Nanoseconds end)
{
    Span span;
    span.begin = begin;
    span.setDuration(end - begin);
    span.kind = engine::trace::Kind::Host;
    return span;
}

}  // namespace

/// A thread issues its operations in order. Records that are out of order, as in imported traces, are skipped, because
/// the spans of a lane must not overlap.
void FrontendWork::add(const Span& span)
{
    if (span.begin < m_lastBegin)
        return;
    m_lastBegin = span.begin;
    m_spans.insert(span);
}

void FrontendWork::update(const engine::trace::Trace& trace)
{
    const auto& hosts = trace.programPart().hosts;
    const auto addHost = [&] {
        Span span = spanOf(hosts[m_hosts].begin, hosts[m_hosts].end);
        span.extra = static_cast<std::uint32_t>(m_hosts);
        if (!hosts[m_hosts].lane.isValid())
            add(span);
        ++m_hosts;
    };
    m_issued.resize(trace.devices().size());
    for (; m_ops < trace.opCount(); ++m_ops) {
        const engine::trace::Op& op = trace.op(engine::OpId{m_ops});
        if (op.device.isValid() && op.device.index < m_issued.size())
            ++m_issued[op.device.index];
        if (m_ops >= kMaxIssues)
            continue;
        while (m_hosts < hosts.size() && hosts[m_hosts].begin <= op.issueBegin)
            addHost();
        Span span = spanOf(op.issueBegin, op.issued);
        span.op = op.id;
        add(span);
    }
    while (m_hosts < hosts.size())
        addHost();
}

std::size_t FrontendWork::issuedTo(engine::DeviceId device) const
{
    return device.isValid() && device.index < m_issued.size() ? m_issued[device.index] : 0;
}

}  // namespace ui::drawing
