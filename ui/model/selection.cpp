#include "ui/model/selection.h"

namespace ui::model {

void Selection::selectOp(engine::OpId op)
{
    if (op == m_op)
        return;
    m_op = op;
    emit opChanged(m_op);
}

void Selection::hoverOp(engine::OpId op)
{
    if (op == m_hovered)
        return;
    m_hovered = op;
    emit hoveredChanged(m_hovered);
}

void Selection::setLine(int line)
{
    if (line == m_line)
        return;
    m_line = line;
    emit lineChanged(m_line);
}

void Selection::hoverLine(int line)
{
    if (line == m_hoveredLine)
        return;
    m_hoveredLine = line;
    emit hoveredLineChanged(m_hoveredLine);
}

void Selection::setBlock(int block)
{
    if (block == m_block)
        return;
    m_block = block;
    emit blockChanged(m_block);
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
    selectOp({});
    hoverOp({});
    hoverLine(0);
    setRuler(std::nullopt);
}

}  // namespace ui::model
