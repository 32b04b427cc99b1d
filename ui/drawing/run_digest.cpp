#include "ui/drawing/run_digest.h"

#include "engine/analysis/part_names.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/look/languages.h"
#include "ui/model/statement.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

namespace ui::drawing {

using engine::analysis::Part;
using engine::trace::Span;

namespace {

/// Maximum number of statement groups of a lane; later operations get no label.
constexpr std::size_t kMaxGroups = 1'000'000;
/// In a live run with more operations than this, concurrency is not recomputed at each update.
constexpr std::size_t kMaxLive = 10'000;

bool skipsConcurrency(const Trace& trace)
{
    return trace.isLive() && trace.opCount() > kMaxLive;
}

bool continues(const StatementGroup& group, const Op& op, const Span& span)
{
    if (group.part)
        return true;
    if (op.line != group.line)
        return false;
    const Nanoseconds gap = span.begin - group.end;
    return gap <= std::max(group.end - group.begin, span.duration());
}

void count(StatementGroup& group, engine::NameId name)
{
    ++group.count;
    for (std::size_t i = 0; i < group.names.size(); ++i) {
        if (group.counts[i] == 0)
            group.names[i] = name;
        if (group.names[i] != name)
            continue;
        ++group.counts[i];
        return;
    }
}

}  // namespace

void RunDigest::update(const Trace& trace, const model::RunContext& context, Continuity continuity)
{
    if (continuity == Continuity::NewRun)
        *this = RunDigest();
    if (m_source.isEmpty() && !trace.run().source.empty())
        m_source = QString::fromStdString(trace.run().source).split(QLatin1Char('\n'));
    m_lanes.resize(trace.lanes().size());
    addTraining(trace);
    // Groups all operations again when a run has ended: operations that arrived after later operations of their lane
    // were skipped.
    if (m_wasLive && !trace.isLive())
        std::fill(m_lanes.begin(), m_lanes.end(), Lane());
    m_wasLive = trace.isLive();
    for (const auto& lane : trace.lanes())
        addSpans(trace, lane.id);
    addConcurrency(trace);
    addPhases(trace);
    m_frontend.update(trace);
    m_marks.update(trace, context);
    m_progress = engine::analysis::progressAtError(trace);
    addRanks(trace);
}

std::size_t RunDigest::unread(const Trace& trace) const
{
    return skipsConcurrency(trace) ? trace.opCount() - std::min(m_frontend.read(), trace.opCount()) : trace.opCount();
}

void RunDigest::addRanks(const Trace& trace)
{
    const auto& set = trace.rankPart().set;
    if (!set || (m_ranks && m_ranks->set == set))
        return;
    auto ranks = std::make_shared<RankDigest>();
    ranks->set = set;
    ranks->lateness = engine::analysis::lateness(*set);
    if (trace.lanes().empty())
        ranks->bands = std::make_unique<const RankBands>(set);
    m_ranks = std::move(ranks);
}

void RunDigest::addTraining(const Trace& trace)
{
    if (trace.programPart().steps.size() == m_steps)
        return;
    // The first step record shows that the run is a training; existing groups are discarded and rebuilt.
    if (m_steps == 0)
        for (Lane& lane : m_lanes)
            lane = Lane();
    m_steps = trace.programPart().steps.size();
    m_training = engine::analysis::training(trace);
}

void RunDigest::addConcurrency(const Trace& trace)
{
    if (skipsConcurrency(trace))
        return;
    m_concurrency = engine::analysis::Concurrency(trace);
    m_blocks = engine::analysis::timedBlocks(trace);
}

Part RunDigest::partOf(const Trace& trace, const Op& op)
{
    const quint64 key = (quint64{op.phase.index} << 32) ^ (quint64{op.name.index} << 4) ^ static_cast<quint64>(op.kind);
    const auto known = m_parts.constFind(key);
    if (known != m_parts.constEnd())
        return *known;
    const Part part = engine::analysis::partOf(trace, op);
    m_parts.insert(key, part);
    return part;
}

void RunDigest::addPhases(const Trace& trace)
{
    if (m_steps == 0)
        return;
    for (; m_phased < trace.opCount() && m_phases.size() < kMaxGroups; ++m_phased) {
        const Op& op = trace.op(engine::OpId{m_phased});
        const Part part = partOf(trace, op);
        // A named phase continues even if its operations belong to different parts: it may send the gradients of one
        // layer between the updates of others.
        const bool isContinuation = !m_phases.empty() && m_phases.back().phase == op.phase &&
                                    (op.phase.isValid() || m_phases.back().part == part) &&
                                    op.issueBegin - m_phases.back().end <= m_phases.back().end - m_phases.back().begin;
        if (!isContinuation)
            m_phases.push_back({op.issueBegin, op.issued, op.phase, part});
        m_phases.back().end = std::max(m_phases.back().end, op.issued);
    }
}

void RunDigest::addSpans(const Trace& trace, engine::LaneId id)
{
    Lane& lane = m_lanes[id.index];
    const auto& spans = trace.spans(id);
    // A new span may have been inserted before spans that were scanned already. The labels of a live run are then one
    // group behind until the run ends.
    for (; lane.spans < spans.size() && lane.groups.size() < kMaxGroups; ++lane.spans) {
        const Span& span = spans[lane.spans];
        if (!span.op.isValid() || span.op.index >= trace.opCount())
            continue;
        const Op& op = trace.op(span.op);
        if (op.line == 0 && m_steps == 0)
            continue;
        const std::optional<Part> part = m_steps > 0 ? std::optional(partOf(trace, op)) : std::nullopt;
        if (lane.groups.empty() || lane.groups.back().part != part || !continues(lane.groups.back(), op, span)) {
            StatementGroup group;
            group.part = part;
            group.begin = span.begin;
            group.line = op.line;
            group.first = op.id;
            group.kind = part ? engine::analysis::kindOf(*part, span.kind) : span.kind;
            lane.groups.push_back(group);
        }
        StatementGroup& group = lane.groups.back();
        group.end = std::max(group.end, span.end());
        group.last = op.id;
        count(group, op.name);
    }
}

const std::vector<StatementGroup>& RunDigest::groups(engine::LaneId lane) const
{
    static const std::vector<StatementGroup> kNone;
    return lane.isValid() && lane.index < m_lanes.size() ? m_lanes[lane.index].groups : kNone;
}

QString RunDigest::statement(int line) const
{
    if (line < 1 || line > m_source.size())
        return {};
    return model::statementOf(m_source[line - 1]);
}

QString RunDigest::groupText(const Trace& trace, const StatementGroup& group) const
{
    if (group.part) {
        const QString text = look::messageText(engine::analysis::nameOf(trace, *group.part));
        const bool isCounted = *group.part == Part::Exchange && group.count > 1;
        return isCounted ? QStringLiteral("%1 × %2").arg(text, QString::number(group.count)) : text;
    }
    const auto name = [&](std::size_t i) { return QString::fromUtf8(trace.text(group.names[i])); };
    const auto counted = [&](std::size_t i) { return QStringLiteral("%1 × %2").arg(group.counts[i]).arg(name(i)); };
    QString what;
    if (group.count == 1)
        what = name(0);
    else if (group.counts[0] == group.count)
        what = counted(0);
    else if (group.counts[0] + group.counts[1] == group.count)
        what = counted(0) + QStringLiteral(", ") + counted(1);
    else
        what = QCoreApplication::translate("Timeline", "%1 ops").arg(group.count);
    const QString line = statement(group.line);
    return line.isEmpty() ? what : line + QStringLiteral(" · ") + what;
}

}  // namespace ui::drawing
