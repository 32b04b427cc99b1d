#include "ui/graph/detail/scope_selector.h"

#include "engine/trace/imported.h"
#include "ui/look/elided_combo_box.h"
#include "ui/look/in_language.h"
#include "ui/model/lane_names.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace ui::graph {

namespace {

/// Data of the items that are not timed blocks. The data of a block's item is the index of the block; the data of the
/// whole run is -1.
constexpr int kBatchPart = -2;
constexpr int kPairPart = -3;
constexpr int kRangePart = -4;

/// Returns the issue time of the last operation that started by `now` on a lane of this role; none: there is none.
std::optional<engine::Nanoseconds> issueOfLast(const engine::trace::Trace& trace, engine::trace::LaneRole role,
                                               engine::Nanoseconds now)
{
    std::optional<engine::trace::Span> last;
    for (const engine::trace::LaneRecord& lane : trace.lanes()) {
        if (lane.role != role)
            continue;
        const auto& spans = trace.index(lane.id).spans();
        std::size_t i = trace.index(lane.id).firstEndingAfter(now);
        if (i == spans.size() || spans[i].begin > now) {
            if (i == 0)
                continue;
            --i;
        }
        if (spans[i].op.isValid() && (!last || spans[i].begin > last->begin))
            last = spans[i];
    }
    return last ? std::optional(trace.op(last->op).issueBegin) : std::nullopt;
}

/// Returns when the work at the playhead was issued; the batch is looked up by this time. So the diagram shows the
/// batch that the lanes show, even if the program is already issuing the next batch.
engine::Nanoseconds issueAt(const engine::trace::Trace& trace, engine::Nanoseconds now)
{
    using engine::trace::LaneRole;
    const auto issue = issueOfLast(trace, LaneRole::Compute, now);
    return issue ? *issue : issueOfLast(trace, LaneRole::CpuWorker, now).value_or(now);
}

}  // namespace

ScopeSelector::ScopeSelector(model::TraceFeed& feed, model::Selection& selection, model::Playhead& playhead,
                             QObject* parent)
    : QObject(parent), m_feed(feed), m_selection(selection), m_playhead(playhead), m_box(new look::ElidedComboBox)
{
    m_box->setProperty("role", QStringLiteral("small"));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(7);
    connect(m_box, &QComboBox::activated, this, [this](int index) { select(m_box->itemData(index).toInt()); });
    connect(&feed, &model::TraceFeed::replaced, this, &ScopeSelector::reset);
    connect(&feed, &model::TraceFeed::extended, this, &ScopeSelector::refresh);
    connect(&feed.ranks(), &model::RankLoader::changed, this, [this] {
        readAgain();
        emit changed();
    });
    connect(&selection, &model::Selection::scopeChanged, this, &ScopeSelector::refresh);
    connect(&playhead, &model::Playhead::moved, this, &ScopeSelector::followPlayhead);
    look::inLanguage(m_box, [this] {
        m_box->setAccessibleName(tr("Part of the run"));
        m_box->setToolTip(tr("Part of the run that the graph shows"));
        m_version.reset();
        refresh();
    });
}

void ScopeSelector::reset()
{
    m_wantsBatch = true;
    readAgain();
}

void ScopeSelector::readAgain()
{
    m_version.reset();
    m_steps = 0;
    m_training = {};
    m_pair.reset();
    refresh();
}

/// Updates the batches, the pair and the items after a change of the trace or of the selected scope.
void ScopeSelector::refresh()
{
    const engine::trace::TracePtr shown = m_feed.operations();
    const engine::trace::Trace& trace = *shown;
    if (trace.programPart().steps.size() != m_steps) {
        m_steps = trace.programPart().steps.size();
        m_training = engine::analysis::training(trace);
    }
    if (m_version != trace.version()) {
        m_version = trace.version();
        // A pair of blocks is known only after both blocks have ended.
        if (!trace.isLive() && m_training.batches.empty())
            m_pair = pairOf(trace);
        fill();
    }
    showRange();
    m_shownBatch = batch();
    const int index = m_box->findData(m_shownBatch != nullptr ? kBatchPart
                                      : pair() != nullptr     ? kPairPart
                                      : m_selection.range()   ? kRangePart
                                                              : m_selection.block());
    m_box->setCurrentIndex(std::max(index, 0));
}

void ScopeSelector::fill()
{
    const engine::trace::TracePtr shown = m_feed.operations();
    const engine::trace::Trace& trace = *shown;
    m_box->clear();
    if (!m_training.batches.empty())
        m_box->addItem(engine::trace::isImported(trace.run()) ? tr("one step") : tr("one batch, by layer"), kBatchPart);
    if (m_pair)
        m_box->addItem(tr("before and after"), kPairPart);
    for (int block = -1; block < static_cast<int>(trace.blocks().size()); ++block)
        m_box->addItem(model::scopeName(trace, block, std::nullopt), block);
}

/// If the scope is a time range, adds an item for it; otherwise removes that item.
void ScopeSelector::showRange()
{
    if (const int old = m_box->findData(kRangePart); old >= 0)
        m_box->removeItem(old);
    if (m_selection.range())
        m_box->addItem(model::scopeName(*m_feed.trace(), -1, m_selection.range()), kRangePart);
}

const engine::analysis::Batch* ScopeSelector::batch() const
{
    const auto& batches = m_training.batches;
    const bool isBlock =
        m_selection.block() >= 0 && static_cast<std::size_t>(m_selection.block()) < m_feed.trace()->blocks().size();
    if (!m_wantsBatch || isBlock || batches.empty())
        return nullptr;
    const auto at = [&](engine::Nanoseconds time) -> const engine::analysis::Batch& {
        const auto after = std::ranges::upper_bound(batches, time, {}, &engine::analysis::Batch::begin);
        return *(after == batches.begin() ? after : after - 1);
    };
    // A selected batch is shown until the playhead leaves it. A range that does not start where a batch starts selects
    // no batch.
    const auto& range = m_selection.range();
    if (range && at(range->begin).begin != range->begin)
        return nullptr;
    const engine::Nanoseconds now = m_playhead.time();
    const bool isInRange = range && range->begin <= now && now < range->end;
    return &at(isInRange ? range->begin : issueAt(*m_feed.operations(), now));
}

const Pair* ScopeSelector::pair() const
{
    const bool isSelected =
        m_wantsPair && m_pair && (m_selection.block() == m_pair->before || m_selection.block() == m_pair->after);
    return isSelected ? &*m_pair : nullptr;
}

void ScopeSelector::select(int part)
{
    m_wantsBatch = part == kBatchPart;
    m_wantsPair = part == kPairPart;
    const int block = part == kPairPart ? m_pair->after : std::max(part, -1);
    if (part != kRangePart && (block != m_selection.block() || m_selection.range()))
        return m_selection.setBlock(block);
    refresh();
    emit changed();
}

void ScopeSelector::followPlayhead()
{
    const engine::analysis::Batch* now = batch();
    if (now != std::exchange(m_shownBatch, now) && now != nullptr)
        emit changed();
}

}  // namespace ui::graph
