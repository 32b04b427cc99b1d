#pragma once

#include "engine/trace/trace.h"
#include "ui/drawing/ghost.h"
#include "ui/drawing/label_cache.h"
#include "ui/drawing/lane_layout.h"
#include "ui/drawing/run_digest.h"
#include "ui/look/theme.h"
#include "ui/model/time_range.h"
#include "ui/model/time_rows.h"
#include "ui/model/trace_feed.h"

#include <QHash>
#include <QRectF>
#include <cmath>
#include <optional>

namespace ui::drawing {

enum class ArrowMode : std::uint8_t { None, Selected, CriticalPath, All };

/// Screen: opaque images and textures, exact to the pixel. Vector: shapes and texts for files; nothing is painted
/// outside the plot, since SVG Tiny has no clipping.
enum class PaintPath : std::uint8_t { Screen, Vector };

/// How a scene is painted; colours and font sizes are those of its theme.
struct SceneStyle {
    PaintPath path = PaintPath::Screen;
    bool hasLabels = true;  ///< texts on spans and waits
    bool hasTiers = false;  ///< texts of timed blocks are above brackets that are too narrow, in several tiers

    /// Moves a coordinate to the centre of a screen pixel, so that lines of one pixel are sharp; unchanged for files.
    [[nodiscard]] double crisp(double at) const { return path == PaintPath::Screen ? std::floor(at) + 0.5 : at; }
    /// Distance by which outlines extend beyond the plot on the screen, where they are clipped; 0 for files.
    [[nodiscard]] double overhang(double pixels) const { return path == PaintPath::Screen ? pixels : 0; }
};

/// The time that the faster of two runs saved.
struct SavedTime {
    engine::Nanoseconds begin{};  ///< end of the faster run
    QString text;
};

/// Properties of a figure's page; the window has none.
struct ScenePage {
    std::optional<engine::Nanoseconds> until;  ///< time of a replay's page: texts and marks after it are left out
    std::optional<model::TimeRange> framed;    ///< the magnified range; names of statements do not cross its frame
    std::optional<engine::Nanoseconds> blocksBefore;  ///< blocks that begin at or after this time have no bracket
    std::optional<SavedTime> saved;                   ///< saved time, painted as a bracket to the end of the axis
};

/// The part of the run that is shown, and the scope: the part that the statistics describe.
struct SceneChoice {
    std::optional<model::TimeRange> only;  ///< only this part of the run is shown; none: all
    int block = -1;                        ///< the timed block that is the scope; -1: none
    std::optional<model::TimeRange> part;  ///< the part of the run that is the scope; none: `block` or the run
    int batch = -1;                        ///< the selected batch, index into RunDigest::training(); -1: none
};

/// The user's selection, and the arrows that show it.
struct SceneSelection {
    engine::OpId op;  ///< selected operation; for ranks without operations, an operation of the rank selected last
    std::vector<engine::OpId> others;  ///< other selected operations
    std::vector<std::uint32_t> ranks;  ///< selected members of a run of several ranks
    ArrowMode arrows = ArrowMode::Selected;
    std::vector<engine::OpId> criticalPath;
    std::vector<model::TimeRange> criticalWork;  ///< work of the program's thread on the critical path
};

/// The elements under the pointer.
struct ScenePointer {
    engine::OpId op;
    int line = 0;              ///< number of a line of the listing; 0: none
    int wait = -1;             ///< index into Trace::waits(); -1: none
    bool isOnOverlap = false;  ///< the pointer is on the overlap band
};

struct ScenePlayhead {
    engine::Nanoseconds time{};
    bool isShown = true;
    bool isReplaying = false;  ///< the part after the playhead is not drawn
};

/// The interval that the user measures.
struct SceneRuler {
    std::optional<model::TimeRange> range;
    engine::LaneId lane;  ///< none: the lane with the most idle time
};

/// Positions of spans and brackets before a switch was flipped. An animation moves the spans and brackets from these
/// positions to the new ones.
struct Morph {
    /// Times and lane of a span, or times of a block.
    struct Place {
        engine::Nanoseconds begin{};
        engine::Nanoseconds end{};
        engine::LaneId lane;
    };
    double progress = 1.0;        ///< 0: old positions, 1: new positions
    QHash<quint32, Place> spans;  ///< old place of each operation of the new run
    std::vector<Place> blocks;
};

/// The previous run, and the positions from which an animation moves spans and brackets.
struct SceneBefore {
    const Ghost* ghost = nullptr;  ///< the previous run, painted below the lanes of this one; null: none
    const Morph* morph = nullptr;  ///< null: nothing moves
};

/// The text with the reason why a lane is idle, and its rectangle.
struct IdleLabel {
    QRectF room;
    QString text;
};
using IdleLabels = std::vector<IdleLabel>;

/// Everything that the view of a run depends on. Window, comparisons and figures paint the same scene; painters do not
/// change it. The pointers do not own. The objects to which they point belong to the object that fills in the scene
/// (RunScene, CompareView, PanelScene) or outlive it; the scene is not used after that object is destroyed.
///
///     Scene scene;
///     scene.trace = trace;
///     scene.theme = &theme;
///     scene.size = {1200, 400};
///     scene.range = scene.extent = {{}, trace->extent()};
///     scene.layout = layOut(*trace, options);
///     const IdleLabels idle = paintContent(painter, scene);
///     paintMarks(painter, scene, idle);
struct Scene {
    engine::trace::TracePtr trace;
    const model::RunContext* context = nullptr;  ///< null: neither results of the book nor the run's age are shown
    const look::Theme* theme = nullptr;          ///< never null when the scene is painted
    const RunDigest* digest = nullptr;  ///< data of `trace`; null: no brackets, phases, batches, ranks, concurrency
    const model::TimeRows* extra = nullptr;  ///< rows of another view; null: none
    LaneLayout layout;
    QSize size;
    int scroll = 0;
    double devicePixelRatio = 1.0;
    SceneStyle style;

