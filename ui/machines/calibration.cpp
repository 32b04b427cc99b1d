#include "ui/machines/calibration.h"

#include "engine/device/machine_change.h"
#include "engine/device/machine_file.h"
#include "engine/io/atomic_file.h"
#include "engine/trace/imported.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/run_choice/compare_control.h"

#include <QFileInfo>

namespace ui::machines {

namespace {

constexpr std::size_t kMaxMachineBytes = std::size_t{4} << 20;

/// Returns the run for CompareControl, named after its machine.
runs::NamedRun keptOf(const engine::trace::TracePtr& trace)
{
    const engine::trace::RunInfo& run = trace->run();
    return {trace, {}, look::machineText(run.machine, run.machineLabel)};
}

}  // namespace

Calibration::Calibration(const runs::Workbench& bench, const Machines& machines, run_choice::CompareControl& compare,
                         CalibrationTools tools)
    : QObject(&bench.window), m_bench(bench), m_machines(machines), m_compare(compare), m_tools(std::move(tools))
{
    const auto add = [this](const char* name, const char* text, const char* tip, void (Calibration::*call)()) {
        QAction* action = look::makeCommand(this, name, text, tip);
        connect(action, &QAction::triggered, this, call);
        return action;
    };
    m_calibrate = add("calibrate", QT_TR_NOOP("Calibrate this &computer…"),
                      QT_TR_NOOP("Measures this computer and makes a virtual machine of it"), &Calibration::open);
    m_beside =
        add("predictedBesideMeasured", QT_TR_NOOP("Predicted beside &measured"),
            QT_TR_NOOP("The program on this computer and on its model, on one time axis"), &Calibration::showBeside);
    m_second =
        add("simulatedGpu", QT_TR_NOOP("Add a simulated &GPU"),
            QT_TR_NOOP("The model of this computer with one more GPU, as a separate machine"), &Calibration::addGpu);
}

bool Calibration::isCalibrated() const
{
    return !m_tools.file.isEmpty() && QFileInfo::exists(m_tools.file);
}

void Calibration::open()
{
    if (m_tools.program.isEmpty()) {
        emit messageReady(runs::bannerTexts(
            QT_TR_NOOP("This computer cannot be calibrated here"),
            QT_TR_NOOP("The program overlap-run, which measures, is missing beside this one. Install it too.")));
        return;
    }
    if (m_dialog == nullptr) {
        m_dialog = new CalibrationDialog(m_bench.theme, m_tools, &m_bench.window);
        connect(m_dialog, &CalibrationDialog::finished, this, [this](const QString& path) {
            m_errors.remove(path);
            emit made(path);
        });
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

std::optional<double> Calibration::heldOutError(const std::string& machine)
{
    const auto* found = m_machines.byId(QString::fromStdString(machine));
    if (found == nullptr || found->path.empty())
        return std::nullopt;
    const QString path = QString::fromStdString(found->path);
    if (const auto known = m_errors.constFind(path); known != m_errors.constEnd())
        return *known;
    std::optional<double> error;
    if (const auto file = engine::device::readMachine(found->path))
        error = engine::device::heldOutErrorOf(*file);
    m_errors.insert(path, error);
    return error;
}

void Calibration::showBeside()
{
    if (m_bench.document.program().id.empty() || !m_bench.document.isTrusted()) {
        emit messageReady(
            runs::bannerTexts(QT_TR_NOOP("There is nothing to compare yet"), QT_TR_NOOP("Run the program first.")));
        return;
    }
    if (!isCalibrated()) {
        emit messageReady(runs::bannerTexts(
            QT_TR_NOOP("This computer has not been calibrated"),
            QT_TR_NOOP("A prediction needs a model of this computer: choose “Calibrate this computer…” first.")));
        return;
    }
    emit messageReady(runs::bannerTexts(QT_TR_NOOP("Running on this computer"),
                                        QT_TR_NOOP("The model runs next; both are shown on one time axis.")));
    engine::frontend::RunRequest request = m_bench.document.request();
    request.machine = engine::trace::kThisComputer;
    const auto then = [this, request](const engine::Result<engine::trace::TracePtr>& answer) {
        if (answer)
            runModel(request, *answer);
        else
            emit messageReady([reason = answer.error().message] {
                return std::pair(tr("The program could not run on %1").arg(tr("this computer")),
                                 look::messageText(reason));
            });
    };
    m_bench.controller.thread().predict(request, this, then, runs::RunThread::Use::Lasting);
}

void Calibration::runModel(engine::frontend::RunRequest request, const engine::trace::TracePtr& measured)
{
    request.machine = QFile::encodeName(m_tools.file).toStdString();
    const auto then = [this, measured](const engine::Result<engine::trace::TracePtr>& answer) {
        if (!answer) {
            emit messageReady([reason = answer.error().message] {
                return std::pair(tr("The program could not run on %1").arg(tr("the model of this computer")),
                                 look::messageText(reason));
            });
            return;
        }
        m_compare.show(run_choice::CompareSource::kept(keptOf(*answer), [] { return tr("Predicted"); }),
                       run_choice::CompareSource::kept(keptOf(measured), [] { return tr("Measured"); }));
    };
    m_bench.controller.thread().predict(request, this, then, runs::RunThread::Use::Lasting);
}

void Calibration::addGpu()
{
    if (!isCalibrated()) {
        emit messageReady(runs::bannerTexts(
            QT_TR_NOOP("This computer has not been calibrated"),
            QT_TR_NOOP("The simulated GPU is modelled on your own: choose “Calibrate this computer…” first.")));
        return;
    }
    const auto fail = [this](const engine::Error& error) {
        emit messageReady(runs::bannerTexts(QT_TR_NOOP("No GPU was added"), error.message));
    };
    const auto text = engine::io::readFile(QFile::encodeName(m_tools.file).toStdString(), kMaxMachineBytes);
    if (!text)
        return fail(text.error());
    engine::device::MachineChange change;
    change.moreGpus = 1;
    const auto machine =
        engine::device::changedMachine(*text, "this-computer-model", change, "this-computer-more",
                                       tr("Model of this computer with one additional simulated GPU").toStdString());
    if (!machine)
        return fail(machine.error());
    const QFileInfo file(m_tools.file);
    const QString path = file.path() + QLatin1Char('/') + file.completeBaseName() + QStringLiteral("-one-more.json");
    if (const auto written = engine::io::writeFileAtomically(QFile::encodeName(path).toStdString(), *machine); !written)
        return fail(written.error());
    emit made(path);
}

}  // namespace ui::machines
