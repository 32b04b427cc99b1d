#include "ui/training/plot_export.h"
#include "engine/messages/messages.h"
#include "ui/look/languages.h"
#include "ui/look/words.h"

#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace ui::training {

namespace {

constexpr double kScale = 1.5;  ///< gives glyphs of 16 pixels on a slide of 1280
constexpr double kHead = 56;
constexpr double kFoot = 44;

void paintFigure(QPainter& painter, const Plot& plot, const engine::trace::RunInfo& run, const QSizeF& size)
{
    look::Theme theme(look::Mode::Light);
    theme.setScale(kScale);
    const auto& tokens = theme.tokens();
    painter.fillRect(QRectF(QPointF(0, 0), size), tokens.panel);
    painter.setFont(theme.sans(14, QFont::DemiBold));
    painter.setPen(tokens.text);
    const QString title = look::programText(run.program, run.title);
    painter.drawText(QRectF(24, 12, size.width() - 48, kHead - 12), Qt::AlignLeft | Qt::AlignVCenter,
                     title.isEmpty() ? plot.title : title + QStringLiteral(": ") + plot.title);
    painter.setFont(theme.sans(10.5));
    painter.setPen(tokens.text2);
    painter.drawText(QRectF(24, size.height() - kFoot, size.width() - 48, kFoot - 8), Qt::AlignLeft | Qt::AlignVCenter,
                     captionOf(run));
    painter.save();
    painter.translate(16, kHead);
    paintPlot(painter, plot, QSizeF(size.width() - 32, size.height() - kHead - kFoot), theme);
    painter.restore();
}

engine::Error failure(const QString& path)
{
    return engine::makeError(engine::ErrorCode::InputOutput,
                             engine::messages::message("io.not-written-no-reason", path.toStdString()));
}

}  // namespace

QString captionOf(const engine::trace::RunInfo& run)
{
    const bool isVirtual = run.platform == engine::trace::PlatformKind::Virtual;
    const QString machine = look::machineText(run.machine, run.machineLabel.empty() ? run.machine : run.machineLabel);
    const QString how = isVirtual ? tr("simulated") : tr("measured");
    return machine.isEmpty() ? how : machine + QStringLiteral(" · ") + how;
}

engine::Status writePlot(const QString& path, const Plot& plot, const engine::trace::RunInfo& run, const QSize& size)
{
    const QString format = QFileInfo(path).suffix().toLower();
    if (format == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setFileName(path);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(0, 0), size));
        svg.setTitle(plot.title);
        svg.setDescription(spokenPlot(plot));
        QPainter painter;
        if (!painter.begin(&svg))
            return failure(path);
        paintFigure(painter, plot, run, size);
        return {};
    }
    if (format == QLatin1String("pdf")) {
        QPdfWriter pdf(path);
        pdf.setTitle(plot.title);
        pdf.setResolution(96);
        pdf.setPageMargins({});
        pdf.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96.0, QPageSize::Point, {}, QPageSize::ExactMatch));
        QPainter painter;
        if (!painter.begin(&pdf))
            return failure(path);
        paintFigure(painter, plot, run, size);
        return {};
    }
    if (format == QLatin1String("png")) {
        QImage image(size * 2, QImage::Format_RGB32);
        image.setDevicePixelRatio(2);
        QPainter painter(&image);
        paintFigure(painter, plot, run, size);
        painter.end();
        return image.save(path) ? engine::Status() : engine::Status(failure(path));
    }
    return engine::makeError(engine::ErrorCode::InvalidArgument,
                             engine::messages::message("figure.format", QFileInfo(path).fileName().toStdString()));
}

}  // namespace ui::training
