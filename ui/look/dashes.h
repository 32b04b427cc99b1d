#pragma once

#include "engine/trace/record.h"

#include <QVector>

namespace ui::look {

/// The dashes of the drawn line of a dependency, for QPen::setDashPattern() of a pen of `width`; empty: a solid line.
[[nodiscard]] inline QVector<qreal> dashesOf(engine::trace::DependencyKind kind, double width)
{
    using engine::trace::DependencyKind;
    switch (kind) {
        case DependencyKind::WriteAfterRead:
            return {6 / width, 3 / width};
        case DependencyKind::WriteAfterWrite:
        case DependencyKind::Stream:
            return {1.5 / width, 3 / width};
        case DependencyKind::ReadAfterWrite:
            break;
    }
    return {};
}

}  // namespace ui::look
