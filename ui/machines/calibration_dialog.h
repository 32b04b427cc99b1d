#pragma once

#include "engine/base/message.h"
#include "ui/look/theme.h"

#include <QDialog>
#include <QProcess>
#include <QString>

class QJsonValue;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace ui::machines {

/// The measuring program and its output file.
struct CalibrationTools {
    QString program;  ///< path of overlap-run; empty: not installed
    QString file;     ///< the machine file that the program writes
};

/// Measures this computer: shows the current step, the remaining time and a Stop button, then the errors of the
/// predictions. A separate process measures, so that the window stays responsive and does not disturb the times.
/// Thread: GUI.
class CalibrationDialog : public QDialog {
    Q_OBJECT

public:
    CalibrationDialog(look::Theme& theme, CalibrationTools tools, QWidget* parent);
    ~CalibrationDialog() override;

    [[nodiscard]] bool isMeasuring() const { return m_process.state() != QProcess::NotRunning; }
    void start();
    void stop();
    /// Shows predicted and measured times that are stored in a machine file.
    void showResult(const QString& path);

signals:
    /// Emitted when the machine file was written.
    void finished(const QString& path);

protected:
    void reject() override;

private:
    void build();
    void restyle();
    void setTexts();
    [[nodiscard]] QString verdict() const;
    void addRow(const QString& name, double predicted, double measured);
    void fitTable();
    void readProgress();
    void showReport(engine::Message message, const QJsonValue& percent, const QJsonValue& seconds);
    void onEnded(int code, QProcess::ExitStatus status);

    enum class State : std::uint8_t { Ready, Measuring, Stopping, Done, Failed };
    void setState(State state);

    look::Theme& m_theme;
    CalibrationTools m_tools;
    QProcess m_process;
    State m_state = State::Ready;
    engine::Message m_item;
    int m_seconds = 0;
    bool m_wasStopped = false;
    engine::Message m_last;         ///< the process's last message that does not report progress
    engine::Message m_busy;         ///< warning about other running programs; empty: none
    std::optional<double> m_worst;  ///< largest error of the held-out programs
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
