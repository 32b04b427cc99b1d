#pragma once

#include "ui/model/run_before.h"
#include "ui/runs/run_summary.h"
#include "ui/runs/workbench.h"

#include <QHash>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ui::runs {

/// The differences between the settings of two runs of one program.
struct RunChange {
    std::map<int, bool> flips;  ///< line of a switch -> whether the program waits there now
    std::map<int, bool> waits;  ///< line of a wait -> true: inserted with its line; false: removed with its line
    std::vector<LeverLine> levers;
    struct Parameter {
        QString label, before, now;
    };
    std::vector<Parameter> parameters;
    bool isEdited = false;          ///< the listings also differ in lines without changed waits or levers
    bool isOnOtherMachine = false;  ///< true only if the previous run is pinned

    [[nodiscard]] bool hasWaits() const { return !flips.empty() || !waits.empty(); }
    [[nodiscard]] bool isEmpty() const { return !hasWaits() && levers.empty() && isOnlyInLines(); }
    /// Whether the only change is one wait.
    [[nodiscard]] bool isOneFlip() const
    {
        return flips.size() + waits.size() == 1 && levers.empty() && isOnlyInLines();
    }
    /// Whether the only changes are levers.
    [[nodiscard]] bool isOfLevers() const { return !levers.empty() && !hasWaits() && isOnlyInLines(); }
    /// Whether machine and parameters are the same, and the listings differ at most in waits and levers.
    [[nodiscard]] bool isOnlyInLines() const { return parameters.empty() && !isEdited && !isOnOtherMachine; }
};
/// "Line 17: non_blocking off", "Line 9: batch_size 64 → 128".
[[nodiscard]] QString leverText(const LeverLine& lever);
/// Returns the levers that differ between the listing as it was opened and the listing of a run. `levers`: the levers
/// of any version of the listing.
[[nodiscard]] std::vector<LeverLine> leversSince(const std::string& opened, const std::string& now,
                                                 const std::vector<engine::frontend::Lever>& levers);

/// Labels of parameters as the window shows them, by name. A parameter without a label is shown by its name.
using ParameterLabels = QHash<QString, QString>;
[[nodiscard]] ParameterLabels parameterLabels(const Workbench& bench, const std::string& program);

/// Display names for the differences between two runs of a program.
struct ChangeNames {
    // This constructor is not explicit, because most callers pass only labels.
    ChangeNames(ParameterLabels labels = {}, std::vector<engine::frontend::Lever> found = {})
        : parameters(std::move(labels)), levers(std::move(found))
    {
    }

    ParameterLabels parameters;
    std::vector<engine::frontend::Lever>
        levers;  ///< levers of the displayed listing; changes of other levers count as edits
};
[[nodiscard]] ChangeNames changeNames(const Workbench& bench, const std::string& program);

/// Returns what the user changed between two runs of a program.
[[nodiscard]] RunChange changeBetween(const model::RunBefore::Run& before, const model::RunBefore::Run& now,
                                      const ChangeNames& names);
/// Names the differences in one line: "Line 15 off, n 4000 → 200". Empty if there are none, or if the runs
/// differ in program or dialect.
[[nodiscard]] QString changeTitle(const model::RunBefore::Run& before, const model::RunBefore::Run& now,
                                  const ChangeNames& names);

/// Whether the makespans of two measured runs show a difference. Always Difference::Shown if `now` is of a virtual
/// machine, whose times are exact.
[[nodiscard]] engine::Difference lengthDifference(const model::RunBefore::Run& before,
                                                  const model::RunBefore::Run& now);

/// States what changed between two runs and why, in the current language: "Line 15 off: … Whole run 1.528 → 1.032 s."
/// Empty if a run of a virtual machine has the settings of the previous run, so that nothing can differ. A reason is
/// stated only if the two traces meet its condition (`analysis::FlipEffect`, `analysis::ChangeEffect`). Measured runs
/// get a reason only if both were repeated and differ by more than their spread.
[[nodiscard]] QString changeSentence(const model::RunBefore::Run& before, const model::RunBefore::Run& now,
                                     const ChangeNames& names);

}  // namespace ui::runs
