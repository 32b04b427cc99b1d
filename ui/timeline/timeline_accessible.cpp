#include "ui/timeline/timeline_accessible.h"

#include "ui/drawing/header_painter.h"
#include "ui/drawing/overlap_band.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/lane_names.h"
#include "ui/model/operation_labels.h"
#include "ui/model/rank_loader.h"
#include "ui/timeline/timeline_view.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QPointer>
#include <QWindow>
#include <algorithm>
#include <utility>
#include <vector>

namespace ui::timeline {

namespace {

QString nameOfRow(const drawing::Scene& scene, const drawing::Row& row)
{
    for (const auto& device : scene.trace->devices())
        if (device.id == row.device && !row.role.isEmpty())
            return QString::fromStdString(device.name) + QLatin1Char(' ') + row.role;
    return row.title.isEmpty() ? row.role : row.title;
}

/// Describes the work of a lane in the scope: number of operations, busy fraction and longest operation.
QString textOfLane(const drawing::Scene& scene, const QString& name, engine::LaneId lane)
{
    const auto& index = scene.trace->index(lane);
    const model::TimeRange scope = scene.scope();
    const std::size_t first = index.firstEndingAfter(scope.begin), last = index.firstBeginningAt(scope.end);
    if (last <= first)
        return tr("%1: nothing").arg(name);
    const QString operations =
        QCoreApplication::translate("Timeline", "%n operation(s)", nullptr, static_cast<int>(last - first));
    const auto& longest = index.spans()[index.longest(first, last)];
    const QString what = longest.op.isValid() && longest.op.index < scene.trace->opCount()
                             ? model::operationLabel(*scene.trace, scene.trace->op(longest.op))
                             : QString();
    return tr("%1: %2, busy %3, longest %4")
        .arg(name, operations,
             look::percentText(engine::toSeconds(index.busy(scope.begin, scope.end)) /
                               engine::toSeconds(scope.length())),
             QString(what + QLatin1Char(' ') + look::durationText(longest.duration())).trimmed());
}

/// The name of a row's rank, its note, and, if notable, its lateness.
QString nameOfRank(const drawing::Scene& scene, const drawing::Row& row)
{
    const auto member = static_cast<std::uint32_t>(row.member);
    QString text = row.title;
    if (const auto& set = scene.trace->rankPart().set; text.isEmpty() && set)
        text = tr("Rank %1").arg(set->members()[member].info.rank);
    const drawing::RankDigest* digest = rankDigestOf(scene);
    if (!row.subtitle.isEmpty())
        text += QStringLiteral(", ") + row.subtitle;
    if (digest != nullptr && digest->lateness.isNotable(member) && !row.title.isEmpty())
        if (const Nanoseconds late = digest->lateness.ranks[member].late; late > Nanoseconds{})
            text += QStringLiteral(", ") + tr("%1 late").arg(look::durationText(late));
    return text;
}

/// The text of a rank's row: its name, and the work of the lanes that the row contains.
QString textOfRank(const drawing::Scene& scene, const drawing::Row& row)
{
    const QString text = nameOfRank(scene, row);
    QStringList lanes;
    if (row.opened) {
        const drawing::Scene own = sceneOfOpened(scene, row);
        for (const drawing::Row& lane : row.lanes)
            if (lane.lane.isValid())
                lanes << textOfLane(own, model::laneName(*own.trace, own.trace->lanes()[lane.lane.index]), lane.lane);
    }
    for (const engine::LaneId lane : row.folded)
        lanes << textOfLane(scene, model::laneName(*scene.trace, scene.trace->lanes()[lane.index]), lane);
    return lanes.isEmpty() ? text : text + QStringLiteral(": ") + lanes.join(QStringLiteral("; "));
}

/// The names of the selected ranks; if they are more than can be opened, only their number.
QString textOfSelectedRanks(const drawing::Scene& scene)
{
    const std::vector<std::uint32_t>& ranks = scene.selection.ranks;
    if (ranks.size() > model::RankLoader::kMost)
        return QCoreApplication::translate("Timeline", "%Ln ranks", nullptr, static_cast<int>(ranks.size()));
    QStringList texts;
    for (const std::uint32_t member : ranks)
        for (const drawing::Row& row : scene.layout.rows)
            if (row.member == static_cast<int>(member) && !row.title.isEmpty() && row.kind != drawing::RowKind::Band &&
                row.kind != drawing::RowKind::Node)
                texts << nameOfRank(scene, row);
    return texts.join(QStringLiteral("; "));
}

QString textOfRow(const drawing::Scene& scene, const drawing::Row& row)
{
    if (row.kind == drawing::RowKind::Rank)
        return textOfRank(scene, row);
    const QString name = nameOfRow(scene, row);
    if (row.kind == drawing::RowKind::Overlap)
        return name + QStringLiteral(": ") + overlapText(scene);
    if (row.kind == drawing::RowKind::Band && !row.subtitle.isEmpty())
        return name + QStringLiteral(", ") + row.subtitle;
    if (!row.lane.isValid() || row.kind == drawing::RowKind::Frontend)
        return name;
    return textOfLane(scene, name, row.lane);
}

/// Whether a row has an accessible text. The axis and rows of other views have none; the slider Range represents the
/// overview.
bool isAccessible(const drawing::Row& row)
{
    return row.kind != drawing::RowKind::Axis && row.kind != drawing::RowKind::Overview &&
           row.kind != drawing::RowKind::Extra;
}

/// A child of the view: a row, the playhead, or the visible range.
class PartFace : public QAccessibleInterface, public QAccessibleValueInterface {
public:
    enum class Part : std::uint8_t { Row, Playhead, Range };

