#pragma once

#include "ui/runs/run_controller.h"

#include <QTest>

namespace tests {

/// Returns when `controller` has finished all earlier requests. Adds a prediction and waits for its answer, because
/// requests are handled in order. The prediction runs the front end once more.
inline void waitForAllAsked(ui::runs::RunController& controller)
{
    bool isAnswered = false;
    QObject context;
    controller.thread().predict({}, &context, [&isAnswered](const auto&) { isAnswered = true; });
    QTRY_VERIFY(isAnswered);
}

}  // namespace tests
