#include "ui/graph/detail/plates.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/look/format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ui::graph::detail {

namespace {

/// Height of a line of a cluster's label (plate), in pixels at an interface scale of 100 %.
constexpr double kLine = 14.5;
constexpr double kPaddingAcross = 7;
constexpr double kPaddingDown = 3;
constexpr double kGap = 1;     ///< minimum distance from a label to a node or another label
constexpr double kEdge = 2;    ///< minimum distance to the edge of the visible rectangle
constexpr double kBelow = 40;  ///< penalty in pixels for a position below the frame instead of above it

/// Text variants of a cluster's label, longest first. The last is the name only, for narrow clusters.
std::vector<QStringList> choicesFor(const Cluster& cluster)
{
    const QString operations =
        QCoreApplication::translate("ui::graph", "%n operation(s)", nullptr, static_cast<int>(cluster.operations));
    const QString time = cluster.time.count() > 0 ? look::durationText(cluster.time) : QString();
    std::vector<QStringList> choices{{cluster.name, operations, time}, {cluster.name, time}, {cluster.name}};
    for (QStringList& texts : choices)
        texts.removeAll(QString());
    return choices;
}

class Placer {
public:
    Placer(const Diagram& diagram, const PaintState& state, const QRectF& visible)
        : m_state(state), m_zoom(zoomed(state))
    {
        const double edge = kEdge / m_zoom;
        m_sight = visible.adjusted(edge, edge, -edge, -edge);
        const double gap = kGap / m_zoom;
        for (const Node& node : diagram.nodes)
            if (!isText(node) && node.rect.intersects(visible))
                m_nodes.push_back(node.rect.adjusted(-gap, -gap, gap, gap));
        for (const Cluster& cluster : diagram.clusters)
            if (frameOf(cluster).intersects(visible))
                m_clusters.push_back(&cluster);
    }

    [[nodiscard]] std::vector<Plate> place() const
    {
        constexpr std::size_t kChoices = 3;  // variants of a text, from the longest to the shortest
        for (std::size_t choice = 0; choice + 1 < kChoices; ++choice)
            if (auto plates = placeAll(choice, Missing::Refused))
                return *std::move(plates);
        return placeAll(kChoices - 1, Missing::Allowed).value_or(std::vector<Plate>());
    }

private:
    /// Whether clusters may lack a plate because there is no room for it.
    enum class Missing : std::uint8_t { Allowed, Refused };

    /// Places the plates with the text variant `choice`. With Missing::Refused, returns nullopt if a cluster has no
    /// room for its plate.
    [[nodiscard]] std::optional<std::vector<Plate>> placeAll(std::size_t choice, Missing missing) const
    {
        std::vector<Plate> plates;
        for (const Cluster* cluster : m_clusters) {
            const QStringList lines = choicesFor(*cluster)[choice];
            if (const auto rect = placeFor(sizeOf(lines), *cluster, plates))
                plates.push_back({*rect, lines, frameOf(*cluster)});
            else if (missing == Missing::Refused)
                return std::nullopt;
        }
        return plates;
    }

    [[nodiscard]] QSizeF sizeOf(const QStringList& lines) const
    {
        double width = 0;
        for (qsizetype i = 0; i < lines.size(); ++i)
            width = std::max(width, QFontMetricsF(plateFont(m_state, i)).horizontalAdvance(lines[i]));
        return {width + 2 * kPaddingAcross / m_zoom,
                plateLineHeight(m_state) * static_cast<double>(lines.size()) + 2 * kPaddingDown / m_zoom};
    }

    [[nodiscard]] bool isFree(const QRectF& rect, const std::vector<Plate>& plates) const
    {
        constexpr double kRounding = 1e-6;
        if (!m_sight.adjusted(-kRounding, -kRounding, kRounding, kRounding).contains(rect))
            return false;
        const double gap = kGap / m_zoom;
        const QRectF around = rect.adjusted(-gap, -gap, gap, gap);
        return std::none_of(m_nodes.begin(), m_nodes.end(), [&](const QRectF& n) { return n.intersects(rect); }) &&
               std::none_of(plates.begin(), plates.end(), [&](const Plate& p) { return p.rect.intersects(around); });
    }

