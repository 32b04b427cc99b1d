#pragma once

#include <QString>

namespace ui::look {

/// `before` as it stands before an arrow and `now`: "0.4968" before "0.0006 s". Keeps its unit if `now` has another
/// one.
[[nodiscard]] QString beforeArrow(const QString& before, const QString& now);

}  // namespace ui::look
