#include "ui/listing/line_states.h"

#include "engine/analysis/line_match.h"
#include "ui/look/changed_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

namespace ui::listing {

int LineStates::readRun()
{
    const engine::trace::Trace& trace = *m_feed.trace();
    m_isUpToDate = m_document.text().matches(trace.run().source);
    m_marks = m_isUpToDate ? model::marksOf(trace, m_feed.context()) : std::map<int, model::LineMark>();
    readRunBefore();
    m_widerWaits = m_isUpToDate ? model::widerWaitsOf(trace) : std::set<int>();
    const int failed = m_isUpToDate && trace.error() ? trace.error()->line : 0;
    return std::exchange(m_failedLine, failed) != failed ? failed : 0;
}

void LineStates::readRunBefore()
{
    m_marksBefore.clear();
    if (!m_isUpToDate || !m_feed.hasBefore())
        return;
    const engine::trace::Trace& before = *m_feed.before().trace;
    const auto lines = engine::analysis::matchLines(before.run().source, {}, m_feed.trace()->run().source, {});
    for (const auto& [line, mark] : model::marksOf(before, m_feed.before().context))
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
    if (line == lineOf(m_selection.hover().op()) || line == m_selection.hover().line())
        return tokens.hover;
    return {};
}

bool LineStates::setMoment(std::optional<engine::Nanoseconds> moment)
{
    const auto reached = [this] {
        return std::ranges::count_if(m_marks, [this](const auto& mark) { return isReached(mark.second); });
    };
    const auto before = reached();
    m_time = moment;
    return reached() != before;
}

bool LineStates::setCurrentLine(int line)
{
    const int shown = m_isUpToDate ? line : 0;
    return std::exchange(m_currentLine, shown) != shown;
}

}  // namespace ui::listing
