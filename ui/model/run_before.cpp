#include "ui/model/run_before.h"

#include "ui/look/translate.h"

#include <algorithm>
#include <cstddef>

namespace ui::model {

namespace {

bool isSameTarget(const engine::trace::RunInfo& a, const engine::trace::RunInfo& b)
{
    return a.program == b.program && a.machine == b.machine && a.dialect == b.dialect;
}

bool isRepeated(const RunBefore::Run& a, const RunBefore::Run& b)
{
    const engine::trace::RunInfo &was = a.trace->run(), &is = b.trace->run();
    const auto &switchesWas = a.context.syncPoints, &switchesIs = b.context.syncPoints;
    const bool hasSameSwitches = switchesWas.isEmpty() || switchesIs.isEmpty() || switchesWas == switchesIs;
    return was.source == is.source && was.parameters == is.parameters && hasSameSwitches;
}

}  // namespace

QString undecidedText(bool hasStoppedRun, engine::Difference measured)
{
    if (hasStoppedRun)
        return tr("a run stopped early");
    return measured == engine::Difference::OneRun ? tr("too few runs") : tr("no difference shown");
}

bool RunBefore::isRepetition(const Run& before, const Run& now)
{
    const engine::trace::Trace &was = *before.trace, &is = *now.trace;
    using engine::trace::PlatformKind;
    if (was.run().platform != PlatformKind::Virtual || is.run().platform != PlatformKind::Virtual ||
        !isSameTarget(was.run(), is.run()) || !isRepeated(before, now) || was.opCount() != is.opCount() ||
        was.extent() != is.extent())
        return false;
    return std::equal(was.waits().begin(), was.waits().end(), is.waits().begin(), is.waits().end(),
                      [](const engine::trace::WaitRecord& a, const engine::trace::WaitRecord& b) {
                          return a.line == b.line && a.begin == b.begin && a.end == b.end;
                      });
}

void RunBefore::follow(const Run& displayed)
{
    if (displayed.trace->run().program.empty())
        return;
    if (!m_isSelected)
        select(displayed);
    m_isSelected = true;
    const std::size_t operations = displayed.trace->opCount();
    if (!displayed.trace->isLive())
        m_displayed = operations > 0 && operations <= kMaxOperations ? displayed : Run();
}

void RunBefore::select(const Run& displayed)
{
    const engine::trace::RunInfo& run = displayed.trace->run();
    if (m_pinned.trace && m_pinned.trace->run().program != run.program)
        m_pinned = {};
    if (!m_displayed.trace || !isSameTarget(m_displayed.trace->run(), run))
        m_last = {};
    else if (!isRepeated(m_displayed, displayed))
        m_last = m_displayed;
}

}  // namespace ui::model
