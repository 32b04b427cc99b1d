#include "ui/graph/detail/grouping_choice.h"

#include "ui/look/in_language.h"

#include <algorithm>
#include <utility>

namespace ui::graph {

GroupingChoice::GroupingChoice(QObject* parent) : QObject(parent), m_actions(this), m_depths(this)
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
    const struct {
        Depth depth;
        const char *name, *text, *tip;
    } depths[] = {
        {Depth::Net, "openNet", QT_TR_NOOP("Open the graph to the net"), QT_TR_NOOP("The net is one box")},
        {Depth::Stages, "openStages", QT_TR_NOOP("Open the graph to stages"),
         QT_TR_NOOP("What consists of blocks is one box")},
        {Depth::Blocks, "openBlocks", QT_TR_NOOP("Open the graph to blocks"),
         QT_TR_NOOP("What consists of layers is one box")},
        {Depth::Layers, "openLayers", QT_TR_NOOP("Open the graph to layers"), QT_TR_NOOP("Each layer is one box")},
        {Depth::Operations, "openOperations", QT_TR_NOOP("Open the graph to operations"),
         QT_TR_NOOP("Each operation is one box")},
    };
    for (const auto& choice : depths) {
        QAction* action = look::makeCommand(parent, choice.name, choice.text, choice.tip);
        action->setCheckable(true);
        action->setData(static_cast<int>(choice.depth));
        m_depths.addAction(action);
        connect(action, &QAction::triggered, this, [this, depth = choice.depth] {
            m_depth = depth;
            m_toggled.clear();
            m_kept.clear();
            emit selected();
        });
    }
}

void GroupingChoice::showDepth(Depth depth)
{
    for (QAction* action : m_depths.actions())
        action->setChecked(action->data().toInt() == static_cast<int>(depth));
}

void GroupingChoice::toggleLayer(const QString& key)
{
    const auto toggled = std::find(m_toggled.begin(), m_toggled.end(), key);
    if (toggled != m_toggled.end())
        m_toggled.erase(toggled);
    else
        m_toggled.push_back(key);
}

bool GroupingChoice::reopen()
{
    return std::exchange(m_toggled, m_kept) != m_kept;
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
