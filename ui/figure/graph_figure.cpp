#include "engine/analysis/training.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/figure/detail/bodies.h"
#include "ui/graph/picture.h"
#include "ui/model/operations_model.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <set>

namespace ui::figure::detail {

using engine::OpId;
using engine::trace::Kind;
using engine::trace::OpState;
using engine::trace::Trace;
using graph::EdgeStyle;
using graph::Node;
using graph::NodeShape;

namespace {

constexpr double kTallest = 940;  // maximum height on a printed page, in units
constexpr double kArrow = 7;

class GraphPainter {
public:
    GraphPainter(const Ink& ink, const Trace& trace, const FigureOptions& options, const graph::Picture& picture,
                 const QRectF& body)
        : m_ink(ink), m_trace(trace), m_options(options), m_picture(picture)
    {
        m_scale = std::min(body.width() / std::max(1.0, picture.size.width()),
                           body.height() / std::max(1.0, picture.size.height()));
        m_at = QPointF(body.center().x() - picture.size.width() * m_scale / 2, body.top());
    }

    void paint() const
    {
        for (const Node& node : m_picture.nodes)
            if (node.shape == NodeShape::Frame)
                paintNode(node);
        for (const bool isCritical : {false, true})
            for (const graph::Edge& edge : m_picture.edges)
                if (edge.isCritical == isCritical)
                    paintEdge(edge);
        for (const Node& node : m_picture.nodes)
            if (node.shape != NodeShape::Frame)
                paintNode(node);
    }

private:
    [[nodiscard]] QPointF place(QPointF point) const { return m_at + point * m_scale; }
    [[nodiscard]] QRectF place(const QRectF& rect) const
    {
        return {place(rect.topLeft()), QSizeF(rect.width() * m_scale, rect.height() * m_scale)};
    }

    [[nodiscard]] bool isDone(OpId id) const
    {
        const engine::trace::Op& op = m_trace.op(id);
        return op.state == OpState::Done && (!m_options.until || op.finished <= *m_options.until);
    }
    [[nodiscard]] bool isFailed(const Node& node) const
    {
        return std::any_of(node.ops.begin(), node.ops.end(),
                           [&](OpId op) { return m_trace.op(op).state == OpState::Failed; });
    }
    [[nodiscard]] double doneShare(const Node& node) const
    {
        const auto done = std::count_if(node.ops.begin(), node.ops.end(), [&](OpId op) { return isDone(op); });
        return node.ops.empty() ? 0 : static_cast<double>(done) / static_cast<double>(node.ops.size());
    }

    /// Writes title and subtitle on two lines if there is room; no font below 9 pt, nothing outside the box.
    void words(const QRectF& rect, const QString& title, const QString& subtitle, const QColor& ink,
               const QColor* plate = nullptr) const
    {
        const int size = std::clamp(static_cast<int>(std::lround(11.5 * m_scale)), 12, 18);
        const QFont font = Ink::font(size, QFont::DemiBold), small = Ink::font(12);
        const double room = rect.width() - 4;
        const bool isTwo = !subtitle.isEmpty() && rect.height() >= size + 12 + 5;
        if (rect.height() < size * 0.95 || room < size)
            return;
        const QString first = QFontMetricsF(font).elidedText(title, Qt::ElideRight, room);
        const QString second = isTwo ? QFontMetricsF(small).elidedText(subtitle, Qt::ElideRight, room) : QString();
        const double height = isTwo ? size + 14.0 : size;
        const QPointF middle = rect.center();
        if (plate != nullptr) {
            const double width = std::max(Ink::widthOf(first, font), Ink::widthOf(second, small)) + 8;
            QPainterPath path;
            path.addRoundedRect(QRectF(middle.x() - width / 2, middle.y() - height * 0.62, width, height * 1.24), 2, 2);
            m_ink.fill(path, *plate);
        }
        const double baseline = middle.y() - height / 2 + size * 0.86;
        m_ink.writeCentred({middle.x(), baseline}, first, size, QFont::DemiBold, ink);
        if (isTwo)
            m_ink.writeCentred({middle.x(), baseline + 14}, second, 12, QFont::Normal, ink);
    }

    void outline(const QRectF& rect, double radius, const QColor& colour, double width,
                 const QVector<qreal>& dashes = {}) const
    {
        QPainterPath path;
        path.addRoundedRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2), radius, radius);
        m_ink.stroke(path, colour, width, dashes);
    }

