#include "ui/figure/detail/panel_scene.h"

#include <QLocale>
#include <cmath>

namespace ui::figure::detail {

using drawing::Row;
using drawing::RowKind;
using engine::trace::LaneRole;

namespace {

constexpr int kFlag = 15;  ///< height of a flag with the gap below it, at a scale of 1

RowKind kindOf(LaneRole role)
{
    switch (role) {
        case LaneRole::Frontend:
            return RowKind::Frontend;
        case LaneRole::Compute:
            return RowKind::Compute;
        case LaneRole::CopyIn:
        case LaneRole::CopyOut:
        case LaneRole::CopyPeer:
            return RowKind::Copy;
        case LaneRole::Communication:
            return RowKind::Communication;
        case LaneRole::Link:
            return RowKind::Link;
        case LaneRole::CpuWorker:
        case LaneRole::HostPages:
            break;
    }
    return RowKind::Work;
}

Row rowOf(const engine::trace::Trace& trace, const RowPlan& plan, RowKind kind, int above)
{
    if (plan.folded)
        return *plan.folded;
    Row row;
    row.kind = kind;
    row.top = static_cast<int>(std::lround(plan.top)) - above;
    row.barTop = above;
    row.barHeight = static_cast<int>(std::lround(plan.height));
    row.ghostHeight = static_cast<int>(std::lround(plan.ghost));
    row.height = above + row.barHeight + row.ghostHeight;
    row.lane = plan.lane;
    row.device = plan.device;
    row.isUsed = true;
    row.title = plan.label;
    if (!plan.ranks.empty()) {
        row.kind = plan.isLateRank ? RowKind::Rank : RowKind::Band;
        row.ranks = plan.ranks;
        row.member = static_cast<int>(plan.ranks.front());
    }
    if (trace.rankPart().set && plan.device.index < trace.devices().size())
        row.member = static_cast<int>(trace.devices()[plan.device.index].member);
    return row;
}

}  // namespace

double flagHeight(const TypeSizes& type)
{
    return std::round(kFlag * type.scale());
}

PaperScene::PaperScene(const Plan& plan, const PanelPlan& panel, const FigureOptions& options)
    : theme(paperOf(options.colours, plan.type)), context(*panel.context)
{
    theme.setScale(plan.type.scale());
    theme.setLanguage(look::languageOf(QLocale()));
    context.isStale = false;  // a figure shows the recorded run, even if its listing has changed
    if (!options.showBookResults)
        context.bookResults.clear();
    scene.trace = engine::trace::TracePtr(engine::trace::TracePtr(), panel.trace);
    scene.context = &context;
    scene.theme = &theme;
    scene.size = QSize(static_cast<int>(plan.right), static_cast<int>(std::ceil(plan.size.height())));
    scene.layout.headerWidth = static_cast<int>(plan.left);
    scene.style = {drawing::PaintPath::Vector, options.showLabels, true};
    scene.range = scene.extent = panel.range;
    scene.origin = panel.range.begin + (plan.zero - plan.range.begin);
    scene.playhead.isShown = false;
    scene.selection.arrows = drawing::ArrowMode::None;
    if (options.until)
        scene.page.until = panel.until;
    if (plan.magnified.isShown)
        scene.page.framed = plan.magnified.range;
    scene.page.blocksBefore = panel.until;
    scene.page.saved = panel.saved;
}

PanelScene::PanelScene(const Plan& plan, const PanelPlan& panel, const FigureOptions& options)
    : m_paper(plan, panel, options)
{
    m_digest.update(*panel.trace, m_paper.context, drawing::Continuity::NewRun);
    m_paper.scene.digest = &m_digest;
    m_paper.scene.before.ghost = panel.ghost ? &*panel.ghost : nullptr;
    std::vector<Row>& rows = m_paper.scene.layout.rows;
    const int flags = static_cast<int>(flagHeight(plan.type));
    for (const RowPlan& row : panel.rows)
        rows.push_back(rowOf(*panel.trace, row, kindOf(row.role), row.isProgram() ? flags : 0));
    if (panel.overlap)
        rows.push_back(rowOf(*panel.trace, *panel.overlap, RowKind::Overlap, 0));
    Row& brackets = rows.emplace_back();
    brackets.kind = RowKind::Benchmarks;
    brackets.top = static_cast<int>(panel.bracketY);
}

drawing::Scene PanelScene::magnified(const Plan& plan) const
{
    drawing::Scene scene = m_paper.scene;
    scene.range = plan.magnified.range;
    scene.page.framed.reset();
    scene.layout.rows.clear();
    for (const RowPlan& row : plan.magnified.rows)
        scene.layout.rows.push_back(rowOf(*scene.trace, row, kindOf(row.role), 0));
    return scene;
}

}  // namespace ui::figure::detail
