#include "ui/runs/tree_badges.h"

#include "ui/runs/status_figures.h"

#include <algorithm>

namespace ui::runs {

namespace {

/// A program that starts several processes is not run in the background; it gets its badge when it is opened.
bool hasRanks(const engine::frontend::Program& program)
{
    return std::ranges::any_of(program.parameters, [](const auto& one) { return one.name == "ranks"; });
}

}  // namespace

void TreeBadges::setBadge(const QString& id, const std::optional<listing::Badge>& badge)
{
    m_tried.insert(id);
    if (badge)
        m_bench.programs.setBadge(id, *badge);
}

void TreeBadges::predictNext()
{
    if (!m_awaited.isEmpty())
        return;
    for (const engine::frontend::Program& program : m_bench.controller.programs()) {
        const QString id = QString::fromStdString(program.id);
        const auto* own = m_machine(QString::fromStdString(textIn(program.machines, engine::frontend::Dialect::Torch)));
        if (m_tried.contains(id) || program.values != engine::trace::ValueMode::TimingOnly || own == nullptr ||
            own->kind != engine::trace::PlatformKind::Virtual || program.sources.empty() || hasRanks(program))
            continue;
        listing::ProgramDocument asPrinted;
        asPrinted.open(program, engine::frontend::Dialect::Torch);
        engine::frontend::RunRequest request = asPrinted.request();
        request.machine = own->id;
        m_awaited = id;
        m_bench.controller.predict(request, this, [this, id](const engine::Result<engine::trace::TracePtr>& answer) {
            if (m_awaited == id)
                m_awaited.clear();
            m_tried.insert(id);
            // The badge of the open program comes from the displayed run.
            const bool isOpen = id == QString::fromStdString(m_bench.document.program().id);
            if (answer && !(*answer)->error() && !isOpen)
                m_bench.programs.setBadge(id, badgeOf(**answer));
            predictNext();
        });
        return;
    }
}

}  // namespace ui::runs
