#pragma once

#include "ui/listing/parameter_panel.h"

#include <QLabel>
#include <QWidget>

namespace ui::runs {

/// The program's fields at the foot of a comparison, with which of its sides they change. Thread: GUI.
class CompareParameters : public QWidget {
    Q_OBJECT

public:
    CompareParameters(const look::Theme& theme, listing::ProgramDocument& document, QWidget* parent = nullptr);

    /// Which sides are run anew when a field changes; without any, or without fields, nothing is shown. `gpus`: of the
    /// machine that they run on.
    void setSides(bool hasA, bool hasB, int gpus);
    [[nodiscard]] QString note() const { return m_note->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const look::Theme& m_theme;
    listing::ProgramDocument& m_document;
    listing::ParameterPanel* m_panel = nullptr;
    QLabel* m_note = nullptr;
};

}  // namespace ui::runs
