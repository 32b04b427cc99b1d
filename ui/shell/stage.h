#pragma once

#include "ui/runs/workbench.h"

#include <QLabel>
#include <QObject>

namespace ui::shell {

class Panes;

/// The layout for a lecture: listing beside timeline in the projector's size, and nothing else. Esc leaves it. Thread:
/// GUI.
class Stage : public QObject {
    Q_OBJECT

public:
    /// `hidden`: the bars that the stage hides.
    Stage(const runs::Workbench& bench, Panes& panes, QList<QWidget*> hidden);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(bool isOn);
    void restyle();

    runs::Workbench m_bench;
    Panes& m_panes;
    QList<QWidget*> m_hidden;
    QLabel* m_hint = nullptr;
    bool m_wasProjected = false;
};

}  // namespace ui::shell
