#pragma once

#include "ui/runs/run_controller.h"

#include <QTest>

namespace tests {

/// Returns when `controller` has finished all earlier requests. It runs one request after the other. This one is the
/// last and adds one run of the front end.
inline void waitForAllAsked(ui::runs::RunController& controller)
{
    bool isAnswered = false;
    QObject context;
    controller.thread().predict({}, &context, [&isAnswered](const auto&) { isAnswered = true; });
    QTRY_VERIFY(isAnswered);
}

}  // namespace tests
