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
    std::vector<PlacedText> texts;  ///< positions of the texts, for SVG files only
    QString words;

    /// The width of the shapes that cover the middle of `row` from top to bottom. At each place only the topmost shape
    /// counts: fully if it has one of `colours`, and by the colour's fraction if that is mixed with white.
    [[nodiscard]] double strengthAlong(const QRectF& row, const std::vector<QColor>& colours) const;
};

/// Returns the fraction of one of `colours` in `colour`, the rest of which is white; 0 if `colour` is no such mixture.
[[nodiscard]] double strengthOf(const QColor& colour, const std::vector<QColor>& colours);

[[nodiscard]] VectorFile readSvg(const QByteArray& bytes);
/// Returns the file with all shapes scaled by the factor `by`.
[[nodiscard]] VectorFile scaled(VectorFile file, double by);
/// Reads the shapes of all pages. The size is that of the first page.
[[nodiscard]] VectorFile readPdf(const QByteArray& bytes);
/// The inflated contents of the file's streams, in order.
[[nodiscard]] std::vector<QByteArray> pdfStreams(const QByteArray& bytes);

}  // namespace tests
