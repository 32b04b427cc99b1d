// Renders the panes of a training to PNG files for visual review: training_shots DIR
#include "engine/analysis/training.h"
#include "tests/engine/trace/training_sample.h"
#include "ui/charts/plot_export.h"
#include "ui/graph/graph_view.h"
#include "ui/training/plots.h"
#include "ui/training/training_pane.h"
#include "ui/training/why_card.h"

#include <QApplication>
#include <QDir>

namespace {

void render(const QString& name, ui::look::Mode mode, const QDir& folder)
{
    ui::look::Theme theme(mode);
    QApplication::setFont(theme.sans(12));
    QApplication::setPalette(theme.palette());
    qApp->setStyleSheet(theme.styleSheet());
    ui::model::TraceFeed feed;
    ui::model::Selection selection;
    ui::model::Playhead playhead;
    ui::training::TrainingPane pane(theme, feed);
    ui::training::WhyCard card(theme);
    ui::graph::GraphView graph(theme, feed, selection, playhead);
    ui::model::RunContext context;
    context.bookResults = {{"1 GPU epoch", 1.4}, {"2 GPUs epoch", 2.5}};
    const auto trace = tests::trainingTrace({{1, 2}, 4, 235});
    feed.show(trace, context);
    const auto training = engine::analysis::training(*trace);
    const auto& batch = training.batches[training.batches.size() * 3 / 4];
    playhead.setExtent(trace->extent());
    playhead.setTime(batch.begin + (batch.end - batch.begin) * 5 / 8);
    pane.resize(772, 240);
    pane.show();
    card.show(*trace, training);
    card.resize(276, 230);
    graph.resize(304, 370);
    graph.show();
    QCoreApplication::processEvents();
    for (int page = 0; page < pane.pages().size(); ++page) {
        pane.setPage(page);
        QCoreApplication::processEvents();
        pane.grab().save(folder.filePath(QStringLiteral("%1-pane-%2.png").arg(name).arg(page)));
        for (const char* format : {"svg", "pdf", "png"})
            static_cast<void>(ui::charts::writePlot(
                folder.filePath(QStringLiteral("%1-figure-%2.%3").arg(name).arg(page).arg(QLatin1String(format))),
                pane.plot(), trace->run()));
    }
    card.grab().save(folder.filePath(name + QStringLiteral("-why.png")));
    graph.fit();
    graph.grab().save(folder.filePath(name + QStringLiteral("-graph.png")));
}

}  // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QDir folder(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("."));
    render(QStringLiteral("light"), ui::look::Mode::Light, folder);
    render(QStringLiteral("dark"), ui::look::Mode::Dark, folder);
    return 0;
}
