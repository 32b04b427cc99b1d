#include "ui/machines/last_machine.h"

#include "engine/trace/imported.h"

#include <utility>

namespace ui::machines {

namespace {

constexpr QLatin1String kThisComputer(engine::trace::kThisComputer);

}  // namespace

QString LastMachine::atStart(const MachineExists& exists, const QString& usual)
{
    if (exists(m_name))
        return m_name;
    m_isAwaited = m_name.startsWith(kThisComputer) && m_name.mid(kThisComputer.size()).startsWith(QLatin1Char('+')) &&
                  exists(kThisComputer);
    m_isMissing = !m_isAwaited && m_name != usual;
    m_standIn = m_isAwaited ? QString(kThisComputer) : usual;
    return m_standIn;
}

std::optional<QString> LastMachine::resolveMissing(const MachineExists& exists, const QString& chosen)
{
    // Keep a machine that the user has selected meanwhile.
    if (!std::exchange(m_isAwaited, false) || chosen != m_standIn)
        return {};
    if (exists(m_name))
        return m_name;
    m_isMissing = true;
    return {};
}

QString LastMachine::idToStore(const QString& chosen) const
{
    return m_isAwaited && chosen == m_standIn ? m_name : chosen;
}

std::optional<QString> LastMachine::popMissing()
{
    return std::exchange(m_isMissing, false) ? std::optional(m_name) : std::nullopt;
}

}  // namespace ui::machines
