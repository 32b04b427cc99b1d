#pragma once

#include "ui/runs/run_controller.h"

#include <QTest>

namespace tests {

/// Returns when all that was asked of `controller` before has run: it carries out one run after the other, this one
/// last. It is one more run of the front end.
inline void waitForAllAsked(ui::runs::RunController& controller)
{
    bool isAnswered = false;
    QObject context;
    controller.predict({}, &context, [&isAnswered](const auto&) { isAnswered = true; });
    QTRY_VERIFY(isAnswered);
}

}  // namespace tests
