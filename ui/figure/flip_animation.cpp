#include "engine/messages/messages.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/figure/detail/frame_painter.h"
#include "ui/figure/detail/layers.h"
#include "ui/figure/detail/panel_scene.h"

#include <QHash>
#include <QSet>
#include <algorithm>
#include <functional>
#include <iterator>

namespace ui::figure {

using detail::FramePainter;
using detail::Ink;
using detail::PanelPlan;
using detail::Plan;
using detail::RowPlan;
using drawing::LaneBar;

namespace {

/// Without animation, or if the user prefers reduced motion, the final run is shown.
constexpr const char* kStyle = R"(<style>
.flip-before{opacity:0}
@media (prefers-reduced-motion: no-preference){
.flip-before{animation:flip-out .6s 1.2s both}
.flip-after{animation:flip-in .6s 1.8s both}
.flip-move{animation:flip-move .9s cubic-bezier(.33,1,.68,1) 1.2s both}
}
@keyframes flip-out{from{opacity:1}to{opacity:0}}
@keyframes flip-in{from{opacity:0}to{opacity:1}}
@keyframes flip-move{from{transform:matrix(var(--w),0,0,1,var(--x),var(--y))}to{transform:none}}
</style>
)";
constexpr const char* kBefore = "class=\"flip-before\" opacity=\"0\"";
constexpr const char* kAfter = "class=\"flip-after\"";

class FlipWriter {
public:
    FlipWriter(const Trace& trace, const FigureOptions& options) : m_options(options)
    {
        m_options.showMagnified = false;
        m_options.showMemory = false;  // memory levels do not belong to operations and cannot be animated
        m_options.what = FigureKind::Timeline;
        const model::TimeRange was = detail::scopeOfBefore(options), is = detail::scopeOf(trace, options);
        const engine::Nanoseconds length = std::max(was.length(), is.length());
        m_options.range = model::TimeRange{is.begin, is.begin + length};
        m_options.before = nullptr;  // the animation itself shows the previous run, so the plan omits its outlines
        m_plan = detail::makePlan(trace, m_options);
        m_plan.texts = textsFor(trace, options);
        unfold(m_plan.panels.back());
        m_before = m_plan.panels.back();
        m_before.trace = options.before.get();
        m_before.context = &options.beforeContext;
        m_before.range = {was.begin, was.begin + length};
        m_before.scope = was;
        m_before.until = m_before.range.end;
        // Maps each row to the corresponding lane of the other run; rows without such a lane are removed.
        for (RowPlan& row : m_before.rows)
            if (!row.isProgram())
                row.lane = model::laneOf(*options.before, model::laneKey(trace, row.lane));
        std::erase_if(m_before.rows, [](const RowPlan& row) { return !row.isProgram() && !row.lane.isValid(); });
    }

    [[nodiscard]] QByteArray write()
    {
        const QByteArray ground = layer([&](const Ink& ink) {
            const FramePainter frame(ink, m_plan);
            ink.fill(QRectF(QPointF(0, 0), m_plan.page.size / m_plan.page.zoom), ink.ground());
            frame.heading();
            if (m_options.showScaleBar)
                frame.scaleBar(m_plan.range, m_plan.scaleBarY);
            frame.axis(m_plan.rows().empty() ? m_plan.axisY : m_plan.panels.back().gridTop());
            paintPanel(ink, m_plan.panels.back(), {true, false, false});
            frame.legend();
            frame.foot();
        });
        const auto marks = [&](const char* attributes, const PanelPlan& panel) {
            return group(attributes, [&](const Ink& ink) { paintPanel(ink, panel, {false, false, true}); });
        };
        QByteArray svg = ground;
        const qsizetype head = svg.indexOf("<defs>");
        svg.insert(std::max<qsizetype>(head, 0), kStyle);
        svg.insert(svg.lastIndexOf("</svg>"), bars() + marks(kBefore, m_before) + marks(kAfter, m_plan.panels.back()));
        return svg;
    }

private:
    /// Adds the lanes of each folded row (a rank in one row) as separate rows, because each bar moves separately.
    static void unfold(PanelPlan& panel)
    {
        std::vector<RowPlan> rows;
        for (RowPlan& row : panel.rows) {
            std::vector<RowPlan> lanes;
            if (row.folded)
                for (const drawing::Row& own : drawing::lanesOfFolded(*panel.trace, *row.folded)) {
                    RowPlan& lane = lanes.emplace_back();
                    lane.lane = own.lane;
                    lane.device = own.device;
                    lane.role = panel.trace->lanes()[own.lane.index].role;
                    lane.top = own.top + own.barTop;
                    lane.height = own.barHeight;
                }
            rows.push_back(std::move(row));
            std::ranges::move(lanes, std::back_inserter(rows));
        }
        panel.rows = std::move(rows);
    }

