#include "ui/listing/sync_switches.h"

#include <algorithm>

namespace ui::listing {

void SyncSwitches::setPoints(std::vector<engine::frontend::SyncPoint> points)
{
    m_points = std::move(points);
    std::ranges::sort(m_points, {}, &engine::frontend::SyncPoint::line);
    std::erase_if(m_flips, [this](const auto& flip) {
        const engine::frontend::SyncPoint* point = at(flip.first);
        return point == nullptr || point->isInitiallyOn == flip.second;
    });
}

const engine::frontend::SyncPoint* SyncSwitches::at(int line) const
{
    const auto found = std::ranges::find_if(m_points, [&](const auto& p) { return p.line == line; });
    return found == m_points.end() ? nullptr : &*found;
}

bool SyncSwitches::isOn(int line) const
{
    const engine::frontend::SyncPoint* point = at(line);
    if (point == nullptr)
        return false;
    const auto flip = m_flips.find(line);
    return flip == m_flips.end() ? point->isInitiallyOn : flip->second;
}

std::vector<look::CodeSpan> SyncSwitches::removedCode(int line, const QString& text) const
{
    const engine::frontend::SyncPoint* point = at(line);
    return point == nullptr || isOn(line) ? std::vector<look::CodeSpan>()
                                          : look::removedCode(text, QString::fromStdString(point->call));
}

int SyncSwitches::onCount() const
{
    return static_cast<int>(std::ranges::count_if(m_points, [this](const auto& point) { return isOn(point.line); }));
}

QHash<int, bool> SyncSwitches::states() const
{
    QHash<int, bool> states;
    for (const auto& point : m_points)
        states[point.line] = isOn(point.line);
    return states;
}

void SyncSwitches::set(int line, bool isOn)
{
    const engine::frontend::SyncPoint* point = at(line);
    if (point == nullptr)
        return;
    if (point->isInitiallyOn == isOn)
        m_flips.erase(line);
    else
        m_flips[line] = isOn;
}

void SyncSwitches::shift(int line, int delta)
{
    if (delta == 0)
        return;
    std::map<int, bool> moved;
    for (const auto& [at, isOn] : m_flips)
        moved[at > line ? at + delta : at] = isOn;
    m_flips = std::move(moved);
    for (engine::frontend::SyncPoint& point : m_points)
        if (point.line > line)
            point.line += delta;
    std::erase_if(m_points, [](const auto& point) { return point.line < 1; });
}

std::vector<int> SyncSwitches::flippedTo(bool isOn) const
{
    std::vector<int> lines;
    for (const auto& point : m_points)
        if (point.isInitiallyOn != isOn && this->isOn(point.line) == isOn)
            lines.push_back(point.line);
    return lines;
}

void SyncSwitches::adopt(const SyncSwitches& from)
{
    if (from.m_points.size() != m_points.size())
        return;
    for (std::size_t i = 0; i < m_points.size(); ++i)
        set(m_points[i].line, from.isOn(from.m_points[i].line));
}

std::string rewrittenCall(const engine::frontend::SyncPoint& point, bool isOn)
{
    if (!point.rewritesCall)
        return {};
    if (!isOn)
        return point.offText != point.call ? point.offText : std::string();
    for (const std::string_view tail : {", non_blocking=True)", ", True)"}) {
        if (point.call.size() > tail.size() && point.call.ends_with(tail))
            return point.call.substr(0, point.call.size() - tail.size()) + ")";
    }
    return {};
}

}  // namespace ui::listing
