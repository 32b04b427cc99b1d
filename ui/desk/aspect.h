#pragma once

#include <QFlags>
#include <cstdint>

namespace ui::desk {

/// The parts of the window's display that depend on program, machine and run.
enum class Aspect : std::uint8_t {
    Title = 1,
    Status = 2,   ///< numbers of the run in the status line
    Result = 4,   ///< the error of the run, or the statement that it has none
    Advice = 8,   ///< the card "Try this"
    Machine = 16  ///< texts of fields and advice about the machine
};
Q_DECLARE_FLAGS(Aspects, Aspect)

}  // namespace ui::desk

Q_DECLARE_OPERATORS_FOR_FLAGS(ui::desk::Aspects)
