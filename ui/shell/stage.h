#pragma once

#include "ui/runs/workbench.h"

#include <QLabel>
#include <QObject>

namespace ui::shell {

class Panes;

/// The headline in stage mode: a sentence about the last change, or the program's title; below it program, dialect and
/// machine. Thread: GUI.
class StageHeadline : public QWidget {
    Q_OBJECT

public:
    StageHeadline(const runs::Workbench& bench, QWidget* parent);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void restyle();
    void fitText();

    runs::Workbench m_bench;
    QLabel* m_sentence = nullptr;
    QLabel* m_run = nullptr;
    QLabel* m_hint = nullptr;
};

/// Stage mode, the layout for a lecture: the listing beside the timeline, in the projector's size, below a headline.
/// All other parts are hidden. Esc leaves it. Thread: GUI.
class Stage : public QObject {
    Q_OBJECT

public:
    /// `hidden`: the bars that stage mode hides.
    Stage(const runs::Workbench& bench, Panes& panes, StageHeadline& headline, QList<QWidget*> hidden);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(bool isOn);

    runs::Workbench m_bench;
    Panes& m_panes;
    StageHeadline& m_headline;
    QList<QWidget*> m_hidden;
    bool m_wasProjected = false;
};

}  // namespace ui::shell
