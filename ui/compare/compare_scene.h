#pragma once

#include "engine/analysis/comparison.h"
#include "ui/compare/busy_curve.h"
#include "ui/compare/labels.h"
#include "ui/drawing/memory/memory_painter.h"
#include "ui/drawing/memory/memory_track.h"
#include "ui/drawing/run_digest.h"
#include "ui/drawing/scene.h"
#include "ui/look/theme.h"
#include "ui/model/time_range.h"
#include "ui/model/trace_feed.h"

#include <QHash>
#include <QSize>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace ui::compare {

enum class Arrangement : std::uint8_t { Stacked, Overlaid };

/// One side of a comparison and its texts.
struct ComparedRun {
    engine::analysis::Side side;
    model::RunContext context;
    QString title;                              ///< for example "With synchronize"; empty: derived from the differences
    QString name;                               ///< one line that identifies the run
    QHash<QString, QString> parameterLabels{};  ///< labels that the window shows for parameters, by name

    /// Returns the title, or the name if the title is empty.
    [[nodiscard]] QString heading() const { return title.isEmpty() ? name : title; }
};

/// The memory of a device in both runs, on one scale. A side is empty if its run has no records of the device.
struct ComparedMemory {
    std::optional<drawing::MemoryTrack> a, b;

    [[nodiscard]] const std::optional<drawing::MemoryTrack>& of(Which which) const { return which == Which::A ? a : b; }
};

/// Two sides and everything derived from them, computed once. Immutable. Thread: GUI.
class ComparedPair {
public:
    ComparedPair(ComparedRun a, ComparedRun b);

    [[nodiscard]] const engine::analysis::RunComparison& comparison() const { return m_comparison; }
    [[nodiscard]] const ComparedRun& of(Which which) const { return which == Which::A ? m_a : m_b; }
    [[nodiscard]] const engine::analysis::Side& side(Which which) const
    {
        return which == Which::A ? m_comparison.a : m_comparison.b;
    }
    [[nodiscard]] const drawing::RunDigest& digest(Which which) const
    {
        return which == Which::A ? m_digestA : m_digestB;
    }
    /// The number of devices, or streams, that are busy at each time.
    [[nodiscard]] const BusyCurve& curve(Which which) const { return which == Which::A ? m_curveA : m_curveB; }
    /// The devices whose peak memory differs between both runs, or whose memory changes in a compared part or was
    /// insufficient.
    [[nodiscard]] const std::vector<ComparedMemory>& memory() const { return m_memory; }
    /// Length of the longer side.
    [[nodiscard]] engine::Nanoseconds length() const;

private:
    ComparedRun m_a;
    ComparedRun m_b;
    engine::analysis::RunComparison m_comparison;
    drawing::RunDigest m_digestA;
    drawing::RunDigest m_digestB;
    BusyCurve m_curveA;
    BusyCurve m_curveB;
    std::vector<ComparedMemory> m_memory;
};

using PairPtr = std::shared_ptr<const ComparedPair>;

/// A side of `pair` as one of the two or three drawn runs.
struct DrawnSide {
    PairPtr pair;
    Which which = Which::A;
    int number = 0;  ///< 0: A, 1: B, 2: C

    [[nodiscard]] const ComparedRun& compared() const { return pair->of(which); }
    [[nodiscard]] const engine::analysis::Side& side() const { return pair->side(which); }
    [[nodiscard]] QString letter() const { return QChar(u'A' + number); }
};

/// Everything that the drawing of a comparison depends on. `theme` and `labels` are borrowed and must outlive the
/// scene.
struct CompareScene {
    PairPtr pair;                        ///< A and B; never null
    std::vector<PairPtr> more;           ///< the pairs of A with each further side, such as C
    const look::Theme* theme = nullptr;  ///< never null when the scene is laid out or painted
    QSize size;
    double devicePixelRatio = 1.0;
    Arrangement arrangement = Arrangement::Stacked;
    model::TimeRange range;  ///< the visible time range, relative to the begin of each side
    int scroll = 0;
    /// The time of the replay, relative to the begin of each side; later work is not drawn. None: no replay
    std::optional<engine::Nanoseconds> moment{};
    const drawing::LabelCache* labels = nullptr;  ///< null: labels are not cached
};

/// All sides, A first.
[[nodiscard]] std::vector<DrawnSide> sidesOf(const CompareScene& scene);
/// Length of the longest side.
[[nodiscard]] engine::Nanoseconds lengthOf(const CompareScene& scene);
/// The range that shows all sides completely, with room for the flags.
[[nodiscard]] model::TimeRange wholeRange(const ComparedPair& pair);
[[nodiscard]] model::TimeRange wholeRange(const CompareScene& scene);

/// Positions of all parts of a comparison; computed from the scene only.
struct CompareLayout {
    /// The rows of one side. An overlaid comparison has one band, in which B is painted over A.
    struct Band {
        DrawnSide drawn;
        int top = 0;
        int titleHeight = 0;
        drawing::LaneLayout rows;  ///< positions relative to the lower edge of the title

        [[nodiscard]] int bottom() const { return top + titleHeight + rows.height; }
    };
    std::vector<Band> bands;
    int axisHeight = 0;
    int headerWidth = 0;
    int curveTop = 0;  ///< y coordinate of the title and legend of "devices busy at once"; the curves follow
    int curveTitleHeight = 0;
    int curveHeight = 0;
    int height = 0;  ///< total height; greater than the scene's height if scrolling is needed
};
/// Uses compact rows if normal rows need more height than the scene has.
[[nodiscard]] CompareLayout layOut(const CompareScene& scene);

/// The scene of the axis that both sides share; it has neither a run nor rows.
[[nodiscard]] drawing::Scene axisOf(const CompareScene& scene, const CompareLayout& layout);
/// The scene of one side for the timeline's painters. In an overlaid comparison sets `ghost` to the other side, which
/// is painted behind; the returned scene points to `ghost`.
[[nodiscard]] drawing::Scene sceneOf(const CompareScene& scene, const CompareLayout::Band& band, drawing::Ghost& ghost);
/// The memory of one side of `pair` as a row. It starts with the side, or with the visible range if that starts later.
/// None: the side's run has no records of the device.
[[nodiscard]] std::optional<drawing::MemoryScene> memoryOf(const CompareScene& scene, const ComparedPair& pair,
                                                           Which which, const ComparedMemory& memory);

}  // namespace ui::compare