    void filled(const QRectF& rect, double radius, Kind kind, bool isDone) const
    {
        const look::KindColours colours = m_ink.kind(kind);
        QPainterPath path;
        path.addRoundedRect(rect, radius, radius);
        m_ink.fill(path, isDone ? colours.fill : m_ink.ground());
        if (isDone) {
            QPainterPath hatch;
            drawing::addPattern(hatch, colours.pattern, rect.adjusted(1, 1, -1, -1));
            if (!hatch.isEmpty())
                m_ink.stroke(hatch, colours.edge, 1);
        }
        m_ink.stroke(path, colours.edge, 1, isDone ? QVector<qreal>{} : QVector<qreal>{4, 3});
    }

    void paintNode(const Node& node) const
    {
        const QRectF rect = place(node.rect);
        switch (node.shape) {
            case NodeShape::Header:
                words(rect, node.title, node.subtitle, m_ink.text());
                return;
            case NodeShape::Ellipsis:
                words(rect, node.title, {}, m_ink.text3());
                return;
            case NodeShape::Input:
            case NodeShape::Result: {
                const double radius = (node.shape == NodeShape::Result ? 10 : 6) * m_scale;
                QPainterPath path;
                path.addRoundedRect(rect, radius, radius);
                m_ink.fill(path, m_ink.soft());
                outline(rect, radius, m_ink.text3(), 1);
                words(rect, node.title, node.subtitle, m_ink.text());
                return;
            }
            case NodeShape::Wait: {
                QPainterPath path, hatch;
                path.addRoundedRect(rect, 6 * m_scale, 6 * m_scale);
                m_ink.fill(path, m_ink.waitSoft());
                drawing::addPattern(hatch, look::Pattern::ThinRising, rect.adjusted(1, 1, -1, -1));
                m_ink.stroke(hatch, m_ink.waitLine(), 0.8);
                outline(rect, 6 * m_scale, m_ink.wait(), 1);
                const QColor ground = m_ink.ground();
                words(rect, node.title, node.subtitle, m_ink.wait(), &ground);
                return;
            }
            case NodeShape::Matrix:
                return paintMatrix(node, rect);
            case NodeShape::Frame: {
                QPainterPath path;
                path.addRoundedRect(rect, 8 * m_scale, 8 * m_scale);
                m_ink.fill(path, m_ink.soft());
                outline(rect, 8 * m_scale, m_ink.text3(), 1);
                constexpr double kTitle = 22;
                words(QRectF(rect.left(), rect.top(), rect.width(), kTitle * m_scale), node.title, {}, m_ink.text());
                return;
            }
            case NodeShape::Weights: {
                QPainterPath path;
                path.addRoundedRect(rect, 4 * m_scale, 4 * m_scale);
                m_ink.fill(path, m_ink.soft());
                words(rect, node.note.isEmpty() ? node.title : node.title + QStringLiteral("  ") + node.note, {},
                      m_ink.text());
                return;
            }
            case NodeShape::Layer:
                return paintLayer(node, rect);
            case NodeShape::Cell:
                return filled(rect, 1, node.kind, doneShare(node) >= 1);
            case NodeShape::Op:
            case NodeShape::Fold:
                break;
        }
        if (node.shape == NodeShape::Fold) {
            QPainterPath behind;
            behind.addRoundedRect(rect.translated(3, 3), 5, 5);
            m_ink.fill(behind, m_ink.ground());
            m_ink.stroke(behind, m_ink.text3(), 1);
        }
        const bool isComplete = doneShare(node) >= 1;
        filled(rect, 5 * m_scale, node.kind, isComplete);
        if (isFailed(node))
            outline(rect, 5 * m_scale, m_ink.fail(), 2);
        const look::KindColours colours = m_ink.kind(node.kind);
        const bool hasPattern = isComplete && colours.pattern != look::Pattern::Solid;
        words(rect, node.title, node.subtitle, isComplete ? colours.textOnFill : m_ink.text2(),
              hasPattern ? &colours.fill : nullptr);
        if (node.isCritical)
            outline(rect.adjusted(-3, -3, 3, 3), 6 * m_scale, m_ink.accent(), 2.4);
    }

