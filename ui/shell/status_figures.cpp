#include "ui/shell/status_figures.h"

#include "engine/analysis/figures.h"
#include "engine/analysis/memory.h"
#include "engine/analysis/occupancy.h"
#include "ui/look/format.h"

#include <QObject>
#include <algorithm>
#include <cmath>

namespace ui::shell {

namespace {

namespace analysis = engine::analysis;
using engine::Nanoseconds;
using engine::trace::Trace;

analysis::Figures figuresOf(const Trace& trace, int block)
{
    if (block >= 0 && static_cast<std::size_t>(block) < trace.blocks().size())
        return analysis::blockFigures(trace, static_cast<std::size_t>(block));
    return analysis::figures(trace, analysis::wholeRun(trace));
}

/// Seconds as a Benchmark prints them; short ones with three digits.
QString timeText(Nanoseconds time)
{
    return time >= std::chrono::milliseconds(100) ? look::benchmarkText(engine::toSeconds(time))
                                                  : look::durationText(time);
}

StatusFigure busiestOf(const Trace& trace, const analysis::Figures& figures)
{
    const engine::trace::LaneRecord& lane = trace.lanes()[figures.busiest.index];
    const bool isCompute =
        lane.role == engine::trace::LaneRole::Compute || lane.role == engine::trace::LaneRole::CpuWorker;
    const bool hasDevice = lane.device.isValid() && lane.device.index < trace.devices().size();
    const std::string& name = isCompute && hasDevice ? trace.devices()[lane.device.index].name : lane.name;
    return {isCompute ? QObject::tr("Busiest device") : QObject::tr("Busiest"),
            QStringLiteral("%1 · %2").arg(look::benchmarkText(engine::toSeconds(figures.busiestBusy)),
                                          QString::fromStdString(name)),
            FigureTone::Plain};
}

void addScope(const Trace& trace, int block, StatusReport& report)
{
    const analysis::Figures figures = figuresOf(trace, block);
    auto& out = report.figures;
    out.push_back({QObject::tr("Makespan"), look::benchmarkText(engine::toSeconds(figures.makespan)), {}});
    if (figures.speedUp > 0) {
        out.push_back({QObject::tr("Sum of parts"), look::benchmarkText(engine::toSeconds(figures.sumOfParts)), {}});
        out.push_back({QObject::tr("Speed-up"), look::factorText(figures.speedUp), FigureTone::Strong});
    }
    if (figures.operations > 0) {
        out.push_back({QObject::tr("Overlap"), look::percentText(figures.overlap), {}});
        out.push_back({QObject::tr("Critical path"), timeText(figures.dependencyPath), {}});
    }
    if (figures.busiest.isValid() && figures.busiest.index < trace.lanes().size())
        out.push_back(busiestOf(trace, figures));
}

/// "44 of 50": what the program wanted to issue, if a parameter says it.
QString issuedText(const Trace& trace, std::size_t issued)
{
    for (const auto& [name, value] : trace.run().parameters)
        if (name == "products")
            return QObject::tr("%1 of %2").arg(issued).arg(QString::fromStdString(value));
    return QString::number(issued);
}

/// Operations issued and done until `time`, counted from the begin of the block that failed.
struct Counts {
    std::size_t issued = 0;
    std::size_t done = 0;
};

Counts countsAt(const Trace& trace, Nanoseconds time)
{
    Nanoseconds begin{};
    for (const engine::trace::BlockRecord& block : trace.blocks())
        if (block.isFailed)
            begin = block.begin;
    Counts counts;
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const engine::trace::Op& op = trace.op(engine::OpId{i});
        if (op.issueBegin < begin || op.state == engine::trace::OpState::Failed)
            continue;
        ++counts.issued;
        counts.done += op.state == engine::trace::OpState::Done && op.finished <= time ? 1 : 0;
    }
    return counts;
}

QString gibText(engine::Bytes bytes)
{
    return QString(look::binaryBytesText(bytes)).section(QLatin1Char(' '), 0, 0);
}

void addError(const Trace& trace, const engine::trace::ErrorRecord& error, StatusReport& report)
{
    Nanoseconds origin{};
    if (!trace.blocks().empty())
        origin = trace.blocks().front().begin;
    auto& out = report.figures;
    const auto refused = analysis::lastRefusal(trace);
    const Nanoseconds shown = error.time >= origin ? error.time - origin : error.time;
    out.push_back({QObject::tr("Stopped at"), look::benchmarkText(engine::toSeconds(shown)), FigureTone::Fail});
    if (error.line > 0 && !refused)
        out.push_back({QObject::tr("Line"), QString::number(error.line), FigureTone::Fail});
    const Counts counts = countsAt(trace, error.time);
    out.push_back(
        {QObject::tr("Issued"), refused ? issuedText(trace, counts.issued) : QString::number(counts.issued), {}});
    out.push_back({QObject::tr("Computed"), QString::number(counts.done), {}});
    out.push_back({QObject::tr("Queued"), QString::number(counts.issued - counts.done), {}});
    if (!refused || refused->device.index >= trace.devices().size())
        return;
    const engine::trace::DeviceRecord& device = trace.devices()[refused->device.index];
    const auto peaks = analysis::memoryPeaks(trace, device.id, analysis::wholeRun(trace));
    out.push_back({QObject::tr("Peak"),
                   QObject::tr("%1 of %2")
                       .arg(gibText(peaks.reserved + device.usedByOthers), look::binaryBytesText(device.capacity)),
                   {}});
    QString asked = look::binaryBytesText(refused->bytes);
    asked.replace(QLatin1String(".00"), QString());
    out.push_back({QObject::tr("Refused"), asked, FigureTone::Fail});
}

QString noteOf(const Trace& trace, double simulatedIn, bool isError)
{
    QStringList parts;
    if (!isError)
        parts << QObject::tr("%1 operations").arg(look::countText(static_cast<qint64>(trace.opCount())));
    if (trace.run().platform == engine::trace::PlatformKind::Virtual)
        parts << (simulatedIn > 0 ? QObject::tr("simulated in %1")
                                        .arg(look::durationText(
                                            engine::fromSeconds(std::max(0.001, std::round(simulatedIn * 1e3) * 1e-3))))
                                  : QObject::tr("simulated"));
    else
        parts << QObject::tr("measured");
    return parts.join(QStringLiteral(" · ")).replace(QLatin1String(".00 ms"), QLatin1String(" ms"));
}

}  // namespace

StatusReport statusOf(const Trace& trace, int block, double simulatedIn)
{
    StatusReport report;
    report.note = noteOf(trace, simulatedIn, trace.error().has_value());
    if (const auto& error = trace.error()) {
        const bool isMemory = QString::fromStdString(error->message).contains(QLatin1String("out of memory"));
        report.ending = isMemory ? Ending::OutOfMemory : Ending::Failed;
        report.headline = isMemory ? QObject::tr("Out of memory") : QString::fromStdString(error->type);
        addError(trace, *error, report);
        return report;
    }
    if (trace.end()) {
        report.ending = trace.end()->isComplete ? Ending::Finished : Ending::Stopped;
        report.headline = trace.end()->isComplete ? QObject::tr("Finished") : QObject::tr("Stopped");
    }
    addScope(trace, block, report);
    return report;
}

QString badgeOf(const Trace& trace)
{
    if (trace.blocks().empty())
        return {};
    const analysis::Figures figures = analysis::blockFigures(trace, trace.blocks().size() - 1);
    return figures.parts == analysis::Parts::Blocks && figures.speedUp > 0 ? look::factorText(figures.speedUp)
                                                                           : QString();
}

}  // namespace ui::shell
