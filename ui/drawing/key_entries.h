#pragma once

#include "engine/analysis/concurrency.h"
#include "engine/trace/trace.h"
#include "ui/model/operation_labels.h"
#include "ui/model/time_range.h"

#include <QString>
#include <set>
#include <span>
#include <vector>

namespace ui::drawing {

/// The types of entries of a timeline's legend (key). Kind: a kind of work.
enum class KeyItem : std::uint8_t { Ghost, Mistimed, Merged, Wait, RankWait, Kind };

/// The content of one timeline. A figure of two runs has two timelines and one legend.
struct KeySubject {
    const engine::trace::Trace& trace;
    model::TimeRange range;
    int columns = 1;
    std::vector<engine::LaneId> lanes = {};      ///< the legend lists the kinds of work of these lanes
    std::vector<engine::LaneId> moreLanes = {};  ///< other lanes, whose merged spans the legend explains
    std::set<engine::trace::Kind> kinds = {};    ///< more kinds of work that the legend lists
    const engine::analysis::Concurrency* concurrency = nullptr;  ///< concurrency of the timeline's band; null: no band
    bool hasGhost = false;
    bool isMistimed = false;
};

struct KeyEntry {
    KeyItem item = KeyItem::Kind;
    engine::trace::Kind kind = engine::trace::Kind::Host;
    QString text;
};

/// The entries of one legend for all `subjects`, in the order of KeyItem.
[[nodiscard]] std::vector<KeyEntry> keyEntries(std::span<const KeySubject> subjects, model::KindForm form);

/// Returns the legend's text for an item other than a kind of work.
[[nodiscard]] QString keyText(KeyItem item);

}  // namespace ui::drawing
