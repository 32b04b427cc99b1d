#pragma once

#include "ui/runs/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <memory>
#include <optional>

namespace ui::runs {

/// Shows above the timeline how the last flip, edit or change of a parameter affected the run, and why. One button
/// undoes that change (after an undo: redoes it), another pins the displayed run. Hidden while there is no previous
/// run, and in stage mode. Thread: GUI.
class ChangeStrip : public QWidget {
    Q_OBJECT

public:
    explicit ChangeStrip(const Workbench& bench);

    [[nodiscard]] QString sentence() const { return m_text->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// A displayed run, and the index of the undo stack when it was displayed.
    struct DisplayedRun {
        std::weak_ptr<const engine::trace::Trace> trace;
        int undoIndex = -1;
    };

    void refresh();
    [[nodiscard]] std::optional<int> indexBefore();
    void labelButton();
    void returnToBefore();
    void restyle();

    Workbench m_bench;
    QLabel* m_icon = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_undo = nullptr;  ///< "Undo" or "Redo"
    QPushButton* m_keep = nullptr;
    model::RunBefore::Run m_run;  ///< the displayed run with its settings
    QString m_sinceLarge;         ///< the sentence that is shown if the previous run is too large to be stored
    DisplayedRun m_now, m_before;
};

}  // namespace ui::runs
