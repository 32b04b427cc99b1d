#pragma once

#include "engine/base/result.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>
#include <QStringList>
#include <filesystem>
#include <functional>
#include <vector>

class QPainter;

/// Files of painted pages: SVG, PDF and PNG. Lengths are in units, 96 to an inch.
namespace ui::drawing {

enum class FileFormat : std::uint8_t { Svg, Pdf, Png };

struct FilePage {
    QSizeF size;
    QString title, description;  ///< stored in the file, for search and screen readers
    QStringList families;        ///< fonts of the text; an SVG lists all, since another computer may lack the first one
    std::function<void(QPainter&)> paint;
    QPainter* painter = nullptr;  ///< an inactive painter that `paint` requires; null: `paint` accepts any painter
    int pdfScale = 10;            ///< steps of a PDF's coordinates per unit; 1 if fonts have point sizes
};

/// The format that the extension of `path` selects. Errors: InvalidArgument for another extension.
[[nodiscard]] engine::Result<FileFormat> formatOf(const std::filesystem::path& path);

/// The size in pixels of a PNG with `scale` pixels per unit.
[[nodiscard]] QSize pngPixels(const QSizeF& size, double scale);

/// Renders a page and returns the bytes of the file; equal pages give equal bytes. `pngScale`: pixels per unit. Errors:
/// Internal if the page cannot be painted or encoded; for a PNG also those of renderImage().
[[nodiscard]] engine::Result<QByteArray> renderPage(const FilePage& page, FileFormat format, double pngScale);
/// Renders one or more pages and returns the bytes of a PDF. Errors: Internal if it cannot be painted.
[[nodiscard]] engine::Result<QByteArray> renderPdf(const std::vector<FilePage>& pages);
/// Renders a page as an image. The title and the description are stored as texts of the image. Errors: InvalidArgument
/// for more than 64 million pixels; OutOfMemory.
[[nodiscard]] engine::Result<QImage> renderImage(const FilePage& page, double scale);

/// Writes bytes to a file, as engine::io::writeFileAtomically() does. Errors: InputOutput with the reason.
[[nodiscard]] engine::Status writeBytes(const QByteArray& bytes, const std::filesystem::path& path);
/// Renders a page in the format of `path` and writes it. Errors: those of formatOf(), renderPage() and writeBytes().
[[nodiscard]] engine::Status writePage(const FilePage& page, const std::filesystem::path& path, double pngScale);

}  // namespace ui::drawing
