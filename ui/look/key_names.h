#pragma once

#include <QKeySequence>
#include <QString>

namespace ui::look {

/// Display names of keys, the same in menus, tooltips and the key overview: arrow keys as arrows, "Ctrl+←", "Enter".
[[nodiscard]] QString keyNames(const QString& portable);
[[nodiscard]] QString keyNames(const QKeySequence& keys);

}  // namespace ui::look
