#pragma once

#include "ui/commands/actions.h"
#include "ui/look/segmented.h"
#include "ui/runs/ranks_field.h"
#include "ui/runs/values_choice.h"
#include "ui/runs/workbench.h"
#include "ui/shell/aside_run.h"
#include "ui/shell/machine_field.h"
#include "ui/shell/run_button.h"
#include "ui/shell/time_readout.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <vector>

namespace ui::shell {

/// The bar on top: menu, Run, playback, pace, clock, machine, export, theme, help. Thread: GUI.
class TopBar : public QWidget {
    Q_OBJECT

public:
    TopBar(const runs::Workbench& bench, QWidget* parent);

    [[nodiscard]] MachineField& machines() { return *m_machines; }
    [[nodiscard]] runs::ValuesChoice& values() { return *m_values; }
    [[nodiscard]] runs::RanksField& ranks() { return *m_ranks; }
    [[nodiscard]] RunButton& run() { return *m_run; }
    [[nodiscard]] TimeReadout& time() { return *m_time; }
    [[nodiscard]] AsideRun& aside() { return *m_aside; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void buildMenu(QHBoxLayout& row);
    void buildRunTools(QHBoxLayout& row);
    void buildTarget(QHBoxLayout& row);
    void buildCommands(QHBoxLayout& row);
    void setTexts();
    QToolButton* addTool(QAction* action);
    void addDivider();
    void restyle();
    void fit();

    runs::Workbench m_bench;
    QToolButton* m_menu = nullptr;
    QLabel* m_logo = nullptr;
    QLabel* m_brand = nullptr;
    RunButton* m_run = nullptr;
    look::Segmented* m_pace = nullptr;
    TimeReadout* m_time = nullptr;
    MachineField* m_machines = nullptr;
    runs::RanksField* m_ranks = nullptr;
    runs::ValuesChoice* m_values = nullptr;
    AsideRun* m_aside = nullptr;
    QPushButton* m_stage = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_export = nullptr;
    std::vector<QToolButton*> m_tools;
};

}  // namespace ui::shell