    PartFace(TimelineView* view, Part part, std::size_t row) : m_view(view), m_part(part), m_row(row) {}

    bool isValid() const override { return m_view && (m_part != Part::Row || row() != nullptr); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view ? m_view->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    void setText(QAccessible::Text, const QString&) override {}

    QString text(QAccessible::Text text) const override
    {
        if (!isValid() || text != QAccessible::Name)
            return {};
        const drawing::Scene& scene = m_view->scene();
        switch (m_part) {
            case Part::Row:
                return textOfRow(scene, *row());
            case Part::Playhead:
                return tr("Playhead %1").arg(look::momentText(scene.playhead.time, scene.origin));
            case Part::Range:
                break;
        }
        return tr("Visible range %1").arg(look::intervalText(scene.range.begin, scene.range.end, scene.origin));
    }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const drawing::Scene& scene = m_view->scene();
        QRectF inside = scene.overviewRect();
        if (m_part == Part::Row)
            inside = QRectF(0, scene.yOf(*row()), scene.size.width(), row()->height);
        else if (m_part == Part::Playhead)
            inside = QRectF(scene.xOf(scene.playhead.time) - 4, 0, 8, scene.layout.pinnedTop);
        const QRect rect = inside.toAlignedRect();
        return QRect(m_view->mapToGlobal(rect.topLeft()), rect.size());
    }

    QAccessible::Role role() const override
    {
        return m_part == Part::Row ? QAccessible::ListItem : QAccessible::Slider;
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        state.readOnly = m_part == Part::Row;
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ValueInterface && m_part != Part::Row
                   ? static_cast<QAccessibleValueInterface*>(this)
                   : nullptr;
    }

    /// The value in seconds: the time of the playhead, or the start of the visible range.
    QVariant currentValue() const override
    {
        if (!isValid())
            return {};
        const drawing::Scene& scene = m_view->scene();
        return engine::toSeconds((m_part == Part::Range ? scene.range.begin : scene.playhead.time) - scene.origin);
    }
    void setCurrentValue(const QVariant& value) override
    {
        if (!isValid() || !value.canConvert<double>())
            return;
        const drawing::Scene& scene = m_view->scene();
        const Nanoseconds time = scene.origin + engine::fromSeconds(value.toDouble());
        if (m_part == Part::Range)
            m_view->zoomTo({time, time + scene.range.length()});
        else
            m_view->movePlayhead(time);
    }
    QVariant maximumValue() const override { return secondsOf(&model::TimeRange::end); }
    QVariant minimumValue() const override { return secondsOf(&model::TimeRange::begin); }
    QVariant minimumStepSize() const override { return 0.0; }

private:
    [[nodiscard]] const drawing::Row* row() const
    {
        const std::vector<drawing::Row>& rows = m_view->scene().layout.rows;
        return m_row < rows.size() && isAccessible(rows[m_row]) ? &rows[m_row] : nullptr;
    }
    /// A bound of the run's extent, in seconds.
    [[nodiscard]] QVariant secondsOf(Nanoseconds model::TimeRange::*bound) const
    {
        if (!isValid())
            return {};
        const drawing::Scene& scene = m_view->scene();
        return engine::toSeconds(scene.extent.*bound - scene.origin);
    }

