#include "ui/run/listing_layout.h"

#include <QTextBlock>
#include <QTextLayout>
#include <algorithm>

namespace ui::run {

ListingLayout::ListingLayout(QTextDocument* document) : QPlainTextDocumentLayout(document) {}

void ListingLayout::setLineHeight(double pixels)
{
    m_lineHeight = std::max(1.0, pixels);
    requestUpdate();
}

QRectF ListingLayout::blockBoundingRect(const QTextBlock& block) const
{
    QRectF rect = QPlainTextDocumentLayout::blockBoundingRect(block);
    if (rect.height() > 0)
        rect.setHeight(m_lineHeight * std::max(1, block.layout()->lineCount()));
    return rect;
}

}  // namespace ui::run