    void paintPanel(const Ink& ink, const PanelPlan& panel, const detail::PanelParts& parts) const
    {
        detail::PanelScene scene(m_plan, panel, m_options);
        detail::paintPanel(ink, m_plan, panel, scene, m_options, parts);
    }

    [[nodiscard]] QByteArray layer(const std::function<void(const Ink&)>& paint) const
    {
        const drawing::FilePage page{m_plan.page.size, m_plan.texts.title, m_plan.texts.description, Ink::families(),
                                     [&](QPainter& painter) {
                                         painter.scale(m_plan.page.zoom, m_plan.page.zoom);
                                         paint(Ink(painter, m_options.colours, m_plan.type));
                                     }};
        return *drawing::renderPage(page, Format::Svg, 1);
    }

    /// The painted content of an SVG without the enclosing document.
    [[nodiscard]] static QByteArray content(const QByteArray& svg)
    {
        const qsizetype from = svg.indexOf("</defs>"), to = svg.lastIndexOf("</svg>");
        return from < 0 || to < from ? QByteArray() : svg.mid(from + 7, to - from - 7);
    }

    /// A group of an SVG, with attributes that style it.
    [[nodiscard]] QByteArray group(const QByteArray& attributes, const std::function<void(const Ink&)>& paint) const
    {
        return "<g " + attributes + ">\n" + content(layer(paint)) + "</g>\n";
    }

    /// One group for each bar. A bar of the same operation in both runs moves; the others appear or disappear.
    [[nodiscard]] QByteArray bars() const
    {
        const detail::PanelScene old(m_plan, m_before, m_options), now(m_plan, m_plan.panels.back(), m_options);
        const drawing::Scene &was = old.scene(), &is = now.scene();
        QByteArray out = group(kBefore, [&](const Ink& ink) { drawing::paintMerged(ink.painter(), was); }) +
                         group(kAfter, [&](const Ink& ink) { drawing::paintMerged(ink.painter(), is); });
        const std::vector<LaneBar> before = drawing::barsOf(was);
        QHash<quint32, QRectF> places;
        for (const LaneBar& bar : before)
            if (bar.op.isValid())
                places.insert(bar.op.index, bar.bar.rect);
        QSet<quint32> moved;
        for (const LaneBar& bar : drawing::barsOf(is)) {
            const bool isMoved = bar.op.isValid() && places.contains(bar.op.index);
            if (isMoved)
                moved.insert(bar.op.index);
            out += group(isMoved ? movement(places[bar.op.index], bar.bar.rect) : QByteArray(kAfter),
                         [&](const Ink& ink) { drawing::paintBar(ink.painter(), is, bar.bar); });
        }
        for (const LaneBar& bar : before)
            if (!bar.op.isValid() || !moved.contains(bar.op.index))
                out += group(kBefore, [&](const Ink& ink) { drawing::paintBar(ink.painter(), was, bar.bar); });
        return out;
    }

    /// The attributes of a bar that moves from one rectangle to another: the transform from which the animation of
    /// kStyle starts. In CSS the arguments of matrix() have no units.
    [[nodiscard]] QByteArray movement(const QRectF& from, const QRectF& to) const
    {
        const double width = from.width() / std::max(0.1, to.width());
        return QStringLiteral("class=\"flip-move\" style=\"--x:%1;--y:%2;--w:%3\"")
            .arg(m_plan.page.zoom * (from.left() - width * to.left()), 0, 'f', 1)
            .arg(m_plan.page.zoom * (from.top() - to.top()), 0, 'f', 1)
            .arg(width, 0, 'f', 5)
            .toUtf8();
    }

    FigureOptions m_options;
    Plan m_plan;
    PanelPlan m_before;
};

}  // namespace

engine::Result<QByteArray> renderFlip(const Trace& trace, const FigureOptions& options)
{
    if (!options.before)
        return engine::makeError(engine::ErrorCode::InvalidArgument, engine::messages::message("figure.one-run"));
    return FlipWriter(trace, options).write();
}

}  // namespace ui::figure
