#include "ui/graph/detail/canvas_accessible.h"
#include "ui/graph/detail/graph_canvas.h"
#include "ui/graph/dot.h"
#include "ui/graph/graph_view.h"
#include "ui/look/find_bar.h"
#include "ui/look/in_language.h"

#include <QActionGroup>
#include <QDialog>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>

// User actions on the graph: search, grouping, menus, the separate window.
namespace ui::graph {

void GraphView::buildCommands()
{
    const auto add = [this](const char* name, const char* text, const char* tip, const char* key = "") {
        auto* action = new QAction(this);
        action->setObjectName(QLatin1String(name));
        look::inLanguage(action, [action, text, tip, key] { look::setTexts(*action, tr(text), tr(tip), key); });
        m_commands << action;
        return action;
    };
    connect(add("findInGraph", QT_TR_NOOP("Find in the graph"),
                QT_TR_NOOP("Search the graph for an operation, a device or a line"), "/"),
            &QAction::triggered, this, &GraphView::openFind);
    m_groupings = new QActionGroup(this);
    const struct {
        Grouping grouping;
        const char *name, *text, *tip;
    } choices[] = {
        {Grouping::Alike, "groupAlike", QT_TR_NOOP("Graph: group similar operations"),
         QT_TR_NOOP("Similar operations are one node where there is no room for each")},
        {Grouping::Layer, "groupLayer", QT_TR_NOOP("Graph: group by layer"),
         QT_TR_NOOP("One node per layer of the network; without layers, one node per statement")},
        {Grouping::Phase, "groupPhase", QT_TR_NOOP("Graph: group by phase"),
         QT_TR_NOOP("Forward, backward, update; else functions, computing and copying")},
        {Grouping::Device, "groupDevice", QT_TR_NOOP("Graph: group by device"),
         QT_TR_NOOP("All that a device does between two waits")},
        {Grouping::None, "groupNone", QT_TR_NOOP("Graph: do not group"),
         QT_TR_NOOP("Every operation is a node, up to 1000")},
    };
    for (const auto& choice : choices) {
        QAction* action = add(choice.name, choice.text, choice.tip);
        action->setCheckable(true);
        action->setChecked(choice.grouping == m_grouping);
        m_groupings->addAction(action);
        connect(action, &QAction::triggered, this, [this, grouping = choice.grouping] { setGrouping(grouping); });
    }
}

void GraphView::setGrouping(Grouping grouping)
{
    m_grouping = grouping;
    m_opened.clear();
    for (QAction* action : m_groupings->actions()) {
        const int index = static_cast<int>(m_groupings->actions().indexOf(action));
        action->setChecked(index == static_cast<int>(grouping));
    }
    rebuild();
    m_canvas->fit();
}

void GraphView::toggleGroup(engine::OpId op)
{
    const std::size_t before = m_picture.nodes.size();
    const auto known = std::find(m_opened.begin(), m_opened.end(), op);
    if (known != m_opened.end())
        m_opened.erase(known);
    else
        m_opened.push_back(op);
    rebuild();
    // There was nothing to expand, or no room for it: zoom in instead.
    if (m_picture.nodes.size() == before)
        m_canvas->zoomBy(2);
}

void GraphView::openFind()
{
    m_find->open();
    search();
}

void GraphView::closeFind()
{
    m_find->hide();
    m_matches.clear();
    m_match = -1;
    m_canvas->setMatches({});
    m_canvas->setFocus();
}

/// Runs after every keystroke, and for every new picture while the find bar is open.
void GraphView::search()
{
    if (!m_find->isVisibleTo(this))
        return;
    m_matches = graph::find(m_picture, *m_feed.trace(), m_find->text());
    m_match = -1;
    m_canvas->setMatches(m_matches);
    m_find->setCount(m_match, static_cast<int>(m_matches.size()));
}

void GraphView::stepMatch(int direction)
{
    const int count = static_cast<int>(m_matches.size());
    if (count == 0)
        return;
    m_match = m_match < 0 ? (direction > 0 ? 0 : count - 1) : (m_match + direction + count) % count;
    const Match match = m_matches[static_cast<std::size_t>(m_match)];
    m_find->setCount(m_match, count);
    m_isStepping = true;  // suppresses a new layout: a match must not move while the user steps through the matches
    if (match.op.isValid())
        m_selection.selectOp(match.op);
    m_isStepping = false;
    m_canvas->showMatch(m_match);
}

void GraphView::openMenu(const QPoint& global)
{
    QMenu menu(this);
    menu.addAction(m_commands.first());
    menu.addSeparator();
    menu.addActions(m_groupings->actions());
    menu.addAction(tr("Close all groups"), this, [this] { setGrouping(m_grouping); })->setEnabled(!m_opened.empty());
    menu.addSeparator();
    menu.addAction(tr("Whole graph"), this, [this] { m_canvas->fit(); });
    menu.addSeparator();
    menu.addAction(tr("Save as SVG…"), this, [this] { emit svgRequested(this); });
    menu.addAction(tr("Save as .dot…"), this, [this] { emit dotRequested(this); });
    menu.exec(global);
}

QString GraphView::dotText() const
{
    if (m_batch) {
        const engine::analysis::Batch& batch = m_training.batches[*m_batch];
        return QString::fromStdString(graph::dotText(*m_feed.trace(), batch.begin, batch.end));
    }
    return QString::fromStdString(graph::dotText(*m_feed.trace(), m_selection.block()));
}

void GraphView::openWindow()
{
    auto* window = new QDialog(this, Qt::Window);
    window->setAttribute(Qt::WA_DeleteOnClose);
    look::inLanguage(window, [window] { window->setWindowTitle(tr("Graph")); });
    auto* view = new GraphView(m_theme, m_feed, m_selection, m_playhead);
    view->setExpandable(false);
    view->m_hiddenNote = m_hiddenNote;
    view->setGrouping(m_grouping);
    connect(view, &GraphView::svgRequested, this, &GraphView::svgRequested);
    connect(view, &GraphView::dotRequested, this, &GraphView::dotRequested);
    auto* layout = new QVBoxLayout(window);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(view);
    window->resize(m_theme.px(960), m_theme.px(720));
    window->show();
}

}  // namespace ui::graph
