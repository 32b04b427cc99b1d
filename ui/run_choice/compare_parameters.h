#pragma once

#include "ui/listing/parameter_panel.h"

#include <QLabel>
#include <QWidget>

namespace ui::run_choice {

/// The program's parameter fields at the bottom of a comparison, with a note that states which sides they affect.
/// Thread: GUI.
class CompareParameters : public QWidget {
    Q_OBJECT

public:
    CompareParameters(const look::Theme& theme, listing::ProgramDocument& document, QWidget* parent = nullptr);

    struct Sides {
        bool a = false;
        bool b = false;
    };

    /// Sets which sides run again when a field changes. Hides the fields if no side does, if the program has no
    /// parameters, or if the user has not allowed the program to run. `gpus`: number of GPUs of the machine.
    void setSides(Sides sides, int gpus);
    [[nodiscard]] QString note() const { return m_note->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showNote();
    void restyle();

    const look::Theme& m_theme;
    listing::ProgramDocument& m_document;
    listing::ParameterPanel* m_panel = nullptr;
    QLabel* m_note = nullptr;
    Sides m_sides;
};

}  // namespace ui::run_choice