    /// A title on the state, a body on the ground.
    void paintLayer(const Node& node, const QRectF& rect) const
    {
        constexpr double kHead = 18, kTwoLines = 30;
        const double radius = 5 * m_scale;
        const bool hasBody = node.rect.height() >= kTwoLines && !node.subtitle.isEmpty();
        const QRectF head(rect.left(), rect.top(), rect.width(), hasBody ? kHead * m_scale : rect.height());
        const bool isComplete = doneShare(node) >= 1;
        filled(head, radius, node.kind, isComplete);
        outline(rect, radius, isFailed(node) ? m_ink.fail() : m_ink.kind(node.kind).edge, isFailed(node) ? 2 : 1);
        const look::KindColours colours = m_ink.kind(node.kind);
        const bool hasPattern = isComplete && colours.pattern != look::Pattern::Solid;
        words(head, node.note.isEmpty() ? node.title : node.title + QStringLiteral("  ") + node.note, {},
              isComplete ? colours.textOnFill : m_ink.text2(), hasPattern ? &colours.fill : nullptr);
        if (hasBody)
            words(QRectF(rect.left(), head.bottom(), rect.width(), rect.bottom() - head.bottom()), node.subtitle, {},
                  m_ink.text2());
    }

    void paintMatrix(const Node& node, const QRectF& rect) const
    {
        QPainterPath ground;
        ground.addRoundedRect(rect, 8 * m_scale, 8 * m_scale);
        m_ink.fill(ground, m_ink.soft());
        outline(rect, 8 * m_scale, node.isCritical ? m_ink.accent() : m_ink.text3(), node.isCritical ? 2.2 : 1);
        const auto perCell = static_cast<std::size_t>(std::max(1, node.opsPerCell));
        const std::size_t cells = (node.ops.size() + perCell - 1) / perCell;
        // A cell that represents several operations is filled if all of them are done.
        QPainterPath done, waiting;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const auto columns = static_cast<std::size_t>(std::max(1, node.columns));
            const QPointF corner = node.rect.topLeft() + node.firstCell +
                                   QPointF(static_cast<double>(cell % columns) * node.pitch.width(),
                                           static_cast<double>(cell / columns) * node.pitch.height());
            bool isComplete = true;
            for (std::size_t i = cell * perCell; i < std::min(node.ops.size(), (cell + 1) * perCell); ++i)
                isComplete = isComplete && isDone(node.ops[i]);
            (isComplete ? done : waiting).addRect(place(QRectF(corner, node.cell)));
        }
        const look::KindColours colours = m_ink.kind(node.kind);
        m_ink.fill(done, colours.fill);
        m_ink.stroke(waiting, colours.edge, 1);
        const QRectF head(rect.left() + 4, rect.top() + 2, rect.width() - 8, (node.firstCell.y() - 4) * m_scale);
        const QString both = tr("%1 · %2").arg(node.title, node.subtitle);
        const QFont font =
            Ink::font(std::clamp(static_cast<int>(std::lround(11.5 * m_scale)), 12, 18), QFont::DemiBold);
        words(head, Ink::widthOf(both, font) <= head.width() - 4 ? both : node.subtitle, {}, m_ink.text());
    }

    void paintEdge(const graph::Edge& edge) const
    {
        if (edge.points.size() < 2)
            return;
        QVector<qreal> dashes;
        if (edge.style == EdgeStyle::WriteAfterRead)
            dashes = {6, 3};
        else if (edge.style == EdgeStyle::WriteAfterWrite)
            dashes = {2, 3};
        else if (edge.style == EdgeStyle::Wait)
            dashes = {3, 3};
        else if (edge.style == EdgeStyle::Saved)
            dashes = {4, 3};
        const QColor colour = edge.isCritical                 ? m_ink.accent()
                              : edge.style == EdgeStyle::Wait ? m_ink.wait()
                                                              : m_ink.text3();
        QPainterPath path(place(edge.points.front()));
        for (std::size_t i = 1; i < edge.points.size(); ++i)
            path.lineTo(place(edge.points[i]));
        m_ink.stroke(path, colour, edge.isCritical ? 2.6 : 1.1, dashes);
        if (!edge.hasHead)
            return;
        const QPointF tip = place(edge.points.back()), from = place(edge.points[edge.points.size() - 2]);
        const double length = std::hypot(tip.x() - from.x(), tip.y() - from.y());
        if (length < 1)
            return;
        const QPointF along = (tip - from) / length, across(-along.y(), along.x());
        QPainterPath head(tip);
        head.lineTo(tip - along * kArrow + across * kArrow * 0.45);
        head.lineTo(tip - along * kArrow - across * kArrow * 0.45);
        head.closeSubpath();
        m_ink.fill(head, colour);
    }

    const Ink& m_ink;
    const Trace& m_trace;
    const FigureOptions& m_options;
    const graph::Picture& m_picture;
    double m_scale = 1;
    QPointF m_at;
};

