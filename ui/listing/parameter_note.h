#pragma once

#include <QString>

#include <functional>
#include <optional>

namespace ui::listing {

/// Replaces "{2*n**3:FLOP}" and "{4*n*n:B}" in a program's note by the product with the values of the parameters:
/// "128 GFLOP", "61.04 MiB". The factors are numbers and names, each with an optional power. A place stays unchanged if
/// it is no such product, exceeds 1e18, or names a parameter without a number.
[[nodiscard]] QString filledNote(QString note,
                                 const std::function<std::optional<double>(const QString& name)>& valueOf);

}  // namespace ui::listing
