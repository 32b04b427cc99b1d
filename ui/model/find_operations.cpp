#include "ui/model/find_operations.h"

#include "engine/analysis/scope.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace ui::model {

using engine::NameId;
using engine::OpId;
using engine::trace::Op;
using engine::trace::Trace;

namespace {

/// Searches each name, lane and line only once, because a run has far fewer names, lanes and lines than operations.
class Search {
public:
    Search(const Trace& trace, const QString& text) : m_trace(trace), m_text(text) {}

    [[nodiscard]] bool isIn(const Op& op)
    {
        return isIn(op.label) || isIn(op.name) || isIn(op.text) || isIn(op.phase) || isLane(op) || isLine(op.line);
    }

private:
    enum class Verdict : std::uint8_t { None, Absent, Found };

    [[nodiscard]] bool isIn(const std::string& text) const
    {
        return QString::fromStdString(text).contains(m_text, Qt::CaseInsensitive);
    }
    [[nodiscard]] bool isIn(NameId name)
    {
        if (!name.isValid())
            return false;
        if (name.index >= m_names.size())
            m_names.resize(std::max<std::size_t>(name.index + 1, 2 * m_names.size()), Verdict::None);
        Verdict& verdict = m_names[name.index];
        if (verdict == Verdict::None)
            verdict = isIn(std::string(m_trace.text(name))) ? Verdict::Found : Verdict::Absent;
        return verdict == Verdict::Found;
    }
    [[nodiscard]] bool isLane(const Op& op)
    {
        const auto [found, isNew] = m_lanes.try_emplace(std::uint64_t{op.device.index} << 32 | op.lane.index);
        if (isNew)
            found->second = (op.device.isValid() && op.device.index < m_trace.devices().size() &&
                             isIn(m_trace.devices()[op.device.index].name)) ||
                            (op.lane.isValid() && op.lane.index < m_trace.lanes().size() &&
                             isIn(m_trace.lanes()[op.lane.index].name));
        return found->second;
    }
    [[nodiscard]] bool isLine(std::int32_t line)
    {
        if (line <= 0)
            return false;
        const auto [found, isNew] = m_lines.try_emplace(line);
        if (isNew)
            found->second =
                QCoreApplication::translate("Operations", "line %1").arg(line).contains(m_text, Qt::CaseInsensitive);
        return found->second;
    }

    const Trace& m_trace;
    const QString& m_text;
    std::vector<Verdict> m_names;
    std::unordered_map<std::uint64_t, bool> m_lanes;
    std::unordered_map<std::int32_t, bool> m_lines;
};

}  // namespace

std::vector<OpId> findOperations(const Trace& trace, const QString& text)
{
    std::vector<OpId> found;
    const QString wanted = text.trimmed();
    if (wanted.isEmpty())
        return found;
    Search search(trace, wanted);
    for (std::uint32_t i = 0; i < trace.opCount(); ++i)
        if (search.isIn(trace.op(OpId{i})))
            found.push_back(OpId{i});
    const auto begin = [&trace](OpId id) {
        const Op& op = trace.op(id);
        return engine::analysis::hasStarted(op) ? op.started.count() : std::numeric_limits<std::int64_t>::max();
    };
    std::vector<std::pair<std::int64_t, OpId>> byTime;
    byTime.reserve(found.size());
    for (const OpId id : found)
        byTime.emplace_back(begin(id), id);
    const auto isEarlier = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (!std::is_sorted(byTime.begin(), byTime.end(), isEarlier))
        std::stable_sort(byTime.begin(), byTime.end(), isEarlier);
    std::transform(byTime.begin(), byTime.end(), found.begin(), [](const auto& entry) { return entry.second; });
    return found;
}

}  // namespace ui::model
