#pragma once

#include "engine/base/units.h"

#include <QLocale>
#include <QString>
#include <chrono>

namespace ui::inspect::detail {

/// One unit for several times of up to `length`, named in the head of a table or on an axis.
struct TimeUnit {
    double seconds;
    QString name;

    explicit TimeUnit(engine::Nanoseconds length)
        : seconds(length >= std::chrono::seconds{10}        ? 1
                  : length >= std::chrono::milliseconds{10} ? 1e-3
                                                            : 1e-6),
          name(seconds == 1      ? QStringLiteral("s")
               : seconds == 1e-3 ? QStringLiteral("ms")
                                 : QStringLiteral("µs"))
    {
    }
    [[nodiscard]] double of(engine::Nanoseconds time) const { return engine::toSeconds(time) / seconds; }
    [[nodiscard]] QString text(engine::Nanoseconds time) const { return QLocale().toString(of(time), 'f', 1); }
};

}  // namespace ui::inspect::detail
