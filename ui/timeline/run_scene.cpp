#include "ui/timeline/detail/run_scene.h"
#include "ui/drawing/batch_painter.h"
#include "ui/drawing/overlay_painter.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ui::timeline {

using drawing::Continuity;
using engine::trace::TracePtr;

namespace {

/// The rank of a selected operation, if the rank's operations were loaded after the run was opened.
std::optional<std::uint32_t> loadedRankOf(engine::OpId op, const model::Selection& selection,
                                          const model::RankLoader& ranks)
{
    if (!op.isValid() || !ranks.latest() || selection.ranks().empty())
        return std::nullopt;
    return selection.ranks().back();
}

}  // namespace

RunScene::RunScene(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range,
                   model::Selection& selection, model::Playhead& playhead, QObject* parent)
    : QObject(parent),
      m_feed(feed),
      m_visible(range),
      m_selection(selection),
      m_playhead(playhead),
      m_range(m_scene, range)
{
    m_scene.trace = feed.trace();
    m_scene.theme = &theme;
    m_scene.digest = &m_digest.digest();
    m_scene.context = &feed.context();
    m_scene.labels = &m_content.labels();
    connect(&theme, &look::Theme::changed, this, [this] {
        m_content.clear();
        emit rowsChanged();
    });
    connectModels();
}

void RunScene::connectModels()
{
    connect(&m_feed, &model::TraceFeed::replaced, this, &RunScene::replaceTrace);
    connect(&m_feed, &model::TraceFeed::extended, this, [this] {
        adoptTrace(Continuity::SameRun);
        // Shows the opening view again when a live run has ended: its end and the previous run are known only then.
        if (m_range.isOpening() && !m_scene.trace->isLive())
            showOpeningView();
    });
    connect(&m_feed, &model::TraceFeed::contextChanged, this, [this] {
        m_digest.update(m_scene.trace, m_feed.context(), Continuity::NewRun);
        emit contentChanged();
    });
    connect(&m_feed, &model::TraceFeed::beforeChanged, this, [this] {
        const bool isOpening = m_range.isOpening();
        adoptTrace(Continuity::SameRun);
        if (isOpening)
            showOpeningView();
    });
    connect(&m_digest, &BackgroundDigest::completed, this, &RunScene::onDigestCompleted);
    connect(&m_visible, &model::VisibleRange::changed, this, [this](const model::TimeRange& range) {
        m_scene.range = range;
        m_range.noteChange();
        emit contentChanged();
    });
    connect(&m_visible, &model::VisibleRange::originChanged, this, [this](Nanoseconds origin) {
        m_scene.origin = origin;
        m_content.invalidateOverview();
        emit contentChanged();
    });
    connect(&m_selection, &model::Selection::opChanged, this, [this](engine::OpId op) {
        m_scene.selection.op = op;
        m_rankOfOp = loadedRankOf(op, m_selection, m_feed.ranks());
        emit namesChanged();
        emit contentChanged();
    });
    connect(&m_selection, &model::Selection::moreChanged, this, [this] {
        m_scene.selection.others = m_selection.more();
        emit overlayChanged();
    });
    connect(&m_selection, &model::Selection::ranksChanged, this, &RunScene::openRanks);
    // Deselects an operation of another rank. An operation of the same rank stays selected, because each snapshot of a
    // live run loads the rank again.
    connect(&m_feed.ranks(), &model::RankLoader::latestLoaded, this, [this] {
        if (m_selection.ranks().empty() || m_rankOfOp != m_selection.ranks().back())
            m_selection.selectOps({});
    });
    connect(&m_feed.ranks(), &model::RankLoader::changed, this, [this] {
        emit rowsChanged();
        emit namesChanged();
    });
    connect(&m_selection.hover(), &model::Hover::opChanged, this, [this](engine::OpId op) {
        m_scene.pointer.op = op;
        emit overlayChanged();
    });
    connect(&m_selection.hover(), &model::Hover::lineChanged, this, [this](int line) {
        m_scene.pointer.line = line;
        emit contentChanged();
    });
    connect(&m_selection, &model::Selection::scopeChanged, this, [this] {
        adoptScope();
        updateCriticalPath();
        emit contentChanged();
    });
    connect(&m_selection, &model::Selection::rulerChanged, this, [this] {
        m_scene.ruler.range = m_selection.ruler();
        emit contentChanged();
    });
    connect(&m_playhead, &model::Playhead::moved, this, [this](Nanoseconds time) {
        m_scene.playhead.time = time;
        emit overlayChanged();
    });
}

