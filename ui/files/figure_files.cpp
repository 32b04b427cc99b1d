#include "ui/files/figure_files.h"

#include "ui/commands/actions.h"
#include "ui/figure/export_dialog.h"
#include "ui/files/graph_files.h"
#include "ui/runs/compare_figure.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>

namespace ui::files {

FigureFiles::FigureFiles(const runs::Workbench& bench, const Parts& parts)
    : QObject(&bench.window), m_bench(bench), m_parts(parts)
{
    connect(bench.actions.exportFigure, &QAction::triggered, this, &FigureFiles::exportFigure);
    connect(bench.actions.copyPicture, &QAction::triggered, this, &FigureFiles::copyFigure);
    buildGraphFiles();
}

void FigureFiles::buildGraphFiles()
{
    auto* files = new GraphFiles({m_bench.window, m_parts.graph, [this] { return m_bench.feed.trace(); },
                                  [this] { return options(); }, [this] { return dialogFolder(m_parts.session); }},
                                 this);
    m_bench.actions.adopt(files->commands(), commands::Actions::Group::File);
    connect(files, &GraphFiles::savedTo, this, &FigureFiles::rememberFolder);
    connect(files, &GraphFiles::said, this, [this](const QString& title, const QString& text, bool isError) {
        m_bench.say(title, text, isError ? runs::Banner::Tone::Fail : runs::Banner::Tone::Info);
    });
}

void FigureFiles::rememberFolder(const QString& path)
{
    m_parts.session.folder = QFileInfo(path).absolutePath();
}

figure::FigureOptions FigureFiles::options() const
{
    figure::FigureOptions options;
    options.context = m_bench.feed.context();
    options.notes = m_parts.notes.book().notes();
    if (!m_parts.graph.picture().nodes.empty())
        options.picture = std::make_shared<graph::Picture>(m_parts.graph.picture());
    m_parts.complete(options);
    if (const runs::KeptRun& kept = m_parts.compare.before().run(); kept.trace && !options.before) {
        options.before = kept.trace;
        options.beforeContext = kept.context;
    }
    if (options.before && m_parts.hasAnswered())
        options.what = figure::What::Compare;
    return options;
}

FigureFiles::Figure FigureFiles::figure() const
{
    Figure shown{m_bench.feed.trace(), options()};
    if (!m_parts.compare.isOpen() || !m_parts.compare.pair())
        return shown;
    shown.first = m_parts.compare.pair()->side(compare::Which::B).trace;
    if (shown.first != m_bench.feed.trace()) {
        shown.second.notes.clear();  // notes and graph belong to the open run
        shown.second.picture.reset();
    }
    runs::showComparison(*m_parts.compare.pair(), shown.second);
    return shown;
}

void FigureFiles::exportFigure()
{
    const auto [trace, options] = figure();
    if (trace->devices().empty())
        return m_bench.say(tr("There is nothing to export"), tr("Run the program first."));
    auto* dialog = new figure::ExportDialog(m_bench.theme, trace, options, &m_bench.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFolder(dialogFolder(m_parts.session));
    connect(dialog, &figure::ExportDialog::savedTo, this, &FigureFiles::rememberFolder);
    dialog->open();
}

void FigureFiles::copyFigure()
{
    const auto [trace, options] = figure();
    if (!trace->devices().empty())
        QGuiApplication::clipboard()->setMimeData(figure::figureForClipboard(*trace, options).release());
}

}  // namespace ui::files
