#pragma once

#include "engine/analysis/comparison.h"
#include "ui/compare/busy_curve.h"
#include "ui/drawing/run_digest.h"
#include "ui/drawing/scene.h"
#include "ui/look/theme.h"
#include "ui/model/time_range.h"
#include "ui/model/trace_feed.h"

#include <QSize>
#include <QString>
#include <memory>

namespace ui::compare {

enum class Arrangement : std::uint8_t { Stacked, Overlaid };
enum class Which : std::uint8_t { A, B };

/// One side of a comparison with what is said of it.
struct Compared {
    engine::analysis::Side side;
    model::RunContext context;
    QString title;  ///< "With synchronize", "Before"; empty: found from what differs
    QString name;   ///< which run it is, in a line
};

/// Two sides and all that is derived from them once. Immutable. Thread: GUI.
class ComparedPair {
public:
    ComparedPair(Compared a, Compared b);

    [[nodiscard]] const engine::analysis::RunComparison& comparison() const { return m_comparison; }
    [[nodiscard]] const Compared& of(Which which) const { return which == Which::A ? m_a : m_b; }
    [[nodiscard]] const engine::analysis::Side& side(Which which) const
    {
        return which == Which::A ? m_comparison.a : m_comparison.b;
    }
    [[nodiscard]] const drawing::RunDigest& digest(Which which) const
    {
        return which == Which::A ? m_digestA : m_digestB;
    }
    /// How many devices, or streams, work at once.
    [[nodiscard]] const BusyCurve& curve(Which which) const { return which == Which::A ? m_curveA : m_curveB; }
    /// The longer of the two scopes.
    [[nodiscard]] engine::Nanoseconds length() const;
    [[nodiscard]] std::shared_ptr<const ComparedPair> swapped() const;

private:
    Compared m_a;
    Compared m_b;
    engine::analysis::RunComparison m_comparison;
    drawing::RunDigest m_digestA;
    drawing::RunDigest m_digestB;
    BusyCurve m_curveA;
    BusyCurve m_curveB;
};

using PairPtr = std::shared_ptr<const ComparedPair>;

/// Everything that the picture of a comparison in the window depends on.
struct CompareScene {
    PairPtr pair;  ///< never null
    const look::Theme* theme = nullptr;
    QSize size;
    double devicePixelRatio = 1.0;
    Arrangement arrangement = Arrangement::Stacked;
    model::TimeRange range;  ///< visible, counted from the begin of both scopes
    int scroll = 0;
    const drawing::LabelCache* labels = nullptr;
};

/// The range in which both sides are seen whole, with room for the flags.
[[nodiscard]] model::TimeRange wholeRange(const ComparedPair& pair);

/// Where everything lies: a pure function of the scene.
struct CompareLayout {
    /// A side, or both where they are overlaid.
    struct Band {
        Which which = Which::A;
        int top = 0;
        int titleHeight = 0;
        drawing::LaneLayout rows;  ///< from the foot of the title

        [[nodiscard]] int bottom() const { return top + titleHeight + rows.height; }
    };
    std::vector<Band> bands;
    int axisHeight = 0;
    int headerWidth = 0;
    int curveTop = 0;  ///< title and legend of "devices busy at once", then the curves
    int curveTitleHeight = 0;
    int curveHeight = 0;
    int height = 0;  ///< of everything; more than the scene's where it does not fit
};
[[nodiscard]] CompareLayout layOut(const CompareScene& scene);

/// How one side is painted by the timeline's painters; `ghost` receives what lies behind it, if anything does.
[[nodiscard]] drawing::Scene sceneOf(const CompareScene& scene, const CompareLayout::Band& band, drawing::Ghost& ghost);

}  // namespace ui::compare
