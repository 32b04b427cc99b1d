#pragma once

#include "ui/model/run_before.h"
#include "ui/runs/workbench.h"

#include <QHash>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ui::runs {

/// The differences in the settings of two runs of one program.
struct RunChange {
    std::map<int, bool> flips;  ///< line of a switch -> whether the program waits there now
    std::map<int, bool> waits;  ///< line of a wait -> true: inserted with its line; false: removed with its line
    struct Parameter {
        QString label, before, now;
    };
    std::vector<Parameter> parameters;
    bool isEdited = false;          ///< the listings differ in more than these lines
    bool isOnOtherMachine = false;  ///< a pinned run before may be of another machine

    [[nodiscard]] bool hasWaits() const { return !flips.empty() || !waits.empty(); }
    /// The only change is one wait.
    [[nodiscard]] bool isOneFlip() const
    {
        return flips.size() + waits.size() == 1 && parameters.empty() && !isEdited && !isOnOtherMachine;
    }
};
/// Labels of parameters as the window shows them, by name; a name without a label stands for itself.
using ParameterLabels = QHash<QString, QString>;
[[nodiscard]] ParameterLabels parameterLabels(const Workbench& bench, const std::string& program);

[[nodiscard]] RunChange changeBetween(const model::RunBefore::Run& before, const model::RunBefore::Run& now,
                                      const ParameterLabels& labels);
/// The differences in one line: "Line 15 off, n 4000 → 200"; empty: none, or the runs are of different programs.
[[nodiscard]] QString changeTitle(const model::RunBefore::Run& before, const model::RunBefore::Run& now,
                                  const ParameterLabels& labels);

/// What changed between two runs and why, in the current language: "Line 15 off: … Whole run 1.528 → 1.032 s." Every
/// reason is a condition on the two traces (`analysis::FlipEffect`). Measured runs get a reason only if both were
/// repeated and differ by more than their spread.
[[nodiscard]] QString changeSentence(const model::RunBefore::Run& before, const model::RunBefore::Run& now,
                                     const ParameterLabels& labels);

}  // namespace ui::runs
