#include "ui/run_choice/compare_sides.h"

#include "engine/base/expect.h"
#include "ui/runs/run_change.h"

#include <algorithm>
#include <utility>

namespace ui::run_choice {

using compare::ComparedRun;
using compare::Which;
using runs::NamedRun;
using runs::Workbench;

CompareSource CompareSource::kept(NamedRun run, std::function<QString()> title)
{
    return {Kind::Kept, 0, 0, std::move(run), std::move(title)};
}

ComparedRun comparedRun(const NamedRun& run)
{
    ComparedRun compared;
    compared.side = engine::analysis::wholeSide(run.trace);
    compared.context = run.context;
    compared.name = run.name();
    return compared;
}

const engine::device::MachineInfo* CompareSides::Machines::find(const QString& id) const
{
    const auto& machines = all();
    const auto found = std::find_if(machines.begin(), machines.end(),
                                    [&](const auto& machine) { return QString::fromStdString(machine.id) == id; });
    return found == machines.end() ? nullptr : &*found;
}

CompareSides::CompareSides(const Workbench& bench, Machines machines) : m_bench(bench), m_machines(std::move(machines))
{
}

const CompareSource& CompareSides::source(Which which) const
{
    return which == Which::A ? m_a : m_b;
}

ComparedRun CompareSides::compared(Which which) const
{
    const CompareSource& side = source(which);
    const engine::trace::TracePtr& now = m_bench.feed.trace();
    ComparedRun compared = side.kind == CompareSource::Kind::Kept ? comparedRun(side.run) : ComparedRun{};
    compared.title = side.title ? side.title() : QString();
    const auto& trace = side.kind == CompareSource::Kind::Kept ? side.run.trace : now;
    compared.parameterLabels = runs::parameterLabels(m_bench, trace->run().program);
    switch (side.kind) {
        case CompareSource::Kind::Kept:
            return compared;
        case CompareSource::Kind::Now:
            compared.side = engine::analysis::wholeSide(now);
            break;
        case CompareSource::Kind::Blocks:
            compared.side = engine::analysis::sideOfBlocks(now, side.first, side.last);
            break;
    }
    compared.context = m_bench.feed.context();
    compared.name = runs::nameOfRun(*now);
    return compared;
}

bool CompareSides::canRunUnasked(const QString& machine) const
{
    const engine::device::MachineInfo* on = m_machines.find(machine);
    const std::string& program = m_bench.document.program().id;
    return on != nullptr && on->kind == engine::trace::PlatformKind::Virtual && m_bench.document.isTrusted() &&
           !program.empty() && m_bench.feed.trace()->run().program == program;
}

void CompareSides::set(CompareSource a, CompareSource b)
{
    ++m_round;
    m_awaited = 0;
    m_a = std::move(a);
    m_b = std::move(b);
    emit changed();
}

void CompareSides::replace(Which which, CompareSource source)
{
    at(which) = std::move(source);
    m_awaited > 0 ? runAgain() : emit changed();
}

void CompareSides::swap()
{
    std::swap(m_a, m_b);
    // The results of pending runs would be assigned to the wrong side, so restart the runs.
    m_awaited > 0 ? runAgain() : emit changed();
}

void CompareSides::runAgain()
{
    ++m_round;
    m_awaited = 0;
    for (const Which which : {Which::A, Which::B}) {
        const CompareSource& side = source(which);
        if (side.request && canRunUnasked(QString::fromStdString(side.request().machine)))
            runAgain(which);
    }
    if (m_awaited == 0)
        emit changed();
}

void CompareSides::runAgain(Which which)
{
    ENGINE_EXPECT(source(which).request);
    ++m_awaited;
    m_bench.controller.thread().predict(source(which).request(), this,
                                        [this, which, round = m_round](const auto& answer) {
                                            if (round != m_round)
                                                return;
                                            if (!answer)
                                                return emit failed(answer.error().message);
                                            at(which).run = NamedRun{*answer, m_bench.feed.context().ofAnotherRun()};
                                            if (--m_awaited == 0)
                                                emit changed();
                                        });
}

void CompareSides::abandon()
{
    ++m_round;
    m_awaited = 0;
    m_a.awaits = m_b.awaits = 0;
}

quint64 CompareSides::await(Which which)
{
    return at(which).awaits = ++m_lastChoice;
}

std::optional<Which> CompareSides::sideThatAwaits(quint64 choice) const
{
    return m_a.awaits == choice   ? std::optional(Which::A)
           : m_b.awaits == choice ? std::optional(Which::B)
                                  : std::nullopt;
}

}  // namespace ui::run_choice
