#pragma once

#include "engine/trace/trace.h"
#include "ui/model/lane_names.h"
#include "ui/model/time_range.h"
#include "ui/model/trace_feed.h"

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace ui::inspect {

enum class Tone : std::uint8_t { Plain, Kind, Sync, Fail, Warning };

/// A segment of the life bar. The widget chooses the widths, so that a long wait does not hide a short execution.
struct LifePart {
    enum class Role : std::uint8_t { Input, Waiting, Running };

    Role role = Role::Waiting;
    engine::Nanoseconds duration{};
    QString label;  ///< for example "waits for the stream 169.1 ms"
};

struct Row {
    QString name;
    QString value;
};

/// A small table of numbers. Its first row contains the column titles.
struct Table {
    QString title, tip;
    std::vector<QStringList> rows{};
    QString note{};  ///< a line of text below the table
};

/// All texts that the inspector shows about one item. Text between backquotes is code.
struct Description {
    QString kindText;  ///< text of a chip; empty: no chip
    Tone kindTone = Tone::Plain;
    engine::trace::Kind kind = engine::trace::Kind::Compute;
    QString stateText;  ///< text of a chip; empty: no chip
    Tone stateTone = Tone::Plain;
    QString title;
    bool isCode = true;  ///< whether the title is shown as code
    QString place;
    std::vector<LifePart> life;
    std::vector<Row> rows;
    Table table{};            ///< below the rows; empty: none
    bool isWhyFirst = false;  ///< `why` is shown above the rows
    QString whyTitle;         ///< for example "Why now?"
    QString why;
};

/// Describes an operation at time `now`.
[[nodiscard]] Description describeOp(const engine::trace::Trace& trace, engine::OpId op, engine::Nanoseconds now);
/// Describes several operations: their total time, and the interval that contains them.
[[nodiscard]] Description describeSeveral(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops);
/// Describes a wait of the program; `wait` is an index into Trace::waits().
[[nodiscard]] Description describeWait(const engine::trace::Trace& trace, std::size_t wait, engine::Nanoseconds now);
/// Describes a Benchmark block; `block` is an index into Trace::blocks().
[[nodiscard]] Description describeBlock(const engine::trace::Trace& trace, std::size_t block,
                                        const model::RunContext& context);
/// Describes the run. If `part` is set, all numbers are of that part of the run.
[[nodiscard]] Description describeRun(const engine::trace::Trace& trace, engine::Nanoseconds now,
                                      const std::optional<model::TimeRange>& part = {});
/// Describes the displayed run of several ranks: as describeRun(), but with the lateness, lower bounds of the step
/// time, and the buckets of the step at `now`.
[[nodiscard]] Description describeRunOfRanks(const engine::trace::Trace& trace, model::RankFigures& figures,
                                             engine::Nanoseconds now);

/// Describes how late ranks of the displayed run are. `members`: indices of the ranks in the run. For a single rank,
/// also describes its work relative to the median rank, and why it is late. `hasScope`: the user has selected a part of
/// the run; the description then states that its numbers are of the whole run.
[[nodiscard]] Description describeRanks(model::TraceFeed& feed, const std::vector<std::uint32_t>& members,
                                        bool hasScope = false);

using model::nameOf;

}  // namespace ui::inspect
