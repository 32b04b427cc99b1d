#include "ui/figure/figure.h"

#include "engine/io/atomic_file.h"
#include "engine/messages/messages.h"
#include "ui/figure/detail/ink.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QHashSeed>
#include <QImage>
#include <QMimeData>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <cmath>

namespace ui::figure {

using engine::ErrorCode;
using engine::makeError;
using engine::Result;
using engine::Status;
using engine::untranslatedError;
using engine::trace::Trace;

QSize pngPixels(const QSizeF& size, double scale)
{
    return {static_cast<int>(std::ceil(size.width() * scale)), static_cast<int>(std::ceil(size.height() * scale))};
}

namespace {

constexpr int kUnitsPerInch = 96;
constexpr int kPdfResolution = 960;  // makes a tenth of a unit a whole number in the file
constexpr qint64 kMaxPixels = 64'000'000;

/// Adds fallback font families, since a figure may be read on computers without the first one.
void nameFallbackFonts(QByteArray& svg)
{
    const QByteArray names = "font-family=\"" + detail::Ink::families().join(QStringLiteral(", ")).toUtf8() + '"';
    svg.replace("font-family=\"Inter\"", names);
}

Result<QByteArray> renderSvg(const Trace& trace, const FigureOptions& options)
{
    const FigureTexts texts = textsFor(trace, options);
    const QSizeF size = figureSize(trace, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kUnitsPerInch);
    generator.setSize(QSize(static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height()))));
    generator.setViewBox(QRectF(QPointF(0, 0), size));
    generator.setTitle(texts.title.toHtmlEscaped());
    generator.setDescription(texts.description.toHtmlEscaped());
    QPainter painter;
    if (!painter.begin(&generator))
        return makeError(ErrorCode::Internal, engine::messages::message("figure.not-drawn", "SVG"));
    paintFigure(painter, trace, options);
    painter.end();
    nameFallbackFonts(bytes);
    return bytes;
}

/// Replaces the time of writing by a fixed one, so that the same run gives the same bytes.
void removeMoment(QByteArray& pdf)
{
    for (const QByteArray& key : {QByteArray("/CreationDate (D:"), QByteArray("/ModDate (D:")}) {
        for (qsizetype at = pdf.indexOf(key); at >= 0; at = pdf.indexOf(key, at + 1)) {
            const qsizetype end = pdf.indexOf(')', at);
            const QByteArray fixed("20240101000000Z");
            // Replaces digits only, so that all offsets in the file stay valid.
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

Result<QByteArray> renderPdf(const std::vector<std::pair<const Trace*, const FigureOptions*>>& pages)
{
    const auto pageSize = [](const Trace& trace, const FigureOptions& options) {
        return QPageSize(figureSize(trace, options) * 72.0 / kUnitsPerInch, QPageSize::Point, QString(),
                         QPageSize::ExactMatch);
    };
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        const SteadyHashes steady;
        QPdfWriter writer(&buffer);
        writer.setResolution(kPdfResolution);
        writer.setPageSize(pageSize(*pages.front().first, *pages.front().second));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setTitle(textsFor(*pages.front().first, *pages.front().second).title);
        writer.setCreator(QStringLiteral("Overlap"));
        QPainter painter;
        if (!painter.begin(&writer))
            return makeError(ErrorCode::Internal, engine::messages::message("figure.not-drawn", "PDF"));
        for (std::size_t i = 0; i < pages.size(); ++i) {
            const auto& [trace, options] = pages[i];
            if (i > 0) {
                writer.setPageSize(pageSize(*trace, *options));
                if (!writer.newPage())
                    return makeError(ErrorCode::Internal, engine::messages::message("figure.not-drawn", "PDF"));
            }
            painter.save();
            painter.scale(double{kPdfResolution} / kUnitsPerInch, double{kPdfResolution} / kUnitsPerInch);
            paintFigure(painter, *trace, *options);
            painter.restore();
        }
        painter.end();
    }
    removeMoment(bytes);
    return bytes;
}

Result<QImage> renderImage(const Trace& trace, const FigureOptions& options)
{
    const FigureTexts texts = textsFor(trace, options);
    const QSizeF size = figureSize(trace, options);
    const double scale = std::clamp(options.pngScale, 0.1, 16.0);
    const QSize pixels = pngPixels(size, scale);
    if (qint64{pixels.width()} * pixels.height() > kMaxPixels)
        return makeError(ErrorCode::InvalidArgument,
                         engine::messages::message("figure.too-large", pixels.width(), pixels.height()));
    QImage image(pixels, QImage::Format_RGB32);
    if (image.isNull())
        return makeError(ErrorCode::OutOfMemory, engine::messages::message("figure.no-memory"));
    image.fill(Qt::white);
    const int perMetre = static_cast<int>(std::lround(kUnitsPerInch * scale / 0.0254));
    image.setDotsPerMeterX(perMetre);
    image.setDotsPerMeterY(perMetre);
    image.setText(QStringLiteral("Title"), texts.title);
    image.setText(QStringLiteral("Description"), texts.description);
    image.setText(QStringLiteral("Software"), QStringLiteral("Overlap"));
    // Font sizes are in units, as pixel sizes: the painter scales them once. Point sizes would scale with the image's
    // resolution too.
    QPainter painter(&image);
    painter.scale(scale, scale);
    paintFigure(painter, trace, options);
    painter.end();
    return image;
}

Result<QByteArray> renderPng(const Trace& trace, const FigureOptions& options)
{
    Result<QImage> image = renderImage(trace, options);
    if (!image)
        return std::move(image).error();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image->save(&buffer, "PNG"))
        return makeError(ErrorCode::Internal, engine::messages::message("figure.not-drawn", "PNG"));
    return bytes;
}

Result<Format> formatOf(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("svg"))
        return Format::Svg;
    if (ending == QLatin1String("pdf"))
        return Format::Pdf;
    if (ending == QLatin1String("png"))
        return Format::Png;
    return makeError(ErrorCode::InvalidArgument,
                     engine::messages::message("figure.format", QFileInfo(path).fileName().toStdString()));
}

}  // namespace

