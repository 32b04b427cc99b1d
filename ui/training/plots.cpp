#include "ui/training/plots.h"

#include "engine/analysis/training.h"
#include "ui/look/format.h"
#include "ui/look/words.h"

#include <QMap>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

namespace ui::training {

namespace {

namespace analysis = engine::analysis;
using engine::trace::MetricRecord;
using engine::trace::Trace;

std::vector<QPointF> pointsOf(const std::vector<analysis::MetricPoint>& metrics, bool isByTime)
{
    std::vector<QPointF> points;
    points.reserve(metrics.size());
    for (const analysis::MetricPoint& metric : metrics)
        if (std::isfinite(metric.value))
            points.emplace_back(isByTime ? engine::toSeconds(metric.trained) : metric.epochs, metric.value);
    std::stable_sort(points.begin(), points.end(), [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
    return points;
}

/// The parts of "sweep:PLOT|SERIES|X|Y|x=2.5".
struct SweepName {
    QString plot, series, bottom, left;
    std::optional<double> x;
};

/// Splits "one stream, ms" into the name of the series and the unit of the axis.
void takeApart(const QString& name, SweepName& result)
{
    static const QStringList kUnits{QStringLiteral("ms"),      QStringLiteral("s"),      QStringLiteral("µs"),
                                    QStringLiteral("us"),      QStringLiteral("GB/s"),   QStringLiteral("MB"),
                                    QStringLiteral("GB"),      QStringLiteral("×"),      QStringLiteral("%"),
                                    QStringLiteral("TFLOP/s"), QStringLiteral("GFLOP/s")};
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
        takeApart(texts.value(0), result);
        return result;
    }
    result.plot = texts.value(0);
    result.series = texts.size() > 1 && !texts[1].isEmpty() ? texts[1] : result.plot;
    result.bottom = texts.value(2);
    result.left = texts.value(3);
    return result;
}

/// Whether positive values span more than a factor of `least`; their axis is then logarithmic.
bool growsByFactors(const Plot& plot, double (*valueOf)(const QPointF&), double least)
{
    double low = 0, high = 0;
    bool isFirst = true;
    for (const Series& series : plot.series)
        for (const QPointF& point : series.points) {
            const double value = valueOf(point);
            if (!std::isfinite(value))
                continue;
            low = isFirst ? value : std::min(low, value);
            high = isFirst ? value : std::max(high, value);
            isFirst = false;
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

}  // namespace

namespace {

/// For a run without values: the time of each epoch, over its number or over the time trained at its end.
Plot epochTimesPlot(const analysis::Training& training, bool isByTime)
{
    Plot plot;
    plot.title = tr("Time of epochs");
    plot.left.title = tr("seconds an epoch");
    plot.bottom.unit = isByTime ? QStringLiteral("s") : QString();
    plot.bottom.title = isByTime ? tr("training time") : tr("epoch");
    int look = 0;
    for (const analysis::TrainingRun& run : training.runs) {
        double trained = 0;
        Series series{QString::fromStdString(run.name), {}, Side::Left, look++, false, false, {}};
        for (const analysis::EpochFigures& epoch : run.epochs)
            if (epoch.isWhole()) {
                trained += engine::toSeconds(epoch.time());
                series.points.emplace_back(isByTime ? trained : epoch.index + 1, engine::toSeconds(epoch.time()));
            }
        series.endText = series.name;
        plot.series.push_back(std::move(series));
    }
    fitAxes(plot);
    return plot;
}

}  // namespace

Plot trainingPlot(const analysis::Training& training, bool isByTime)
{
    Plot plot;
    plot.title = tr("Accuracy and loss");
    plot.left.title = tr("test accuracy");
    plot.right.title = tr("training loss");
    plot.bottom.unit = isByTime ? QStringLiteral("s") : QString();
    plot.bottom.title = isByTime ? tr("training time") : tr("epoch");
    bool hasAccuracy = false;
    bool hasLoss = false;
    for (const analysis::TrainingRun& run : training.runs) {
        hasAccuracy = hasAccuracy || !pointsOf(run.accuracy, isByTime).empty();
        hasLoss = hasLoss || !pointsOf(run.loss, isByTime).empty();
    }
    if (!hasAccuracy && !hasLoss)
        return epochTimesPlot(training, isByTime);
    int look = 0;
    for (const analysis::TrainingRun& run : training.runs) {
        const QString name = QString::fromStdString(run.name);
        const QString end =
            QStringLiteral("%1, %2 s").arg(name, QString::number(engine::toSeconds(run.time()), 'f', 1));
        Series loss{name, pointsOf(run.loss, isByTime), Side::Right, look, true, false, {}};
        Series accuracy{name, pointsOf(run.accuracy, isByTime), Side::Left, look, false, false, end};
        if (accuracy.points.empty())
            loss.endText = end;
        plot.series.push_back(std::move(loss));
        plot.series.push_back(std::move(accuracy));
        ++look;
    }
    if (!hasAccuracy) {  // the loss alone gets the left axis
        for (Series& series : plot.series)
            series.side = Side::Left;
        plot.left.title = plot.right.title;
    }
    fitAxes(plot);
    if (hasAccuracy) {
        plot.left.from = 0;
        plot.left.to = 1;
    }
    return plot;
}

namespace {

/// Title of the bottom axis: the variable that the program passes as second argument of overlap.plot().
QString plottedOver(const Trace& trace)
{
    static const QRegularExpression kCall(
        QStringLiteral("overlap\\.plot\\(\\s*f?(?:'[^'\n]*'|\"[^\"\n]*\")\\s*,\\s*([A-Za-z_]\\w*)\\s*,"));
    return kCall.match(QString::fromStdString(trace.run().source)).captured(1);
}

}  // namespace

std::vector<Plot> sweepPlots(const Trace& trace)
{
    std::vector<Plot> plots;
    for (const MetricRecord& metric : trace.metrics()) {
        const auto name = sweepNameOf(metric.name);
        if (!name)
            continue;
        auto plot = std::find_if(plots.begin(), plots.end(), [&](const Plot& one) { return one.title == name->plot; });
        if (plot == plots.end()) {
            plots.push_back({});
            plot = std::prev(plots.end());
            plot->title = name->plot;
        }
        if (!name->bottom.isEmpty())
            plot->bottom.title = name->bottom;
        if (!name->left.isEmpty())
            plot->left.title = name->left;
        seriesOf(*plot, name->series).points.emplace_back(name->x.value_or(metric.step), metric.value);
    }
    for (Plot& plot : plots) {
        for (Series& series : plot.series) {
            std::stable_sort(series.points.begin(), series.points.end(),
                             [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
            series.endText = plot.series.size() > 1 ? series.name : QString();
        }
        plot.bottom.isLogarithmic = growsByFactors(
            plot, [](const QPointF& point) { return point.x(); }, 60);
        // If x is logarithmic, y usually grows by factors too; on a linear axis all but the last value would be near 0.
        plot.left.isLogarithmic = growsByFactors(
            plot, [](const QPointF& point) { return point.y(); }, plot.bottom.isLogarithmic ? 20 : 300);
        if (plot.bottom.title.isEmpty())
            plot.bottom.title = plottedOver(trace);
        if (plot.left.title.isEmpty())
            plot.left.title = plot.series.size() == 1 ? plot.series.front().name : QString();
        fitAxes(plot);
    }
    return plots;
}

std::vector<Plot> metricPlots(const Trace& trace)
{
    std::vector<Plot> plots;
    for (const MetricRecord& metric : trace.metrics()) {
        if (isKnown(metric.name))
            continue;
        const QString title = QString::fromStdString(metric.name);
        auto plot = std::find_if(plots.begin(), plots.end(), [&](const Plot& one) { return one.title == title; });
        if (plot == plots.end()) {
            plots.push_back({});
            plot = std::prev(plots.end());
            plot->title = plot->left.title = title;
            plot->bottom.title = tr("step");
        }
        seriesOf(*plot, title).points.emplace_back(metric.step, metric.value);
    }
    for (Plot& plot : plots) {
        for (Series& series : plot.series) {
            std::stable_sort(series.points.begin(), series.points.end(),
                             [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
            series.isThin = series.points.size() > 60;
        }
        fitAxes(plot);
    }
    return plots;
}

std::optional<Plot> livePlot(const Trace& trace, const analysis::Training& training)
{
    const auto live = analysis::liveCounts(trace, training);
    // Without batches the label to count is a guess, so require many live operations of it.
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
    series.endText = tr("most at once: %1").arg(live->peak);
    for (const auto& [time, count] : live->counts)
        series.points.emplace_back(engine::toSeconds(time - origin), count);
    plot.series.push_back(std::move(series));
    fitAxes(plot);
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
    fitAxes(plot);
    return plot;
}

}  // namespace ui::training
