#pragma once

#include "ui/timeline/tooltip.h"

#include <QApplication>

namespace tests {

/// The visible tooltip of a timeline; null: none.
inline const ui::timeline::Tooltip* visibleTooltip()
{
    for (const QWidget* each : QApplication::topLevelWidgets())
        if (const auto* found = dynamic_cast<const ui::timeline::Tooltip*>(each);
            found != nullptr && found->isVisible())
            return found;
    return nullptr;
}

}  // namespace tests