Result<QByteArray> renderFigure(const Trace& trace, const FigureOptions& options, Format format)
{
    switch (format) {
        case Format::Svg:
            return renderSvg(trace, options);
        case Format::Pdf:
            return renderPdf({{&trace, &options}});
        case Format::Png:
            return renderPng(trace, options);
    }
    return untranslatedError(ErrorCode::InvalidArgument, "no figure format");
}

Status writeFigure(const Trace& trace, const FigureOptions& options, const QString& path)
{
    const Result<Format> format = formatOf(path);
    if (!format)
        return format.error();
    const Result<QByteArray> bytes = renderFigure(trace, options, *format);
    if (!bytes)
        return bytes.error();
    return writeBytes(*bytes, path);
}

Status writeBytes(const QByteArray& bytes, const QString& path)
{
    return engine::io::writeFileAtomically(QFile::encodeName(path).toStdString(),
                                           {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

Result<QByteArray> renderFlipBook(const std::vector<Page>& pages)
{
    if (pages.empty())
        return untranslatedError(ErrorCode::InvalidArgument, "a flip-book needs at least one page");
    std::vector<std::pair<const Trace*, const FigureOptions*>> drawn;
    for (const Page& page : pages)
        drawn.emplace_back(page.trace.get(), &page.options);
    return renderPdf(drawn);
}

std::unique_ptr<QMimeData> figureForClipboard(const Trace& trace, const FigureOptions& options)
{
    auto data = std::make_unique<QMimeData>();
    if (Result<QImage> image = renderImage(trace, options); image)
        data->setImageData(*image);
    if (Result<QByteArray> svg = renderSvg(trace, options); svg)
        data->setData(QStringLiteral("image/svg+xml"), *svg);
    const FigureTexts texts = textsFor(trace, options);
    data->setText(texts.title + QLatin1Char('\n') + texts.caption + QLatin1Char(' ') + texts.note);
    return data;
}

}  // namespace ui::figure
