#include "ui/training/plots.h"

#include "engine/analysis/training.h"
#include "engine/listing/text_facts.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/translate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui::training {

namespace {

namespace analysis = engine::analysis;
using charts::Plot;
using charts::Series;
using charts::Side;
using engine::trace::MetricRecord;
using engine::trace::Trace;

void sortByX(std::vector<QPointF>& points)
{
    std::ranges::stable_sort(points, {}, [](const QPointF& point) { return point.x(); });
}

std::vector<QPointF> pointsOf(const std::vector<analysis::MetricPoint>& metrics, TrainingAxis axis)
{
    std::vector<QPointF> points;
    for (const analysis::MetricPoint& metric : metrics)
        if (std::isfinite(metric.value))
            points.emplace_back(axis == TrainingAxis::Time ? engine::toSeconds(metric.trained) : metric.epochs,
                                metric.value);
    sortByX(points);
    return points;
}

/// The parts of a metric's name "sweep:PLOT|SERIES|X|Y|x=2.5".
struct SweepName {
    QString plot, series, bottom, left;
    std::optional<double> x;
};

/// Splits "one stream, ms" into the name of the series and the unit of the axis.
void splitUnit(const QString& name, SweepName& result)
{
    static const QStringList kUnits =
        QStringLiteral("ms s µs us GB/s MiB GiB × % TFLOP/s GFLOP/s").split(QLatin1Char(' '));
    QStringList words;
    for (const QString& part : name.split(QStringLiteral(", "))) {
        if (kUnits.contains(part.trimmed()))
            result.left = part.trimmed();
        else
            words << part;
    }
    result.plot = tr("Sweep");
    result.series = words.isEmpty() ? name : words.join(QStringLiteral(", "));
}

std::optional<SweepName> sweepNameOf(const std::string& text)
{
    static const QString kPrefix = QStringLiteral("sweep:");
    const QString name = QString::fromStdString(text);
    if (!name.startsWith(kPrefix))
        return std::nullopt;
    SweepName result;
    QStringList texts;
    for (const QString& part : name.mid(kPrefix.size()).split(QLatin1Char('|'))) {
        bool isNumber = false;
        const double x = part.trimmed().startsWith(QLatin1String("x=")) ? part.trimmed().mid(2).toDouble(&isNumber) : 0;
        if (isNumber)
            result.x = x;
        else
            texts << part.trimmed();
    }
    if (texts.size() <= 1) {
        splitUnit(texts.value(0), result);
        return result;
    }
    result.plot = texts.value(0);
    result.series = !texts[1].isEmpty() ? texts[1] : result.plot;
    result.bottom = texts.value(2);
    result.left = texts.value(3);
    return result;
}

/// Whether positive values span more than a factor of `least`, so that their axis should be logarithmic.
bool growsByFactors(const Plot& plot, double (QPointF::*valueOf)() const, double least)
{
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const Series& series : plot.series)
        for (const QPointF& point : series.points)
            if (const double value = (point.*valueOf)(); std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    return low > 0 && high / low > least;
}

bool isKnown(const std::string& name)
{
    return engine::analysis::isLoss(name) || engine::analysis::isAccuracy(name) ||
           QString::fromStdString(name).startsWith(QLatin1String("sweep:"), Qt::CaseInsensitive);
}

Series& seriesOf(Plot& plot, const QString& name)
{
    for (Series& series : plot.series)
        if (series.name == name)
            return series;
    Series series;
    series.name = name;
    series.look = static_cast<int>(plot.series.size());
    plot.series.push_back(series);
    return plot.series.back();
}

Plot& plotOf(std::vector<Plot>& plots, const QString& title)
{
    const auto found = std::ranges::find(plots, title, &Plot::title);
    if (found != plots.end())
        return *found;
    plots.emplace_back().title = title;
    return plots.back();
}

/// The plot of a run that computed no values: the time of each epoch, over the epoch's number or over the training time
/// until the epoch's end.
Plot epochTimesPlot(const analysis::Training& training, TrainingAxis axis)
{
    Plot plot;
    plot.title = tr("Time of epochs");
    plot.left.title = tr("seconds per epoch");
    plot.bottom.unit = axis == TrainingAxis::Time ? QStringLiteral("s") : QString();
    plot.bottom.title = axis == TrainingAxis::Time ? tr("training time") : tr("epoch");
    int look = 0;
    for (const analysis::TrainingRun& run : training.runs) {
        double trained = 0;
        Series series{look::trainingName(run.name), {}, Side::Left, look++, false, false, {}};
        for (const analysis::EpochFigures& epoch : run.epochs)
            if (epoch.isWhole()) {
                trained += engine::toSeconds(epoch.time());
                series.points.emplace_back(axis == TrainingAxis::Time ? trained : epoch.index + 1,
                                           engine::toSeconds(epoch.time()));
            }
        series.legend = series.name;
        plot.series.push_back(std::move(series));
    }
    return plot;
}

}  // namespace

