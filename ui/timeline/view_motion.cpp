#include "ui/timeline/detail/view_motion.h"

#include "engine/analysis/op_match.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/ranks/rank_painter.h"

#include <QStyle>
#include <QWidget>

namespace ui::timeline {

using engine::trace::TracePtr;

namespace {

constexpr int kFlipMs = 180;
constexpr int kZoomMs = 160;
constexpr int kMaxMoving = 2000;

void prepare(QVariantAnimation& animation, int milliseconds)
{
    animation.setDuration(milliseconds);
    animation.setEasingCurve(QEasingCurve::OutCubic);
    animation.setStartValue(0.0);
    animation.setEndValue(1.0);
}

}  // namespace

ViewMotion::ViewMotion(RunScene& run, model::VisibleRange& range, RowScroll& rows, const model::Playhead& playhead,
                       QWidget& view)
    : m_run(run), m_scene(run.scene()), m_range(range), m_rows(rows), m_playhead(playhead), m_view(view)
{
    prepare(m_morphing, kFlipMs);
    prepare(m_zoom, kZoomMs);
    connect(&m_morphing, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_morph.progress = value.toDouble();
        emit contentChanged();
    });
    connect(&m_morphing, &QVariantAnimation::finished, this, [this] {
        m_run.scene().before.morph = nullptr;
        emit contentChanged();
    });
    connect(&m_zoom, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        const double p = value.toDouble();
        const auto between = [p](Nanoseconds a, Nanoseconds b) {
            return a + Nanoseconds{static_cast<std::int64_t>(static_cast<double>((b - a).count()) * p)};
        };
        m_range.setRange({between(m_zoomFrom.begin, m_zoomTo.begin), between(m_zoomFrom.end, m_zoomTo.end)});
    });
}

bool ViewMotion::isAnimated() const
{
    return !m_playhead.hasReducedMotion() && m_view.isVisible() && visibleSpans(m_scene) <= kMaxMoving &&
           m_view.style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0;
}

void ViewMotion::zoomTo(const model::TimeRange& range)
{
    const model::TimeRange target = model::VisibleRange::clamped(range, m_range.extent());
    if (target == m_range.range())
        return;
    m_zoom.stop();
    m_range.remember();
    if (!isAnimated()) {
        m_range.setRange(target);
        return;
    }
    m_zoomFrom = m_range.range();
    m_zoomTo = target;
    m_zoom.start();
}

void ViewMotion::zoomAround(const model::TimeRange& range, double share)
{
    zoomTo(range.zoomedAround(range.begin + range.length() / 2, share));
}

void ViewMotion::zoomBy(double factor, std::optional<Nanoseconds> at)
{
    const Nanoseconds middle = m_scene.range.begin + m_scene.range.length() / 2;
    m_zoom.stop();
    m_run.range().setFollowing(false);
    m_range.visit(m_scene.range.zoomedAround(at.value_or(middle), factor));
}

void ViewMotion::panBy(double share)
{
    m_run.range().setFollowing(false);
    const auto distance = static_cast<double>(m_scene.range.length().count()) * share;
    m_range.setRange(m_scene.range.movedBy(Nanoseconds{static_cast<std::int64_t>(distance)}));
}

void ViewMotion::showWholeRun()
{
    const model::TimeRange extent = m_range.extent();
    zoomTo({extent.begin - extent.length() / 50, extent.end + extent.length() / 50});
}

std::optional<engine::trace::Op> ViewMotion::selected() const
{
    const engine::OpId op = m_scene.selection.op;
    const TracePtr shown = sceneOfSelection(m_scene).trace;
    if (!op.isValid() || op.index >= shown->opCount())
        return {};
    return shown->op(op);
}

void ViewMotion::zoomToSelection()
{
    if (m_scene.ruler.range)
        zoomAround(*m_scene.ruler.range, 0.9);
    else if (const auto op = selected())
        zoomAround({op->started, std::max(op->finished, op->started + Nanoseconds{1})}, 0.5);
}

void ViewMotion::centreSelection()
{
    const auto op = selected();
    if (!op)
        return;
    const Nanoseconds middle = op->started + (op->finished - op->started) / 2;
    const Nanoseconds shift = middle - (m_scene.range.begin + m_scene.range.length() / 2);
    // If the whole run or its end is visible, the view may be unable to move.
    const model::TimeRange moved = model::VisibleRange::clamped(m_scene.range.movedBy(shift), m_range.extent());
    if (std::abs((moved.begin - m_scene.range.begin).count()) > m_scene.range.length().count() / 100)
        zoomTo(moved);
    else
        zoomToSelection();
}

void ViewMotion::reveal(engine::OpId id)
{
    const drawing::Scene shown = sceneOfSelection(m_scene);
    const auto& op = shown.trace->op(id);
    const drawing::Row* row = shown.layout.rowOf(op.lane);
    if (row == nullptr)
        return;
    const model::TimeRange& range = m_scene.range;
    const Nanoseconds margin = range.length() / 20;
    if (op.finished < range.begin + margin || op.started > range.end - margin) {
        const Nanoseconds middle = op.started + (op.finished - op.started) / 2;
        m_range.setRange(range.movedBy(middle - (range.begin + range.length() / 2)));
    }
    m_rows.reveal(*row);
}

void ViewMotion::morphFrom(const TracePtr& before, const model::TimeRange& range)
{
    if (!isAnimated() || before->opCount() > 4 * kMaxMoving)
        return;
    // Old positions are converted to times of the new view, so that a span at the same pixel does not move.
    const auto moved = [&](Nanoseconds t) {
        return m_scene.timeAt(m_scene.plotLeft() + timeToPixel(t, range, m_scene.plotWidth()));
    };
    m_morph = drawing::Morph();
    const engine::analysis::Side a{before, engine::analysis::wholeRun(*before), {}};
    const engine::analysis::Side b{m_scene.trace, engine::analysis::wholeRun(*m_scene.trace), {}};
    const auto match = engine::analysis::matchOps(
        a, b, engine::analysis::matchLines(before->run().source, {}, m_scene.trace->run().source, {}));
    for (std::size_t i = 0; i < before->opCount(); ++i) {
        const auto& op = before->op(engine::OpId{i});
        const engine::OpId now = match.ofA(op.id);
        if (op.lane.isValid() && now.isValid())
            m_morph.spans.insert(now.index, {moved(op.started), moved(op.finished), op.lane});
    }
    for (const auto& block : before->blocks())
        m_morph.blocks.push_back({moved(block.begin), moved(block.end), {}});
    m_morph.progress = 0;
    m_run.scene().before.morph = &m_morph;
    m_morphing.stop();
    m_morphing.start();
}

void ViewMotion::finish()
{
    for (QVariantAnimation* animation : {&m_morphing, &m_zoom})
        if (animation->state() == QAbstractAnimation::Running)
            animation->setCurrentTime(animation->duration());
}

}  // namespace ui::timeline
