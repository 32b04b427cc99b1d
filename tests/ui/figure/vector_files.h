#pragma once

#include <QByteArray>
#include <QColor>
#include <QRectF>
#include <QString>
#include <vector>

/// Reads back the content of a figure file: filled shapes with their positions and colours, and its text. Supports only
/// the parts of the formats that the figures use.
namespace tests {

/// One closed filled shape. Its bounds are in the figure's units, from the top left.
struct FilledShape {
    QRectF bounds;
    double area = 0;
    QColor colour;
};

/// A text, the left end of its baseline and the size of its font in the figure's units.
struct PlacedText {
    QPointF at;
    QString text;
    double size = 0;
};

struct VectorFile {
    bool isWellFormed = false;
    std::vector<FilledShape> shapes;
    std::vector<QRectF> outlines;   ///< bounds of stroked lines, for SVG files only
    std::vector<PlacedText> texts;  ///< for SVG files only
    QString words;

    /// The width of the shapes that cover the middle of `row` from top to bottom, as a reader sees them: the topmost
    /// shape counts, fully in one of `colours` and by its strength where the colour is mixed with white.
    [[nodiscard]] double strengthAlong(const QRectF& row, const std::vector<QColor>& colours) const;
};

/// If `colour` is one of `colours` mixed with white, returns that colour's fraction, else 0.
[[nodiscard]] double strengthOf(const QColor& colour, const std::vector<QColor>& colours);

[[nodiscard]] VectorFile readSvg(const QByteArray& bytes);
/// The file with its shapes `by` times as large.
[[nodiscard]] VectorFile scaled(VectorFile file, double by);
/// Uses the size of the first page.
[[nodiscard]] VectorFile readPdf(const QByteArray& bytes);
/// The inflated contents of the file's streams, in order.
[[nodiscard]] std::vector<QByteArray> pdfStreams(const QByteArray& bytes);

}  // namespace tests
