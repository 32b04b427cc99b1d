#pragma once

#include "ui/run_choice/compare_sides.h"

class QMenu;

namespace ui::runs {
class EarlierRuns;
class TraceOpener;
}  // namespace ui::runs

namespace ui::run_choice {

/// Shows the menus that choose the run of each side of a comparison. Starts a chosen run, or opens a chosen file.
/// Thread: GUI.
class CompareChooser : public QObject {
    Q_OBJECT

public:
    /// `banner` is shown above the comparison, because an open comparison hides the window's own banner.
    CompareChooser(const runs::Workbench& bench, CompareSides& sides, runs::EarlierRuns& earlier, runs::Banner& banner);

    /// Opens the menu of a side, with the available runs and the machines that can run the program.
    void choose(compare::Which which, QWidget* below);
    /// Stops reading a file, and closes the banner.
    void cancel();

private:
    void addEarlier(QMenu& menu, compare::Which which);
    void loadRun(int row, quint64 choice);
    void addMachines(QMenu& menu, compare::Which which);
    void runOn(const std::string& machine, const QString& label, quint64 choice);
    void openFile(compare::Which which);
    void openPath(compare::Which which, const QString& path, const QString& name);
    void connectOpener();

    runs::Workbench m_bench;
    CompareSides& m_sides;
    runs::EarlierRuns& m_earlier;
    runs::Banner& m_banner;
    runs::TraceOpener* m_opener = nullptr;
    quint64 m_fileChoice = 0;  ///< id of the choice that awaits the file being opened; 0: none
    QString m_fileName;
};

}  // namespace ui::run_choice
