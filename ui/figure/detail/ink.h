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

/// Colours and font sizes for the window's painters: the light theme on white, its greys, or the dark theme.
[[nodiscard]] look::Paper paperOf(Colours colours, const TypeSizes& type);

/// Colours and fonts of a figure, independent of the theme of the screen.
class Ink {
public:
    Ink(QPainter& painter, Colours colours, TypeSizes sizes);

    [[nodiscard]] QColor ground() const { return of(Qt::white, m_dark.plot); }
    [[nodiscard]] QColor soft() const { return of(QColor(0xF5, 0xF6, 0xF8), m_dark.soft); }
    [[nodiscard]] QColor text() const { return of(QColor(0x14, 0x17, 0x1D), m_dark.text); }
    [[nodiscard]] QColor text2() const { return of(QColor(0x4A, 0x51, 0x60), m_dark.text2); }
    [[nodiscard]] QColor text3() const { return of(QColor(0x65, 0x6D, 0x7C), m_dark.text3); }
    [[nodiscard]] QColor grid() const { return of(QColor(0xE6, 0xE9, 0xEE), m_dark.line); }
    [[nodiscard]] QColor wait() const { return of(QColor(0x8E, 0x2F, 0x68), m_dark.sync); }
    [[nodiscard]] QColor waitSoft() const { return of(QColor(0xFC, 0xF4, 0xF8), m_dark.syncSoft); }
    [[nodiscard]] QColor waitLine() const { return of(QColor(0xC4, 0x8A, 0xAE), m_dark.syncHatch); }
    [[nodiscard]] QColor fail() const { return of(QColor(0xB3, 0x47, 0x00), m_dark.fail); }
    /// The colour of notes and of the critical path: the indigo of the interface, which no lane uses.
    [[nodiscard]] QColor accent() const { return of(QColor(0x45, 0x47, 0xC9), m_dark.accent); }
    [[nodiscard]] QColor onAccent() const { return of(Qt::white, m_dark.onAccent); }
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
    /// On white, converted to grey if the figure has no colours; or on the dark ground.
    [[nodiscard]] QColor of(const QColor& light, const QColor& dark) const;

    QPainter& m_painter;
    Colours m_colours;
    TypeSizes m_sizes;
    look::Tokens m_dark;
};

}  // namespace ui::figure::detail
