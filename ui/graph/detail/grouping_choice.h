#pragma once

#include "ui/graph/picture.h"

#include <QAction>
#include <QActionGroup>

namespace ui::graph {

/// How the user wants operations to be grouped, and which groups are expanded. Owns the actions that select a grouping.
/// Thread: GUI.
class GroupingChoice : public QObject {
    Q_OBJECT

public:
    explicit GroupingChoice(QObject* parent);

    [[nodiscard]] QList<QAction*> actions() const { return m_actions.actions(); }
    [[nodiscard]] Grouping grouping() const { return m_grouping; }
    /// Selects a grouping and merges all groups again.
    void select(Grouping grouping);
    /// One operation of each expanded group.
    [[nodiscard]] const std::vector<engine::OpId>& opened() const { return m_opened; }
    /// Expands the group that contains `op`, or merges it again; emits no signal.
    void toggle(engine::OpId op);
    /// Merges all groups again; emits no signal.
    void closeAll() { m_opened.clear(); }

signals:
    void selected();

private:
    QActionGroup m_actions;
    Grouping m_grouping = Grouping::Alike;
    std::vector<engine::OpId> m_opened;
};

}  // namespace ui::graph
