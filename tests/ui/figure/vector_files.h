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

/// A text and the left end of its baseline.
struct PlacedText {
    QPointF at;
    QString text;
};

struct VectorFile {
    bool isWellFormed = false;
    std::vector<FilledShape> shapes;
    std::vector<QRectF> outlines;   ///< bounds of stroked lines, for SVG files only
    std::vector<PlacedText> texts;  ///< for SVG files only
    QString words;

    /// Area of the shapes of `colours` that lie within `row`.
    [[nodiscard]] double areaWithin(const QRectF& row, const std::vector<QColor>& colours) const;
};

[[nodiscard]] VectorFile readSvg(const QByteArray& bytes);
/// Uses the size of the first page.
[[nodiscard]] VectorFile readPdf(const QByteArray& bytes);
/// The inflated contents of the file's streams, in order.
[[nodiscard]] std::vector<QByteArray> pdfStreams(const QByteArray& bytes);

}  // namespace tests
