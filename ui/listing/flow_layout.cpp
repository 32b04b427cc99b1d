#include "ui/listing/flow_layout.h"

#include <QWidget>
#include <algorithm>

namespace ui::listing {

FlowLayout::FlowLayout(int gap, QWidget* parent) : QLayout(parent), m_gap(gap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    while (QLayoutItem* item = takeAt(0))
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.append(item);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, Pass::Place);
}

int FlowLayout::arrange(const QRect& rect, Pass pass) const
{
    int y = rect.top();
    int at = 0;
    while (at < m_items.size()) {
        // Collect the items of one row: as many as fit.
        int end = at;
        int width = 0;
        int height = 0;
        while (end < m_items.size()) {
            const QSize hint = m_items[end]->sizeHint();
            if (end > at && width + m_gap + hint.width() > rect.width())
                break;
            width += hint.width() + (end > at ? m_gap : 0);
            height = std::max(height, hint.height());
            ++end;
        }
        int x = rect.left();
        for (int i = at; i < end; ++i) {
            if (i == m_rightFrom && i > at)
                x += std::max(0, rect.width() - width);
            const QSize hint = m_items[i]->sizeHint();
            if (pass == Pass::Place)
                m_items[i]->setGeometry(
                    QRect(x, y + (height - hint.height()) / 2, std::min(hint.width(), rect.width()), hint.height()));
            x += hint.width() + m_gap;
        }
        y += height;
        at = end;
        if (at < m_items.size())
            y += m_gap;
    }
    return y - rect.top();
}

}  // namespace ui::listing
