#pragma once

#include "ui/run_choice/compare_control.h"
#include "ui/runs/run_list.h"

#include <QLabel>
#include <QPersistentModelIndex>
#include <QPushButton>
#include <QTableView>
#include <QWidget>

namespace ui::run_choice {

/// The list of runs as a table with the commands open, rename, compare and delete. If there are no runs, the pane names
/// the next step. Thread: GUI.
class RunsPane : public QWidget {
    Q_OBJECT

public:
    RunsPane(const runs::Workbench& bench, CompareControl& compare, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() { return *m_table; }

public slots:
    void openSelected();
    void renameSelected();
    /// Compares one selected run with the displayed run, or two or three selected runs with each other, the oldest
    /// first.
    void compareSelected();
    void removeSelected();
    void undoRemove();

signals:
    /// Emitted when the user opens a run.
    void openRequested(const ui::runs::NamedRun& run);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void refresh();
    void restyle();
    [[nodiscard]] QList<int> selectedRows() const;  ///< in ascending order
    void collect(QList<QPersistentModelIndex> rows, std::vector<runs::NamedRun> loaded);
    void reportUnreadable(const engine::Message& reason);

    runs::Workbench m_bench;
    CompareControl& m_compare;
    runs::RunList& m_list;
    QLabel* m_title = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_empty = nullptr;
    QTableView* m_table = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_rename = nullptr;
    QPushButton* m_pair = nullptr;
    QPushButton* m_delete = nullptr;
    QPushButton* m_undo = nullptr;
};

}  // namespace ui::run_choice
