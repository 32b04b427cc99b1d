#pragma once

#include <QFont>
#include <QHash>
#include <QStaticText>
#include <QString>
#include <vector>

class QPainter;

namespace ui::drawing {

/// Bounded memo of measured and laid out texts: shaping a text costs more than drawing it, and the steps of a zoom show
/// mostly the same texts. One per view. Thread: that of the view.
class LabelCache {
public:
    struct Label {
        QStaticText text;
        double width = 0;
        double ascent = 0;  ///< of the line: letters of another font may be taller
        double height = 0;
    };

    /// As QFontMetricsF::horizontalAdvance().
    [[nodiscard]] double width(const QFont& font, const QString& text) const;
    /// As QFontMetricsF::elidedText() on the right.
    [[nodiscard]] QString elided(const QFont& font, const QString& text, double room) const;
    /// For drawLaidOut() with `font`.
    [[nodiscard]] Label laidOut(const QFont& font, const QString& text) const;
    [[nodiscard]] qsizetype size() const;
    void clear() { m_fonts.clear(); }

private:
    struct Entry {
        Label label;
        bool isLaidOut = false;
        double room = -1;  ///< for which it was last shortened
        QString shortened;
    };
    struct OfFont {
        QFont font;
        QHash<QString, Entry> entries;
    };
    Entry& entry(const QFont& font, const QString& text) const;

    mutable std::vector<OfFont> m_fonts;
};

/// In the painter's font, whatever its brush and its device's pixel ratio are.
void drawLaidOut(QPainter& painter, const QPointF& topLeft, const QStaticText& text);

// `labels` may be null: pictures for a file are drawn without. The pixels are the same; on a scaled screen a letter may
// stand a quarter of its pixels further.

[[nodiscard]] double textWidth(const LabelCache* labels, const QFont& font, const QString& text);
/// As LabelCache::elided().
[[nodiscard]] QString elided(const LabelCache* labels, const QFont& font, const QString& text, double room);
/// One line in the painter's font, `text` having no line ends. As QPainter::drawText().
void drawText(QPainter& painter, const LabelCache* labels, const QPointF& baseline, const QString& text);
void drawText(QPainter& painter, const LabelCache* labels, const QRectF& rect, Qt::Alignment alignment,
              const QString& text);

}  // namespace ui::drawing
