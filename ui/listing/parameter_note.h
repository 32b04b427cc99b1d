#pragma once

#include <QString>

#include <functional>
#include <optional>

namespace ui::listing {

class ProgramParameters;

/// Replaces "{2*n**3:FLOP}", "{4*n*n:B}" and "{n}" in a note or suggestion of a program by the product with the values
/// of the parameters: "128 GFLOP", "61.04 MiB", "4000". The factors are numbers and names, each with an optional power.
/// A placeholder stays unchanged if it is no such product, exceeds 1e18, or names a parameter whose value is no number.
[[nodiscard]] QString filledNote(QString note,
                                 const std::function<std::optional<double>(const QString& name)>& valueOf);
[[nodiscard]] QString filledNote(QString note, const ProgramParameters& parameters);

}  // namespace ui::listing
