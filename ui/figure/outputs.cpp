#include "ui/figure/outputs.h"

#include <QFile>
#include <algorithm>

namespace ui::figure {

namespace {

/// Returns the end of a file's name. Each output has a different end, so that one folder can contain all files.
QString endingOf(Output output)
{
    switch (output) {
        case Output::Pdf:
            return QStringLiteral(".pdf");
        case Output::Png:
            return QStringLiteral(".png");
        case Output::FlipBook:
            return QStringLiteral("-pages.pdf");
        case Output::Animation:
            return QStringLiteral("-moving.svg");
        case Output::Svg:
            break;
    }
    return QStringLiteral(".svg");
}

engine::Result<QByteArray> bytesOf(Output output, const engine::trace::TracePtr& trace, const FigureOptions& options)
{
    switch (output) {
        case Output::Svg:
            return renderFigure(*trace, options, Format::Svg);
        case Output::Pdf:
            return renderFigure(*trace, options, Format::Pdf);
        case Output::Png:
            return renderFigure(*trace, options, Format::Png);
        case Output::FlipBook:
            return renderFlipBook(options.what == FigureKind::Compare ? flipPages(trace, options)
                                                                      : replayPages(trace, options));
        case Output::Animation:
            break;
    }
    return renderFlip(*trace, options);
}

}  // namespace

QString fileNameFor(const std::vector<Output>& outputs, const QString& title)
{
    QString name = title.toLower();
    for (QChar& c : name)
        if (!c.isLetterOrNumber())
            c = QLatin1Char('-');
    while (name.contains(QLatin1String("--")))
        name.replace(QLatin1String("--"), QLatin1String("-"));
    name = name.left(60);
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return (name.isEmpty() ? QStringLiteral("figure") : name) +
           endingOf(outputs.empty() ? Output::Svg : outputs.front());
}

QStringList pathsFor(const std::vector<Output>& outputs, const QString& path)
{
    QString base = path;
    const auto named = std::ranges::find_if(
        outputs, [&](Output output) { return path.endsWith(endingOf(output), Qt::CaseInsensitive); });
    if (named != outputs.end())
        base.chop(endingOf(*named).size());
    QStringList paths;
    for (const Output output : outputs)
        paths << base + endingOf(output);
    return paths;
}

QString fileFilterFor(const std::vector<Output>& outputs)
{
    QStringList names, patterns;
    for (const Output output : outputs) {
        const QString suffix = endingOf(output).section(QLatin1Char('.'), -1);
        if (!names.contains(suffix.toUpper())) {
            names << suffix.toUpper();
            patterns << QStringLiteral("*.") + suffix;
        }
    }
    return QStringLiteral("%1 (%2)").arg(names.join(QStringLiteral(", ")), patterns.join(QLatin1Char(' ')));
}

engine::Status writeOutputs(const std::vector<Output>& outputs, const QStringList& paths,
                            const engine::trace::TracePtr& trace, const FigureOptions& options)
{
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const engine::Result<QByteArray> bytes = bytesOf(outputs[i], trace, options);
        if (!bytes)
            return bytes.error();
        const QString& path = paths[static_cast<qsizetype>(i)];
        if (const engine::Status status = drawing::writeBytes(*bytes, QFile::encodeName(path).toStdString()); !status)
            return status;
    }
    return {};
}

}  // namespace ui::figure
