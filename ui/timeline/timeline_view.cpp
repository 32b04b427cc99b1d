#include "ui/timeline/timeline_view.h"

#include "ui/drawing/bracket.h"
#include "ui/drawing/ghost_painter.h"
#include "ui/drawing/overlay_painter.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/physical_key.h"
#include "ui/timeline/canvas.h"
#include "ui/timeline/detail/timeline_keys.h"
#include "ui/timeline/operation_find.h"
#include "ui/timeline/timeline_accessible.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

namespace ui::timeline {

/// The parts of the view, in the order of their dependencies.
struct TimelineView::Parts {
    Parts(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range, model::Selection& selection,
          model::Playhead& playhead, TimelineView& view)
        : playheadOfView(playhead),
          run(theme, feed, range, selection, playhead, nullptr),
          rows(run.scene(), view),
          motion(run, range, rows, playhead, view),
          pointer(run, motion, rows, range, selection, playhead, view),
          keys(run, motion, rows, pointer, range, selection, playhead, view)
    {
    }

    model::Playhead& playheadOfView;
    RunScene run;
    RowScroll rows;
    ViewMotion motion;
    TimelinePointer pointer;
    TimelineKeys keys;
};

TimelineView::TimelineView(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range,
                           model::Selection& selection, model::Playhead& playhead, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("timeline"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    // Input methods would consume W, A, S and D.
    setAttribute(Qt::WA_InputMethodEnabled, false);
    installTimelineAccessible();
    m_canvas = new Canvas(
        this, [this](QPainter& painter) { m_parts->run.content().paint(painter, scene()); },
        [this](QPainter& painter) {
            PaintedContent& content = m_parts->run.content();
            paintMarks(content.surfaceOf(painter), scene(), content.idleLabels());
        },
        [this](QPainter& painter) { paintOverlay(painter); });
    m_parts = std::make_unique<Parts>(theme, feed, range, selection, playhead, *this);
    connectParts();
    // RunScene is connected to ranksChanged earlier, so it has laid out the rows of the ranks when this slot runs.
    connect(&selection, &model::Selection::ranksChanged, this, [this, &selection] {
        const std::vector<drawing::Row>& rows = scene().layout.rows;
        const int member = selection.ranks().empty() ? -1 : static_cast<int>(selection.ranks().back());
        const auto row = std::ranges::find(rows, member, &drawing::Row::member);
        if (member >= 0 && row != rows.end() && row->kind != drawing::RowKind::Band)
            m_parts->rows.reveal(*row);
    });
    // Create the search after the parts, because the parts must have laid out the run before the search shows a match.
    m_find = new OperationFind(theme, feed, selection, this);
    connect(m_find, &OperationFind::found, &m_parts->motion, &ViewMotion::reveal);
    m_parts->run.adoptTrace(drawing::Continuity::NewRun);
}

TimelineView::~TimelineView() = default;

void TimelineView::connectParts()
{
    RunScene& run = m_parts->run;
    const auto requestContent = [this] { m_canvas->requestContent(); };
    const auto requestOverlay = [this] { m_canvas->requestOverlay(); };
    connect(&run, &RunScene::contentChanged, this, requestContent);
    connect(&run, &RunScene::overlayChanged, this, requestOverlay);
    // Queue the call, because rows and digest are replaced after this signal.
    connect(&run, &RunScene::contentChanged, &m_parts->pointer.hover(), &TimelineHover::refreshTooltip,
            Qt::QueuedConnection);
    connect(&run, &RunScene::rowsChanged, this, &TimelineView::updateLayout);
    connect(&run, &RunScene::namesChanged, this, [this] { updateAccessibleTexts(*this); });
    connect(&run, &RunScene::arrowModeChanged, this, &TimelineView::arrowModeChanged);
    connect(&run, &RunScene::flipped, &m_parts->motion, &ViewMotion::morphFrom);
    connect(&run, &RunScene::programChanged, this, [this] { m_parts->rows.scrollBy(-scene().scroll); });
    connect(&m_parts->rows, &RowScroll::scrolled, this, requestContent);
    connect(&m_parts->motion, &ViewMotion::contentChanged, this, requestContent);
    connect(&m_parts->pointer, &TimelinePointer::overlayChanged, this, requestOverlay);
    connect(&m_parts->pointer, &TimelinePointer::flipRequested, this, &TimelineView::flipRequested);
    connect(&m_parts->pointer, &TimelinePointer::wholeRunRequested, &m_parts->motion, &ViewMotion::showWholeRun);
    connect(&m_parts->keys, &TimelineKeys::flipRequested, this, &TimelineView::flipRequested);
    connect(&m_parts->keys, &TimelineKeys::findRequested, this, &TimelineView::openFind);
}

const drawing::Scene& TimelineView::scene() const
{
    return m_parts->run.scene();
}

QAction* TimelineView::action(const QString& name) const
{
    return m_parts->keys.action(name);
}

void TimelineView::setRows(model::TimeRows* rows)
{
    disconnect(&m_parts->pointer, &TimelinePointer::extraClicked, nullptr, nullptr);
    disconnect(&m_parts->keys, &TimelineKeys::foldRequested, nullptr, nullptr);
    m_parts->run.setRows(rows);
    if (rows == nullptr)
        return;
    connect(&m_parts->pointer, &TimelinePointer::extraClicked, rows, &model::TimeRows::clickHeader);
    connect(&m_parts->keys, &TimelineKeys::foldRequested, rows, &model::TimeRows::toggleFolded);
}

void TimelineView::setArrowMode(drawing::ArrowMode mode)
{
    m_parts->run.setArrowMode(mode);
}

void TimelineView::movePlayhead(engine::Nanoseconds time)
{
    m_parts->playheadOfView.setTime(time);
}

void TimelineView::setReplaying(bool isReplaying)
{
    if (std::exchange(m_parts->run.scene().playhead.isReplaying, isReplaying) != isReplaying)
        m_canvas->requestContent();
}

void TimelineView::setStage(bool isStage)
{
    m_isStage = isStage;
    updateLayout();
}

void TimelineView::showOpeningView()
{
    m_parts->run.showOpeningView();
}

void TimelineView::zoomTo(const model::TimeRange& range)
{
    m_parts->motion.zoomTo(range);
}

void TimelineView::selectBatch(int batch)
{
    m_parts->run.selectBatch(batch);
}

std::optional<engine::Nanoseconds> TimelineView::openingMoment() const
{
    return m_parts->run.range().openingMoment();
}

void TimelineView::openFind()
{
    m_find->open(scene().range.begin);
}

void TimelineView::finishPending()
{
    m_parts->run.finish();
    m_parts->motion.finish();
    m_canvas->flush();
}

void TimelineView::updateLayout()
{
    if (m_parts == nullptr)
        return;  // under construction
    drawing::Scene& scene = m_parts->run.scene();
    drawing::LayoutOptions options;
    options.scale = scene.theme->scale();
    options.height = height();
    if (scene.before.ghost != nullptr)
        options.ghost = rowsOf(*scene.before.ghost);
    options.isStage = m_isStage;
    options.tails = drawing::tailLevels(m_parts->run.digest().blocks());
    if (const drawing::RankDigest* ranks = m_parts->run.digest().ranks()) {
        options.lateRanks = ranks->lateness.named();
        options.openRanks = m_parts->run.openedRanks();
        if (action(QStringLiteral("latestFirst"))->isChecked())
            options.rankOrder = ranks->latestFirst();
        else if (action(QStringLiteral("alikeTogether"))->isChecked())
            options.rankOrder = ranks->alikeTogether();
    }
    model::TimeRows* extra = m_parts->run.rows();
    if (extra != nullptr && m_isStage && !extra->isScarce())
        extra = nullptr;
    for (const bool isTight : {false, true}) {
        options.extra.clear();
        if (extra != nullptr)
            extra->setTight(isTight);
        for (int i = 0; extra != nullptr && i < extra->count(); ++i)
            options.extra.push_back({extra->sizeOf(i).minimum, extra->sizeOf(i).stretches});
        scene.layout = layOut(*scene.trace, options);
        if (options.extra.empty() || scene.layout.height <= options.height)
            break;
    }
    m_parts->rows.place();
    // QCustomPlot does not paint the last line of pixels of its buffer.
    m_canvas->setGeometry(QRect(QPoint(0, 0), scene.size).adjusted(0, 0, 0, 1));
    if (m_find != nullptr)
        m_find->place(scene.layout.pinnedTop);
    scene.devicePixelRatio = devicePixelRatioF();
    m_canvas->requestContent();
}

void TimelineView::paintOverlay(QPainter& painter) const
{
    const drawing::Surface surface = m_parts->run.content().surfaceOf(painter);
    drawing::paintOverlay(surface, scene());
    paintDifference(surface, scene());  // painted over the playhead, so that the difference stays readable
    m_parts->rows.paintHiddenRows(painter);
    const QColor accent = scene().theme->tokens().accent;
    if (const auto& zoom = m_parts->pointer.axisZoom()) {
        QColor band = accent;
        band.setAlphaF(0.14F);
        const double left = scene().xOf(zoom->begin);
        painter.fillRect(QRectF(left, 0, scene().xOf(zoom->end) - left, height()), band);
    }
}

bool TimelineView::event(QEvent* event)
{
    if (m_parts != nullptr && isEnabled() && m_parts->pointer.handle(event))
        return true;
    return QWidget::event(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (!m_parts->keys.press(look::physicalKey(*event), event->modifiers()))
        QWidget::keyPressEvent(event);
}

void TimelineView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_parts->rows.paintBeside(painter);
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    updateLayout();
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateLayout();
    if (event->type() == QEvent::LanguageChange)
        updateAccessibleTexts(*this);
    QWidget::changeEvent(event);
}

void TimelineView::focusInEvent(QFocusEvent*)
{
    updateAccessibleTexts(*this);
}

}  // namespace ui::timeline
