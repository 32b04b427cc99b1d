#include "ui/machines/machines.h"

#include "ui/files/session.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace ui::machines {

Machines::Machines(MachineSource source, QObject* parent)
    : QObject(parent), m_source(std::move(source)), m_all(m_source.listed)
{
}

const Machines::Info* Machines::byId(const QString& id) const
{
    const auto found =
        std::find_if(m_all.begin(), m_all.end(), [&](const Info& one) { return QString::fromStdString(one.id) == id; });
    return found == m_all.end() ? nullptr : &*found;
}

bool Machines::isUsable(const QString& id) const
{
    const Info* one = byId(id);
    return one != nullptr && one->problem.empty();
}

const Machines::Info& Machines::chosen() const
{
    static const Info none;
    const Info* found = byId(m_chosen);
    return found != nullptr ? *found : none;
}

void Machines::choose(const QString& id)
{
    m_chosen = id;
    emit choiceChanged();
}

Machines::Info Machines::described(const QString& path) const
{
    return m_source.describe(QFile::encodeName(path).toStdString());
}

void Machines::addOrReplace(Info machine)
{
    std::erase_if(m_all, [&](const Info& known) { return known.id == machine.id; });
    m_all.push_back(std::move(machine));
    emit listChanged();
}

std::optional<Machines::Info> Machines::add(const QString& path)
{
    if (!m_source.describe)
        return std::nullopt;
    Info machine = described(path);
    if (machine.problem.empty())
        addOrReplace(machine);
    return machine;
}

void Machines::restore(const QString& chosen, const QString& file)
{
    // Add the file even if it can no longer be used; the list then shows its problem.
    if (m_source.describe && !file.isEmpty())
        addOrReplace(described(file));
    // The selected machine may be a file that was added during the previous session.
    if (m_source.describe && byId(chosen) == nullptr && QFileInfo(chosen).isFile())
        add(chosen);
    m_last = LastMachine(chosen);
    choose(m_last.atStart([this](const QString& id) { return byId(id) != nullptr; }, files::Session().machine));
}

void Machines::searchForGpus()
{
    if (!m_source.findOwn || m_search != nullptr)
        return;
    m_search = new GpuSearch(m_source.findOwn, this);
    connect(m_search, &GpuSearch::found, this, &Machines::addLocalMachines);
    m_search->start();
}

void Machines::addLocalMachines(const std::vector<Info>& own)
{
    const auto isOwn = [](const Info& one) { return one.kind == engine::trace::PlatformKind::Real; };
    const auto at = std::find_if(m_all.begin(), m_all.end(), isOwn) - m_all.begin();
    std::erase_if(m_all, isOwn);
    m_all.insert(m_all.begin() + at, own.begin(), own.end());
    emit listChanged();
    if (const auto last = m_last.resolveMissing([this](const QString& id) { return isUsable(id); }, m_chosen))
        choose(*last);
    emit localMachinesListed();
}

QString missingGpusText(int addressed, int there)
{
    return QCoreApplication::translate("MainWindow",
                                       "The listing uses GPU %1, and this machine has %n GPU(s): it may stop there.",
                                       nullptr, there)
        .arg(addressed - 1);
}

}  // namespace ui::machines
