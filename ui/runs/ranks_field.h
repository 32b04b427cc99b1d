#pragma once

#include "ui/runs/workbench.h"

#include <QSpinBox>

namespace ui::runs {

/// The number of ranks that run the program together: a field beside the machine, shown for programs that communicate.
/// It edits the parameter "ranks", and with its context menu the parameter "hosts". Thread: GUI.
class RanksField : public QSpinBox {
    Q_OBJECT

public:
    RanksField(const Workbench& bench, QWidget* parent);

    enum class Ranks : std::uint8_t {
        Simulated,  ///< ranks of a virtual machine
        Processes,  ///< processes on this computer, started by mpirun
        OfAFile,    ///< ranks in the trace of a file; their number is fixed
    };

    /// Shows the field if the program communicates and its ranks are not those of a file.
    void offer(Ranks ranks);

signals:
    /// Emitted when the field appears or disappears, so that its row is laid out again.
    void fitWanted();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void showValue();
    void showState();
    void restyle();
    void buildMenu();
    void chooseHosts();
    [[nodiscard]] QString hosts() const;

    Workbench m_bench;
    Ranks m_ranks = Ranks::Simulated;
    engine::Message m_noRanks;  ///< reason why a program always runs as one rank; empty: ranks are supported
    QAction* m_otherComputers = nullptr;
    QAction* m_thisComputer = nullptr;
};

}  // namespace ui::runs
