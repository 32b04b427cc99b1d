#include "ui/desk/run_target.h"

namespace ui::desk {

namespace {

/// Returns the times that the book prints. Empty if the parameters differ from the book's, because then the times are
/// not comparable.
QHash<QString, double> bookResultsOf(const listing::ProgramDocument& document)
{
    QHash<QString, double> results;
    const auto found = document.program().bookResults.find(document.listing().dialect());
    if (found == document.program().bookResults.end() || !document.parameters().changed().empty())
        return results;
    for (const auto& [label, seconds] : found->second)
        results[QString::fromStdString(label)] = seconds;
    return results;
}

}  // namespace

const engine::device::MachineInfo* RunTarget::ownMachine() const
{
    return m_machines.byId(m_bench.document.machine());
}

model::RunContext RunTarget::context() const
{
    model::RunContext context = m_bench.feed.context();
    context.bookResults = bookResultsOf(m_bench.document);
    context.syncPoints = m_bench.document.text().switches().states();
    return context;
}

runs::RunController::Request RunTarget::request() const
{
    runs::RunController::Request request;
    request.run = m_bench.document.request();
    request.run.machine = machineThatRuns();
    request.isReal = isReal();
    request.context.bookResults = bookResultsOf(m_bench.document);
    request.context.syncPoints = m_bench.document.text().switches().states();
    request.context.isForeign = m_bench.document.isForeign();
    return request;
}

}  // namespace ui::desk
