#include "ui/compare/busy_curve.h"

#include <algorithm>
#include <cmath>

namespace ui::compare {

using engine::analysis::BusyStep;

namespace {

/// With more visible steps than this, the range is divided into equal parts that are averaged; single steps would not
/// be distinguishable.
constexpr std::size_t kMaxSteps = 4000;
/// Consecutive short steps are averaged over up to this multiple of the parameter `shortest`: long enough to level out
/// a regular pattern of work and gaps, short enough to show where the pattern changes.
constexpr int kLongest = 4;
/// A gap shorter than `shortest` divided by this is averaged with the next step; a line down to zero and back would
/// look like a pause.
constexpr int kGapShare = 4;
/// Averages that differ by less than this number of busy units are considered equal.
constexpr double kSameLevel = 0.15;

/// What a piece of the curve shows.
enum class Content : std::uint8_t {
    Step,    ///< one step, at its own level
    Average  ///< several short steps, replaced by their average
};

/// Merges adjacent averages of similar level into one piece with their common average.
std::vector<CurvePiece> levelled(const std::vector<CurvePiece>& pieces, const std::vector<Content>& contents)
{
    std::vector<CurvePiece> result;
    Content last = Content::Step;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const CurvePiece& piece = pieces[i];
        if (contents[i] == Content::Average && !result.empty() && last == Content::Average &&
            std::abs(result.back().units - piece.units) < kSameLevel) {
            CurvePiece& level = result.back();
            const auto before = static_cast<double>((level.end - level.begin).count());
            const auto added = static_cast<double>((piece.end - piece.begin).count());
            level.units = (level.units * before + piece.units * added) / (before + added);
            level.end = piece.end;
            continue;
        }
        result.push_back(piece);
        last = contents[i];
    }
    return result;
}

}  // namespace

BusyCurve::BusyCurve(std::vector<BusyStep> steps, Nanoseconds length) : m_steps(std::move(steps)), m_length(length)
{
    if (m_steps.empty() || m_steps.front().time > Nanoseconds{})
        m_steps.insert(m_steps.begin(), BusyStep{});
    m_busy.reserve(m_steps.size());
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        m_busy.push_back(sum);
        sum += (endOf(i) - m_steps[i].time).count() * m_steps[i].units;
    }
}

Nanoseconds BusyCurve::endOf(std::size_t step) const
{
    return step + 1 < m_steps.size() ? m_steps[step + 1].time : std::max(m_length, m_steps[step].time);
}

std::size_t BusyCurve::stepAt(Nanoseconds time) const
{
    const auto after = std::ranges::upper_bound(m_steps, time, {}, &BusyStep::time);
    return after == m_steps.begin() ? 0 : static_cast<std::size_t>(after - m_steps.begin()) - 1;
}

std::int64_t BusyCurve::busyUntil(Nanoseconds time) const
{
    if (m_steps.empty() || time <= Nanoseconds{})
        return 0;
    const std::size_t step = stepAt(time);
    return m_busy[step] + (std::min(time, endOf(step)) - m_steps[step].time).count() * m_steps[step].units;
}

CurvePiece BusyCurve::average(Nanoseconds begin, Nanoseconds end) const
{
    const auto busy = static_cast<double>(busyUntil(end) - busyUntil(begin));
    return {begin, end, busy / static_cast<double>(std::max<std::int64_t>(1, (end - begin).count()))};
}

std::vector<CurvePiece> BusyCurve::pieces(const model::TimeRange& range, Nanoseconds shortest) const
{
    std::vector<CurvePiece> result;
    const Nanoseconds begin = std::max(range.begin, Nanoseconds{});
    const Nanoseconds end = std::min(range.end, m_length);
    if (m_steps.empty() || begin >= end)
        return result;
    shortest = std::max(shortest, Nanoseconds{1});
    const std::size_t first = stepAt(begin);
    const std::size_t last = stepAt(end - Nanoseconds{1});
    if (last - first > kMaxSteps) {
        for (Nanoseconds at = begin; at < end; at += shortest)
            result.push_back(average(at, std::min(at + shortest, end)));
        return result;
    }
    std::vector<Content> contents;
    Nanoseconds since = begin;  // start of the short steps that are not in the result yet
    const auto close = [&](Nanoseconds at, Content content) {
        if (at > since) {
            result.push_back(average(since, at));
            contents.push_back(content);
        }
        since = at;
    };
    for (std::size_t i = first; i <= last; ++i) {
        const Nanoseconds from = std::max(m_steps[i].time, begin);
        const Nanoseconds to = std::min(endOf(i), end);
        const bool followsGap = from > since && (from - since) * kGapShare < shortest;
        if (to - from >= shortest && !followsGap) {
            close(from, Content::Average);
            close(to, Content::Step);
        } else if (to - from >= shortest || to - since >= kLongest * shortest) {
            close(to, Content::Average);
        }
    }
    close(end, Content::Average);
    return levelled(result, contents);
}

}  // namespace ui::compare
