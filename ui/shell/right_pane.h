#pragma once

#include "ui/graph/graph_view.h"
#include "ui/inspect/inspector_view.h"
#include "ui/inspect/late_card.h"
#include "ui/inspect/try_this_card.h"
#include "ui/inspect/what_happened_view.h"
#include "ui/runs/workbench.h"
#include "ui/training/why_card.h"

#include <QScrollArea>
#include <QStackedWidget>
#include <QWidget>

namespace ui::shell {

class RightRail;

/// Shows the dependency graph, the inspector, "Try this", and for a training the card that explains why one training
/// run is slower than another. For a run that failed it shows what happened and suggestions instead. Thread: GUI.
class RightPane : public QWidget {
    Q_OBJECT

public:
    RightPane(const runs::Workbench& bench, QWidget* parent);

    /// While `isAsking`, graph and inspector show nothing of the run, because the user has to guess first.
    void setAsking(bool isAsking);
    /// With `isRail`, the pane is closed to a narrow rail that names its parts; a click on the rail emits
    /// openRequested().
    void setRail(bool isRail);
    [[nodiscard]] bool isRail() const;
    [[nodiscard]] bool isErrorShown() const { return m_stack->currentIndex() == 1; }
    [[nodiscard]] graph::GraphView& graph() { return *m_graph; }
    [[nodiscard]] inspect::InspectorView& inspector() { return *m_inspector; }
    [[nodiscard]] inspect::TryThisCard& tryThis() { return *m_tryThis; }
    [[nodiscard]] training::WhyCard& why() { return *m_why; }
    [[nodiscard]] inspect::WhatHappenedView& whatHappened() { return *m_whatHappened; }

signals:
    void openRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showRun();
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    RightRail* m_rail = nullptr;
    QStackedWidget* m_stack = nullptr;
    inspect::LateCard* m_late = nullptr;
    graph::GraphView* m_graph = nullptr;
    QWidget* m_line = nullptr;
    inspect::InspectorView* m_inspector = nullptr;
    QScrollArea* m_inspectorScroll = nullptr;
    inspect::TryThisCard* m_tryThis = nullptr;
    training::WhyCard* m_why = nullptr;
    QWidget* m_cardBox = nullptr;
    inspect::WhatHappenedView* m_whatHappened = nullptr;
    bool m_isAsking = false;
};

}  // namespace ui::shell