    model::TimeRange range;
    model::TimeRange extent;
    engine::Nanoseconds origin{};
    SceneChoice chosen;

    SceneSelection selection;
    ScenePointer pointer;
    ScenePlayhead playhead;
    SceneRuler ruler;
    SceneBefore before;
    const LabelCache* labels = nullptr;  ///< null: without a cache
    ScenePage page;

    [[nodiscard]] double plotLeft() const { return layout.headerWidth; }
    [[nodiscard]] double plotWidth() const { return std::max(1, size.width() - layout.headerWidth); }
    [[nodiscard]] double xOf(engine::Nanoseconds t) const { return plotLeft() + timeToPixel(t, range, plotWidth()); }
    [[nodiscard]] engine::Nanoseconds timeAt(double x) const
    {
        return model::pixelToTime(x - plotLeft(), range, plotWidth());
    }
    /// The area between the rows that do not scroll.
    [[nodiscard]] QRectF lanesRect() const
    {
        return QRectF(0, layout.pinnedTop, size.width(), size.height() - layout.pinnedTop - layout.pinnedBottom);
    }
    [[nodiscard]] QRectF plotRect() const { return lanesRect().adjusted(plotLeft(), 0, 0, 0); }
    [[nodiscard]] QRectF overviewRect() const
    {
        return QRectF(0, size.height() - layout.overviewHeight, size.width(), layout.overviewHeight);
    }
    /// Top of a row on the screen.
    [[nodiscard]] double yOf(const Row& row) const
    {
        return row.kind == RowKind::Axis  ? 0
               : row.kind == RowKind::Key ? size.height() - layout.pinnedBottom
                                          : row.top - scroll;
    }
    [[nodiscard]] double px(double at100) const { return at100 * theme->scale(); }
    /// The part of the run that the statistics describe: `chosen.only`, a timed block with its work, a range, or the
    /// run.
    [[nodiscard]] model::TimeRange scope() const;
    /// The name of scope(): model::scopeName(), for a batch "epoch 1, batch 2", for `chosen.only` "compared part".
    [[nodiscard]] QString scopeName() const;
    /// A timed block with the ends of its clock and of its work.
    [[nodiscard]] engine::analysis::TimedBlock timed(std::size_t block) const;
    /// The selected batch; null: none.
    [[nodiscard]] const engine::analysis::Batch* batchInView() const;
    /// Whether an interval is within `chosen.only`.
    [[nodiscard]] bool isShown(engine::Nanoseconds begin, engine::Nanoseconds end) const
    {
        return !chosen.only || (begin >= chosen.only->begin && end <= chosen.only->end);
    }
    /// The time at which the program failed; none: it did not.
    [[nodiscard]] std::optional<engine::Nanoseconds> failedAt() const;
};

/// The rectangle of an operation; none if it has no row, or has not started.
[[nodiscard]] std::optional<QRectF> rectOf(const Scene& scene, engine::OpId op);

/// Right end of the painted part: the plot's right edge, or the x of `until`.
[[nodiscard]] double knownRight(const Scene& scene);

/// "0.495 s", "9.97 ms": the format of durations on lanes.
[[nodiscard]] QString laneDuration(engine::Nanoseconds duration);

}  // namespace ui::drawing
