#pragma once

#include "engine/analysis/figures.h"
#include "engine/trace/trace.h"

#include <QString>
#include <optional>
#include <utility>
#include <vector>

namespace ui::runs {

/// How a run ended, as the status bar begins.
enum class Ending : std::uint8_t { None, Finished, Failed, OutOfMemory, Stopped };

enum class FigureTone : std::uint8_t { Plain, Strong, Fail };

struct StatusFigure {
    QString name;
    QString value;
    FigureTone tone = FigureTone::Plain;
    QString tip = {};  ///< what the figure is, in a sentence; empty: its name says it
};

struct StatusReport {
    Ending ending = Ending::None;
    QString headline;  ///< "Finished", "Out of memory"
    std::vector<StatusFigure> figures;
    QString note;  ///< "302 operations · simulated in 3 ms"
};

/// Figures of the run and the block that were asked for last: a run's end asks for them several times. Thread: one.
class KeptFigures {
public:
    /// The run of which figures will be asked for; it is held until the next one is followed.
    void follow(engine::trace::TracePtr trace);
    [[nodiscard]] const engine::analysis::Figures& of(int block);

private:
    engine::trace::TracePtr m_trace;
    std::optional<std::pair<int, engine::analysis::Figures>> m_kept;
};

/// What the status bar says of a block (index into Trace::blocks()) or of the whole run (-1). `simulatedIn`: wall
/// seconds of a virtual run, 0 if unknown. Pure.
[[nodiscard]] StatusReport statusOf(const engine::trace::Trace& trace, int block, double simulatedIn);
/// The same of the run that `kept` follows.
[[nodiscard]] StatusReport statusOf(const engine::trace::Trace& trace, int block, double simulatedIn,
                                    KeptFigures& kept);

/// The longest chain of dependencies (`analysis::dependencyPath`). The graph's critical path is another one: of causes,
/// the program among them.
[[nodiscard]] StatusFigure chainFigure(const QString& value);

/// The speed-up that the tree shows as the program's badge: of its last timed block over the blocks that are its parts,
/// or that do the same work; empty if there is none.
[[nodiscard]] QString badgeOf(const engine::trace::Trace& trace);

}  // namespace ui::runs
