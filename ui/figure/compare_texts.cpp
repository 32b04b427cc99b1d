#include "engine/analysis/failure.h"
#include "engine/analysis/line_match.h"

#include "engine/base/expect.h"
#include "engine/trace/imported.h"
#include "ui/figure/detail/plan.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/times_source.h"

#include <QSet>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace ui::figure {

namespace detail {

using engine::trace::BlockRecord;

namespace {

/// Returns the block of `trace` that is chosen in the options; null if none is.
const BlockRecord* blockOf(const Trace& trace, const FigureOptions& options)
{
    if (options.block < 0)
        return nullptr;
    const auto& blocks = trace.blocks();
    return static_cast<std::size_t>(options.block) < blocks.size() ? &blocks[static_cast<std::size_t>(options.block)]
                                                                   : nullptr;
}

QString linesText(QList<int> lines)
{
    std::ranges::sort(lines);
    QStringList words;
    for (const int line : lines)
        words << QString::number(line);
    return words.join(QStringLiteral(", "));
}

/// The title of a run that waits on these lines: "with the wait on line 14", "with the waits on lines 14, 19".
QString withWaits(const QList<int>& lines)
{
    return lines.size() == 1 ? tr("with the wait on line %1").arg(lines.first())
                             : tr("with the waits on lines %1").arg(linesText(lines));
}

QString withoutWaits(const QList<int>& lines)
{
    return lines.size() == 1 ? tr("without the wait on line %1").arg(lines.first())
                             : tr("without the waits on lines %1").arg(linesText(lines));
}

QString parametersText(const Trace& trace, const Trace& other)
{
    QStringList words;
    for (const auto& parameter : trace.run().parameters)
        if (std::ranges::find(other.run().parameters, parameter) == other.run().parameters.end())
            words << QStringLiteral("%1 = %2").arg(QString::fromStdString(parameter.first),
                                                   QString::fromStdString(parameter.second));
    return words.join(QStringLiteral(", "));
}

/// States where a run's times are from: "measured on …", "simulated: …", "imported: …".
QString machineText(const Trace& trace)
{
    const QString label = look::machineText(trace.run().machine, trace.run().machineLabel);
    return engine::trace::isMeasured(trace.run()) ? tr("measured on %1").arg(label)
                                                  : tr("%1: %2").arg(look::timesSource(trace.run()), label);
}

model::TimeRange timedIn(const Trace& trace, const FigureOptions& options)
{
    if (const BlockRecord* block = blockOf(trace, options); block != nullptr && block->end > block->begin)
        return {block->begin, block->end};
    FigureOptions whole = options;
    whole.range.reset();  // the visible range belongs to one of the two runs only
    return rangeOf(trace, whole);
}

/// Returns the two versions of the only line in which the listings of the runs differ, as in "line 12: with
/// torch.cuda.stream(None):". None if several lines differ, or if the line is too long for a title.
std::optional<std::pair<QString, QString>> changedLine(const Trace& before, const Trace& now)
{
    constexpr qsizetype kLongest = 64;
    const auto lines = engine::analysis::matchLines(before.run().source, {}, now.run().source, {});
    std::vector<engine::analysis::LineRow> others;
    std::ranges::copy_if(lines.rows, std::back_inserter(others),
                         [](const engine::analysis::LineRow& row) { return !row.isSame; });
    if (others.size() != 1 || !others.front().isPair())
        return std::nullopt;
    const auto text = [](const Trace& trace, int line) {
        const std::string_view code = engine::analysis::lineOf(trace.run().source, line);
        return tr("line %1: %2").arg(line).arg(QString::fromUtf8(code.data(), static_cast<qsizetype>(code.size())));
    };
    const std::pair titles{text(before, others.front().a), text(now, others.front().b)};
    return std::max(titles.first.size(), titles.second.size()) <= kLongest ? std::optional(titles) : std::nullopt;
}

}  // namespace

model::TimeRange scopeOf(const Trace& trace, const FigureOptions& options)
{
    if (options.scope)
        return *options.scope;
    return timedIn(trace, options);
}

model::TimeRange scopeOfBefore(const FigureOptions& options)
{
    ENGINE_EXPECT(options.before != nullptr);
    return options.beforeScope ? *options.beforeScope : timedIn(*options.before, options);
}

std::optional<std::pair<QString, QString>> differenceTitles(const Trace& trace, const FigureOptions& options)
{
    if (!options.before)
        return {};
    if (!options.compared.before.isEmpty() && !options.compared.after.isEmpty())
        return {{options.compared.before, options.compared.after}};
    const Trace& before = *options.before;
    if (before.run().machineLabel != trace.run().machineLabel || before.run().platform != trace.run().platform)
        return {{machineText(before), machineText(trace)}};
    QList<int> onlyBefore, onlyAfter;
    const auto& was = options.beforeContext.syncPoints;
    const auto& is = options.context.syncPoints;
    for (auto it = was.cbegin(); it != was.cend(); ++it)
        if (it.value() && is.contains(it.key()) && !is.value(it.key()))
            onlyBefore << it.key();
    for (auto it = is.cbegin(); it != is.cend(); ++it)
        if (it.value() && was.contains(it.key()) && !was.value(it.key()))
            onlyAfter << it.key();
    if (!onlyBefore.isEmpty() && onlyAfter.isEmpty())
        return {{withWaits(onlyBefore), withoutWaits(onlyBefore)}};
    if (!onlyAfter.isEmpty() && onlyBefore.isEmpty())
        return {{withoutWaits(onlyAfter), withWaits(onlyAfter)}};
    if (!onlyBefore.isEmpty())
        return {{withWaits(onlyBefore), withWaits(onlyAfter)}};
    const QString a = parametersText(before, trace), b = parametersText(trace, before);
    if (!a.isEmpty() && !b.isEmpty())
        return {{a, b}};
    if (auto lines = changedLine(before, trace))
        return lines;
    if (before.run().title != trace.run().title)
        return {{QString::fromStdString(before.run().title), QString::fromStdString(trace.run().title)}};
    return {};
}

std::pair<QString, QString> comparisonTitles(const Trace& trace, const FigureOptions& options)
{
    if (!options.before)
        return {};
    return differenceTitles(trace, options).value_or(std::pair{tr("before"), tr("after")});
}

}  // namespace detail

Comparison compare(const engine::trace::Trace& trace, const FigureOptions& options)
{
    Comparison comparison;
    if (!options.before)
        return comparison;
    comparison.before = detail::scopeOfBefore(options).length();
    comparison.after = detail::scopeOf(trace, options).length();
    comparison.hasStoppedRun = engine::analysis::wasStopped(*options.before) || engine::analysis::wasStopped(trace);
    const auto &was = options.beforeContext.repeats, &is = options.context.repeats;
    if (engine::trace::isMeasured(options.before->run()) && engine::trace::isMeasured(trace.run()))
        comparison.measured =
            was && is ? engine::differenceOf(was->makespan, is->makespan) : engine::Difference::OneRun;
    return comparison;
}

}  // namespace ui::figure
