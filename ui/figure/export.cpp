#include "ui/figure/detail/ink.h"
#include "ui/figure/figure.h"

#include <QMimeData>

namespace ui::figure {

using engine::ErrorCode;
using engine::Result;
using engine::Status;
using engine::untranslatedError;

namespace {

/// The page refers to the arguments, which must outlive it.
drawing::FilePage pageOf(const Trace& trace, const FigureOptions& options)
{
    const FigureTexts texts = textsFor(trace, options);
    return {figureSize(trace, options), texts.title, texts.description, detail::Ink::families(),
            [&trace, &options](QPainter& painter) { paintFigure(painter, trace, options); }};
}

}  // namespace

Result<QByteArray> renderFigure(const Trace& trace, const FigureOptions& options, Format format)
{
    return drawing::renderPage(pageOf(trace, options), format, options.pngScale);
}

Status writeFigure(const Trace& trace, const FigureOptions& options, const std::filesystem::path& path)
{
    return drawing::writePage(pageOf(trace, options), path, options.pngScale);
}

Result<QByteArray> renderFlipBook(const std::vector<Page>& pages)
{
    if (pages.empty())
        return untranslatedError(ErrorCode::InvalidArgument, "a flip-book needs at least one page");
    std::vector<drawing::FilePage> drawn;
    for (const Page& page : pages)
        drawn.push_back(pageOf(*page.trace, page.options));
    return drawing::renderPdf(drawn);
}

std::unique_ptr<QMimeData> figureForClipboard(const Trace& trace, const FigureOptions& options)
{
    auto data = std::make_unique<QMimeData>();
    const drawing::FilePage page = pageOf(trace, options);
    if (Result<QImage> image = drawing::renderImage(page, options.pngScale); image)
        data->setImageData(*image);
    if (Result<QByteArray> svg = drawing::renderPage(page, Format::Svg, options.pngScale); svg)
        data->setData(QStringLiteral("image/svg+xml"), *svg);
    const FigureTexts texts = textsFor(trace, options);
    data->setText(texts.title + QLatin1Char('\n') + texts.caption + QLatin1Char(' ') + texts.note);
    return data;
}

}  // namespace ui::figure
