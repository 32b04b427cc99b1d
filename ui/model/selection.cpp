#include "ui/model/selection.h"

#include "ui/model/rank_loader.h"

#include <algorithm>
#include <utility>

namespace ui::model {

void Selection::selectOp(engine::OpId op)
{
    if (!m_more.empty()) {
        m_more.clear();
        emit moreChanged();
    }
    if (op == m_op)
        return;
    m_op = op;
    emit opChanged(m_op);
}

void Selection::selectOps(std::vector<engine::OpId> ops)
{
    selectOp(ops.empty() ? engine::OpId{} : ops.front());
    if (ops.size() < 2)
        return;
    ops.erase(ops.begin());
    m_more = std::move(ops);
    emit moreChanged();
}

void Selection::toggleOp(engine::OpId op)
{
    if (!op.isValid())
        return;
    if (!m_op.isValid())
        return selectOp(op);
    if (op == m_op && m_more.empty())
        return selectOp({});
    if (op == m_op) {
        m_op = m_more.back();
        m_more.pop_back();
        emit opChanged(m_op);
    } else if (const auto known = std::find(m_more.begin(), m_more.end(), op); known != m_more.end()) {
        m_more.erase(known);
    } else {
        m_more.push_back(op);
    }
    emit moreChanged();
}

void Selection::selectRanks(std::vector<std::uint32_t> ranks)
{
    selectOp({});
    if (ranks == m_ranks)
        return;
    m_ranks = std::move(ranks);
    emit ranksChanged();
}

void Selection::toggleRank(std::uint32_t rank)
{
    std::vector<std::uint32_t> ranks = m_ranks;
    if (std::erase(ranks, rank) == 0)
        ranks.push_back(rank);
    if (ranks.size() > RankLoader::kMost)
        ranks.erase(ranks.begin(), ranks.end() - RankLoader::kMost);
    selectRanks(std::move(ranks));
}

void Selection::selectOpOf(std::uint32_t rank, engine::OpId op)
{
    std::vector<std::uint32_t> ranks = m_ranks;
    std::erase(ranks, rank);
    ranks.push_back(rank);
    if (ranks != m_ranks)
        selectRanks(std::move(ranks));
    selectOp(op);
}

void Selection::setLine(int line)
{
    if (line == m_line)
        return;
    m_line = line;
    emit lineChanged(m_line);
}

void Selection::setBlock(int block)
{
    if (block == m_block && !m_range)
        return;
    m_block = block;
    m_range.reset();
    emit scopeChanged();
}

void Selection::setRange(const TimeRange& range)
{
    if (range == m_range)
        return;
    m_block = -1;
    m_range = range;
    emit scopeChanged();
}

void Selection::setRuler(std::optional<TimeRange> ruler)
{
    if (ruler == m_ruler)
        return;
    m_ruler = ruler;
    emit rulerChanged();
}

void Selection::clear()
{
    selectRanks({});
    m_hover.setOp({});
    m_hover.setLine(0);
    setRuler(std::nullopt);
}

}  // namespace ui::model
