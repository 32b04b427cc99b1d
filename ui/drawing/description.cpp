#include "ui/drawing/description.h"

#include "engine/analysis/bound.h"
#include "engine/ranks/overview.h"
#include "ui/drawing/bracket.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/header_painter.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/lane_names.h"
#include "ui/model/operation_labels.h"

namespace ui::drawing {

using engine::trace::CauseKind;
using engine::trace::Kind;
using engine::trace::LaneRole;
using engine::trace::OpState;
using engine::trace::WaitRecord;
using Line = TooltipLine;
using Style = TooltipStyle;

namespace {

QString timeSpan(const Scene& scene, Nanoseconds begin, Nanoseconds end)
{
    return look::intervalText(begin, end, scene.origin) + QStringLiteral(" · ") + look::durationText(end - begin);
}

QString whatText(const Scene& scene, const Op& op)
{
    const QString device = model::deviceName(*scene.trace, op.device);
    const double seconds = engine::toSeconds(op.finished - op.started);
    if (!isCopy(op.kind)) {
        const QString name = QString::fromUtf8(scene.trace->text(op.name));
        QString text = name + QStringLiteral(" · ") + device;
        if (op.flops > 0 && seconds > 0)
            text += QStringLiteral(" · ") + look::flopRateText(op.flops / seconds);
        return text;
    }
    QString text = tr("Copy %1").arg(model::placeOf(*scene.trace, op));
    text += QStringLiteral(" · ") + look::bytesText(op.bytes);
    if (seconds > 0)
        text = tr("%1 at %2").arg(text, look::rateText(static_cast<double>(op.bytes.value) / seconds));
    if (const QString memory = model::hostMemoryName(op.hostMemory); !memory.isEmpty())
        text += QStringLiteral(", ") + memory;
    return text;
}

/// Names the first and the last span that run on a lane within [begin, end): "y[15] … y[20]". Empty if there is none,
/// or if the first one is `but`.
QString runningIn(const Scene& scene, engine::LaneId lane, Nanoseconds begin, Nanoseconds end, OpId but)
{
    const auto& index = scene.trace->index(lane);
    const std::size_t from = index.firstEndingAfter(begin);
    const std::size_t to = index.firstBeginningAt(end);
    if (from >= to)
        return {};
    const OpId first = index.spans()[from].op;
    const OpId last = index.spans()[to - 1].op;
    if (!first.isValid() || !last.isValid() || first == but)
        return {};
    const QString a = model::operationLabel(*scene.trace, scene.trace->op(first));
    if (first == last)
        return a;
    return a + QStringLiteral(" … ") + model::operationLabel(*scene.trace, scene.trace->op(last));
}

/// Describes what other lanes ran while the operation ran; at most kMax lanes.
std::vector<QString> meanwhile(const Scene& scene, const Op& op)
{
    constexpr std::size_t kMax = 3;
    std::vector<QString> texts;
    for (const Row& row : scene.layout.rows) {
        const bool runs = row.kind == RowKind::Compute || row.kind == RowKind::Work || row.kind == RowKind::Copy;
        if (!runs || !row.isUsed || row.lane == op.lane || texts.size() >= kMax || !row.lane.isValid())
            continue;
        const QString what = runningIn(scene, row.lane, op.started, op.finished, op.id);
        if (what.isEmpty())
            continue;
        const QString device = model::deviceName(*scene.trace, row.device);
        texts.push_back(row.kind == RowKind::Copy ? tr("Meanwhile %1 copies %2").arg(device, what)
                                                  : tr("Meanwhile %1 computes %2").arg(device, what));
    }
    return texts;
}

/// Describes the part of a rank in a collective: that it arrives last, or for which rank it waits, and how long.
QString arrivalText(const Scene& scene, const engine::ranks::OverviewOrigin& shown)
{
    const engine::ranks::MatchedCollective& collective = *shown.collective;
    const engine::ranks::RunSet& set = *engine::ranks::setOf(*scene.trace);
    if (shown.arrival != nullptr && set.clockConflict() && !set.hasWaited(collective, *shown.arrival))
        return tr("clocks contradict each other");
    if (shown.arrival == nullptr || shown.member == collective.lastMember)
        return tr("this rank arrives last; the transfer starts");
    return tr("waits for rank %1 · %2")
        .arg(set.members()[collective.lastMember].info.rank)
        .arg(look::durationText(collective.waitOf(*shown.arrival)));
}

QString waitedText(const Scene& scene, const Op& op)
{
    const QString what = model::waitedFor(*scene.trace, op);
    if (what.isEmpty())
        return {};
    QString text = tr("Waited %1 for %2").arg(look::durationText(op.started - op.issued), what);
    const auto& cause = op.startCause;
    const bool isQueue =
        cause.kind == CauseKind::CopyEngine || cause.kind == CauseKind::Stream || cause.kind == CauseKind::Worker;
    if (isQueue) {
        const QString before = runningIn(scene, op.lane, op.issued, op.started, op.id);
        if (!before.isEmpty())
            text += QStringLiteral(" (") + before + QLatin1Char(')');
    }
    return text;
}

}  // namespace

std::vector<Line> describe(const Scene& scene, OpId id)
{
    if (!id.isValid() || id.index >= scene.trace->opCount())
        return {};
    const Op& op = scene.trace->op(id);
    QString code = QString::fromUtf8(scene.trace->text(op.text));
    if (code.isEmpty())
        code = model::operationLabel(*scene.trace, op);
    std::vector<Line> lines{{code, Style::Code, op.kind}, {whatText(scene, op), Style::Swatch, op.kind}};
    if (engine::analysis::hasEnded(op))
        lines.push_back({timeSpan(scene, op.started, op.finished), Style::Pale, op.kind});
    if (const auto origin = engine::ranks::originOf(*scene.trace, id); origin && origin->collective != nullptr)
        lines.push_back({arrivalText(scene, *origin), Style::Strong, op.kind});
    if (op.state != OpState::Done)
        lines.push_back({model::stateName(op.state), Style::Strong, op.kind});
    if (const QString waited = waitedText(scene, op); !waited.isEmpty())
        lines.push_back({waited, Style::Pale, op.kind});
    if (op.line > 0)
        lines.push_back({tr("Line %1: %2").arg(op.line).arg(scene.digest->statement(op.line)), Style::Pale, op.kind});
    if (op.state == OpState::Done)
        for (const QString& text : meanwhile(scene, op))
            lines.push_back({text, Style::Strong, op.kind});
    return lines;
}

std::vector<Line> describe(const Scene& scene, const WaitRecord& wait)
{
    std::vector<Line> lines;
    const QString call = QString::fromUtf8(scene.trace->text(wait.call));
    lines.push_back({call.isEmpty() ? tr("line %1").arg(wait.line) : call, Style::Code, Kind::Host});
    lines.push_back({waitText(*scene.trace, wait) + QStringLiteral(" · ") + laneDuration(wait.end - wait.begin),
                     Style::Strong, Kind::Host});
    lines.push_back({timeSpan(scene, wait.begin, wait.end), Style::Pale, Kind::Host});
    if (wait.releasedBy.isValid() && wait.releasedBy.index < scene.trace->opCount())
        lines.push_back(
            {tr("Released by %1").arg(model::operationLabel(*scene.trace, scene.trace->op(wait.releasedBy))),
             Style::Pale, Kind::Host});
    return lines;
}

std::vector<Line> describe(const Scene& scene, const engine::trace::HostRecord& host)
{
    std::vector<Line> lines;
    lines.push_back({QString::fromUtf8(scene.trace->text(host.name)), Style::Code, Kind::Host});
    lines.push_back({tr("Work of the program's thread"), Style::Swatch, Kind::Host});
    lines.push_back({timeSpan(scene, host.begin, host.end), Style::Pale, Kind::Host});
    return lines;
}

std::vector<Line> describe(const Scene& scene, const SyncMark& mark)
{
    std::vector<Line> lines;
    const QString statement = scene.digest->statement(mark.line);
    lines.push_back({statement.isEmpty() ? tr("line %1").arg(mark.line) : statement, Style::Code, Kind::Host});
    lines.push_back({mark.isOn ? tr("The program waits here for %1").arg(laneDuration(mark.time - mark.begin))
                               : tr("Off: the program continues without waiting"),
                     Style::Strong, Kind::Host});
    lines.push_back({tr("Click or T flips it"), Style::Pale, Kind::Host});
    return lines;
}

std::vector<Line> describeBlock(const Scene& scene, std::size_t block)
{
    const engine::trace::BlockRecord& record = scene.trace->blocks()[block];
    std::vector<Line> lines{{QString::fromStdString(record.label), Style::Strong, Kind::Host},
                            {timeText(scene, block), Style::Pale, Kind::Host}};
    if (const engine::analysis::TimedBlock timed = scene.timed(block); timed.isMistimed()) {
        const QString work = workText(timed);
        lines.push_back({work.isEmpty() ? tr("mistimed") : tr("mistimed: %1").arg(work), Style::Warning, Kind::Host});
    }
    if (record.line > 0)
        lines.push_back({tr("line %1").arg(record.line), Style::Pale, Kind::Host});
    return lines;
}

std::vector<Line> describe(const Scene& scene, const StatementGroup& group)
{
    std::vector<Line> lines{{scene.digest->groupText(*scene.trace, group), Style::Code, Kind::Host}};
    if (group.line > 0)
        lines.push_back(
            {tr("Line %1: %2").arg(group.line).arg(scene.digest->statement(group.line)), Style::Pale, Kind::Host});
    return lines;
}

std::vector<Line> describeHeader(const Scene& scene, const Row& row)
{
    QStringList names{row.startsGroup ? row.title : QString(), row.role};
    names.removeAll(QString());
    std::vector<Line> lines;
    if (!names.isEmpty())
        lines.push_back({names.join(QStringLiteral(" · ")), Style::Strong, Kind::Host});
    if (const QString text = headerSubtitle(scene, row); !text.isEmpty())
        lines.push_back({text, Style::Pale, Kind::Host});
    return lines;
}

std::vector<Line> describeMember(const Scene& scene, const Row& row, double y)
{
    const auto member = memberAt(scene, row, y);
    const RankDigest* digest = rankDigestOf(scene);
    if (!member || digest == nullptr)
        return {};
    const auto& info = digest->set->members()[*member].info;
    const engine::analysis::RankLateness& rank = digest->lateness.ranks[*member];
    std::vector<Line> lines{{tr("Rank %1").arg(info.rank), Style::Strong, Kind::Host},
                            {tr("Node %1").arg(info.node), Style::Pale, Kind::Host}};
    if (digest->lateness.isNotable(*member) && rank.late > Nanoseconds{})
        lines.push_back({tr("%1 late").arg(look::durationText(rank.late)), Style::Pale, Kind::Host});
    return lines;
}

std::vector<Line> describeFailure(const Scene& scene)
{
    std::vector<Line> lines;
    for (const QString& text : failureTexts(scene))
        lines.push_back({text, lines.empty() ? Style::Strong : Style::Pale, Kind::Host});
    return lines;
}

std::vector<Line> describeBusy(const Scene& scene, const Row& row)
{
    if (!row.lane.isValid())
        return {};
    const model::TimeRange scope = scene.scope();
    const Nanoseconds busy = scene.trace->index(row.lane).busy(scope.begin, scope.end);
    const double share = engine::toSeconds(busy) / engine::toSeconds(scope.length());
    std::vector<Line> lines{
        {tr("%1 busy: %2 of %3")
             .arg(look::percentText(share), look::durationText(busy), look::durationText(scope.length())),
         Style::Strong, Kind::Host}};
    if (const QString all = look::percentText(computingShare(scene, row.lane)); all != look::percentText(share))
        lines.push_back({tr("All compute streams together: %1").arg(all), Style::Pale, Kind::Host});
    lines.push_back({tr("Scope: %1").arg(scene.scopeName()), Style::Pale, Kind::Host});
    return lines;
}

QString idleText(const Scene& scene, const Row& row, Nanoseconds time)
{
    using engine::analysis::Idle;
    if (!row.lane.isValid() || time < Nanoseconds{0} || time >= scene.trace->extent())
        return {};
    const auto idle = engine::analysis::idleAt(*scene.trace, row.lane, time);
    if (!idle)
        return {};
    const auto& trace = *scene.trace;
    const auto name = [&](OpId op) {
        const bool isCopy = engine::trace::isCopy(trace.op(op).kind);
        const QString label = model::operationLabel(trace, trace.op(op));
        return isCopy ? tr("the copy of %1").arg(label) : label;
    };
    switch (idle->why) {
        case Idle::Why::NothingLeft:
            return tr("idle: nothing left to do");
        case Idle::Why::Collective: {
            const auto& op = trace.op(idle->op);
            return tr("idle: stands in %1, line %2")
                .arg(QString::fromUtf8(trace.text(op.name)), QString::number(op.line));
        }
        case Idle::Why::PageWork:
            return tr("idle: only page work is left");
        case Idle::Why::OtherCore:
            return tr("idle: other cores still work");
        case Idle::Why::ProgramWaits: {
            const WaitRecord& wait = trace.waits()[static_cast<std::size_t>(idle->wait)];
            return wait.line > 0 ? tr("idle: the program waits in line %1").arg(wait.line)
                                 : tr("idle: the program waits");
        }
        case Idle::Why::NotIssued:
            return tr("idle: not even issued");
        case Idle::Why::Input:
            return idle->op.isValid() ? tr("idle: waits for %1").arg(name(idle->op)) : tr("idle: waits for its input");
        case Idle::Why::Turn:
            return idle->op.isValid() ? tr("idle: delayed by %1").arg(name(idle->op)) : tr("idle: waits for its turn");
    }
    return {};
}

}  // namespace ui::drawing
