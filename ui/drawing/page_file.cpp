#include "ui/drawing/page_file.h"

#include "engine/base/expect.h"
#include "engine/base/utf8.h"
#include "engine/io/atomic_file.h"
#include "engine/messages/messages.h"

#include <QBuffer>
#include <QHashSeed>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

using engine::ErrorCode;
using engine::makeError;
using engine::Result;
using engine::Status;

namespace {

constexpr int kUnitsPerInch = 96;
constexpr qint64 kMaxPixels = 64'000'000;  // 256 MB of memory

engine::Error notDrawn(const char* format)
{
    return makeError(ErrorCode::Internal, engine::messages::message("figure.not-drawn", format));
}

/// A device in memory that collects the bytes of a file.
struct Output {
    Output() { buffer.open(QIODevice::WriteOnly); }

    QByteArray bytes;
    QBuffer buffer{&bytes};
};

Result<QByteArray> renderSvg(const FilePage& page)
{
    Output output;
    QSvgGenerator generator;
    generator.setOutputDevice(&output.buffer);
    generator.setResolution(kUnitsPerInch);
    generator.setSize(pngPixels(page.size, 1));
    generator.setViewBox(QRectF(QPointF(0, 0), page.size));
    generator.setTitle(page.title.toHtmlEscaped());
    generator.setDescription(page.description.toHtmlEscaped());
    QPainter plain;
    QPainter& painter = page.painter != nullptr ? *page.painter : plain;
    if (!painter.begin(&generator))
        return notDrawn("SVG");
    page.paint(painter);
    painter.end();
    if (!page.families.isEmpty())
        output.bytes.replace("font-family=\"" + page.families.front().toUtf8() + '"',
                             "font-family=\"" + page.families.join(QStringLiteral(", ")).toUtf8() + '"');
    return QByteArray::fromStdString(engine::drawable(output.bytes.toStdString()));
}

Result<QByteArray> renderPng(const FilePage& page, double scale)
{
    const Result<QImage> image = renderImage(page, scale);
    if (!image)
        return image.error();
    Output output;
    if (!image->save(&output.buffer, "PNG"))
        return notDrawn("PNG");
    return output.bytes;
}

/// Replaces the time of writing by a fixed one, so that the same run gives the same bytes.
void removeMoment(QByteArray& pdf)
{
    for (const QByteArray& key : {QByteArray("/CreationDate (D:"), QByteArray("/ModDate (D:")}) {
        for (qsizetype at = pdf.indexOf(key); at >= 0; at = pdf.indexOf(key, at + 1)) {
            const qsizetype end = pdf.indexOf(')', at);
            const QByteArray fixed("20240101000000Z");
            // Replaces characters one by one, so that all offsets in the file stay valid.
            for (qsizetype i = at + key.size(), k = 0; i < end; ++i)
                if (pdf[i] >= '0' && pdf[i] <= '9')
                    pdf[i] = k < 14 ? fixed[k++] : '0';
                else if (pdf[i] == '+' || pdf[i] == '-' || pdf[i] == 'Z')
                    pdf[i] = '+';
        }
    }
}

/// Makes hash seeds deterministic while an object exists: Qt orders the fonts of a PDF by hash.
struct SteadyHashes {
    SteadyHashes() { QHashSeed::setDeterministicGlobalSeed(); }
    ~SteadyHashes() { QHashSeed::resetRandomGlobalSeed(); }
    SteadyHashes(const SteadyHashes&) = delete;
    SteadyHashes& operator=(const SteadyHashes&) = delete;
};

}  // namespace

Result<FileFormat> formatOf(const std::filesystem::path& path)
{
    const QString ending = QString::fromStdString(path.extension().string()).toLower();
    if (ending == QLatin1String(".svg"))
        return FileFormat::Svg;
    if (ending == QLatin1String(".pdf"))
        return FileFormat::Pdf;
    if (ending == QLatin1String(".png"))
        return FileFormat::Png;
    return makeError(ErrorCode::InvalidArgument, engine::messages::message("figure.format", path.filename().string()));
}

QSize pngPixels(const QSizeF& size, double scale)
{
    return {static_cast<int>(std::ceil(size.width() * scale)), static_cast<int>(std::ceil(size.height() * scale))};
}

Result<QByteArray> renderPage(const FilePage& page, FileFormat format, double pngScale)
{
    switch (format) {
        case FileFormat::Svg:
            return renderSvg(page);
        case FileFormat::Pdf:
            return renderPdf({page});
        case FileFormat::Png:
            break;
    }
    return renderPng(page, pngScale);
}

Result<QByteArray> renderPdf(const std::vector<FilePage>& pages)
{
    const auto sizeOf = [](const FilePage& page) {
        return QPageSize(page.size * 72.0 / kUnitsPerInch, QPageSize::Point, QString(), QPageSize::ExactMatch);
    };
    ENGINE_EXPECT(!pages.empty());
    const FilePage& first = pages.front();
    Output output;
    {
        const SteadyHashes steady;
        QPdfWriter writer(&output.buffer);
        writer.setResolution(kUnitsPerInch * first.pdfScale);
        writer.setPageSize(sizeOf(first));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setTitle(first.title);
        writer.setCreator(QStringLiteral("Overlap"));
        QPainter plain;
        QPainter& painter = first.painter != nullptr ? *first.painter : plain;
        if (!painter.begin(&writer))
            return notDrawn("PDF");
        for (std::size_t i = 0; i < pages.size(); ++i) {
            if (i > 0) {
                writer.setPageSize(sizeOf(pages[i]));
                if (!writer.newPage())
                    return notDrawn("PDF");
            }
            painter.save();
            painter.scale(first.pdfScale, first.pdfScale);
            pages[i].paint(painter);
            painter.restore();
        }
        painter.end();
    }
    removeMoment(output.bytes);
    return output.bytes;
}

Result<QImage> renderImage(const FilePage& page, double scale)
{
    scale = std::clamp(scale, 0.1, 16.0);
    const QSize pixels = pngPixels(page.size, scale);
    if (qint64{pixels.width()} * pixels.height() > kMaxPixels)
        return makeError(ErrorCode::InvalidArgument,
                         engine::messages::message("figure.too-large", pixels.width(), pixels.height()));
    QImage image(pixels, QImage::Format_RGB32);
    if (image.isNull())
        return makeError(ErrorCode::OutOfMemory, engine::messages::message("figure.no-memory"));
    image.fill(Qt::white);
    QPainter plain;
    QPainter& painter = page.painter != nullptr ? *page.painter : plain;
    painter.begin(&image);
    painter.scale(scale, scale);
    page.paint(painter);
    painter.end();
    // Set the resolution after painting: otherwise fonts with point sizes would scale with it too.
    const int perMetre = static_cast<int>(std::lround(kUnitsPerInch * scale / 0.0254));
    image.setDotsPerMeterX(perMetre);
    image.setDotsPerMeterY(perMetre);
    image.setText(QStringLiteral("Title"), page.title);
    image.setText(QStringLiteral("Description"), page.description);
    image.setText(QStringLiteral("Software"), QStringLiteral("Overlap"));
    return image;
}

Status writeBytes(const QByteArray& bytes, const std::filesystem::path& path)
{
    return engine::io::writeFileAtomically(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

Status writePage(const FilePage& page, const std::filesystem::path& path, double pngScale)
{
    const Result<FileFormat> format = formatOf(path);
    if (!format)
        return format.error();
    const Result<QByteArray> bytes = renderPage(page, *format, pngScale);
    return bytes ? writeBytes(*bytes, path) : Status(bytes.error());
}

}  // namespace ui::drawing
