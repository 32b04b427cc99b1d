#pragma once

#include "engine/trace/trace.h"
#include "ui/model/trace_feed.h"

#include <QString>
#include <optional>
#include <vector>

namespace ui::inspect {

enum class Tone : std::uint8_t { Plain, Kind, Sync, Fail, Ok };

/// A piece of the life bar; proportions are decided by the widget (a long wait must not hide a short run).
struct LifePart {
    enum class Role : std::uint8_t { Input, Waiting, Running };

    Role role = Role::Waiting;
    engine::Nanoseconds duration{};
    QString label;  ///< "waits for the stream 169.1 ms"
};

struct Row {
    QString name;
    QString value;
};

/// Everything that the inspector says about one thing. Texts between two backquotes are code.
struct Description {
    QString kindText;  ///< chip; empty: none
    Tone kindTone = Tone::Plain;
    engine::trace::Kind kind = engine::trace::Kind::Compute;
    QString stateText;  ///< chip; empty: none
    Tone stateTone = Tone::Plain;
    QString title;
    bool isCode = true;  ///< the title is code
    QString place;
    std::vector<LifePart> life;
    std::vector<Row> rows;
    QString whyTitle;  ///< "Why now?"
    QString why;
};

/// Where the times of a description count from: where the ruler does.
struct Clock {
    engine::Nanoseconds origin{};
    QString zero;  ///< "from line 13"
};

/// The clock of a view whose origin is `origin`; without one the run's first stopwatch.
[[nodiscard]] Clock clockOf(const engine::trace::Trace& trace, std::optional<engine::Nanoseconds> origin = {});

/// An operation at the moment `now`.
[[nodiscard]] Description describeOp(const engine::trace::Trace& trace, engine::OpId op, engine::Nanoseconds now,
                                     const std::optional<Clock>& clock = {});
/// Several operations at once: what they took together and from when to when.
[[nodiscard]] Description describeSeveral(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops,
                                          const std::optional<Clock>& clock = {});
/// A wait of the program, by its index in Trace::waits().
[[nodiscard]] Description describeWait(const engine::trace::Trace& trace, std::size_t wait, engine::Nanoseconds now,
                                       const std::optional<Clock>& clock = {});
/// A Benchmark block, by its index in Trace::blocks().
[[nodiscard]] Description describeBlock(const engine::trace::Trace& trace, std::size_t block,
                                        const model::RunContext& context, const std::optional<Clock>& clock = {});
/// The whole run.
[[nodiscard]] Description describeRun(const engine::trace::Trace& trace, engine::Nanoseconds now);

/// What the reader calls an operation: its label, or its operator and number ("mm #17").
[[nodiscard]] QString nameOf(const engine::trace::Trace& trace, engine::OpId op);

}  // namespace ui::inspect
