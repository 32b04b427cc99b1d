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
};

/// Colours and font sizes for the window's painters: the light theme on white, or its greys.
[[nodiscard]] look::Paper paperOf(Colours colours, const TypeSizes& type);

/// Colours and fonts of a printed figure, on white, independent of the theme of the screen.
class Ink {
public:
    Ink(QPainter& painter, Colours colours, TypeSizes sizes);

    [[nodiscard]] QColor of(const QColor& colour) const;  ///< converted to grey if the figure has no colours
    [[nodiscard]] QColor text() const { return of(QColor(0x14, 0x17, 0x1D)); }
    [[nodiscard]] QColor text2() const { return of(QColor(0x4A, 0x51, 0x60)); }
    [[nodiscard]] QColor text3() const { return of(QColor(0x65, 0x6D, 0x7C)); }
    [[nodiscard]] QColor grid() const { return of(QColor(0xE6, 0xE9, 0xEE)); }
    [[nodiscard]] QColor wait() const { return of(QColor(0x8E, 0x2F, 0x68)); }
    [[nodiscard]] QColor waitLine() const { return of(QColor(0xC4, 0x8A, 0xAE)); }
    [[nodiscard]] QColor fail() const { return of(QColor(0xB3, 0x47, 0x00)); }
    /// The colour of notes and of the critical path: the indigo of the interface, which no lane uses.
    [[nodiscard]] QColor accent() const { return of(QColor(0x45, 0x47, 0xC9)); }
    [[nodiscard]] look::KindColours kind(engine::trace::Kind kind) const;

    [[nodiscard]] const TypeSizes& sizes() const { return m_sizes; }
    [[nodiscard]] look::Paper paper() const { return paperOf(m_colours, m_sizes); }
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
    Colours m_colours;
    TypeSizes m_sizes;
};

}  // namespace ui::figure::detail
