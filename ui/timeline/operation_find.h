#pragma once

#include "ui/look/find_bar.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QObject>
#include <QTimer>
#include <vector>

namespace ui::timeline {

/// The search over a timeline: a bar in its upper right corner, whose steps select operations by the time at which they
/// began, from what is in view on. Another run, or one that goes on, is searched anew without going anywhere.
/// Thread: GUI.
class OperationFind : public QObject {
    Q_OBJECT

public:
    OperationFind(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* over);

    /// The first match at or after `from` is gone to while the reader types.
    void open(engine::Nanoseconds from);
    /// Into the corner of the widget it lies over, below `top`.
    void place(int top);

signals:
    /// It was selected.
    void found(engine::OpId op);

private:
    void close();
    /// What there is now, and how many.
    void look();
    /// The same, and goes to the first.
    void search();
    void step(int direction);
    void goTo(int match);

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    QWidget* m_over;
    look::FindBar* m_bar;
    QTimer m_typing;   ///< where a search takes longer than the next letter
    QTimer m_growing;  ///< of a run that goes on
    std::vector<engine::OpId> m_matches;
    int m_match = -1;
    engine::Nanoseconds m_from{};
};

}  // namespace ui::timeline
