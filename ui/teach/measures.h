#pragma once

#include "engine/trace/trace.h"

#include <QHash>
#include <QString>
#include <optional>

/// Numbers that a lesson's words name: taken from the run, or the book's; never written into the lesson.
///
/// A measure is one of
///   block:LABEL     seconds that the timed block of that name took (the last of that name)
///   blocks          seconds of all timed blocks
///   total           seconds from the first timed block to the end of the run
///   book:LABEL      seconds that the book prints for that block
///   peak:DEVICE     most bytes that were allocated on a device ("GPU 0")
///   busy:DEVICE     share of the timed part in which the device computed
///   waits           seconds in which the program waited, within the timed part
///   operations      how many were issued
///   metric:NAME     the last value of a curve that the program plotted
/// with "before:" in front for the run before the last change; two of them with " / " or " - " between give a factor
/// or a difference.
namespace ui::teach {

enum class Unit : std::uint8_t { Seconds, Bytes, Share, Count, Factor };

struct Measure {
    double value = 0;
    Unit unit = Unit::Seconds;
};

struct MeasureSource {
    const engine::trace::Trace* trace = nullptr;
    const engine::trace::Trace* before = nullptr;  ///< null: there was none
    QHash<QString, double> book;                   ///< label -> seconds
};

/// None: this run has no such number.
[[nodiscard]] std::optional<Measure> measure(const MeasureSource& source, const QString& what);
/// "0.4967 s", "3.26 GB", "66 %", "302", "2.02×".
[[nodiscard]] QString textOf(const Measure& measure);
/// "You guessed 1.0000 s; it is 0.5000 s: the guess is 2.00× as high."
[[nodiscard]] QString verdictOf(double guess, const Measure& actual);
/// The text with every {measure} filled in; "—" where there is no such number. `{{` stands for a brace.
[[nodiscard]] QString filled(const QString& text, const MeasureSource& source);
/// "s", "GB", "%", "×": beside the field of a guess; and the guess in it as a value of the unit.
[[nodiscard]] QString unitOf(Unit unit);
[[nodiscard]] double fromField(double number, Unit unit);
/// Whether the words of a measure can be understood, whatever the run.
[[nodiscard]] bool isMeasure(const QString& what);

}  // namespace ui::teach
