#pragma once

#include "engine/device/machine_change.h"
#include "ui/look/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QWidget>
#include <vector>

namespace ui::machines {

/// Sliders that change the numbers of a virtual machine: factors of times and rates, and numbers of copy engines,
/// streams and GPUs. Thread: GUI.
class WhatIfPanel : public QWidget {
    Q_OBJECT

public:
    explicit WhatIfPanel(const look::Theme& theme, QWidget* parent = nullptr);

    /// Resets the sliders to the machine's unchanged numbers, without emitting changed().
    void setNumbers(const engine::device::MachineNumbers& numbers);
    [[nodiscard]] engine::device::MachineChange change() const;
    /// A short text of the changes: "links × 2, more GPUs: 1"; empty: nothing is changed.
    [[nodiscard]] QString summary() const;
    /// Shows the machine's name, the summary of the changes, or an error.
    void setNote(const QString& text);

signals:
    void changed();
    void saveWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row {
        QLabel* name = nullptr;
        QSlider* slider = nullptr;
        QLabel* value = nullptr;
    };

    [[nodiscard]] Row addRow(const char* name, int minimum, int maximum);
    void placeRows();
    void setTexts();
    void showValues();
    void restyle();

    const look::Theme& m_theme;
    engine::device::MachineNumbers m_numbers;
    QLabel* m_title = nullptr;
    QLabel* m_note = nullptr;
    Row m_link, m_dispatch, m_engines, m_streams, m_gpus;
    QLabel* m_fasterName = nullptr;
    QComboBox* m_faster = nullptr;
    QGridLayout* m_grid = nullptr;
    int m_columns = 0;  ///< number of columns in which the rows are arranged
    QPushButton* m_reset = nullptr;
    QPushButton* m_save = nullptr;
};

}  // namespace ui::machines