/// Maximum number of readable nodes on a page.
constexpr std::size_t kReadable = 60;
constexpr int kMaxBlocksBack = 16;

/// Returns the graph of the last timed block with more than half of the run's operations and a readable number of
/// nodes, so that preparations do not use up the page; otherwise `whole`.
std::shared_ptr<const graph::Picture> partOf(const Trace& trace, const graph::PictureLimits& limits,
                                             std::shared_ptr<const graph::Picture> whole)
{
    const int last = static_cast<int>(trace.blocks().size()) - 1;
    for (int block = last; block >= std::max(0, last - kMaxBlocksBack); --block) {
        auto part = std::make_shared<graph::Picture>(graph::makePicture(trace, block, {}, limits));
        if (part->operations * 2 > whole->operations && part->nodes.size() <= kReadable)
            return part;
    }
    return whole;
}

}  // namespace

std::shared_ptr<const graph::Picture> pictureOf(const Trace& trace, const FigureOptions& options)
{
    if (options.picture)
        return options.picture;
    graph::PictureLimits limits;
    limits.width = options.preset == Preset::Column85mm ? 276 : options.preset == Preset::Page178mm ? 560 : 900;
    limits.stairRows = options.preset == Preset::Column85mm ? 6 : 10;
    limits.isNarrow = options.preset == Preset::Column85mm;
    if (options.block < 0 && !trace.steps().empty()) {
        // A training is shown by one batch, by layer: the second one, since the first also creates data that later ones
        // reuse.
        const engine::analysis::Training training = engine::analysis::training(trace);
        if (!training.batches.empty()) {
            const engine::analysis::Batch& batch =
                training.batches[std::min<std::size_t>(1, training.batches.size() - 1)];
            return std::make_shared<graph::Picture>(graph::makeNetPicture(trace, batch.begin, batch.end, limits));
        }
    }
    auto whole = std::make_shared<graph::Picture>(graph::makePicture(trace, options.block, {}, limits));
    return options.block < 0 && whole->nodes.size() > kReadable ? partOf(trace, limits, whole) : whole;
}

std::vector<Plan::LegendEntry> graphLegend(const Trace& trace, const FigureOptions& options)
{
    using Entry = Plan::LegendEntry::What;
    const auto picture = pictureOf(trace, options);
    std::vector<Plan::LegendEntry> legend;
    std::set<Kind> kinds;
    bool hasWait = false, hasCritical = false;
    for (const Node& node : picture->nodes) {
        hasWait = hasWait || node.shape == NodeShape::Wait;
        hasCritical = hasCritical || node.isCritical;
        if (!node.ops.empty() && node.shape != NodeShape::Input && node.shape != NodeShape::Result)
            kinds.insert(node.kind);
    }
    for (const Kind kind : kinds)
        legend.push_back({Entry::Kind, kind, model::kindName(kind, model::KindForm::Figure), {}});
    if (hasWait)
        legend.push_back({Entry::Wait, Kind::Host, tr("program waits"), {}});
    if (picture->counts.raw > 0)
        legend.push_back({Entry::Data, Kind::Host, tr("reads what was written"), {}});
    if (picture->counts.war + picture->counts.waw > 0)
        legend.push_back({Entry::Reuse, Kind::Host, tr("overwrites"), {}});
    if (hasCritical)
        legend.push_back({Entry::Critical, Kind::Host, tr("critical path"), {}});
    return legend;
}

void placeGraph(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    const auto picture = pictureOf(trace, options);
    const double top = plan.heading.end + (plan.size.width() < 1000 ? 14 : 22);
    const double width = plan.right - plan.left;
    double height = std::max(120.0, plan.wanted - top - plan.below() - 6);
    if (plan.wanted <= 0) {
        const double scale = std::min(1.5, width / std::max(1.0, picture->size.width()));
        height = std::clamp(picture->size.height() * scale, 60.0, kTallest);
    }
    plan.body = QRectF(plan.left, top, width, height);
    plan.finish(top + height + 6);
}

void paintGraph(const Ink& ink, const Trace& trace, const FigureOptions& options, const Plan& plan)
{
    GraphPainter(ink, trace, options, *pictureOf(trace, options), plan.body).paint();
}

}  // namespace ui::figure::detail
