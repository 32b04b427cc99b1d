#pragma once

#include <QColor>
#include <QFont>
#include <QHash>
#include <QRectF>
#include <QStaticText>
#include <QString>
#include <vector>

class QPainter;

namespace ui::drawing {

/// Bounded cache of measured and laid out texts: shaping a text takes longer than drawing it, and successive zoom steps
/// show mostly the same texts. One per view. Thread: that of the view.
class LabelCache {
public:
    struct Label {
        QStaticText text;
        double width = 0;
        double ascent = 0;  ///< ascent of the line; may be larger than the font's if glyphs come from a fallback font
        double height = 0;
    };

    /// Returns the same as QFontMetricsF::horizontalAdvance().
    [[nodiscard]] double width(const QFont& font, const QString& text) const;
    /// Returns the same as QFontMetricsF::elidedText() with the ellipsis at the right.
    [[nodiscard]] QString elided(const QFont& font, const QString& text, double room) const;
    /// The prepared text to pass to drawLaidOut(); the painter must use `font`.
    [[nodiscard]] Label laidOut(const QFont& font, const QString& text) const;
    [[nodiscard]] qsizetype size() const;
    void clear() { m_fonts.clear(); }

private:
    struct Entry {
        Label label;
        bool isLaidOut = false;
        double room = -1;  ///< width for which the text was last elided
        QString shortened;
    };
    struct FontEntries {
        QFont font;
        QHash<QString, Entry> entries;
    };
    Entry& entry(const QFont& font, const QString& text) const;

    mutable std::vector<FontEntries> m_fonts;
};

/// A text that is drawn later than its row, over a layer that must not cover it.
struct LateText {
    QRectF rect;
    Qt::Alignment alignment;
    QFont font;
    QColor colour;
    QString text;
};

/// A painter that also records the rectangles of the texts that it draws, because later layers need them. Converts
/// implicitly from and to QPainter.
class Surface {
public:
    /// `drawn`: receives the rectangles of the texts, which drawLineAround() leaves out. `late`: receives the texts
    /// instead of the painter, for drawLate(). Null: not needed.
    Surface(QPainter& painter,  // NOLINT(google-explicit-constructor)
            std::vector<QRectF>* drawn = nullptr, std::vector<LateText>* late = nullptr)
        : m_painter(&painter), m_drawn(drawn), m_late(late)
    {
    }

    operator QPainter&() const { return *m_painter; }  // NOLINT(google-explicit-constructor)
    [[nodiscard]] QPainter* operator->() const { return m_painter; }
    [[nodiscard]] QPainter* get() const { return m_painter; }

    [[nodiscard]] std::vector<QRectF>* drawn() const { return m_drawn; }
    [[nodiscard]] std::vector<LateText>* late() const { return m_late; }
    void add(const QRectF& text) const
    {
        if (m_drawn != nullptr)
            m_drawn->push_back(text);
    }
    void clear() const
    {
        if (m_drawn != nullptr)
            m_drawn->clear();
    }
    /// Whether a text was drawn within `rect`, at least in part.
    [[nodiscard]] bool hasTextIn(const QRectF& rect) const;

private:
    QPainter* m_painter;
    std::vector<QRectF>* m_drawn;
    std::vector<LateText>* m_late;
};

/// Draws a prepared text with the painter's font. Works with every brush and device pixel ratio.
void drawLaidOut(QPainter& painter, const QPointF& topLeft, const QStaticText& text);

// In the following functions, `cache` is null in exports. Texts are the same without a cache, except that on a scaled
// screen a glyph may be shifted by up to a quarter of a device pixel.

[[nodiscard]] double textWidth(const LabelCache* cache, const QFont& font, const QString& text);
/// Returns the same as LabelCache::elided(), also without a cache.
[[nodiscard]] QString elided(const LabelCache* cache, const QFont& font, const QString& text, double room);
/// Draws one line in the painter's font, as QPainter::drawText(). `text` must not contain line ends.
void drawText(const Surface& painter, const LabelCache* cache, const QPointF& baseline, const QString& text);
void drawText(const Surface& painter, const LabelCache* cache, const QRectF& rect, Qt::Alignment alignment,
              const QString& text);

/// Draws texts that were collected, in their own fonts and colours.
void drawLate(const Surface& painter, const std::vector<LateText>& late);

/// Draws a vertical line with the painter's pen, interrupted at the texts that were drawn before.
void drawLineAround(const Surface& painter, double x, double top, double bottom);

}  // namespace ui::drawing
