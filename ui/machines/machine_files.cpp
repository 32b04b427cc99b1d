#include "ui/machines/machine_files.h"

#include "ui/look/languages.h"

#include <QFileDialog>
#include <QFileInfo>

namespace ui::machines {

using Tone = runs::Banner::Tone;

MachineFiles::MachineFiles(const runs::Workbench& bench, Machines& machines, files::Session& session)
    : QObject(&bench.window), m_bench(bench), m_machines(machines), m_session(session)
{
    connect(&machines, &Machines::localMachinesListed, this, &MachineFiles::reportMissing);
}

void MachineFiles::openFile()
{
    const QString path =
        QFileDialog::getOpenFileName(&m_bench.window, tr("Open machine file"), files::dialogFolder(m_session),
                                     tr("Machines (*.json);;All files (*)"));
    if (!path.isEmpty())
        use(path);
}

void MachineFiles::use(const QString& idOrPath)
{
    if (m_machines.byId(idOrPath) != nullptr)
        return emit chosen(idOrPath);
    const QFileInfo file(idOrPath);
    if (!file.exists())
        return m_bench.banner.open(
            [idOrPath] {
                return std::pair(tr("There is no machine %1").arg(idOrPath),
                                 tr("The list above contains all machines; a machine file is given by its path."));
            },
            Tone::Fail);
    const auto machine = add(file.absoluteFilePath());
    if (!machine)
        return;
    m_session.machineFile = file.absoluteFilePath();
    emit chosen(QString::fromStdString(machine->id));
}

/// Adds a machine file, or reports why the file cannot be used.
std::optional<engine::device::MachineInfo> MachineFiles::add(const QString& path)
{
    m_session.folder = QFileInfo(path).absolutePath();
    auto machine = m_machines.add(path);
    if (!machine || machine->problem.empty())
        return machine;
    m_bench.banner.open(runs::bannerTexts(QT_TR_NOOP("This machine cannot be used"), machine->problem), Tone::Fail);
    return std::nullopt;
}

void MachineFiles::addSaved(const QString& path)
{
    if (const auto machine = add(path))
        m_bench.banner.open([label = QString::fromStdString(machine->label)] {
            return std::pair(tr("Saved %1").arg(label), tr("The new machine is in the list of machines."));
        });
}

void MachineFiles::reportMissing()
{
    if (const auto missing = m_machines.popMissing())
        m_bench.banner.open([missing = *missing, chosen = m_machines.chosen()] {
            return std::pair(tr("The machine of the last session is missing"),
                             tr("%1 is not available on this computer; using %2 instead.")
                                 .arg(missing, look::machineText(chosen.id, chosen.label)));
        });
}

}  // namespace ui::machines
