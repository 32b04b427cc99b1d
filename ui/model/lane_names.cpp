#include "ui/model/lane_names.h"

#include "engine/analysis/scope.h"
#include "engine/trace/imported.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/operation_labels.h"
#include "ui/model/visible_range.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>

namespace ui::model {

using engine::trace::Kind;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;

namespace {

struct LaneNames {
    Q_DECLARE_TR_FUNCTIONS(LaneNames)
};

/// The names of a role: its key in files, and one name for each LaneForm. Null: lanes of this role are named as in the
/// trace.
struct RoleNames {
    LaneRole role;
    const char* key;
    std::array<const char*, 4> forms;
};

constexpr std::array kRoles{
    RoleNames{LaneRole::Frontend, "program", {nullptr, QT_TRANSLATE_NOOP("Overlap", "the program's thread")}},
    RoleNames{LaneRole::CpuWorker,
              "worker",
              {QT_TRANSLATE_NOOP("Overlap", "compute"), QT_TRANSLATE_NOOP("Overlap", "worker"),
               QT_TRANSLATE_NOOP("Overlap", "%1 compute"), "%1"}},
    RoleNames{LaneRole::Compute,
              "compute",
              {QT_TRANSLATE_NOOP("Overlap", "compute"), QT_TRANSLATE_NOOP("Overlap", "compute stream"),
               QT_TRANSLATE_NOOP("Overlap", "%1 compute"), "%1"}},
    RoleNames{LaneRole::CopyIn,
              "copy in",
              {QT_TRANSLATE_NOOP("Overlap", "copy in"), QT_TRANSLATE_NOOP("Overlap", "copy in stream"),
               QT_TRANSLATE_NOOP("Overlap", "%1 copy in"), QT_TRANSLATE_NOOP("Overlap", "Copy to GPU")}},
    RoleNames{LaneRole::CopyOut,
              "copy out",
              {QT_TRANSLATE_NOOP("Overlap", "copy out"), QT_TRANSLATE_NOOP("Overlap", "copy out stream"),
               QT_TRANSLATE_NOOP("Overlap", "%1 copy out"), QT_TRANSLATE_NOOP("Overlap", "Copy to CPU")}},
    RoleNames{LaneRole::CopyPeer,
              "to peer",
              {QT_TRANSLATE_NOOP("Overlap", "to peer"), QT_TRANSLATE_NOOP("Overlap", "peer copy stream"),
               QT_TRANSLATE_NOOP("Overlap", "%1 to peer"), QT_TRANSLATE_NOOP("Overlap", "%1 to peer")}},
    RoleNames{LaneRole::HostPages,
              "pages",
              {QT_TRANSLATE_NOOP("Overlap", "pages"), QT_TRANSLATE_NOOP("Overlap", "page work"),
               QT_TRANSLATE_NOOP("Overlap", "Host pages"), QT_TRANSLATE_NOOP("Overlap", "Host pages")}},
    RoleNames{LaneRole::Link,
              "link",
              {nullptr, nullptr, QT_TRANSLATE_NOOP("Overlap", "Link %1"), QT_TRANSLATE_NOOP("Overlap", "Link %1")}},
    RoleNames{LaneRole::Communication,
              "communication",
              {QT_TRANSLATE_NOOP("Overlap", "communication"), QT_TRANSLATE_NOOP("Overlap", "communication"),
               QT_TRANSLATE_NOOP("Overlap", "%1 communication"), QT_TRANSLATE_NOOP("Overlap", "%1 communication")}}};

constexpr const RoleNames& namesOf(LaneRole role)
{
    return kRoles[static_cast<std::size_t>(role)];
}
static_assert(std::ranges::all_of(kRoles, [](const RoleNames& one) { return &namesOf(one.role) == &one; }),
              "in the order of LaneRole");
static_assert(kRoles.back().role == LaneRole::Communication);

/// Translates a numbered name. CPU threads keep their numbers ("core 1", counted from 0); copy threads after the first
/// are numbered from 2.
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

/// Translates the name of a lane for a group of ranks or for transfers, as ranks::laneNameOf() forms it. Returns an
/// empty text for the lane of all ranks.
QString communicationName(const QString& name)
{
    static const QRegularExpression parts(
        QStringLiteral("^(?:communication|rank (\\d+) → (\\d+))(?: of ranks (.+))?$"));
    const QRegularExpressionMatch match = parts.match(name);
    const QString members = match.captured(3);
    if (match.captured(1).isEmpty())
        return members.isEmpty() ? QString() : LaneNames::tr("communication of ranks %1").arg(members);
    const QString ends = LaneNames::tr("rank %1 → %2").arg(match.captured(1), match.captured(2));
    return members.isEmpty() ? ends : LaneNames::tr("%1 of ranks %2").arg(ends, members);
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
    const QString label = operationLabel(trace, trace.op(op)), name = text(trace, trace.op(op).name);
    return label == name && text(trace, trace.op(op).label) != name ? name + QStringLiteral(" #%1").arg(op.index)
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

LinkName linkName(const QString& name)
{
    static const QRegularExpression parts(QStringLiteral("^(.*?) (GPU \\d+ → GPU \\d+|[→←].*)$"));
    const QRegularExpressionMatch match = parts.match(name);
    return match.hasMatch() ? LinkName{match.captured(1), match.captured(2)} : LinkName{{}, name};
}

const char* roleKey(LaneRole role)
{
    return namesOf(role).key;
}

QString laneName(const Trace& trace, const LaneRecord& lane, LaneForm form, const QString& device)
{
    const QString own = QString::fromStdString(lane.name);
    if (engine::trace::isImported(trace.run()) && !own.isEmpty())
        return form == LaneForm::Figure && !device.isEmpty() ? device + QLatin1Char(' ') + own : own;
    const bool hasDevice = form == LaneForm::Figure || form == LaneForm::ShortFigure;
    if (lane.role == LaneRole::CpuWorker && lane.index > 0 && !own.isEmpty())
        return hasDevice ? LaneNames::tr("CPU %1").arg(workerName(own)) : workerName(own);
    const bool isCommunication = lane.role == LaneRole::Communication;
    if (const QString part = isCommunication ? communicationName(own) : QString(); !part.isEmpty())
        return hasDevice && !device.isEmpty() ? device + QLatin1Char(' ') + part : part;
    if (hasDevice && isCommunication && device.isEmpty())
        return LaneNames::tr("Communication");
    const char* name = namesOf(lane.role).forms[static_cast<std::size_t>(form)];
    if (name == nullptr)
        return own;
    QString text = LaneNames::tr(name);
    if (lane.role == LaneRole::Link)
        return text.arg(linkName(own).ends);
    if (hasDevice && text.contains(QLatin1String("%1")))
        text = text.arg(device);
    return lane.index == 0 || isCommunication ? text : text + QLatin1Char(' ') + QString::number(lane.index + 1);
}

QString placeOf(const Trace& trace, const Op& op)
{
    const QString device = deviceName(trace, op.device);
    if (!isCopy(op.kind))
        return device;
    // Use the lane's device, which executes the copy; the operation's device is the one that stores the result.
    const bool hasLane = op.lane.isValid() && op.lane.index < trace.lanes().size();
    const QString other = hasLane ? deviceName(trace, trace.lanes()[op.lane.index].device) : QString();
    const QString from = op.kind == Kind::CopyIn ? QStringLiteral("CPU") : other;
    const QString to = op.kind == Kind::CopyOut ? QStringLiteral("CPU") : device;
    return from.isEmpty() || to.isEmpty() || from == to ? device : LaneNames::tr("%1 → %2").arg(from, to);
}

}  // namespace ui::model
