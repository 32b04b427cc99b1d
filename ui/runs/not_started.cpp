#include "ui/runs/not_started.h"

#include "ui/look/languages.h"

#include <utility>

namespace ui::runs {

void NotStarted::mark()
{
    m_shown = m_feed.trace();
    model::RunContext context = m_feed.context();
    context.isStale = true;
    m_feed.setContext(std::move(context));
}

bool NotStarted::isOn() const
{
    return m_shown.lock() == m_feed.trace();
}

void NotStarted::setHeadline(StatusReport& report) const
{
    if (!isOn())
        return;
    const auto& problem = m_document.listing().problem();
    const bool isOfLine = problem && problem->line > 0;
    report = StatusReport();
    report.ending = Ending::Failed;
    report.headline = isOfLine
                          ? tr("Line %1 is not Python: %2").arg(problem->line).arg(look::messageText(problem->message))
                          : tr("Not started");
    if (m_feed.trace()->opCount() > 0)
        report.note = tr("this shows the previous run");
}

Banner::MakeMessage NotStarted::message(const engine::Message& reason, std::function<void(int)> goToLine) const
{
    const int line = m_document.listing().problem() ? m_document.listing().problem()->line : 0;
    return [reason, line, goToLine = std::move(goToLine)] {
        Banner::Message message{
            Banner::Tone::Fail, tr("The program was not started"), look::messageText(reason), {}, {}};
        if (line > 0)
            message.acts.push_back(
                {tr("Show line %1").arg(line), QStringLiteral("right"), [line, goToLine] { goToLine(line); }});
        return message;
    };
}

}  // namespace ui::runs
