#include "engine/messages/messages.h"
#include "ui/drawing/lane_geometry.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/figure/detail/frame_painter.h"
#include "ui/figure/detail/layers.h"
#include "ui/figure/detail/panel_scene.h"

#include <QHash>
#include <QPicture>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <functional>

namespace ui::figure {

using detail::FramePainter;
using detail::Ink;
using detail::PanelPlan;
using detail::Plan;
using detail::RowPlan;
using drawing::LaneGeometry;
using engine::trace::Trace;

namespace {

QString number(double value)
{
    QString text = QString::number(std::round(value * 10) / 10, 'f', 1);
    if (text.endsWith(QLatin1String(".0")))
        text.chop(2);
    return text;
}

/// Without animation, or if the reader prefers reduced motion, the final run is shown.
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

/// Bars of a run on the rows of a plan, and the shapes of each row.
struct Bars {
    struct Bar {
        LaneGeometry::Bar bar;
        engine::OpId op;
    };
    std::vector<Bar> bars;
    std::vector<LaneGeometry> rows;
};

Bars barsOf(const PanelPlan& panel, double left, double right)
{
    Bars result;
    for (const RowPlan& row : panel.rows) {
        if (row.isProgram() || !row.lane.isValid())
            continue;
        result.rows.push_back(drawing::laneGeometry(panel.trace->index(row.lane), panel.range,
                                                    QRectF(left, row.top, right - left, row.height)));
        for (const LaneGeometry::Bar& bar : result.rows.back().bars)
            result.bars.push_back({bar, panel.trace->spans(row.lane)[bar.span].op});
    }
    return result;
}

class FlipWriter {
public:
    FlipWriter(const Trace& trace, const FigureOptions& options) : m_options(options)
    {
        m_options.showMagnified = false;
        m_options.showMemory = false;  // memory levels do not belong to operations and cannot be animated
        m_options.what = What::Timeline;
        const model::TimeRange was = detail::scopeOfBefore(options), is = detail::scopeOf(trace, options);
        const engine::Nanoseconds length = std::max(was.length(), is.length());
        m_options.range = model::TimeRange{is.begin, is.begin + length};
        m_plan = detail::makePlan(trace, m_options);
        m_plan.texts = textsFor(trace, options);
        m_before = m_plan.panels.back();
        m_before.trace = options.before.get();
        m_before.context = &options.beforeContext;
        m_before.range = {was.begin, was.begin + length};
        m_before.scope = was;
        m_before.until = m_before.range.end;
        // Maps each row to the corresponding lane of the other run; rows without one are removed.
        for (RowPlan& row : m_before.rows)
            if (!row.isProgram())
                row.lane = model::laneOf(*options.before, model::laneKey(trace, row.lane));
        std::erase_if(m_before.rows, [](const RowPlan& row) { return !row.isProgram() && !row.lane.isValid(); });
    }

    [[nodiscard]] QByteArray write()
    {
        const QByteArray ground = layer([&](const Ink& ink) {
            const FramePainter frame(ink, m_plan);
            ink.fill(QRectF(QPointF(0, 0), m_plan.size), ink.ground());
            frame.heading();
            if (m_options.showScaleBar)
                frame.scaleBar(m_plan.range, m_plan.scaleBarY);
            frame.axis(m_plan.rows().empty() ? m_plan.axisY : m_plan.rows().front().top - 6);
            paintPanel(ink, m_plan.panels.back(), {true, false, false});
            frame.legend();
            frame.foot();
        });
        const auto marks = [&](const PanelPlan& panel) {
            return content(layer([&](const Ink& ink) { paintPanel(ink, panel, {false, false, true}); }));
        };
        QByteArray svg = ground;
        const qsizetype head = svg.indexOf("<defs>");
        svg.insert(std::max<qsizetype>(head, 0), kStyle);
        svg.insert(svg.lastIndexOf("</svg>"), spans() + "<g class=\"flip-before\" opacity=\"0\">\n" + marks(m_before) +
                                                  "</g>\n<g class=\"flip-after\">\n" + marks(m_plan.panels.back()) +
                                                  "</g>\n");
        return svg;
    }

private:
    void paintPanel(const Ink& ink, const PanelPlan& panel, const detail::PanelParts& parts) const
    {
        const detail::PanelScene scene(m_plan, panel, m_options);
        detail::paintPanel(ink, m_plan, panel, scene.scene(), m_options, parts);
    }

