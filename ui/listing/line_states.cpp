#include "ui/listing/line_states.h"

#include "engine/analysis/line_match.h"
#include "engine/analysis/timed_block.h"
#include "engine/analysis/training.h"
#include "ui/look/changed_text.h"
#include "ui/look/format.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <utility>

namespace ui::listing {

namespace {

/// A short reason for the end of the line: "out of memory", "IndexError".
QString shortReason(const engine::trace::ErrorRecord& error)
{
    const QString message = QString::fromStdString(error.message);
    if (message.contains(QLatin1String("out of memory"), Qt::CaseInsensitive))
        return QCoreApplication::translate("Listing", "out of memory");
    const QString type = QString::fromStdString(error.type);
    const qsizetype dot = type.lastIndexOf(QLatin1Char('.'));
    return dot < 0 ? type : type.mid(dot + 1);
}

/// The line of the listing whose statement raised the error, which is the outermost frame of the traceback; 0: none.
int statementLineOf(const engine::trace::ErrorRecord& error)
{
    static const QRegularExpression statement(QStringLiteral("line (\\d+), in <(?:module|cell)[^>]*>"));
    const QRegularExpressionMatch match = statement.match(QString::fromStdString(error.traceback));
    return match.hasMatch() ? match.captured(1).toInt() : error.line;
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

std::map<int, LineMark> marksOf(const engine::trace::Trace& trace, const model::RunContext& context)
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
    // A training loop that runs once from its line and has no other mark gets the time of its epochs.
    if (!trace.steps().empty()) {
        std::map<int, int> runsOf;
        const engine::analysis::Training training = engine::analysis::training(trace);
        for (const engine::analysis::TrainingRun& run : training.runs)
            ++runsOf[run.line];
        for (const engine::analysis::TrainingRun& run : training.runs)
            if (run.line > 0 && runsOf[run.line] == 1 && marks.count(run.line) == 0)
                marks[run.line].result = QString::number(engine::toSeconds(run.time()), 'f', 1) + QStringLiteral(" s");
    }
    if (const auto& error = trace.error(); error && statementLineOf(*error) > 0)
        marks[statementLineOf(*error)].problem = shortReason(*error);
    return marks;
}

int LineStates::readRun()
{
    const engine::trace::Trace& trace = *m_feed.trace();
    m_isUpToDate = m_document.text().matches(trace.run().source);
    m_marks = m_isUpToDate ? marksOf(trace, m_feed.context()) : std::map<int, LineMark>();
    readRunBefore();
    m_widerWaits = m_isUpToDate ? widerWaitsOf(trace) : std::set<int>();
    const int failed = m_isUpToDate && trace.error() ? statementLineOf(*trace.error()) : 0;
    return std::exchange(m_failedLine, failed) != failed ? failed : 0;
}

void LineStates::readRunBefore()
{
    m_marksBefore.clear();
    if (!m_isUpToDate || !m_feed.hasBefore())
        return;
    const engine::trace::Trace& before = *m_feed.before().trace;
    const auto lines = engine::analysis::matchLines(before.run().source, {}, m_feed.trace()->run().source, {});
    for (const auto& [line, mark] : marksOf(before, m_feed.before().context))
        if (const int now = lines.bOf(line); now > 0 && !mark.isFailed)
            m_marksBefore[now] = mark;
}

int LineStates::lineOf(engine::OpId op) const
{
    const engine::trace::Trace& trace = *m_feed.trace();
    return m_isUpToDate && op.isValid() && op.index < trace.opCount() ? trace.op(op).line : 0;
}

std::optional<LineStates::Label> LineStates::labelOf(int line) const
{
    if (const auto mark = m_marks.find(line); mark != m_marks.end()) {
        const QString& result = mark->second.result;
        if (result.isEmpty())
            return Label{mark->second.problem, true};
        const auto before = m_marksBefore.find(line);
        const bool isChanged = before != m_marksBefore.end() && !mark->second.isFailed &&
                               !before->second.result.isEmpty() && before->second.result != result;
        return Label{result,
                     mark->second.isFailed,
                     isChanged ? look::beforeArrow(before->second.result, result) : QString(),
                     mark->second.isMistimed,
                     mark->second.work,
                     isReached(mark->second)};
    }
    if (m_document.listing().problem() && m_document.listing().problem()->line == line)
        return Label{QCoreApplication::translate("Listing", "syntax"), true};
    if (m_widerWaits.count(line) != 0)
        return Label{QCoreApplication::translate("Listing", "all GPUs"), false};
    return std::nullopt;
}

QColor LineStates::tintOf(int line, const look::Tokens& tokens) const
{
    if (const auto mark = m_marks.find(line); mark != m_marks.end() && !mark->second.problem.isEmpty())
        return tokens.failSoft;
    if (m_document.listing().problem() && m_document.listing().problem()->line == line)
        return tokens.failSoft;
    if (line == (m_currentLine > 0 ? m_currentLine : m_selection.line()))
        return tokens.accentSoft;
    if (line == lineOf(m_selection.hovered()) || line == m_selection.hoveredLine())
        return tokens.hover;
    return {};
}

bool LineStates::setMoment(std::optional<engine::Nanoseconds> moment)
{
    const auto reached = [this] {
        return std::count_if(m_marks.begin(), m_marks.end(),
                             [this](const auto& mark) { return isReached(mark.second); });
    };
    const auto before = reached();
    m_moment = moment;
    return reached() != before;
}

bool LineStates::setCurrentLine(int line)
{
    const int shown = m_isUpToDate ? line : 0;
    return std::exchange(m_currentLine, shown) != shown;
}

}  // namespace ui::listing