/// Opens the rows of the selected ranks. Loads the ranks that were read without operations.
void RunScene::openRanks()
{
    m_scene.selection.ranks = m_selection.ranks();
    m_feed.ranks().request(m_selection.ranks());
    emit rowsChanged();
    emit namesChanged();
}

/// Deselects ranks that the new run does not contain. Other ranks stay selected and are loaded from the new run's
/// files.
void RunScene::keepRanks()
{
    if (m_selection.ranks().empty())
        return;
    const auto& set = m_scene.trace->rankPart().set;
    std::vector<std::uint32_t> ranks = m_selection.ranks();
    std::erase_if(ranks, [&](std::uint32_t member) { return !set || member >= set->members().size(); });
    if (ranks == m_selection.ranks())
        m_feed.ranks().request(ranks);
    else
        m_selection.selectRanks(std::move(ranks));
}

std::vector<drawing::OpenRank> RunScene::openedRanks() const
{
    std::vector<drawing::OpenRank> opened;
    if (m_selection.ranks().size() > model::RankLoader::kMost)
        return opened;
    for (const std::uint32_t member : m_selection.ranks()) {
        opened.push_back({member, {}, {}});
        drawing::OpenRank& rank = opened.back();
        const model::RankLoader::Rank* const loaded = m_feed.ranks().find(member);
        if (loaded == nullptr)
            continue;
        rank.trace = loaded->overview;
        rank.note = loaded->state == model::RankLoader::State::Loading  ? tr("loading…")
                    : loaded->state == model::RankLoader::State::Failed ? tr("not loaded")
                                                                        : QString();
    }
    return opened;
}

/// Updates everything that depends on the batches and blocks of a long run, which are known once its digest is
/// complete.
void RunScene::onDigestCompleted()
{
    m_content.invalidateOverview();
    if (m_range.isOpening())
        showOpeningView();
    else if (m_scene.chosen.batch < 0 && !m_scene.trace->isLive() && !m_scene.trace->error())
        m_scene.chosen.batch = drawing::openingBatch(digest().training());
    updateCriticalPath();
    const bool isAtEnd = !m_playhead.isPlaying() && m_playhead.time() == m_playhead.extent();
    if (const auto moment = m_range.openingMoment(); moment && isAtEnd && !m_scene.trace->error())
        m_playhead.setTime(*moment);
    if (digest().ranks() != nullptr)
        emit rowsChanged();
    emit namesChanged();
    emit contentChanged();
}

void RunScene::setRows(model::TimeRows* rows)
{
    if (m_scene.extra != nullptr)
        disconnect(m_scene.extra, nullptr, this, nullptr);
    m_rows = rows;
    m_scene.extra = rows;
    if (rows != nullptr) {
        connect(rows, &model::TimeRows::layoutChanged, this, &RunScene::rowsChanged);
        connect(rows, &model::TimeRows::contentChanged, this, &RunScene::contentChanged);
        connect(rows, &QObject::destroyed, this, [this] {
            m_rows = nullptr;
            m_scene.extra = nullptr;
            emit rowsChanged();
        });
    }
    emit rowsChanged();
}

