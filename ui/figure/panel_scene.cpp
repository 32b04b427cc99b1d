#include "ui/figure/detail/panel_scene.h"

#include <QLocale>
#include <cmath>

namespace ui::figure::detail {

using drawing::Row;
using drawing::RowKind;
using engine::trace::LaneRole;

namespace {

constexpr double kLabel = 10.5;  ///< font size of a span's label at 100 %
constexpr int kFlag = 15;        ///< height of a flag with the gap below it, at 100 %

double scaleOf(const TypeSizes& type)
{
    return type.label / kLabel;
}

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
        case LaneRole::Link:
            return RowKind::Link;
        case LaneRole::CpuWorker:
        case LaneRole::HostPages:
            break;
    }
    return RowKind::Work;
}

Row rowOf(const RowPlan& plan, RowKind kind, int above)
{
    Row row;
    row.kind = kind;
    row.top = static_cast<int>(std::lround(plan.top)) - above;
    row.barTop = above;
    row.barHeight = static_cast<int>(std::lround(plan.height));
    row.height = above + row.barHeight;
    row.lane = plan.lane;
    row.device = plan.device;
    row.isUsed = true;
    row.title = plan.label;
    return row;
}

}  // namespace

double flagHeight(const TypeSizes& type)
{
    return std::round(kFlag * scaleOf(type));
}

PanelScene::PanelScene(const Plan& plan, const PanelPlan& panel, const FigureOptions& options)
    : m_theme(paperOf(options.colours, plan.type)), m_context(*panel.context)
{
    m_theme.setScale(scaleOf(plan.type));
    m_theme.setLanguage(QLocale().language() == QLocale::Korean ? look::Language::Korean : look::Language::English);
    m_context.isStale = false;  // a figure shows the recorded run, even if its listing has changed
    m_digest.update(*panel.trace, m_context, false);
    m_scene.trace = engine::trace::TracePtr(engine::trace::TracePtr(), panel.trace);
    m_scene.context = &m_context;
    m_scene.theme = &m_theme;
    m_scene.digest = &m_digest;
    m_scene.size = QSize(static_cast<int>(plan.right), static_cast<int>(std::ceil(plan.size.height())));
    m_scene.layout.headerWidth = static_cast<int>(plan.left);
    const int flags = static_cast<int>(flagHeight(plan.type));
    for (const RowPlan& row : panel.rows)
        m_scene.layout.rows.push_back(rowOf(row, kindOf(row.role), row.isProgram() ? flags : 0));
    if (panel.overlap)
        m_scene.layout.rows.push_back(rowOf(*panel.overlap, RowKind::Overlap, 0));
    m_scene.style.path = drawing::PaintPath::Vector;
    m_scene.range = m_scene.extent = panel.range;
    m_scene.origin = panel.range.begin + (plan.zero - plan.range.begin);
    m_scene.hasPlayhead = false;
    m_scene.arrows = drawing::ArrowMode::None;
    m_scene.style.hasLabels = options.showLabels;
    if (options.until)
        m_scene.page.until = panel.until;
    if (plan.magnified.isShown)
        m_scene.page.framed = plan.magnified.range;
}

drawing::Scene PanelScene::magnified(const Plan& plan) const
{
    drawing::Scene scene = m_scene;
    scene.range = plan.magnified.range;
    scene.page.framed.reset();
    scene.layout.rows.clear();
    for (const RowPlan& row : plan.magnified.rows)
        scene.layout.rows.push_back(rowOf(row, kindOf(row.role), 0));
    return scene;
}

}  // namespace ui::figure::detail
