#include "ui/inspect/description.h"

#include "ui/inspect/detail/labels.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/time_range.h"

#include <algorithm>
#include <set>

namespace ui::inspect {

Description describeSeveral(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops)
{
    using engine::Nanoseconds;
    std::vector<model::TimeRange> ran;
    Nanoseconds sum{};
    std::set<std::uint32_t> devices;
    int finished = 0;
    for (const engine::OpId id : ops) {
        if (!id.isValid() || id.index >= trace.opCount())
            continue;
        const engine::trace::Op& op = trace.op(id);
        devices.insert(static_cast<std::uint32_t>(op.device.index));
        if (op.finished <= op.started)
            continue;
        ran.push_back({op.started, op.finished});
        sum += op.finished - op.started;
        ++finished;
    }
    std::sort(ran.begin(), ran.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    Nanoseconds covered{}, until{};
    for (const model::TimeRange& range : ran) {
        const Nanoseconds from = std::max(range.begin, until);
        covered += std::max(Nanoseconds{0}, range.end - from);
        until = std::max(until, range.end);
    }
    Description d;
    d.title = tr("%n operations selected", nullptr, static_cast<int>(ops.size()));
    d.isCode = false;
    d.place = devices.size() == 1 ? detail::deviceName(trace, trace.op(ops.back()).device)
                                  : tr("on %n devices", nullptr, static_cast<int>(devices.size()));
    if (finished == 0)
        return d;
    d.rows.push_back({tr("From start to end"), detail::intervalText(trace, ran.front().begin, until)});
    d.rows.push_back({tr("Sum of durations"), look::durationText(sum)});
    d.rows.push_back({tr("At least one runs"), look::durationText(covered)});
    if (sum > covered)
        d.rows.push_back({tr("Hidden behind others"), look::durationText(sum - covered)});
    return d;
}

}  // namespace ui::inspect