void RunScene::replaceTrace()
{
    const TracePtr before = m_scene.trace;
    const model::TimeRange rangeBefore = m_scene.range;
    const int batchBefore = m_scene.chosen.batch;
    const bool wasOpeningView = m_range.isOpening();
    m_scene.ruler.lane = {};
    m_scene.pointer.wait = -1;
    m_scene.pointer.isOnOverlap = false;
    m_rankOfOp.reset();
    adoptTrace(Continuity::NewRun);
    const bool isSameProgram =
        before->opCount() > 0 && before->run().program == m_scene.trace->run().program &&
        (before->run().machine == m_scene.trace->run().machine || m_scene.before.ghost != nullptr);
    if (!isSameProgram || wasOpeningView) {
        showOpeningView();
    } else {
        // Keeps the visible range relative to the start of the first timed block, which may have moved.
        m_range.moveTo(rangeBefore.movedBy(m_scene.origin - model::originOf(*before)));
        m_scene.chosen.batch = batchBefore;
    }
    if (isSameProgram)
        emit flipped(before, rangeBefore);
    else
        emit programChanged();
}

void RunScene::adoptTrace(Continuity continuity)
{
    const bool isOtherSet = m_scene.trace->rankPart().set != m_feed.trace()->rankPart().set;
    m_scene.trace = m_feed.trace();
    m_scene.context = &m_feed.context();
    m_digest.update(m_scene.trace, m_feed.context(), continuity);
    m_scene.before.ghost = nullptr;
    if (m_feed.hasBefore()) {
        m_ghost = drawing::makeGhost(m_feed.before(), *m_scene.trace);
        m_scene.before.ghost = &m_ghost;
    }
    const Nanoseconds end = std::max(m_scene.trace->extent(), Nanoseconds{1});
    m_scene.extent = {Nanoseconds{0}, m_scene.before.ghost != nullptr ? std::max(end, m_ghost.end()) : end};
    m_content.invalidateOverview();
    if (continuity == Continuity::NewRun)
        m_scene.chosen.batch = -1;
    m_range.adoptRun(continuity);
    m_playhead.setExtent(end);
    m_scene.range = m_visible.range();
    m_scene.origin = m_visible.origin();
    m_scene.playhead.time = m_playhead.time();
    adoptScope();  // in a live run, the selected block may have appeared now
    if (continuity == Continuity::NewRun) {
        m_scene.selection.op = m_selection.op();
        m_scene.selection.others = m_selection.more();
        m_scene.pointer.op = {};
        updateCriticalPath();
    }
    if (isOtherSet)
        keepRanks();
    emit rowsChanged();
    emit namesChanged();
}

void RunScene::showOpeningView()
{
    m_scene.chosen.batch =
        m_scene.trace->isLive() || m_scene.trace->error() ? -1 : drawing::openingBatch(digest().training());
    m_range.showOpening();
}

void RunScene::adoptScope()
{
    const bool exists = m_selection.block() < static_cast<int>(m_scene.trace->blocks().size());
    m_scene.chosen.block = exists ? m_selection.block() : -1;
    m_scene.chosen.part = m_selection.range();
}

void RunScene::selectBatch(int batch)
{
    m_scene.chosen.batch = batch;
    if (const auto* selected = m_scene.batchInView()) {
        const engine::analysis::Scope work = engine::analysis::workOf(*m_scene.trace, *selected);
        m_selection.setRange({work.begin, work.end});
    }
    if (const auto moment = m_range.openingMoment())
        m_playhead.setTime(*moment);
    updateCriticalPath();
    emit contentChanged();
}

void RunScene::updateCriticalPath()
{
    m_scene.selection.criticalPath.clear();
    m_scene.selection.criticalWork.clear();
    if (m_scene.selection.arrows == drawing::ArrowMode::CriticalPath)
        drawing::addCriticalPath(m_scene.selection, *m_scene.trace, m_scene.scope());
}

void RunScene::setArrowMode(drawing::ArrowMode mode)
{
    if (mode == m_scene.selection.arrows)
        return;
    m_scene.selection.arrows = mode;
    updateCriticalPath();
    emit contentChanged();
    emit arrowModeChanged();
}

}  // namespace ui::timeline
