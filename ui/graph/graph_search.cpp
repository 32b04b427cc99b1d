#include "ui/graph/detail/graph_search.h"

#include "ui/graph/detail/graph_canvas.h"
#include "ui/graph/detail/grouping_choice.h"
#include "ui/look/in_language.h"

#include <algorithm>

namespace ui::graph {

GraphSearch::GraphSearch(look::Theme& theme, GraphCanvas& canvas, const Diagram& diagram, model::TraceFeed& feed,
                         model::Selection& selection, QObject* parent)
    : QObject(parent),
      m_bar(new look::FindBar(theme, QStringLiteral("graphFind"))),
      m_command(look::makeCommand(parent, "findInGraph", QT_TR_NOOP("Find in the graph"),
                                  QT_TR_NOOP("Search the graph for an operation, a device or a line"), "/")),
      m_canvas(canvas),
      m_diagram(diagram),
      m_feed(feed),
      m_selection(selection)
{
    connect(m_command, &QAction::triggered, this, &GraphSearch::open);
    connect(&canvas, &GraphCanvas::findRequested, this, &GraphSearch::open);
    connect(m_bar, &look::FindBar::textChanged, this, &GraphSearch::changeText);
    connect(m_bar, &look::FindBar::stepped, this, &GraphSearch::step);
    connect(m_bar, &look::FindBar::closed, this, &GraphSearch::close);
    look::inLanguage(m_bar, [this] { m_bar->setTexts(tr("Find in the graph"), tr("Operation, device, line…")); });
}

void GraphSearch::open()
{
    if (m_bar->isHidden())
        emit started();
    m_bar->open();
    update();
}

void GraphSearch::changeText()
{
    constexpr qsizetype kWord = 3;  // characters; shorter texts occur in most names
    emit restarted();
    update();
    if (m_diagram.isNet && m_bar->text().trimmed().size() >= kWord && !m_matches.empty() &&
        m_matches.front().op.isValid())
        emit found(m_matches.front().op);
}

void GraphSearch::close()
{
    m_bar->hide();
    m_matches.clear();
    m_canvas.showMatches({}, -1);
    m_canvas.setFocus();
}

void GraphSearch::update()
{
    if (m_bar->isHidden())
        return;
    const engine::OpId current = m_current < 0 ? engine::OpId{} : m_matches[static_cast<std::size_t>(m_current)].op;
    m_matches = find(m_diagram, *m_feed.operations(), m_bar->text());
    // Searches the current match again: it has another index if the diagram opened a layer to show the match.
    const auto at = std::find_if(m_matches.begin(), m_matches.end(),
                                 [&](const Match& match) { return current.isValid() && match.op == current; });
    m_current = at == m_matches.end() ? -1 : static_cast<int>(at - m_matches.begin());
    m_canvas.showMatches(m_matches, m_current);
    m_bar->setCount(m_current, static_cast<int>(m_matches.size()));
}

void GraphSearch::step(int direction)
{
    // While a large run is being laid out, the diagram is empty and the matches belong to the previous one.
    const int count = m_diagram.nodes.empty() ? 0 : static_cast<int>(m_matches.size());
    if (count == 0)
        return;
    m_current = m_current < 0 ? (direction > 0 ? 0 : count - 1) : (m_current + direction + count) % count;
    const Match match = m_matches[static_cast<std::size_t>(m_current)];
    m_bar->setCount(m_current, count);
    m_isStepping = true;
    if (match.op.isValid())
        m_selection.selectOp(match.op);
    m_isStepping = false;
    m_canvas.showMatches(m_matches, m_current);
    if (match.op.isValid())
        emit found(match.op);
}

}  // namespace ui::graph
