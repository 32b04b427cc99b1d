#pragma once

#include "engine/trace/record.h"
#include "ui/figure/figure.h"
#include "ui/look/theme.h"

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace ui::figure::detail {

/// Font sizes in units; none is below 12 (9 pt).
struct TypeSizes {
    int title = 28;
    int subtitle = 16;
    int label = 14;
    int body = 13;

    /// Size of the texts of rows, as a multiple of that in the window at 100 %.
    [[nodiscard]] double scale() const { return label / 10.5; }
};

/// Colours and font sizes for the window's painters: the light theme on white, the greys of that theme, or the dark
/// theme.
[[nodiscard]] look::Paper paperOf(Colours colours, const TypeSizes& type);

/// Colours and fonts of a figure, independent of the theme of the screen.
class Ink {
public:
    Ink(QPainter& painter, Colours colours, TypeSizes sizes);

    [[nodiscard]] const QColor& ground() const { return m_paper.tokens.plot; }
    [[nodiscard]] const QColor& soft() const { return m_paper.tokens.soft; }
    [[nodiscard]] const QColor& text() const { return m_paper.tokens.text; }
    [[nodiscard]] const QColor& text2() const { return m_paper.tokens.text2; }
    [[nodiscard]] const QColor& text3() const { return m_paper.tokens.text3; }
    [[nodiscard]] const QColor& grid() const { return m_paper.tokens.line; }
    [[nodiscard]] const QColor& wait() const { return m_paper.tokens.sync; }
    [[nodiscard]] const QColor& waitSoft() const { return m_paper.tokens.syncSoft; }
    [[nodiscard]] const QColor& waitLine() const { return m_paper.tokens.syncHatch; }
    [[nodiscard]] const QColor& fail() const { return m_paper.tokens.fail; }
    /// The colour of notes and of the critical path: the indigo of the interface, which no lane uses.
    [[nodiscard]] const QColor& accent() const { return m_paper.tokens.accent; }
    [[nodiscard]] const QColor& onAccent() const { return m_paper.tokens.onAccent; }
    [[nodiscard]] const look::KindColours& kind(engine::trace::Kind kind) const
    {
        return m_paper.kinds[static_cast<std::size_t>(kind)];
    }

    [[nodiscard]] const TypeSizes& sizes() const { return m_sizes; }
    [[nodiscard]] const look::Paper& paper() const { return m_paper; }
    /// Font families in the order of preference. An SVG lists all of them for the program that displays it.
    [[nodiscard]] static QStringList families();
    [[nodiscard]] static QFont font(int size, QFont::Weight weight = QFont::Normal);
    [[nodiscard]] static double widthOf(const QString& text, const QFont& font);

    void write(QPointF baseline, const QString& text, int size, QFont::Weight weight, const QColor& colour) const;
    void writeRight(QPointF baseline, const QString& text, int size, QFont::Weight weight, const QColor& colour) const;
    void writeCentred(QPointF baseline, const QString& text, int size, QFont::Weight weight,
                      const QColor& colour) const;
    void fill(const QRectF& rect, const QColor& colour) const;
    void fill(const QPainterPath& path, const QColor& colour) const;
    void stroke(const QPainterPath& path, const QColor& colour, double width, const QVector<qreal>& dashes = {}) const;
    void line(QPointF from, QPointF to, const QColor& colour, double width, const QVector<qreal>& dashes = {}) const;

    QPainter& painter() const { return m_painter; }

private:
    QPainter& m_painter;
    TypeSizes m_sizes;
    look::Paper m_paper;
};

}  // namespace ui::figure::detail
