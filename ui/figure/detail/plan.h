#pragma once

#include "ui/figure/detail/ink.h"
#include "ui/figure/figure.h"

#include <QStringList>
#include <vector>

namespace ui::figure::detail {

struct RowPlan {
    QString label;
    engine::LaneId lane;      ///< none: the program's row
    engine::DeviceId device;  ///< of the lane
    engine::trace::LaneRole role = engine::trace::LaneRole::Frontend;
    double top = 0;
    double height = 0;

    [[nodiscard]] bool isProgram() const { return role == engine::trace::LaneRole::Frontend; }
};

/// Where everything of a figure stands, in units.
struct Plan {
    QSizeF size;
    TypeSizes type;
    FigureTexts texts;
    model::TimeRange range;
    double margin = 48;
    double left = 0, right = 0;  ///< of the plot
    double titleBaseline = 0, subtitleBaseline = 0;
    std::vector<QString> subtitleLines;
    double scaleBarY = 0;
    double bracketY = 0;
    std::vector<RowPlan> rows;
    double axisY = 0;
    bool hasMagnified = false;
    model::TimeRange magnified;
    double magnifiedTitle = 0;
    std::vector<RowPlan> magnifiedRows;
    double legendTop = 0;
    struct LegendEntry {
        enum class What : std::uint8_t { Kind, Wait, Issue, Mark };
        What what = What::Kind;
        engine::trace::Kind kind = engine::trace::Kind::Compute;
        QString text;
        QPointF at;  ///< left, baseline
    };
    std::vector<LegendEntry> legend;
    double ruleY = 0;
    QStringList caption;  ///< wrapped; ends with the note
    double captionBaseline = 0;

    [[nodiscard]] double x(engine::Nanoseconds time) const
    {
        return left + model::timeToPixel(time, range, right - left);
    }
};

[[nodiscard]] Plan makePlan(const engine::trace::Trace& trace, const FigureOptions& options);

/// The range of a figure: all timed blocks with the work that outlives them, or the whole run.
[[nodiscard]] model::TimeRange rangeOf(const engine::trace::Trace& trace, const FigureOptions& options);

/// 1, 2, 2.5 or 5 times a power of ten, so that about `parts` of them make `length`.
[[nodiscard]] engine::Nanoseconds niceStep(engine::Nanoseconds length, double parts);
/// "250 ms", "0.5 s"; no digits that say nothing.
[[nodiscard]] QString stepText(engine::Nanoseconds time);

[[nodiscard]] QString tr(const char* text);

}  // namespace ui::figure::detail
