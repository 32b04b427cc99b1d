#include "ui/charts/plot_export.h"

#include "ui/charts/chart.h"
#include "ui/drawing/page_file.h"
#include "ui/look/languages.h"
#include "ui/look/times_source.h"
#include "ui/look/translate.h"

#include <QFile>

namespace ui::charts {

namespace {

constexpr double kScale = 1.5;  ///< makes text 16 pixels high on a slide that is 1280 pixels wide

/// The caption below the plot: the machine, and whether the run was simulated or measured.
QString captionOf(const engine::trace::RunInfo& run)
{
    const QString machine = look::machineText(run.machine, run.machineLabel.empty() ? run.machine : run.machineLabel);
    const QString how = look::timesSource(run);
    return machine.isEmpty() ? how : machine + QStringLiteral(" · ") + how;
}

/// Paints over the parts of a zoomed curve that are outside the plot's rectangle, because QSvgGenerator ignores the
/// clip rectangle.
void addMasks(Chart& chart, const QColor& colour)
{
    constexpr double kBeside[][4] = {{-1, -1, 0, 2}, {1, -1, 2, 2}, {0, -1, 1, 0}, {0, 1, 1, 2}};
    for (const auto& [left, top, right, bottom] : kBeside) {
        auto* const mask = new QCPItemRect(&chart);
        mask->setClipToAxisRect(false);
        mask->topLeft->setType(QCPItemPosition::ptAxisRectRatio);
        mask->bottomRight->setType(QCPItemPosition::ptAxisRectRatio);
        mask->topLeft->setCoords(left, top);
        mask->bottomRight->setCoords(right, bottom);
        mask->setPen(Qt::NoPen);
        mask->setBrush(colour);
    }
}

}  // namespace

engine::Status writePlot(const QString& path, const Plot& plot, const engine::trace::RunInfo& run, const QSize& size)
{
    look::Theme theme(look::Mode::Light);
    theme.setScale(kScale);
    Chart chart(theme);
    chart.setPlot(plot);
    addMasks(chart, theme.tokens().panel);
    const auto addRow = [&](int row, const QString& text, const QFont& font, const QColor& colour) {
        auto* line = new QCPTextElement(&chart, text, font);
        line->setLayer(QStringLiteral("legend"));
        line->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
        line->setTextColor(colour);
        line->setMinimumSize(1, QFontMetrics(font).height());
        chart.plotLayout()->insertRow(row);
        chart.plotLayout()->addElement(row, 0, line);
    };
    const QString title = look::programText(run.program, run.title);
    addRow(0, title.isEmpty() ? plot.title : title + QStringLiteral(": ") + plot.title, theme.sans(14, QFont::DemiBold),
           theme.tokens().text);
    addRow(chart.plotLayout()->rowCount(), captionOf(run), theme.sans(10.5), theme.tokens().text2);
    chart.plotLayout()->setMargins({theme.px(16), theme.px(10), theme.px(12), theme.px(10)});
    chart.plotLayout()->setRowSpacing(theme.px(8));
    chart.arrange(size.width());
    QCPPainter painter;
    painter.setMode(QCPPainter::pmVectorized);
    const auto paint = [&](QPainter&) { chart.toPainter(&painter, size.width(), size.height()); };
    constexpr double kPngScale = 2;
    return drawing::writePage({size, plot.title, spokenPlot(plot), theme.sans(10.5).families(), paint, &painter, 1},
                              QFile::encodeName(path).toStdString(), kPngScale);
}

}  // namespace ui::charts