    [[nodiscard]] QByteArray layer(const std::function<void(const Ink&)>& paint) const
    {
        const drawing::FilePage page{m_plan.size, m_plan.texts.title, m_plan.texts.description, Ink::families(),
                                     [&](QPainter& painter) { paint(Ink(painter, m_options.colours, m_plan.type)); }};
        return *drawing::renderPage(page, Format::Svg, 1);
    }

    /// The painted content of an SVG without the enclosing document.
    [[nodiscard]] static QByteArray content(const QByteArray& svg)
    {
        const qsizetype from = svg.indexOf("</defs>"), to = svg.lastIndexOf("</svg>");
        return from < 0 || to < from ? QByteArray() : svg.mid(from + 7, to - from - 7);
    }

    void rect(QString& out, const QRectF& r, const look::KindColours& colours, const QString& attributes) const
    {
        const double left = std::round(r.left() * 10) / 10, right = std::round(r.right() * 10) / 10;
        const QRectF place(left, r.top(), right - left, r.height());
        QPainterPath hatch;
        if (place.width() >= 9)
            drawing::addPattern(hatch, colours.pattern, place);
        // The outer group is translated to the bar's corner, so that scaling starts at that corner.
        out += QStringLiteral(
                   "<g transform=\"translate(%1,%2)\"><g%3><rect width=\"%4\" height=\"%5\" fill=\"%6\" "
                   "stroke=\"%7\" stroke-width=\"0.6\"/>")
                   .arg(number(place.left()), number(place.top()), attributes, number(place.width()),
                        number(place.height()), colours.fill.name(), colours.edge.name());
        if (!hatch.isEmpty()) {
            out +=
                QStringLiteral("<path stroke=\"%1\" stroke-width=\"1.1\" fill=\"none\" d=\"").arg(colours.edge.name());
            for (int i = 0; i < hatch.elementCount(); ++i) {
                const QPainterPath::Element at = hatch.elementAt(i);
                out += QStringLiteral("%1%2,%3")
                           .arg(at.isMoveTo() ? QLatin1Char('M') : QLatin1Char('L'))
                           .arg(number(at.x - place.left()), number(at.y - place.top()));
            }
            out += QStringLiteral("\"/>");
        }
        out += QStringLiteral("</g></g>\n");
    }

    void columns(QString& out, const Bars& bars, const Ink& ink, const QString& attributes) const
    {
        const look::Theme theme(ink.paper());
        const auto fill = [&](const std::vector<QRectF>& rects, const QColor& colour) {
            out += QStringLiteral("<path%1 fill=\"%2\" d=\"").arg(attributes, colour.name());
            for (const QRectF& r : rects)
                out += QStringLiteral("M%1,%2H%3V%4H%1Z")
                           .arg(number(r.left()), number(r.top()), number(r.right()), number(r.bottom()));
            out += QStringLiteral("\"/>\n");
        };
        for (const LaneGeometry& row : bars.rows)
            fillColumns(row, {theme.tokens().band, &theme}, fill);
    }

    [[nodiscard]] QByteArray spans() const
    {
        const Bars was = barsOf(m_before, m_plan.left, m_plan.right);
        const Bars is = barsOf(m_plan.panels.back(), m_plan.left, m_plan.right);
        QHash<quint32, QRectF> places;
        for (const Bars::Bar& bar : was.bars)
            if (bar.op.isValid())
                places.insert(bar.op.index, bar.bar.rect);
        QPicture nothing;
        QPainter painter(&nothing);
        const Ink ink(painter, m_options.colours, m_plan.type);
        const QString before = QStringLiteral(" class=\"flip-before\" opacity=\"0\"");
        const QString after = QStringLiteral(" class=\"flip-after\"");
        QString out;
        columns(out, was, ink, before);
        columns(out, is, ink, after);
        QSet<quint32> moved;
        for (const Bars::Bar& bar : is.bars) {
            const QRectF& to = bar.bar.rect;
            const auto from = bar.op.isValid() ? places.constFind(bar.op.index) : places.constEnd();
            QString attributes = after;
            if (from != places.constEnd()) {
                moved.insert(bar.op.index);
                attributes = QStringLiteral(" class=\"flip-move\" style=\"--x:%1px;--y:%2px;--w:%3\"")
                                 .arg(number(from->left() - to.left()), number(from->top() - to.top()))
                                 .arg(from->width() / std::max(0.1, to.width()), 0, 'f', 3);
            }
            rect(out, to, ink.kind(bar.bar.kind), attributes);
        }
        for (const Bars::Bar& bar : was.bars)
            if (!bar.op.isValid() || !moved.contains(bar.op.index))
                rect(out, bar.bar.rect, ink.kind(bar.bar.kind), before);
        return out.toUtf8();
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