    QPointer<TimelineView> m_view;
    Part m_part;
    std::size_t m_row;  ///< index into the layout's rows
};

/// Lists the accessible rows, then the playhead and the visible range. A call scans the rows, of which there are a few
/// per lane, at most once. The text of a row takes logarithmic time in the row's spans.
class TimelineFace : public QAccessibleWidget {
public:
    explicit TimelineFace(TimelineView* view) : QAccessibleWidget(view, QAccessible::List), m_view(view)
    {
        for (const PartFace::Part part : {PartFace::Part::Playhead, PartFace::Part::Range})
            m_sliders.push_back(QAccessible::registerAccessibleInterface(new PartFace(view, part, 0)));
    }
    ~TimelineFace() override
    {
        for (const auto& ids : {m_rows, m_sliders})
            for (const QAccessible::Id id : ids)
                QAccessible::deleteAccessibleInterface(id);
    }
    TimelineFace(const TimelineFace&) = delete;
    TimelineFace& operator=(const TimelineFace&) = delete;

    int childCount() const override
    {
        const auto& rows = m_view->scene().layout.rows;
        return static_cast<int>(std::ranges::count_if(rows, isAccessible)) + static_cast<int>(m_sliders.size());
    }

    QAccessibleInterface* child(int index) const override
    {
        return find([&](QAccessibleInterface&, int at) { return at == index; }).first;
    }

    int indexOfChild(const QAccessibleInterface* face) const override
    {
        return find([&](QAccessibleInterface& child, int) { return &child == face; }).second;
    }

    QAccessibleInterface* childAt(int x, int y) const override
    {
        return find([&](QAccessibleInterface& child, int) { return child.rect().contains(x, y); }).first;
    }

private:
    /// The first child for which `matches` is true, and its index; null and -1 if there is none.
    [[nodiscard]] std::pair<QAccessibleInterface*, int> find(const auto& matches) const
    {
        int index = 0;
        const auto& rows = m_view->scene().layout.rows;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (row == m_rows.size())
                m_rows.push_back(
                    QAccessible::registerAccessibleInterface(new PartFace(m_view, PartFace::Part::Row, row)));
            if (!isAccessible(rows[row]))
                continue;
            if (QAccessibleInterface* face = QAccessible::accessibleInterface(m_rows[row]); matches(*face, index))
                return {face, index};
            ++index;
        }
        for (const QAccessible::Id id : m_sliders) {
            if (QAccessibleInterface* face = QAccessible::accessibleInterface(id); matches(*face, index))
                return {face, index};
            ++index;
        }
        return {nullptr, -1};
    }

    TimelineView* m_view;                         // the interface is deleted with its widget
    mutable std::vector<QAccessible::Id> m_rows;  ///< ids of the layout's rows, created when they are needed
    std::vector<QAccessible::Id> m_sliders;
};

QAccessibleInterface* faceOf(const QString&, QObject* object)
{
    auto* view = qobject_cast<TimelineView*>(object);
    return view == nullptr ? nullptr : new TimelineFace(view);
}

}  // namespace

void installTimelineAccessible()
{
    QAccessible::installFactory(faceOf);
}

void updateAccessibleTexts(TimelineView& view)
{
    const engine::trace::Trace& trace = *view.scene().trace;
    const QString operations = TimelineView::tr("%n operation(s)", nullptr, static_cast<int>(trace.opCount()));
    const double makespan = engine::toSeconds(view.scene().scope().length());
    view.setAccessibleName(
        TimelineView::tr("Timeline, %1, makespan %2 seconds").arg(operations, QString::number(makespan, 'f', 4)));
    const engine::OpId op = view.scene().selection.op;
    const engine::trace::TracePtr selected = sceneOfSelection(view.scene()).trace;
    const bool isKnown = op.isValid() && op.index < selected->opCount();
    const QString before = view.accessibleDescription();
    view.setAccessibleDescription(isKnown ? model::spokenOperation(*selected, selected->op(op))
                                          : textOfSelectedRanks(view.scene()));
    if (view.accessibleDescription() != before && !view.accessibleDescription().isEmpty() && view.hasFocus()) {
        QAccessibleEvent event(&view, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

}  // namespace ui::timeline
