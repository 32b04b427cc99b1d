#pragma once

#include <QKeySequence>
#include <QString>

namespace ui::look {

/// Keys as they stand on a keyboard, alike in menus, tips and the page of keys: arrows as arrows, "Ctrl+←", "Enter".
[[nodiscard]] QString keyNames(const QString& portable);
[[nodiscard]] QString keyNames(const QKeySequence& keys);

}  // namespace ui::look
