#pragma once

#include "engine/trace/trace.h"

#include <QHash>
#include <QString>
#include <optional>

/// Numbers whose names appear in the texts of a lesson. Their values come from the run or the book and are never stored
/// in the lesson.
///
/// A measure is one of
///   block:LABEL     seconds of the last timed block with that label that did not fail
///   blocks          seconds of all timed blocks
///   total           makespan of the run
///   book:LABEL      seconds that the book prints for that block
///   peak:DEVICE     peak of allocated bytes on a device ("GPU 0")
///   busy:DEVICE     fraction of the run in which the busiest compute lane of a device was busy
///   waits           seconds of the run in which the program waited
///   operations      number of operations of the run
///   metric:NAME     the last value of a curve that the program plotted
/// For total, busy and waits, the run starts with the first timed block (runScope()). The prefix "before:" selects the
/// previous run, MeasureSource::before. Two measures joined by " / " give a factor, by " - " a difference.
namespace ui::teach {

enum class Unit : std::uint8_t { Seconds, Bytes, Share, Count, Factor };

struct Measure {
    double value = 0;
    Unit unit = Unit::Seconds;
};

/// The sources of the numbers. The traces must outlive the call of measure().
struct MeasureSource {
    const engine::trace::Trace* trace = nullptr;   ///< the displayed run; null: none
    const engine::trace::Trace* before = nullptr;  ///< the previous run; null: none
    QHash<QString, double> book;                   ///< label -> seconds
};

/// Returns the measure named `what`; empty if the run has no such number.
[[nodiscard]] std::optional<Measure> measure(const MeasureSource& source, const QString& what);
/// "0.4967 s", "3.04 GiB", "66 %", "302", "2.02×". A time below 1 ms has a smaller unit than s; if `longest`, the
/// longest time of the text, is at least 1 ms, only a time below 0.5 ms.
[[nodiscard]] QString textOf(const Measure& measure, double longest = 0);
/// "You guessed 1.0000 s; it is 0.5000 s: the guess is 2.00× as high."
[[nodiscard]] QString verdictOf(double guess, const Measure& actual);
/// Replaces every {measure} in `text` by its number, or by "—" if the run has none. `{{` is a literal brace.
[[nodiscard]] QString filled(const QString& text, const MeasureSource& source);
/// The unit beside the field of a guess ("s", "%", "×"; "GiB" or "MiB" as in textOf()), and the conversion of the
/// number in the field to a value of the measure.
[[nodiscard]] QString unitOf(const Measure& measure);
[[nodiscard]] double fromField(double number, const Measure& measure);
/// Whether the syntax of a measure is valid; independent of a run.
[[nodiscard]] bool isMeasure(const QString& what);

}  // namespace ui::teach
