#pragma once

#include <QByteArray>
#include <QColor>
#include <QRectF>
#include <QString>
#include <vector>

/// Reads back what a figure file draws: filled shapes with their places and colours, and its words. Knows no more of
/// the formats than the figures use.
namespace tests {

/// One closed shape that is filled; its place in the figure's units, from the top left.
struct FilledShape {
    QRectF bounds;
    double area = 0;
    QColor colour;
};

/// A text at the left end of its baseline.
struct PlacedText {
    QPointF at;
    QString text;
};

struct VectorFile {
    bool isWellFormed = false;
    std::vector<FilledShape> shapes;
    std::vector<QRectF> outlines;   ///< bounds of stroked lines; of SVG files only
    std::vector<PlacedText> texts;  ///< of SVG files only
    QString words;

    /// Area of the shapes of `colours` that lie within `row`.
    [[nodiscard]] double areaWithin(const QRectF& row, const std::vector<QColor>& colours) const;
};

[[nodiscard]] VectorFile readSvg(const QByteArray& bytes);
/// Of the first page's size.
[[nodiscard]] VectorFile readPdf(const QByteArray& bytes);
/// What the file's streams hold, inflated, one after the other.
[[nodiscard]] std::vector<QByteArray> pdfStreams(const QByteArray& bytes);

}  // namespace tests
