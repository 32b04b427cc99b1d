#pragma once

#include "engine/base/statistics.h"
#include "engine/base/units.h"

#include <QString>
#include <concepts>

/// Number formats for the screen and for exported figures. The minus sign is U+2212, the multiplication sign U+00D7.
namespace ui::look {

[[nodiscard]] QString benchmarkText(double seconds);  ///< "0.4967 s", four decimals as in the book
/// "1.23 s (1.21–1.25)": the median and the quartiles, with decimals up to the first digit of the interquartile
/// range. A single sample is formatted as by benchmarkText().
[[nodiscard]] QString measuredText(const engine::Statistics& seconds);
[[nodiscard]] QString durationText(
    engine::Nanoseconds duration);                          ///< three significant digits: "9.97 ms", "169 ms", "1.19 s"
[[nodiscard]] QString clockText(engine::Nanoseconds time);  ///< "1.1826 s"; times below 10 ms as by durationText()
/// A time of the run, counted from `zero`, the begin of analysis::runScope(): "1.1826 s". A time before `zero` is in
/// the warm-up: "in the warm-up, 0.1200 s after the start".
[[nodiscard]] QString momentText(engine::Nanoseconds time, engine::Nanoseconds zero);
/// An interval of the run: "1.1826 – 1.1926 s", with enough digits for its length. An interval in the warm-up is
/// formatted like times of momentText().
[[nodiscard]] QString intervalText(engine::Nanoseconds begin, engine::Nanoseconds end, engine::Nanoseconds zero);
[[nodiscard]] QString bytesText(engine::Bytes bytes);       ///< "62.00 MiB", "2.72 GiB", as PyTorch prints
[[nodiscard]] QString rateText(double bytesPerSecond);      ///< "1.30 GB/s"
[[nodiscard]] QString flopText(double flops);               ///< "12.8 TFLOP"
[[nodiscard]] QString flopRateText(double flopsPerSecond);  ///< "12.8 TFLOP/s"
[[nodiscard]] QString percentText(double share);            ///< "66 %"
[[nodiscard]] QString factorText(double factor);            ///< "2.02×"
[[nodiscard]] QString countText(qint64 count);              ///< with the locale's group separators
[[nodiscard]] QString countText(std::unsigned_integral auto count)
{
    return countText(static_cast<qint64>(count));
}
/// "0.50": the number of `bytes` in the unit that bytesText() selects for `whole`.
[[nodiscard]] QString bytesNumberText(engine::Bytes bytes, engine::Bytes whole);
/// `text` with the sign of `value` before it; no sign for 0.
[[nodiscard]] QString signedText(double value, const QString& text);

}  // namespace ui::look
