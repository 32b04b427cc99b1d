#pragma once

#include "ui/look/theme.h"

#include <QDialog>
#include <QProcess>
#include <QString>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace ui::machines {

/// What measures, and where the result goes.
struct CalibrationTools {
    QString program;  ///< overlap-run; empty: it is not there
    QString file;     ///< the machine file that it writes
};

/// Measures this computer: what is measured now, how long it still takes, Stop; then how far predictions were off. The
/// measuring runs in a process of its own, so that the window stays quick and nothing of it disturbs the times.
/// Thread: GUI.
class CalibrationDialog : public QDialog {
    Q_OBJECT

public:
    CalibrationDialog(look::Theme& theme, CalibrationTools tools, QWidget* parent);
    ~CalibrationDialog() override;

    [[nodiscard]] bool isMeasuring() const { return m_process.state() != QProcess::NotRunning; }
    void start();
    void stop();
    /// Shows the predictions that a machine file holds against measurements.
    void showResult(const QString& path);

signals:
    /// The file is written.
    void finished(const QString& path);

protected:
    void changeEvent(QEvent* event) override;
    void reject() override;

private:
    void build();
    void restyle();
    void say();
    void addRow(const QString& name, double predicted, double measured);
    void fitTable();
    void readProgress();
    void onEnded(int code, QProcess::ExitStatus status);

    enum class State : std::uint8_t { Ready, Measuring, Stopping, Done, Failed };
    void setState(State state);

    look::Theme& m_theme;
    CalibrationTools m_tools;
    QProcess m_process;
    State m_state = State::Ready;
    QString m_item;
    int m_seconds = 0;
    bool m_wasStopped = false;
    QString m_lastLine;  ///< of what the process said besides progress
    QString m_busy;      ///< the sentence about other programs at work; empty: there was none
    QLabel* m_heading = nullptr;
    QLabel* m_intro = nullptr;
    QLabel* m_now = nullptr;
    QProgressBar* m_bar = nullptr;
    QTableWidget* m_table = nullptr;
    QLabel* m_verdict = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_close = nullptr;
};

}  // namespace ui::machines
