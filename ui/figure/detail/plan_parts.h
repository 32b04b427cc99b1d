#pragma once

#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

// The steps of makePlan(), in their order.

/// Sets size, font sizes, and the texts above and below the content. `slide`: the size of a slide.
[[nodiscard]] Plan beginPlan(const engine::trace::Trace& trace, const FigureOptions& options, QSize slide);
/// Adds the runs that the figure shows; their rows are not placed yet.
void planPanels(const engine::trace::Trace& trace, const FigureOptions& options, Plan& plan);
/// Makes the label column as wide as the widest label.
void placeLabels(Plan& plan);
/// Places all brackets. If a figure shows two runs as two pages, each page reserves tiers for the brackets of both
/// runs.
void placeBrackets(const engine::trace::Trace& trace, const FigureOptions& options, Plan& plan);
/// The height that raised brackets and tiers of text need above the line of the brackets.
[[nodiscard]] double aboveBrackets(const Plan& plan, const drawing::TieredBrackets& brackets);
[[nodiscard]] MeasureTable planMeasures(const Plan& plan, const FigureOptions& options);
/// Places the entries from left to right, in as many lines as needed. Returns the height.
double placeLegend(Plan& plan);
/// Plans Timeline and Compare: panels one above the other, the axis, and a magnified part of the last panel.
[[nodiscard]] Plan planTimeline(const engine::trace::Trace& trace, const FigureOptions& options, Plan plan);

/// The zero of the axis: the start of the figure. For a failed run, except in a comparison, the zero is
/// model::originOf(), as in the window, because texts state the time of the failure relative to that origin.
[[nodiscard]] engine::Nanoseconds zeroOf(const engine::trace::Trace& trace, const FigureOptions& options,
                                         const model::TimeRange& range);
/// The part of a panel that is magnified.
[[nodiscard]] model::TimeRange magnifiedRange(const engine::trace::Trace& trace, const PanelPlan& plan,
                                              const FigureOptions& options);
/// Breaks a text into lines no wider than `width`: between words, or between any two characters in scripts without
/// spaces.
[[nodiscard]] QStringList wrap(const QString& text, const QFont& font, double width);
/// The height of a line of text.
[[nodiscard]] inline double lineOf(int size)
{
    return size + 6;
}

}  // namespace ui::figure::detail
