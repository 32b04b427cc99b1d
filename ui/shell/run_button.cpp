#include "ui/shell/run_button.h"

#include "ui/commands/actions.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"

namespace ui::shell {

RunButton::RunButton(const runs::Workbench& bench, QWidget* parent) : QPushButton(parent), m_bench(bench)
{
    setObjectName(QStringLiteral("runButton"));
    setProperty("role", QStringLiteral("primary"));
    connect(this, &QPushButton::clicked, this,
            [this] { (m_mode == Mode::Stop ? m_bench.actions.stop : m_bench.actions.run)->trigger(); });
    connect(&m_bench.theme, &look::Theme::changed, this, &RunButton::restyle);
    restyle();
}

void RunButton::setMode(Mode mode)
{
    m_mode = mode;
    const bool isStop = mode == Mode::Stop || mode == Mode::Stopping;
    const QString text = mode == Mode::Stop       ? tr("Stop")
                         : mode == Mode::Stopping ? tr("Stopping")
                         : mode == Mode::Resume   ? tr("Resume")
                         : mode == Mode::Pause    ? tr("Pause")
                                                  : tr("Run");
    setText(look::besideIcon(text));
    const bool isOfOther = mode == Mode::Unavailable;
    setToolTip(isStop ? m_bench.actions.stop->toolTip() : isOfOther ? traceTip() : m_bench.actions.run->toolTip());
    setAccessibleName(text);
    setAccessibleDescription(isOfOther ? toolTip() : QString());
    setEnabled(mode != Mode::Stopping && mode != Mode::Starting && !isOfOther);
    m_bench.actions.run->setEnabled(!isOfOther);
    setIcon(m_bench.theme.icon(isStop                ? QStringLiteral("stop")
                               : mode == Mode::Pause ? QStringLiteral("pause")
                                                     : QStringLiteral("play"),
                               isEnabled() ? m_bench.theme.tokens().onAccent : m_bench.theme.tokens().text3));
}

/// Explains why a trace without a listing cannot run again, and which program Run would run.
QString RunButton::traceTip() const
{
    const auto& program = m_bench.document.program();
    const QString why = tr("The trace on the screen has no listing, so it cannot be run again.");
    const QString what = program.id.empty() ? tr("“Back to the program” opens a program, which Run would run.")
                                            : tr("“Back to the program” returns to %1, which Run would run.")
                                                  .arg(look::programText(program.id, program.title));
    return why + QLatin1Char('\n') + what;
}

void RunButton::restyle()
{
    setFont(m_bench.theme.sans(12, QFont::DemiBold));
    setIconSize(QSize(m_bench.theme.px(14), m_bench.theme.px(14)));
    setMode(m_mode);
}

}  // namespace ui::shell
