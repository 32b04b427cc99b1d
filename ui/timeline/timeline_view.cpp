#include "ui/timeline/timeline_view.h"

#include "engine/analysis/op_match.h"
#include "ui/drawing/batch_painter.h"
#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/overlay_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/format.h"
#include "ui/model/operations_model.h"
#include "ui/model/refused.h"
#include "ui/timeline/canvas.h"
#include "ui/timeline/operation_find.h"
#include "ui/timeline/timeline_accessible.h"
#include "ui/timeline/tooltip.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <optional>

namespace ui::timeline {

using engine::Nanoseconds;
using engine::trace::TracePtr;

namespace {

constexpr int kFlipMs = 180;
constexpr int kZoomMs = 160;
constexpr int kMostMoving = 2000;
/// The opening view starts a little before the first stopwatch.
constexpr std::int64_t kLeadShare = 28;
constexpr std::int64_t kTailShare = 18;

}  // namespace

TimelineView::TimelineView(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range,
                           model::Selection& selection, model::Playhead& playhead, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed), m_range(range), m_selection(selection), m_playhead(playhead)
{
    setObjectName(QStringLiteral("timeline"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    // Input methods would eat W, A, S and D.
    setAttribute(Qt::WA_InputMethodEnabled, false);
    installTimelineAccessible();
    m_scene.trace = feed.trace();
    m_scene.theme = &theme;
    m_scene.digest = &m_digest;
    m_scene.context = &feed.context();
    m_scene.labels = &m_labels;
    m_canvas = new Canvas(
        this,
        [this](QPainter& painter) {
            m_idleLabels = paintContent(painter, m_scene);
            m_overview.paint(painter, m_scene);
        },
        [this](QPainter& painter) { paintMarks(painter, m_scene, m_idleLabels); },
        [this](QPainter& painter) {
            paintOverlay(painter, m_scene, m_idleLabels);
            paintSaved(painter, m_scene);  // no playhead through its figures
            paintHiddenRows(painter);
            if (m_showsFocus) {
                painter.setPen(QPen(m_theme.tokens().accent, 2));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
            }
            if (m_axisZoom) {
                QColor band = m_theme.tokens().accent;
                band.setAlphaF(0.14F);
                const double left = m_scene.xOf(m_axisZoom->begin);
                painter.fillRect(QRectF(left, 0, m_scene.xOf(m_axisZoom->end) - left, height()), band);
            }
        });
    buildScrollBar();
    m_tooltip = std::make_unique<Tooltip>(theme);
    m_morphAnimation.setDuration(kFlipMs);
    m_morphAnimation.setEasingCurve(QEasingCurve::OutCubic);
    m_morphAnimation.setStartValue(0.0);
    m_morphAnimation.setEndValue(1.0);
    m_zoomAnimation.setDuration(kZoomMs);
    m_zoomAnimation.setEasingCurve(QEasingCurve::OutCubic);
    m_zoomAnimation.setStartValue(0.0);
    m_zoomAnimation.setEndValue(1.0);
    buildActions();
    connectModels();
    // After what follows the run: its matches are gone to in the layout of theirs.
    m_find = new OperationFind(theme, feed, selection, this);
    connect(m_find, &OperationFind::found, this, &TimelineView::reveal);
    adoptTrace(false);
}

TimelineView::~TimelineView() = default;

void TimelineView::connectModels()
{
    connect(&m_feed, &model::TraceFeed::replaced, this, &TimelineView::onReplaced);
    connect(&m_feed, &model::TraceFeed::extended, this, &TimelineView::onExtended);
    connect(&m_feed, &model::TraceFeed::contextChanged, this, [this] {
        m_digest.update(*m_scene.trace, m_feed.context(), false);
        requestContent();
    });
    connect(&m_range, &model::VisibleRange::changed, this, [this](const model::TimeRange& range) {
        m_scene.range = range;
        if (!m_isMoving)
            m_isOpeningView = false;
        updateOrigin();
        requestContent();
    });
    connect(&m_range, &model::VisibleRange::originChanged, this, [this](Nanoseconds origin) {
        m_scene.origin = origin;
        m_overview.invalidate();
        requestContent();
    });
    connect(&m_selection, &model::Selection::opChanged, this, [this](engine::OpId op) {
        m_scene.selected = op;
        updateNames();
        requestMarks();
    });
    connect(&m_selection, &model::Selection::moreChanged, this, [this] {
        m_scene.alsoSelected = m_selection.more();
        requestOverlay();
    });
    connect(&m_selection, &model::Selection::hoveredChanged, this, [this](engine::OpId op) {
        m_scene.hovered = op;
        requestOverlay();
    });
    connect(&m_selection, &model::Selection::hoveredLineChanged, this, [this](int line) {
        m_scene.hoveredLine = line;
        requestContent();
    });
    connect(&m_selection, &model::Selection::blockChanged, this, [this](int block) {
        m_scene.block = block;
        updateCriticalPath();
        requestContent();
    });
    connect(&m_selection, &model::Selection::rulerChanged, this, [this] {
        m_scene.ruler = m_selection.ruler();
        requestMarks();
    });
    connect(&m_playhead, &model::Playhead::moved, this, [this](Nanoseconds time) {
        m_scene.playhead = time;
        requestOverlay();
    });
    connect(&m_theme, &look::Theme::changed, this, [this] {
        m_labels.clear();
        m_overview.invalidate();
        updateLayout();
    });
    connect(&m_morphAnimation, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_morph.progress = value.toDouble();
        requestContent();
    });
    connect(&m_morphAnimation, &QVariantAnimation::finished, this, [this] {
        m_scene.morph = nullptr;
        requestContent();
    });
    connect(&m_zoomAnimation, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        const double p = value.toDouble();
        const auto between = [p](Nanoseconds a, Nanoseconds b) {
            return a + Nanoseconds{static_cast<std::int64_t>(static_cast<double>((b - a).count()) * p)};
        };
        m_isMoving = true;
        m_range.setRange({between(m_zoomFrom.begin, m_zoomTo.begin), between(m_zoomFrom.end, m_zoomTo.end)});
        m_isMoving = false;
    });
}

void TimelineView::setRows(model::TimeRows* rows)
{
    if (m_rows != nullptr)
        disconnect(m_rows, nullptr, this, nullptr);
    m_rows = rows;
    m_scene.extra = rows;
    if (rows != nullptr) {
        connect(rows, &model::TimeRows::layoutChanged, this, &TimelineView::updateLayout);
        connect(rows, &model::TimeRows::contentChanged, this, &TimelineView::requestContent);
        connect(rows, &QObject::destroyed, this, [this] {
            m_scene.extra = nullptr;
            updateLayout();
        });
    }
    updateLayout();
}

void TimelineView::onReplaced()
{
    const TracePtr before = m_scene.trace;
    const model::TimeRange rangeBefore = m_scene.range;
    const int batchBefore = m_scene.batch;
    const bool isSameProgram = before->opCount() > 0 && before->run().program == m_feed.trace()->run().program &&
                               (before->run().machine == m_feed.trace()->run().machine || m_before != nullptr);
    const bool keepsView = isSameProgram && !m_isOpeningView;
    m_scene.rulerLane = {};
    m_scene.hoveredWait = -1;
    m_scene.isOverlapHovered = false;
    adoptTrace(false);
    if (!keepsView) {
        showOpeningView();
    } else {
        m_scene.batch = batchBefore;
        updateOrigin();
    }
    if (isSameProgram)
        startMorph(before, rangeBefore);
    else
        scrollBy(-m_scene.scroll);
}

void TimelineView::onExtended()
{
    adoptTrace(true);
}

void TimelineView::adoptTrace(bool isSameRun)
{
    const TracePtr before = m_scene.trace;
    m_scene.trace = m_feed.trace();
    m_scene.context = &m_feed.context();
    m_digest.update(*m_scene.trace, m_feed.context(), isSameRun);
    updateGhost();
    const Nanoseconds end = std::max(m_scene.trace->extent(), Nanoseconds{1});
    m_scene.extent = {Nanoseconds{0}, m_scene.ghost != nullptr ? std::max(end, m_ghost.end()) : end};
    m_overview.invalidate();
    m_isMoving = true;
    const model::TimeRange range = m_range.range();
    m_range.setExtent(m_scene.extent);
    if (!isSameRun)
        m_scene.batch = -1;
    updateOrigin();
    if (isSameRun && m_following) {
        const Nanoseconds length = range.length();
        const Nanoseconds right = end + length / 50;
        m_range.setRange({right - length, right});
    }
    m_isMoving = false;
    m_playhead.setExtent(end);
    m_scene.range = m_range.range();
    m_scene.origin = m_range.origin();
    m_scene.playhead = m_playhead.time();
    if (m_scene.block >= static_cast<int>(m_scene.trace->blocks().size()))
        m_scene.block = -1;
    if (!isSameRun) {
        m_scene.selected = m_selection.op();
        m_scene.alsoSelected = m_selection.more();
        m_scene.hovered = {};
        m_scene.block = m_selection.block();
        updateCriticalPath();
    }
    updateLayout();
    updateNames();
}

model::TimeRange TimelineView::openingRange() const
{
    const Nanoseconds end = m_scene.extent.end;
    if (const auto failure = model::rangeAroundFailure(*m_scene.trace))
        return *failure;
    if (const auto* batch = m_scene.batchInView()) {
        const Nanoseconds length = batch->end - batch->begin;
        return {batch->begin - length / 14, batch->end + length / 6};
    }
    if (m_scene.origin <= Nanoseconds{0})
        return {-end / 50, end + end / 50};
    const Nanoseconds length = end - m_scene.origin;
    return {m_scene.origin - length / kLeadShare, end + length / kTailShare};
}

void TimelineView::showOpeningView()
{
    m_scene.batch = m_scene.trace->isLive() || m_scene.trace->error() ? -1 : drawing::openingBatch(m_digest.training());
    m_isMoving = true;
    m_range.setRange(openingRange());
    m_isMoving = false;
    updateOrigin();
    m_isOpeningView = true;
}

/// Times count from the batch that is looked at while it is near; from the first stopwatch else.
void TimelineView::updateOrigin()
{
    constexpr std::int64_t kMostBatches = 12;
    const auto* batch = m_scene.batchInView();
    const bool isNear = batch != nullptr && m_scene.range.length() <= (batch->end - batch->begin) * kMostBatches;
    m_range.setOrigin(isNear ? batch->begin : model::originOf(*m_scene.trace));
    m_scene.origin = m_range.origin();
}

void TimelineView::lookAtBatch(int batch)
{
    m_scene.batch = batch;
    m_selection.setBlock(-1);
    updateOrigin();
    if (const auto moment = openingMoment())
        m_playhead.setTime(*moment);
    updateCriticalPath();
    requestContent();
}

std::optional<Nanoseconds> TimelineView::openingMoment() const
{
    const auto* batch = m_scene.batchInView();
    if (batch == nullptr)
        return std::nullopt;
    // Late enough that forward is done, early enough that not everything is.
    return batch->begin + (batch->end - batch->begin) * 5 / 8;
}

void TimelineView::setBefore(TracePtr before)
{
    m_before = std::move(before);
    const bool isOpening = m_isOpeningView;
    adoptTrace(true);
    if (isOpening)
        showOpeningView();
}

void TimelineView::updateGhost()
{
    m_scene.ghost = nullptr;
    if (m_before == nullptr || m_before == m_scene.trace || m_scene.trace->opCount() == 0 ||
        m_before->run().program != m_scene.trace->run().program)
        return;
    m_ghost = drawing::makeGhost(m_before, *m_scene.trace);
    m_scene.ghost = &m_ghost;
}

void TimelineView::startMorph(const TracePtr& before, const model::TimeRange& rangeBefore)
{
    const bool wantsMotion =
        !m_reducedMotion && isVisible() && style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0;
    if (!wantsMotion || visibleSpans(m_scene) > kMostMoving || before->opCount() > 4 * kMostMoving)
        return;
    // Old places are kept in the new picture's time, so that what stays at the same pixel does not move.
    const auto moved = [&](Nanoseconds t) {
        return m_scene.timeAt(m_scene.plotLeft() + timeToPixel(t, rangeBefore, m_scene.plotWidth()));
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
    m_scene.morph = &m_morph;
    m_morphAnimation.stop();
    m_morphAnimation.start();
}

void TimelineView::animateTo(const model::TimeRange& range)
{
    const model::TimeRange target = model::VisibleRange::clamped(range, m_range.extent());
    if (target == m_range.range())
        return;
    m_zoomAnimation.stop();
    m_range.remember();
    m_isOpeningView = false;
    if (m_reducedMotion || !isVisible() || visibleSpans(m_scene) > kMostMoving ||
        style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0) {
        m_range.setRange(target);
        return;
    }
    m_zoomFrom = m_range.range();
    m_zoomTo = target;
    m_zoomAnimation.start();
}

void TimelineView::zoomTo(const model::TimeRange& range)
{
    animateTo(range);
}

void TimelineView::updateLayout()
{
    drawing::LayoutOptions options;
    options.scale = m_theme.scale();
    options.height = height();
    if (m_scene.ghost != nullptr)
        options.alsoUsed = lanesUsedBefore(m_ghost);
    if (m_rows != nullptr)
        for (int i = 0; i < m_rows->count(); ++i)
            options.extra.push_back({m_rows->sizeOf(i).minimum, m_rows->sizeOf(i).stretches});
    m_scene.layout = layOut(*m_scene.trace, options);
    placeScrollBar();
    if (m_find != nullptr)
        m_find->place(m_scene.layout.pinnedTop);
    m_scene.devicePixelRatio = devicePixelRatioF();
    requestContent();
}

void TimelineView::updateNames()
{
    const QString operations = tr("%n operation(s)", nullptr, static_cast<int>(m_scene.trace->opCount()));
    const double makespan = engine::toSeconds(m_scene.scope().length());
    setAccessibleName(tr("Timeline, %1, makespan %2 seconds").arg(operations, QString::number(makespan, 'f', 4)));
    const engine::OpId op = m_scene.selected;
    const bool isKnown = op.isValid() && op.index < m_scene.trace->opCount();
    setAccessibleDescription(isKnown ? model::spokenOperation(*m_scene.trace, m_scene.trace->op(op)) : QString());
    if (isKnown && hasFocus()) {
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void TimelineView::updateCriticalPath()
{
    m_scene.criticalPath.clear();
    if (m_scene.arrows == drawing::ArrowMode::CriticalPath)
        m_scene.criticalPath = drawing::criticalOperations(*m_scene.trace, m_scene.scope());
}

void TimelineView::setArrowMode(drawing::ArrowMode mode)
{
    if (mode == m_scene.arrows)
        return;
    m_scene.arrows = mode;
    updateCriticalPath();
    requestMarks();
    emit arrowModeChanged();
}

void TimelineView::setFollowing(bool following)
{
    if (following == m_following)
        return;
    m_following = following;
    if (following)
        adoptTrace(true);
}

void TimelineView::setReplaying(bool isReplaying)
{
    if (isReplaying == m_scene.isReplaying)
        return;
    m_scene.isReplaying = isReplaying;
    requestOverlay();
}

void TimelineView::setRulerTool(bool on)
{
    m_rulerTool = on;
    action(QStringLiteral("ruler"))->setChecked(on);
}

void TimelineView::requestContent()
{
    m_canvas->requestContent();
}

void TimelineView::requestMarks()
{
    m_canvas->requestContent();
}

void TimelineView::requestOverlay()
{
    m_canvas->requestOverlay();
}

void TimelineView::settle()
{
    for (QVariantAnimation* animation : {&m_morphAnimation, &m_zoomAnimation})
        if (animation->state() == QAbstractAnimation::Running)
            animation->setCurrentTime(animation->duration());
    m_canvas->flush();
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    updateLayout();
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateLayout();
    QWidget::changeEvent(event);
}

void TimelineView::focusInEvent(QFocusEvent* event)
{
    // A ring around half the window is for those who came by keyboard.
    m_showsFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
    updateNames();
    requestOverlay();
}

void TimelineView::focusOutEvent(QFocusEvent*)
{
    m_tooltip->hide();
    m_showsFocus = false;
    requestOverlay();
}

}  // namespace ui::timeline
