#pragma once

#include "ui/look/segmented.h"
#include "ui/look/theme.h"
#include "ui/training/plots.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace ui::training {

/// The line above the charts: title, parameters of the run, choices and commands. In a narrow window the title is
/// hidden, because the controls need the space and the tab above repeats the title. Thread: GUI.
class TrainingHeader : public QWidget {
    Q_OBJECT

public:
    struct Content {
        QString title;
        QString parameters;  ///< the parameters of the run, in one line
        QString toolTip;     ///< tooltip of the parameters
        bool hasPlot = false;
        bool hasAxis = false;      ///< the chart can be drawn by epoch or by time
        bool lacksValues = false;  ///< the run only simulated times
    };
    TrainingHeader(look::Theme& theme, QWidget* parent);

    [[nodiscard]] TrainingAxis axis() const { return static_cast<TrainingAxis>(m_axis->current()); }
    void setPages(const QStringList& titles);
    void showPage(int page, const Content& content);
    /// Sets the command that makes the program's runs compute values; a run without values gets a button for the
    /// command.
    void setValuesCommand(QAction& command);

signals:
    void pageChosen(int page);
    void axisChosen();
    void exportWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showWhatFits();
    void restyle();

    look::Theme& m_theme;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_parameters = nullptr;
    QPushButton* m_compute = nullptr;
    look::Segmented* m_choice = nullptr;
    look::Segmented* m_axis = nullptr;
    QToolButton* m_export = nullptr;
    QAction* m_valuesCommand = nullptr;
    bool m_lacksValues = false;
    bool m_hasRoom = true;
};

}  // namespace ui::training
