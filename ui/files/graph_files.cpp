#include "ui/files/graph_files.h"

#include "ui/look/languages.h"

#include <QFileDialog>
#include <QFileInfo>
#include <memory>

namespace ui::files {

GraphFiles::GraphFiles(Parts parts, QObject* parent) : QObject(parent), m_parts(std::move(parts))
{
    const auto add = [this](const char* name, const QString& text, const QString& tip, bool isDot) {
        auto* action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        action->setStatusTip(tip);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, [this, isDot] { save(m_parts.graph, isDot); });
        m_commands << action;
    };
    add("saveGraphSvg", tr("Save &graph as SVG…"), tr("The graph as it is shown, with its groups, as a drawing"),
        false);
    add("saveGraphDot", tr("Save graph as .&dot…"), tr("Every operation and dependency as text for Graphviz"), true);
    connect(&m_parts.graph, &graph::GraphView::svgRequested, this,
            [this](graph::GraphView* view) { save(*view, false); });
    connect(&m_parts.graph, &graph::GraphView::dotRequested, this,
            [this](graph::GraphView* view) { save(*view, true); });
}

engine::Status GraphFiles::writeSvg(const graph::GraphView& view, const QString& path) const
{
    figure::FigureOptions options = m_parts.options();
    options.what = figure::What::Graph;
    options.picture = std::make_shared<graph::Picture>(view.picture());
    return figure::writeFigure(*m_parts.trace(), options, path);
}

engine::Status GraphFiles::writeDot(const graph::GraphView& view, const QString& path) const
{
    return figure::writeBytes(view.dotText().toUtf8(), path);
}

void GraphFiles::save(const graph::GraphView& view, bool isDot)
{
    if (view.picture().nodes.empty())
        return emit said(tr("There is nothing to save"), tr("Run the program first."), false);
    const QString ending = isDot ? QStringLiteral(".dot") : QStringLiteral(".svg");
    const QString name = QString::fromStdString(m_parts.trace()->run().program).section(QLatin1Char('/'), -1);
    QString path =
        QFileDialog::getSaveFileName(&m_parts.window, isDot ? tr("Save graph as .dot") : tr("Save graph as SVG"),
                                     m_parts.folder() + QLatin1Char('/') + name + QStringLiteral("-graph") + ending,
                                     isDot ? tr("Graphviz (*.dot *.gv)") : tr("Drawing (*.svg)"));
    if (path.isEmpty())
        return;
    if (!QFileInfo(path).fileName().contains(QLatin1Char('.')))
        path += ending;
    const engine::Status written = isDot ? writeDot(view, path) : writeSvg(view, path);
    if (!written)
        return emit said(tr("The graph was not saved"), look::inWords(written.error().message), true);
    emit savedTo(path);
}

}  // namespace ui::files
