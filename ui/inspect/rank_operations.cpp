#include "ui/inspect/detail/rank_operations.h"

#include "engine/ranks/overview.h"

#include <utility>
#include <vector>

namespace ui::inspect::detail {

RankOperations::RankOperations(model::TraceFeed& feed, model::Selection& selection, QObject* parent)
    : QObject(parent), m_feed(feed), m_selection(selection)
{
    connect(&feed.ranks(), &model::RankLoader::changed, this, &RankOperations::selectLoaded);
    connect(&feed, &model::TraceFeed::replaced, this, [this] { m_wanted.reset(); });
}

void RankOperations::select(std::uint32_t member, const engine::analysis::LateReason& reason)
{
    if (reason.ops.empty())
        return;
    m_wanted = {member, reason};
    if (m_feed.trace()->lanes().empty())
        m_selection.selectRanks({member});
    selectLoaded();
}

void RankOperations::selectLoaded()
{
    if (!m_wanted)
        return;
    const bool isOpened = m_selection.ranks().size() == 1 && m_selection.ranks().front() == m_wanted->member;
    if (m_feed.trace()->lanes().empty() && !isOpened)  // the user has selected another rank in the meantime
        return m_wanted.reset();
    std::vector<engine::OpId> ops =
        engine::ranks::shownOps(*m_feed.operations(), m_wanted->member, m_wanted->reason.ops);
    if (ops.empty()) {
        const model::RankLoader::Rank* const rank = m_feed.ranks().find(m_wanted->member);
        if (rank == nullptr || rank->state != model::RankLoader::State::Loading)
            m_wanted.reset();
        return;
    }
    const int line = std::exchange(m_wanted, std::nullopt)->reason.line;
    m_selection.selectOps(std::move(ops));
    if (line > 0)
        m_selection.setLine(line);
    emit selected();
}

}  // namespace ui::inspect::detail
