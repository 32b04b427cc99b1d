#pragma once

#include "engine/analysis/figures.h"
#include "engine/trace/trace.h"
#include "ui/listing/program_model.h"
#include "ui/model/run_before.h"

#include <QString>
#include <optional>
#include <utility>
#include <vector>

namespace ui::runs {

/// How a run ended; the headline of the status bar.
enum class Ending : std::uint8_t { None, Finished, Failed, OutOfMemory, Stopped };

enum class FigureTone : std::uint8_t { Plain, Strong, Fail };

/// One number of the status bar: its name and its value in the current language.
struct StatusFigure {
    QString name;
    QString value;
    FigureTone tone = FigureTone::Plain;
    QString tip = {};     ///< explanation of the number in one sentence; empty: the name is clear by itself
    QString before = {};  ///< the value of the previous run, if it differs: "1.5278" of "1.5278 → 1.0316 s"
    std::optional<engine::Nanoseconds> time = {};  ///< the value, if it is a duration
};

struct StatusReport {
    Ending ending = Ending::None;
    QString headline;           ///< for example "Finished", "Out of memory"
    QString scope = {};         ///< name of the scope of the numbers: "GPU1 & GPU2, line 21"
    bool isScopeFixed = false;  ///< a click does not switch the scope
    std::vector<StatusFigure> figures;
    QString warning = {};     ///< for example "2 of 3 blocks mistimed"
    QString warningTip = {};  ///< the sentences of the warning, as the output shows them
    QString note;             ///< for example "302 operations · simulated in 3 ms"
    QString noteTip = {};     ///< names the work that the times of a simulated run do not include
};

struct ScopeFigures {
    engine::analysis::Figures figures;
    engine::Nanoseconds chain{};  ///< longest chain of dependencies
};
[[nodiscard]] ScopeFigures figuresOf(const engine::trace::Trace& trace, engine::analysis::Scope scope);

/// Caches the numbers of the run and scope that were queried last, because they are queried several times when a run
/// ends. Use from one thread.
class FigureCache {
public:
    /// Sets the run whose numbers will be queried, and keeps it alive until the next call.
    void follow(engine::trace::TracePtr trace);
    [[nodiscard]] const engine::trace::TracePtr& trace() const { return m_trace; }
    [[nodiscard]] const ScopeFigures& of(engine::analysis::Scope scope);

private:
    engine::trace::TracePtr m_trace;
    std::optional<std::pair<engine::analysis::Scope, ScopeFigures>> m_kept;
};

/// Returns the content of the status bar for a scope of the run. `simulatedIn`: wall-clock seconds of a virtual run, 0
/// if unknown. Pure function.
[[nodiscard]] StatusReport statusOf(const engine::trace::Trace& trace, engine::analysis::Scope scope,
                                    double simulatedIn);
/// Like the other statusOf(), for the run that `kept` follows.
[[nodiscard]] StatusReport statusOf(const engine::trace::Trace& trace, engine::analysis::Scope scope,
                                    double simulatedIn, FigureCache& kept);

/// "2 of 3 blocks mistimed"; empty if no block is mistimed.
[[nodiscard]] QString mistimedText(const engine::trace::Trace& trace);

/// Adds to the note of a measured run how often the program ran, the quartiles of its makespan, and a load by other
/// programs that disturbs measurements.
void addMeasurement(StatusReport& report, const model::RunContext& context);

/// Explains the times of a simulated run. If `context` has a remark, adds to the note that the times do not include
/// Python's own time.
void addSimulation(StatusReport& report, const model::RunContext& context);

/// Adds the earlier value to each number that differs from the previous run's number. `before`: the report about the
/// same part of the previous run.
void addBefore(StatusReport& report, const StatusReport& before);
/// Finds the block of the previous run that corresponds to `block` of the displayed run: the n-th block with a label
/// corresponds to the n-th with this label. −1: there is none, or `block` is the whole run.
[[nodiscard]] int blockBefore(const engine::trace::Trace& before, const engine::trace::Trace& now, int block);

/// Formats the length of the longest chain of dependencies, or "not in this trace" if the trace records no
/// dependencies.
[[nodiscard]] QString chainText(const engine::trace::Trace& trace, engine::Nanoseconds length);
/// The longest chain of dependencies (`analysis::longestChain`) as a number of the status bar. It differs from the
/// critical path of the dependency graph, which follows causes and includes the program.
[[nodiscard]] StatusFigure chainFigure(const QString& value);

}  // namespace ui::runs
