#pragma once

#include "ui/desk/desk.h"
#include "ui/teach/memory_forecast.h"
#include "ui/teach/predict_first.h"

namespace ui::teach {

/// Delays runs for the mode "Predict first", and shows a memory forecast while a run waits for the user. Thread: GUI.
class RunGate : public QObject {
    Q_OBJECT

public:
    explicit RunGate(desk::Desk& desk);

    [[nodiscard]] PredictFirst& predictFirst() { return m_predict; }
    [[nodiscard]] MemoryForecast& memoryForecast() { return m_forecast; }

private:
    [[nodiscard]] bool mustWait(const engine::frontend::RunRequest& request);
    void setOn(bool isOn);
    void forecast();

    desk::Desk& m_desk;
    PredictFirst m_predict;
    MemoryForecast m_forecast;
};

}  // namespace ui::teach
