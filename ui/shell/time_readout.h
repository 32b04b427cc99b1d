#pragma once

#include "ui/runs/workbench.h"

#include <QLabel>
#include <functional>

namespace ui::shell {

/// The time of the playhead and the end of the run: "1.187 / 1.512 s". Thread: GUI.
class TimeReadout : public QLabel {
    Q_OBJECT

public:
    TimeReadout(const runs::Workbench& bench, QWidget* parent);

    void setRunEnd(engine::Nanoseconds end);
    /// Sets a function that describes a time, "epoch 3 · 6.41 s". If it returns an empty string, the readout shows the
    /// time.
    void setPlaceOf(std::function<QString(engine::Nanoseconds)> placeOf);

signals:
    void grown();  ///< emitted when the readout needs more room

private:
    void showTime();
    void showText(const QString& text);
    void restyle();

    runs::Workbench m_bench;
    engine::Nanoseconds m_end{};
    std::function<QString(engine::Nanoseconds)> m_placeOf;
};

}  // namespace ui::shell
