#include "ui/model/lane_names.h"

#include "engine/analysis/scope.h"
#include "engine/trace/imported.h"
#include "ui/look/format.h"
#include "ui/look/words.h"
#include "ui/model/visible_range.h"

#include <QCoreApplication>

namespace ui::model {

using engine::trace::Kind;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;
using engine::trace::Op;
using engine::trace::Trace;

namespace {

struct LaneNames {
    Q_DECLARE_TR_FUNCTIONS(LaneNames)
};

/// CPU threads keep their numbers ("core 1", counted from 0). Copy threads after the first are counted from 2.
QString workerName(const QString& name)
{
    const qsizetype blank = name.lastIndexOf(QLatin1Char(' '));
    bool isCounted = false;
    const int number = name.mid(blank + 1).toInt(&isCounted);
    const QString what = name.left(blank);
    if (!isCounted || blank < 0)
        return name;
    if (what == QLatin1String("copies"))
        return number == 0 ? LaneNames::tr("copies") : LaneNames::tr("copies %1").arg(number + 1);
    return what == QLatin1String("core")     ? LaneNames::tr("core %1").arg(number)
           : what == QLatin1String("worker") ? LaneNames::tr("worker %1").arg(number)
                                             : name;
}

}  // namespace

QString text(const Trace& trace, engine::NameId name)
{
    return QString::fromUtf8(trace.text(name));
}

QString nameOf(const Trace& trace, engine::OpId op)
{
    if (!trace.has(op))
        return {};
    const QString label = text(trace, trace.op(op).label);
    // The label "_" marks an unused result.
    return label.isEmpty() || label == QLatin1String("_")
               ? text(trace, trace.op(op).name) + QStringLiteral(" #%1").arg(op.index)
               : label;
}

QString scopeName(const Trace& trace, int block, const std::optional<TimeRange>& range)
{
    if (block >= 0 && static_cast<std::size_t>(block) < trace.blocks().size()) {
        const auto& record = trace.blocks()[static_cast<std::size_t>(block)];
        const QString label = QString::fromStdString(record.label).simplified();
        const QString name = label.isEmpty() ? tr("block %1").arg(block + 1) : label;
        return record.line > 0 ? tr("%1, line %2").arg(name, QString::number(record.line)) : name;
    }
    return range ? look::intervalText(range->begin, range->end, originOf(trace)) : tr("whole run");
}

QString deviceName(const Trace& trace, engine::DeviceId id)
{
    for (const auto& device : trace.devices())
        if (device.id == id)
            return QString::fromStdString(device.name);
    return {};
}

QString laneName(const Trace& trace, const LaneRecord& lane)
{
    const QString own = QString::fromStdString(lane.name);
    if (engine::trace::isImported(trace.run()) && !own.isEmpty())
        return own;
    QString text;
    switch (lane.role) {
        case LaneRole::CpuWorker:
            if (lane.index > 0 && !own.isEmpty())
                return workerName(own);
            text = LaneNames::tr("compute");
            break;
        case LaneRole::Compute:
            text = LaneNames::tr("compute");
            break;
        case LaneRole::CopyIn:
            text = LaneNames::tr("copy in");
            break;
        case LaneRole::CopyOut:
            text = LaneNames::tr("copy out");
            break;
        case LaneRole::CopyPeer:
            text = LaneNames::tr("to peer");
            break;
        case LaneRole::Communication:
            text = LaneNames::tr("communication");
            break;
        case LaneRole::HostPages:
            text = LaneNames::tr("pages");
            break;
        default:
            text = own;
    }
    return lane.index == 0 ? text : text + QLatin1Char(' ') + QString::number(lane.index + 1);
}

QString placeOf(const Trace& trace, const Op& op)
{
    const QString device = deviceName(trace, op.device);
    if (!engine::analysis::isCopy(op.kind))
        return device;
    // The operation's device is where the result is stored; the lane belongs to the device that copies.
    const bool hasLane = op.lane.isValid() && op.lane.index < trace.lanes().size();
    const QString other = hasLane ? deviceName(trace, trace.lanes()[op.lane.index].device) : QString();
    const QString from = op.kind == Kind::CopyIn ? QStringLiteral("CPU") : other;
    const QString to = op.kind == Kind::CopyOut ? QStringLiteral("CPU") : device;
    return from.isEmpty() || to.isEmpty() || from == to ? device : LaneNames::tr("%1 → %2").arg(from, to);
}

}  // namespace ui::model
