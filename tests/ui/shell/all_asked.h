#pragma once

#include "ui/runs/run_controller.h"

#include <QTest>

namespace tests {

/// Returns when `controller` has finished all earlier requests. Adds a request and waits for its answer, because
/// requests are handled in order. This request is one more run of the front end.
inline void waitForAllAsked(ui::runs::RunController& controller)
{
    bool isAnswered = false;
    QObject context;
    controller.thread().predict({}, &context, [&isAnswered](const auto&) { isAnswered = true; });
    QTRY_VERIFY(isAnswered);
}

}  // namespace tests
