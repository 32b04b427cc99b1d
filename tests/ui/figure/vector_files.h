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

    /// The width that shapes of `colours` cover in `row` from top to bottom, weighted by the strengthOf() of each
    /// shape. Where shapes overlap, the topmost one counts.
    [[nodiscard]] double strengthAlong(const QRectF& row, const std::vector<QColor>& colours) const;
};

/// If `colour` is a mixture of white and one of `colours`, returns the fraction of the latter; otherwise 0.
[[nodiscard]] double strengthOf(const QColor& colour, const std::vector<QColor>& colours);

[[nodiscard]] VectorFile readSvg(const QByteArray& bytes);
/// Returns the file with all shapes scaled by the factor `by`.
[[nodiscard]] VectorFile scaled(VectorFile file, double by);
/// Reads the shapes of all pages. The size is that of the first page.
[[nodiscard]] VectorFile readPdf(const QByteArray& bytes);
/// The inflated contents of the file's streams, in order.
[[nodiscard]] std::vector<QByteArray> pdfStreams(const QByteArray& bytes);

}  // namespace tests
