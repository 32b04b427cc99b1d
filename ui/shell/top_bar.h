#pragma once

#include "ui/commands/actions.h"
#include "ui/look/segmented.h"
#include "ui/runs/ranks_field.h"
#include "ui/runs/values_choice.h"
#include "ui/runs/workbench.h"
#include "ui/shell/machine_field.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <functional>
#include <vector>

namespace ui::shell {

/// The bar on top: menu, Run, playback, pace, clock, machine, export, theme, help. Thread: GUI.
class TopBar : public QWidget {
    Q_OBJECT

public:
    /// What a click on the Run button does; its label and icon show it. Unavailable: the trace of another program is
    /// displayed.
    enum class RunMode : std::uint8_t { Run, Stop, Stopping, Pause, Resume, Starting, Unavailable };

    TopBar(const runs::Workbench& bench, QWidget* parent);

    [[nodiscard]] MachineField& machines() { return *m_machines; }
    [[nodiscard]] runs::ValuesChoice& values() { return *m_values; }
    [[nodiscard]] runs::RanksField& ranks() { return *m_ranks; }
    void setRunMode(RunMode mode);
    /// Shows a chip for a run on this computer that is not on the screen; empty: none. `isRunning`: it can be stopped.
    void setAside(const QString& text, bool isRunning);
    /// Sets the end time in the time readout: "1.187 / 1.512 s".
    void setRunEnd(engine::Nanoseconds end);
    /// Sets a function that describes a time, "epoch 3 · 6.41 s". If it returns an empty string, the readout shows the
    /// time.
    void setPlaceOf(std::function<QString(engine::Nanoseconds)> placeOf);

signals:
    /// Show the run of the chip, or stop it.
    void asideWanted();
    void asideStopWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void buildMenu(QHBoxLayout& row);
    void buildRunTools(QHBoxLayout& row);
    void buildTarget(QHBoxLayout& row);
    void buildAsideRun(QHBoxLayout& row);
    void buildCommands(QHBoxLayout& row);
    void setTexts();
    [[nodiscard]] QString traceTip() const;
    QToolButton* addTool(QAction* action, int size = 30);
    void addDivider();
    void showTime();
    void restyle();
    void fit();
    void setClock(const QString& text);

    runs::Workbench m_bench;
    RunMode m_mode = RunMode::Run;
    engine::Nanoseconds m_end{};
    std::function<QString(engine::Nanoseconds)> m_placeOf;
    QMenu* m_menu = nullptr;
    QToolButton* m_menuButton = nullptr;
    QLabel* m_logo = nullptr;
    QLabel* m_brand = nullptr;
    QPushButton* m_run = nullptr;
    look::Segmented* m_pace = nullptr;
    QLabel* m_time = nullptr;
    MachineField* m_machines = nullptr;
    runs::RanksField* m_ranks = nullptr;
    runs::ValuesChoice* m_values = nullptr;
    QPushButton* m_aside = nullptr;
    QToolButton* m_stopAside = nullptr;
    QPushButton* m_stage = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_export = nullptr;
    std::vector<QToolButton*> m_tools;
    std::vector<QWidget*> m_dividers;
};

}  // namespace ui::shell
