#pragma once

#include "ui/graph/diagram.h"

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

    // -- the open layers of a net; another batch or run does not change them
    [[nodiscard]] QList<QAction*> depthActions() const { return m_depths.actions(); }
    [[nodiscard]] Depth depth() const { return m_depth; }
    /// Checks the action of the depth that is shown.
    void showDepth(Depth depth);
    /// Keys of the layers that are open although the depth closes them, or closed although it opens them.
    [[nodiscard]] const std::vector<QString>& toggled() const { return m_toggled; }
    /// Opens the layer, or closes it; emits no signal.
    void toggleLayer(const QString& key);
    /// Stores toggled() for reopen().
    void keepOpen() { m_kept = m_toggled; }
    /// Sets toggled() to the keys that keepOpen() stored. Returns whether toggled() has changed.
    bool reopen();

signals:
    void selected();

private:
    QActionGroup m_actions;
    Grouping m_grouping = Grouping::Alike;
    std::vector<engine::OpId> m_opened;
    QActionGroup m_depths;
    Depth m_depth = Depth::Auto;
    std::vector<QString> m_toggled;
    std::vector<QString> m_kept;  ///< toggled() at the last keepOpen()
};

}  // namespace ui::graph