Plot trainingPlot(const analysis::Training& training, TrainingAxis axis)
{
    Plot plot;
    plot.title = tr("Accuracy and loss");
    plot.left.title = tr("test accuracy");
    plot.right.title = tr("training loss");
    plot.bottom.unit = axis == TrainingAxis::Time ? QStringLiteral("s") : QString();
    plot.bottom.title = axis == TrainingAxis::Time ? tr("training time") : tr("epoch");
    bool hasAccuracy = false;
    int look = 0;
    for (const analysis::TrainingRun& run : training.runs) {
        const QString name = look::trainingName(run.name);
        const QString end = QStringLiteral("%1, %2").arg(name, look::durationText(run.time()));
        Series loss{name, pointsOf(run.loss, axis), Side::Right, look, true, false, tr("%1: loss").arg(end)};
        Series accuracy{name,  pointsOf(run.accuracy, axis), Side::Left, look, false,
                        false, tr("%1: accuracy").arg(end)};
        if (accuracy.points.empty())
            accuracy.legend.clear();
        else
            loss.legend = loss.points.empty() ? QString() : tr("%1: loss").arg(name);
        hasAccuracy = hasAccuracy || !accuracy.points.empty();
        plot.series.push_back(std::move(loss));
        plot.series.push_back(std::move(accuracy));
        ++look;
    }
    if (plot.isEmpty())
        return epochTimesPlot(training, axis);
    if (!hasAccuracy) {  // without accuracy, the loss gets the left axis
        for (Series& series : plot.series)
            series.side = Side::Left;
        plot.left.title = plot.right.title;
    }
    if (hasAccuracy)
        plot.left.shown = charts::Interval{0, 1};
    return plot;
}

std::vector<Plot> sweepPlots(const Trace& trace)
{
    std::vector<Plot> plots;
    for (const MetricRecord& metric : trace.programPart().metrics) {
        const auto name = sweepNameOf(metric.name);
        if (!name)
            continue;
        Plot& plot = plotOf(plots, name->plot);
        if (!name->bottom.isEmpty())
            plot.bottom.title = name->bottom;
        if (!name->left.isEmpty())
            plot.left.title = name->left;
        seriesOf(plot, name->series).points.emplace_back(name->x.value_or(metric.step), metric.value);
    }
    for (Plot& plot : plots) {
        for (Series& series : plot.series) {
            sortByX(series.points);
            series.legend = plot.series.size() > 1 ? series.name : QString();
        }
        plot.bottom.isLogarithmic = growsByFactors(plot, &QPointF::x, 60);
        // If x is logarithmic, y usually grows by factors too; on a linear axis most values would be near 0.
        plot.left.isLogarithmic = growsByFactors(plot, &QPointF::y, plot.bottom.isLogarithmic ? 20 : 300);
        if (plot.bottom.title.isEmpty())
            plot.bottom.title = QString::fromStdString(engine::listing::plottedOver(trace.run().source));
        if (plot.left.title.isEmpty())
            plot.left.title = plot.series.size() == 1 ? plot.series.front().name : QString();
    }
    return plots;
}

std::vector<Plot> metricPlots(const Trace& trace)
{
    std::vector<Plot> plots;
    for (const MetricRecord& metric : trace.programPart().metrics) {
        if (isKnown(metric.name))
            continue;
        const QString title = QString::fromStdString(metric.name);
        Plot& plot = plotOf(plots, title);
        plot.left.title = title;
        plot.bottom.title = tr("step");
        seriesOf(plot, title).points.emplace_back(metric.step, metric.value);
    }
    for (Plot& plot : plots)
        for (Series& series : plot.series) {
            sortByX(series.points);
            series.isThin = series.points.size() > 60;
        }
    return plots;
}

std::optional<Plot> livePlot(const Trace& trace, const analysis::Training& training)
{
    const auto live = analysis::liveCounts(trace, training);
    // Without batches, the label whose operations are counted is a guess. Require that at least kStandsOut operations
    // with this label are live at the same time.
    constexpr int kStandsOut = 8;
    if (!live || (training.batches.empty() && live->peak < kStandsOut))
        return std::nullopt;
    Plot plot;
    plot.title = tr("Live batches");
    plot.left.title = tr("%1 alive").arg(QString::fromStdString(live->label));
    plot.bottom.title = tr("time");
    plot.bottom.unit = QStringLiteral("s");
    const engine::Nanoseconds origin = live->counts.front().first;
    Series series;
    series.name = QString::fromStdString(live->label);
    series.isStepped = true;
    series.look = 1;
    series.legend = tr("most at once: %1").arg(live->peak);
    for (const auto& [time, count] : live->counts)
        series.points.emplace_back(engine::toSeconds(time - origin), count);
    plot.series.push_back(std::move(series));
    return plot;
}

Plot pipelinePlot(const analysis::PipelineTimes& times)
{
    Plot plot;
    plot.title = tr("The model");
    plot.left.title = tr("time of N rounds, ms");
    plot.bottom.title = QStringLiteral("t₂");
    plot.bottom.unit = QStringLiteral("ms");
    constexpr int kPoints = 64;
    const double most = std::max(3 * std::max(times.issue, times.compute), 1e-6);
    Series waiting{tr("waits every round"), {}, Side::Left, 3, false, false, tr("N (t₁ + t₂ + t₃)")};
    Series overlapped{tr("waits once"), {}, Side::Left, 1, false, false, tr("t₁ + (N − 1) max(t₁, t₂) + t₂ + t₃")};
    for (int i = 0; i <= kPoints; ++i) {
        analysis::PipelineTimes at = times;
        at.compute = most * i / kPoints;
        waiting.points.emplace_back(at.compute * 1e3, at.waiting() * 1e3);
        overlapped.points.emplace_back(at.compute * 1e3, at.overlapped() * 1e3);
    }
    plot.series.push_back(std::move(waiting));
    plot.series.push_back(std::move(overlapped));
    const bool isApart = std::abs(times.issue - times.compute) > most / 12;
    plot.marks.push_back({times.compute * 1e3, isApart ? tr("t₂ now") : tr("t₂ now, about t₁")});
    if (isApart)
        plot.marks.push_back({times.issue * 1e3, tr("t₂ = t₁")});
    return plot;
}

}  // namespace ui::training
