#include "ui/model/line_marks.h"

#include "engine/analysis/failure.h"
#include "engine/analysis/timed_block.h"
#include "engine/analysis/training.h"
#include "ui/look/format.h"

#include <QCoreApplication>
#include <algorithm>

namespace ui::model {

namespace {

/// A short reason for the end of the program: "out of memory", "IndexError".
QString shortReason(const engine::trace::ErrorRecord& error)
{
    if (engine::analysis::isOutOfMemory(error))
        return QCoreApplication::translate("Listing", "out of memory");
    const QString type = QString::fromStdString(error.type);
    const qsizetype dot = type.lastIndexOf(QLatin1Char('.'));
    return dot < 0 ? type : type.mid(dot + 1);
}

}  // namespace

std::set<int> widerWaitsOf(const engine::trace::Trace& trace)
{
    std::set<int> lines;
    const auto& parameters = trace.run().parameters;
    const bool waitsForAll = std::find(parameters.begin(), parameters.end(),
                                       std::pair<std::string, std::string>("synchronize", "all")) != parameters.end();
    if (!waitsForAll)
        return lines;
    for (const engine::trace::WaitRecord& wait : trace.waits())
        if (trace.text(wait.call) == "torch.cuda.synchronize()")
            lines.insert(wait.line);
    return lines;
}

std::map<int, LineMark> marksOf(const engine::trace::Trace& trace, const RunContext& context)
{
    std::map<int, LineMark> marks;
    for (std::size_t i = 0; i < trace.blocks().size(); ++i) {
        const engine::trace::BlockRecord& block = trace.blocks()[i];
        const engine::analysis::TimedBlock timed = engine::analysis::timedBlock(trace, i);
        LineMark& mark = marks[block.line];
        const engine::Statistics* times = context.timesOf(i);
        mark.result = times != nullptr ? look::measuredText(*times) : look::benchmarkText(block.seconds);
        mark.isFailed = block.isFailed;
        mark.known = block.end;
        mark.isMistimed = timed.isMistimed();
        mark.work = timed.isMistimed() && timed.isClockEarly()
                        ? QCoreApplication::translate("Listing", "work %1")
                              .arg(look::benchmarkText(engine::toSeconds(timed.work - timed.begin)))
                        : QString();
    }
    // A line that runs one training and has no other mark shows the time of the training's epochs.
    if (!trace.programPart().steps.empty()) {
        std::map<int, int> runsOf;
        const engine::analysis::Training training = engine::analysis::training(trace);
        for (const engine::analysis::TrainingRun& run : training.runs)
            ++runsOf[run.line];
        for (const engine::analysis::TrainingRun& run : training.runs)
            if (run.line > 0 && runsOf[run.line] == 1 && marks.count(run.line) == 0)
                marks[run.line].result = look::durationText(run.time());
    }
    if (const auto& error = trace.error(); error && error->line > 0)
        marks[error->line].problem = shortReason(*error);
    return marks;
}

}  // namespace ui::model
