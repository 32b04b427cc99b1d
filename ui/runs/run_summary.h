#pragma once

#include "ui/model/run_before.h"

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QString>
#include <optional>
#include <vector>

namespace ui::runs {

/// A lever whose value differs between two listings.
struct LeverLine {
    int line = 0;  ///< line number in the later one of the two listings
    QString name, before, now;
};

/// The facts about a run that the list of runs shows. They are stored as JSON beside the run's trace file, so that the
/// list needs no records.
struct RunSummary {
    QString ownName{};                ///< given by the user; empty: none
    engine::trace::RunInfo run;       ///< program, listing, machine, parameters
    QHash<int, bool> syncPoints{};    ///< see RunContext::syncPoints; empty: unknown
    bool isForeign = false;           ///< see RunContext::isForeign
    std::vector<LeverLine> levers{};  ///< levers that differ from the listing as it was opened
    engine::Nanoseconds makespan{};   ///< makespan of analysis::runScope()
    QString failure{};                ///< type of the exception that ended the run, as "NameError"; empty: none
    bool wasStopped = false;          ///< the run ended before its program ended
    std::size_t operations = 0;
    std::shared_ptr<const engine::analysis::Repeats> repeats{};  ///< see RunContext::repeats
    QDateTime when{};                                            ///< when the run was first shown

    [[nodiscard]] static RunSummary of(const engine::trace::Trace& trace, const model::RunContext& context);
    [[nodiscard]] model::RunContext context() const;
    /// Whether both runs have the same program, listing, switches, parameters and machine.
    [[nodiscard]] bool hasSameSettings(const RunSummary& other) const;

    [[nodiscard]] QByteArray toJson() const;
    /// None if `json` is not a summary.
    [[nodiscard]] static std::optional<RunSummary> fromJson(const QByteArray& json);
};

/// The title of a run's program in the current language.
[[nodiscard]] QString programTitle(const engine::trace::RunInfo& run);

}  // namespace ui::runs
