#pragma once

#include "ui/runs/workbench.h"

#include <QSpinBox>

namespace ui::runs {

/// The number of ranks that run the program together: the field beside the machine, shown for programs that
/// communicate. It edits the parameter "ranks", and by its context menu "hosts". Thread: GUI.
class RanksField : public QSpinBox {
    Q_OBJECT

public:
    RanksField(const Workbench& bench, QWidget* parent);

    enum class Ranks : std::uint8_t {
        Simulated,  ///< of a virtual machine
        Processes,  ///< on this computer, where mpirun starts them
        OfAFile,    ///< of the trace of a file; the number is fixed
    };

    /// Shows the field if the program communicates and its ranks are not those of a file.
    void offer(Ranks ranks);

signals:
    /// The field appeared or disappeared.
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
    engine::Message m_noRanks;  ///< why a program always runs as one rank; empty: it need not
    QAction* m_otherComputers = nullptr;
    QAction* m_thisComputer = nullptr;
};

}  // namespace ui::runs