    /// Whether the label would be inside another cluster's frame and appear to belong to it.
    [[nodiscard]] bool isWithinAnother(QPointF centre, const Cluster& cluster) const
    {
        return !frameOf(cluster).contains(centre) &&
               std::any_of(m_clusters.begin(), m_clusters.end(),
                           [&](const Cluster* other) { return other != &cluster && frameOf(*other).contains(centre); });
    }

    [[nodiscard]] static double stepAcross(const QSizeF& size) { return size.width() / 8; }

    struct FreePlace {
        double away = std::numeric_limits<double>::max();
        QRectF rect;
    };

    /// Searches row by row for a free position nearer to `wanted` than the best one so far, with its centre within
    /// `room`.
    void searchFrom(QPointF wanted, double penalty, const QSizeF& size, const QRectF& room, const Cluster& cluster,
                    const std::vector<Plate>& plates, FreePlace& found) const
    {
        const double across = stepAcross(size), down = plateLineHeight(m_state) / 4;
        for (const double stepDown : {down, -down})
            for (double y = wanted.y(); y >= room.top() && y <= room.bottom(); y += stepDown) {
                if (penalty + std::abs(y - wanted.y()) >= found.away)
                    break;
                for (const double side : {across, -across})
                    for (double x = wanted.x(); x >= room.left() && x <= room.right(); x += side) {
                        const double away = penalty + std::hypot(x - wanted.x(), y - wanted.y());
                        if (away >= found.away)
                            break;
                        QRectF rect(QPointF(), size);
                        rect.moveCenter({x, y});
                        if (isFree(rect, plates) && !isWithinAnother({x, y}, cluster))
                            found = {away, rect};
                    }
            }
    }

    /// Finds the free position nearest to the middle of the frame's upper or lower edge, outside the frame or between
    /// nodes.
    [[nodiscard]] std::optional<QRectF> placeFor(const QSizeF& size, const Cluster& cluster,
                                                 const std::vector<Plate>& plates) const
    {
        const double acrossHalf = size.width() / 2, downHalf = size.height() / 2;
        const QRectF frame = frameOf(cluster);
        const QRectF sight = m_sight.adjusted(acrossHalf, downHalf, -acrossHalf, -downHalf);
        if (!sight.isValid())
            return std::nullopt;
        // Limits the label's centre: within or just beside the frame, with the whole label visible.
        const auto within = [&](double x, double y) {
            return QPointF(std::clamp(x, sight.left(), sight.right()), std::clamp(y, sight.top(), sight.bottom()));
        };
        const double besides = acrossHalf + stepAcross(size);
        const QRectF room(within(frame.left() - besides, frame.top() - downHalf),
                          within(frame.right() + besides, frame.bottom() + downHalf));
        FreePlace found;
        searchFrom(within(frame.center().x(), room.top()), 0, size, room, cluster, plates, found);
        searchFrom(within(frame.center().x(), room.bottom()), kBelow / m_zoom, size, room, cluster, plates, found);
        return found.rect.isNull() ? std::nullopt : std::optional(found.rect);
    }

    const PaintState& m_state;
    double m_zoom;
    QRectF m_sight;
    std::vector<QRectF> m_nodes;
    std::vector<const Cluster*> m_clusters;
};

}  // namespace

QRectF frameOf(const Cluster& cluster)
{
    return cluster.rect.adjusted(-6, -6, 6, 6);
}

double zoomed(const PaintState& state)
{
    return state.scale / state.theme->scale();
}

QFont screenFont(const PaintState& state, double pixels, QFont::Weight weight)
{
    return state.theme->sans(pixels / zoomed(state) / state.theme->scale(), weight);
}

QFont plateFont(const PaintState& state, qsizetype line)
{
    return screenFont(state, kFontSize, line == 0 ? QFont::DemiBold : QFont::Normal);
}

double plateLineHeight(const PaintState& state)
{
    return kLine / zoomed(state);
}

std::vector<Plate> placePlates(const Diagram& diagram, const PaintState& state, const QRectF& visible)
{
    return Placer(diagram, state, visible).place();
}

const std::vector<Plate>& PlateCache::plates(const Diagram& diagram, const PaintState& state, const QRectF& visible)
{
    const double themeScale = state.theme->scale();
    if (!m_plates || m_visible != visible || m_scale != state.scale || m_themeScale != themeScale) {
        m_plates = placePlates(diagram, state, visible);
        m_visible = visible;
        m_scale = state.scale;
        m_themeScale = themeScale;
    }
    return *m_plates;
}

}  // namespace ui::graph::detail
