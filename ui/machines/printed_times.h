#pragma once

#include "ui/look/theme.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace ui::machines {

/// A form for the times that the programs of 13.3.1 and 13.3.2 printed on a computer that is not at hand. Thread: GUI.
class PrintedTimes : public QDialog {
    Q_OBJECT

public:
    PrintedTimes(look::Theme& theme, QWidget* parent);

    /// As `overlap-run calibrate --from-times` takes them: "run=0.5019,copy=2.7168,both=2.4682"; empty while a time
    /// that it needs is missing or is none.
    [[nodiscard]] QString times() const;

private:
    void check();

    struct Cell {
        const char* name;  ///< as `times()` calls it
        QLineEdit* edit;
        bool isNeeded;
    };
    std::vector<Cell> m_cells;
    QLabel* m_problem = nullptr;
    QPushButton* m_make = nullptr;
};

}  // namespace ui::machines
