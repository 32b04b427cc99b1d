#include "ui/runs/compare_figure.h"

#include "ui/compare/labels.h"

namespace ui::runs {

using compare::Which;

void showComparison(const compare::ComparedPair& pair, figure::FigureOptions& options)
{
    const engine::analysis::RunComparison& comparison = pair.comparison();
    const auto rangeOf = [](const engine::analysis::Side& side) {
        return model::TimeRange{side.scope.begin, side.scope.end};
    };
    const auto titleOf = [](const compare::Compared& side) { return side.title.isEmpty() ? side.name : side.title; };
    options.what = figure::What::Compare;
    options.before = comparison.a.trace;
    options.beforeContext = pair.of(Which::A).context;
    options.context = pair.of(Which::B).context;
    options.beforeScope = rangeOf(comparison.a);
    options.scope = rangeOf(comparison.b);
    figure::ComparedTexts& texts = options.compared;
    texts.before = titleOf(pair.of(Which::A));
    texts.after = titleOf(pair.of(Which::B));
    texts.busyBefore = compare::busyText(comparison, true);
    texts.busyAfter = compare::busyText(comparison, false);
    texts.factor = compare::factorText(comparison);
    texts.why = compare::whyText(comparison);
    for (const engine::analysis::MeasureRow& row : comparison.measures)
        texts.measures.push_back({compare::measureName(comparison, row), compare::valueText(row, row.a),
                                  compare::valueText(row, row.b), compare::differenceText(comparison, row),
                                  compare::betterOf(comparison, row)});
}

}  // namespace ui::runs
