#pragma once

#include "ui/model/run_before.h"

#include <map>
#include <utility>
#include <vector>

namespace ui::runs {

/// The differences in the settings of two runs of one program.
struct RunChange {
    std::map<int, bool> flips;  ///< line of a switch -> whether the program waits there now
    struct Parameter {
        QString name, before, now;
    };
    std::vector<Parameter> parameters;
    bool isEdited = false;          ///< the listings differ in other lines
    bool isOnOtherMachine = false;  ///< a pinned run before may be of another machine

    /// The only change is one switch.
    [[nodiscard]] bool isOneFlip() const
    {
        return flips.size() == 1 && parameters.empty() && !isEdited && !isOnOtherMachine;
    }
};
[[nodiscard]] RunChange changeBetween(const model::RunBefore::Run& before, const model::RunBefore::Run& now);

/// What changed between two runs and why, in the current language: "Line 15 off: … Whole run 1.528 → 1.032 s." Every
/// reason is a condition on the two traces (`analysis::FlipEffect`). Measured runs get a reason only if both were
/// repeated and differ by more than their spread.
[[nodiscard]] QString changeSentence(const model::RunBefore::Run& before, const model::RunBefore::Run& now);

}  // namespace ui::runs
