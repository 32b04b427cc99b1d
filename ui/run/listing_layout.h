#pragma once

#include <QPlainTextDocumentLayout>

namespace ui::run {

/// The layout of a listing: every line has the same height, whatever font a character falls back to.
class ListingLayout : public QPlainTextDocumentLayout {
    Q_OBJECT

public:
    explicit ListingLayout(QTextDocument* document);

    void setLineHeight(double pixels);
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock& block) const override;

private:
    double m_lineHeight = 17;
};

}  // namespace ui::run
