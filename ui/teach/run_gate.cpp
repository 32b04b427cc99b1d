#include "ui/teach/run_gate.h"

#include "ui/commands/actions.h"
#include "ui/look/languages.h"

namespace ui::teach {

namespace {

/// Returns a key made of the program, the machine, the listing, the parameters and the waits switched off and on. The
/// user is not asked to guess twice in a row for the same key.
QString keyOf(const engine::frontend::RunRequest& request)
{
    QStringList parts{QString::fromStdString(request.program.id), QString::fromStdString(request.machine),
                      QString::fromStdString(request.source)};
    for (const auto& [name, value] : request.parameters)
        parts << QString::fromStdString(name) + QLatin1Char('=') + QString::fromStdString(value);
    for (const int line : request.off)
        parts << QStringLiteral("-%1").arg(line);
    for (const int line : request.on)
        parts << QStringLiteral("+%1").arg(line);
    return parts.join(QLatin1Char('\n'));
}

}  // namespace

RunGate::RunGate(desk::Desk& desk) : QObject(&desk), m_desk(desk), m_predict(desk.bench()), m_forecast(desk.bench())
{
    const runs::Workbench& bench = desk.bench();
    connect(bench.actions.predictFirst, &QAction::toggled, this, &RunGate::setOn);
    connect(&m_predict, &PredictFirst::hideResults, &desk.display(), &desk::RunDisplay::hideResult);
    desk.starter().setGate([this](const engine::frontend::RunRequest& request) { return mustWait(request); });
    connect(&desk, &desk::Desk::runShown, &m_predict, &PredictFirst::onFinished);
    connect(&desk.display(), &desk::RunDisplay::runReplaced, &m_predict, &PredictFirst::withdraw);
    connect(&desk, &desk::Desk::runAwaited, this, &RunGate::forecast);
    connect(&desk.starter(), &desk::RunStarter::runStarting, &m_forecast, &MemoryForecast::clear);
    connect(&bench.feed, &model::TraceFeed::replaced, &m_forecast, [this] {
        if (!m_desk.bench().feed.trace()->devices().empty())
            m_forecast.clear();
    });
}

void RunGate::setOn(bool isOn)
{
    m_predict.setOn(isOn);
    if (isOn && !m_desk.shown().isFile())
        m_desk.starter().rerun();
}

bool RunGate::mustWait(const engine::frontend::RunRequest& request)
{
    const QString title = QString::fromStdString(m_desk.bench().document.program().title);
    return m_predict.mustWait(keyOf(request), title, [this] { m_desk.starter().runNow(); });
}

/// Makes and shows the forecast for a virtual machine. For a real machine with enough GPUs, makes it for the virtual
/// machine that the program is written for, and shows it only if memory runs out there.
void RunGate::forecast()
{
    m_forecast.clear();
    const engine::device::MachineInfo* model =
        m_desk.target().isReal() ? m_desk.target().ownMachine() : &m_desk.target().machine();
    const listing::ProgramDocument& document = m_desk.bench().document;
    if (!document.isTrusted() || model == nullptr || model->kind != engine::trace::PlatformKind::Virtual ||
        !model->problem.empty() ||
        (m_desk.target().isReal() && m_desk.target().gpusNeeded() > m_desk.target().machine().gpuCount))
        return;
    engine::frontend::RunRequest request = document.request();
    request.machine = m_desk.target().isReal() ? model->id : m_desk.target().machineThatRuns();
    m_forecast.ask(
        std::move(request), [id = model->id, label = model->label] { return look::machineText(id, label); },
        m_desk.target().isReal() ? MemoryForecast::Shows::Refusals : MemoryForecast::Shows::All);
}

}  // namespace ui::teach
