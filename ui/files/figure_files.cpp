#include "ui/files/figure_files.h"

#include "ui/commands/actions.h"
#include "ui/compare/labels.h"
#include "ui/drawing/memory/memory_track.h"
#include "ui/figure/export_dialog.h"
#include "ui/listing/replaced_literals.h"
#include "ui/look/in_language.h"
#include "ui/look/plain_texts.h"
#include "ui/look/toast.h"

#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <algorithm>
#include <filesystem>

namespace ui::files {

namespace {

/// Lists the names of files that differ only in their endings: "a.svg, .pdf, -pages.pdf".
QString namesOf(const QStringList& paths)
{
    QStringList names{look::fileNameText(paths.first())};
    const QString base = paths.first().left(paths.first().lastIndexOf(QLatin1Char('.')));
    for (qsizetype i = 1; i < paths.size(); ++i)
        names << (paths[i].startsWith(base) ? paths[i].mid(base.size()) : look::fileNameText(paths[i]));
    return names.join(QStringLiteral(", "));
}

}  // namespace

void showComparison(const compare::ComparedPair& pair, figure::FigureOptions& options)
{
    const engine::analysis::RunComparison& comparison = pair.comparison();
    const auto rangeOf = [](const engine::analysis::Side& side) {
        return model::TimeRange{side.scope.begin, side.scope.end};
    };
    const auto titleOf = [](const compare::ComparedRun& side) { return side.title.isEmpty() ? side.name : side.title; };
    options.what = figure::FigureKind::Compare;
    options.before = comparison.a.trace;
    options.beforeContext = pair.of(compare::Which::A).context;
    options.context = pair.of(compare::Which::B).context;
    options.beforeScope = rangeOf(comparison.a);
    options.scope = rangeOf(comparison.b);
    figure::ComparedTexts& texts = options.compared;
    texts.before = titleOf(pair.of(compare::Which::A));
    texts.after = titleOf(pair.of(compare::Which::B));
    texts.busyBefore = compare::busyText(comparison, compare::Which::A);
    texts.busyAfter = compare::busyText(comparison, compare::Which::B);
    texts.factor = compare::factorText(comparison);
    texts.why = compare::whyText(comparison);
    for (const engine::analysis::MeasureRow& row : comparison.measures)
        texts.measures.push_back({compare::measureName(comparison, row), compare::valueText(row, row.a),
                                  compare::valueText(row, row.b), compare::differenceText(comparison, row),
                                  compare::betterOf(comparison, row)});
}

FigureFiles::FigureFiles(const runs::Workbench& bench, const Parts& parts)
    : QObject(&bench.window), m_bench(bench), m_parts(parts)
{
    connect(bench.actions.exportFigure, &QAction::triggered, this, &FigureFiles::exportFigure);
    connect(bench.actions.copyPicture, &QAction::triggered, this, &FigureFiles::copyFigure);
    addGraphCommand("saveGraphSvg", QT_TR_NOOP("Save &graph as SVG…"),
                    QT_TR_NOOP("Save the displayed graph, with its groups, as a drawing"), GraphFormat::Svg);
    addGraphCommand("saveGraphDot", QT_TR_NOOP("Save graph as .&dot…"),
                    QT_TR_NOOP("Every operation and dependency as text for Graphviz"), GraphFormat::Dot);
    connect(&parts.graph, &graph::GraphView::svgRequested, this,
            [this](const graph::GraphView* view) { saveGraph(*view, GraphFormat::Svg); });
    connect(&parts.graph, &graph::GraphView::dotRequested, this,
            [this](const graph::GraphView* view) { saveGraph(*view, GraphFormat::Dot); });
    connect(&parts.graph, &graph::GraphView::figureRequested, this, [this](graph::GraphView* view) {
        figure::FigureOptions drawn = options();
        drawn.what = figure::FigureKind::Graph;
        drawn.diagram = std::make_shared<graph::Diagram>(view->pageDiagram());
        openDialog(m_bench.feed.trace(), std::move(drawn), *view->window());
    });
}

void FigureFiles::addGraphCommand(const char* name, const char* text, const char* tip, GraphFormat format)
{
    QAction* action = look::makeCommand(this, name, text, tip);
    connect(action, &QAction::triggered, this, [this, format] { saveGraph(m_parts.graph, format); });
    m_bench.actions.adopt({action}, commands::Actions::Group::File);
}

void FigureFiles::saveGraph(const graph::GraphView& view, GraphFormat format)
{
    if (view.diagram().nodes.empty())
        return m_bench.banner.open(
            runs::bannerTexts(QT_TR_NOOP("There is nothing to save"), QT_TR_NOOP("Run the program first.")));
    const bool isDot = format == GraphFormat::Dot;
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    const QString ending = isDot ? QStringLiteral(".dot") : QStringLiteral(".svg");
    const QString name = QString::fromStdString(trace.run().program).section(QLatin1Char('/'), -1);
    QString path = QFileDialog::getSaveFileName(
        &m_bench.window, isDot ? tr("Save graph as .dot") : tr("Save graph as SVG"),
        dialogFolder(m_parts.session) + QLatin1Char('/') + name + QStringLiteral("-graph") + ending,
        isDot ? tr("Graphviz (*.dot *.gv)") : tr("Drawing (*.svg)"));
    if (path.isEmpty())
        return;
    if (!QFileInfo(path).fileName().contains(QLatin1Char('.')))
        path += ending;
    figure::FigureOptions drawn = options();
    drawn.what = figure::FigureKind::Graph;
    drawn.diagram = std::make_shared<graph::Diagram>(view.pageDiagram());
    const std::filesystem::path file = QFile::encodeName(path).toStdString();
    const engine::Status written =
        isDot ? drawing::writeBytes(view.dotText().toUtf8(), file) : figure::writeFigure(trace, drawn, file);
    if (!written)
        return m_bench.banner.open(runs::bannerTexts(QT_TR_NOOP("The graph was not saved"), written.error().message),
                                   runs::Banner::Tone::Fail);
    rememberFolder(path);
}

void FigureFiles::rememberFolder(const QString& path)
{
    m_parts.session.folder = QFileInfo(path).absolutePath();
}

figure::FigureOptions FigureFiles::options() const
{
    figure::FigureOptions options;
    options.showListing = true;  // a slide shows listing and timeline beside each other
    options.context = m_bench.feed.context();
    options.notes = m_parts.notes.book().notes();
    if (!m_parts.graph.diagram().nodes.empty())
        options.diagram = std::make_shared<graph::Diagram>(m_parts.graph.pageDiagram());
    m_parts.complete(options);
    if (const auto& [trace, context] = m_bench.feed.before();
        trace && trace != m_bench.feed.trace() && !options.before) {
        options.before = trace;
        options.beforeContext = context;
    }
    // The whole training would be drawn too small to see its batches, so use the visible range.
    if (!m_bench.feed.trace()->programPart().steps.empty())
        options.range = m_bench.range.range();
    options.showMemory = drawing::isMemoryInformative(m_bench.feed.trace(), options.before);
    // If the previous run is of the same program, the figure shows both runs, each with its switches and results.
    const bool isSameProgram = options.before && options.before->run().program == m_bench.feed.trace()->run().program;
    if (isSameProgram && m_parts.mayCompare())
        options.what = figure::FigureKind::Compare;
    return options;
}

FigureFiles::Figure FigureFiles::figure() const
{
    Figure shown{m_bench.feed.trace(), options()};
    auto& [trace, options] = shown;
    if (m_parts.compare.isOpen() && m_parts.compare.pair()) {
        trace = m_parts.compare.pair()->side(compare::Which::B).trace;
        if (trace != m_bench.feed.trace()) {
            options.notes.clear();  // notes and graph belong to the run on the screen, not to the comparison
            options.diagram.reset();
        }
        showComparison(*m_parts.compare.pair(), options);
    }
    const engine::frontend::Program& program = m_bench.document.program();
    options.listing = listing::listingThatRan(program, *trace);
    if (options.before)
        options.beforeListing = listing::listingThatRan(program, *options.before);
    return shown;
}

void FigureFiles::exportFigure()
{
    auto [trace, options] = figure();
    openDialog(trace, std::move(options), m_bench.window);
}

void FigureFiles::openDialog(const engine::trace::TracePtr& trace, figure::FigureOptions options, QWidget& window)
{
    if (trace->devices().empty())
        return m_bench.banner.open(
            runs::bannerTexts(QT_TR_NOOP("There is nothing to export"), QT_TR_NOOP("Run the program first.")));
    options.preset = m_chosen.preset;
    options.colours = m_chosen.colours;
    auto* dialog = new figure::ExportDialog(m_bench.theme, trace, std::move(options), &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->choose(m_chosen.outputs);
    dialog->setFolder(dialogFolder(m_parts.session));
    connect(dialog, &figure::ExportDialog::savedTo, this, [this, dialog, &window](const QStringList& paths) {
        rememberFolder(paths.first());
        m_chosen = {dialog->outputs(), dialog->options().preset, dialog->options().colours};
        look::showToast(m_bench.theme, window,
                        tr("Saved %1 in %2")
                            .arg(namesOf(paths), QDir::toNativeSeparators(QFileInfo(paths.first()).absolutePath())));
    });
    dialog->open();
}

void FigureFiles::copyFigure()
{
    const auto [trace, options] = figure();
    if (!trace->devices().empty())
        QGuiApplication::clipboard()->setMimeData(figure::figureForClipboard(*trace, options).release());
    look::showToast(m_bench.theme, m_bench.window,
                    trace->devices().empty() ? tr("There is no figure to copy: run the program first")
                                             : tr("Copied as picture, SVG and text"));
}

}  // namespace ui::files
