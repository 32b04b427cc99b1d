#include "ui/graph/detail/grouping_choice.h"

#include "ui/look/in_language.h"

#include <algorithm>

namespace ui::graph {

GroupingChoice::GroupingChoice(QObject* parent) : QObject(parent), m_actions(this)
{
    const struct {
        Grouping grouping;
        const char *name, *text, *tip;
    } choices[] = {
        {Grouping::Alike, "groupAlike", QT_TR_NOOP("Group similar operations of the graph"),
         QT_TR_NOOP("Similar operations are one node where there is no room for each")},
        {Grouping::Layer, "groupLayer", QT_TR_NOOP("Group the graph by layer"),
         QT_TR_NOOP("One node per layer of the network; without layers, one node per statement")},
        {Grouping::Phase, "groupPhase", QT_TR_NOOP("Group the graph by phase"),
         QT_TR_NOOP("Forward, backward, update; else functions, computing and copying")},
        {Grouping::Device, "groupDevice", QT_TR_NOOP("Group the graph by device"),
         QT_TR_NOOP("All that a device does between two waits")},
        {Grouping::None, "groupNone", QT_TR_NOOP("Do not group the graph"),
         QT_TR_NOOP("Every operation is a node, up to 1000")},
    };
    for (const auto& choice : choices) {
        QAction* action = look::makeCommand(parent, choice.name, choice.text, choice.tip);
        action->setCheckable(true);
        action->setChecked(choice.grouping == m_grouping);
        m_actions.addAction(action);
        connect(action, &QAction::triggered, this, [this, grouping = choice.grouping] { select(grouping); });
    }
}

void GroupingChoice::select(Grouping grouping)
{
    m_grouping = grouping;
    m_opened.clear();
    m_actions.actions()[static_cast<int>(grouping)]->setChecked(true);
    emit selected();
}

void GroupingChoice::toggle(engine::OpId op)
{
    const auto opened = std::find(m_opened.begin(), m_opened.end(), op);
    if (opened != m_opened.end())
        m_opened.erase(opened);
    else
        m_opened.push_back(op);
}

}  // namespace ui::graph
