#include "ui/drawing/key_entries.h"

#include "ui/drawing/lane_geometry.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/look/translate.h"

#include <algorithm>

namespace ui::drawing {

using engine::trace::Kind;

namespace {

void addKinds(const KeySubject& subject, std::set<Kind>& kinds)
{
    kinds.insert(subject.kinds.begin(), subject.kinds.end());
    engine::trace::Coverage coverage;
    for (const engine::LaneId lane : subject.lanes) {
        const auto& index = subject.trace.index(lane);
        coverage = {};
        index.cover({subject.range.begin, subject.range.end, std::max(subject.columns, 1)}, coverage);
        for (const auto& slice : coverage.slices)
            kinds.insert(index.spans()[slice.span].kind);
        for (const auto& column : coverage.columns)
            kinds.insert(column.kind);
    }
}

bool showsMergedSpans(const KeySubject& subject)
{
    const auto merges = [&](const engine::trace::LaneIndex& index) {
        return hasMergedSpans(index, subject.range, subject.columns);
    };
    const auto isMerged = [&](engine::LaneId lane) { return merges(subject.trace.index(lane)); };
    return std::ranges::any_of(subject.lanes, isMerged) || std::ranges::any_of(subject.moreLanes, isMerged) ||
           (subject.concurrency != nullptr &&
            (merges(subject.concurrency->any()) || merges(subject.concurrency->many())));
}

bool hasWaits(const KeySubject& subject)
{
    const auto& waits = subject.trace.waits();
    const auto next = std::ranges::upper_bound(waits, subject.range.begin, {}, &engine::trace::WaitRecord::end);
    return next != waits.end() && next->begin < subject.range.end;
}

bool has(const KeySubject& subject, KeyItem item)
{
    switch (item) {
        case KeyItem::Ghost:
            return subject.hasGhost;
        case KeyItem::Mistimed:
            return subject.isMistimed;
        case KeyItem::Merged:
            return showsMergedSpans(subject);
        case KeyItem::Wait:
            return hasWaits(subject);
        case KeyItem::RankWait:
            return haveRanksWaits(subject.trace, subject.range);
        case KeyItem::Kind:
            break;
    }
    return false;
}

}  // namespace

std::vector<KeyEntry> keyEntries(std::span<const KeySubject> subjects, model::KindForm form)
{
    std::vector<KeyEntry> entries;
    for (const KeyItem item : {KeyItem::Ghost, KeyItem::Mistimed, KeyItem::Merged, KeyItem::Wait, KeyItem::RankWait})
        if (std::ranges::any_of(subjects, [&](const KeySubject& subject) { return has(subject, item); }))
            entries.push_back({item, Kind::Host, keyText(item)});
    std::set<Kind> kinds;
    for (const KeySubject& subject : subjects)
        addKinds(subject, kinds);
    // Bands do not distinguish the directions of copies, so their legend has one entry for all copies.
    const bool hasBands = std::ranges::any_of(
        subjects, [](const KeySubject& of) { return of.trace.lanes().empty() && of.trace.rankPart().set; });
    for (const Kind kind : kinds)
        entries.push_back(
            {KeyItem::Kind, kind, hasBands && kind == Kind::CopyIn ? tr("copies") : model::kindName(kind, form)});
    return entries;
}

QString keyText(KeyItem item)
{
    switch (item) {
        case KeyItem::Ghost:
            return tr("the run before");
        case KeyItem::Mistimed:
            return tr("mistimed");
        case KeyItem::Merged:
            return tr("merged");
        case KeyItem::Wait:
            return tr("the program waits");
        case KeyItem::RankWait:
            return tr("waits for another rank");
        case KeyItem::Kind:
            break;
    }
    return {};
}

}  // namespace ui::drawing
