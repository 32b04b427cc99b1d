#include "engine/calibrate/fit.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace engine::calibrate {

namespace {

Error unfit(Message why)
{
    return makeError(ErrorCode::InvalidArgument, std::move(why));
}

Status check(std::span<const Point> points, std::size_t atLeast)
{
    for (const Point& point : points)
        if (!std::isfinite(point.seconds) || point.seconds <= 0 || !std::isfinite(point.amount) || point.amount < 0)
            return unfit(message("calibrate.no-clock"));
    std::vector<double> amounts;
    for (const Point& point : points)
        amounts.push_back(point.amount);
    std::ranges::sort(amounts);
    const auto different = std::unique(amounts.begin(), amounts.end()) - amounts.begin();
    if (static_cast<std::size_t>(different) < atLeast)
        return unfit(message("calibrate.too-few-sizes", atLeast, different));
    return {};
}

double residualOf(std::span<const Point> points, double fixed, double slope)
{
    double sum = 0;
    for (const Point& point : points) {
        const double error = (fixed + slope * point.amount) / point.seconds - 1;
        sum += error * error;
    }
    return std::sqrt(sum / static_cast<double>(points.size()));
}

// Minimises the sum of squares of (fixed + slope * amount - seconds) / seconds over the slope.
double slopeFor(std::span<const Point> points, double fixed)
{
    double xx = 0;
    double xy = 0;
    for (const Point& point : points) {
        const double x = point.amount / point.seconds;
        xx += x * x;
        xy += x * (1 - fixed / point.seconds);
    }
    return xx > 0 ? xy / xx : 0;
}

}  // namespace

Result<LineFit> fitRate(std::span<const Point> points, double fixed)
{
    if (Status status = check(points, 1); !status)
        return std::move(status).error();
    const double slope = slopeFor(points, fixed);
    if (!(slope > 0))
        return unfit(message("calibrate.no-rate"));
    return LineFit{.fixed = fixed, .rate = 1 / slope, .residual = residualOf(points, fixed, slope)};
}

Result<LineFit> fitLine(std::span<const Point> points)
{
    if (Status status = check(points, 2); !status)
        return std::move(status).error();
    // Solves the weighted problem for both unknowns; amounts are scaled so that the sums stay in range.
    const double scale = std::ranges::max_element(points, {}, &Point::amount)->amount;
    double ww = 0;
    double wx = 0;
    double xx = 0;
    double w = 0;
    double x = 0;
    for (const Point& point : points) {
        const double one = 1 / point.seconds;
        const double at = point.amount / scale / point.seconds;
        ww += one * one;
        wx += one * at;
        xx += at * at;
        w += one;
        x += at;
    }
    const double determinant = ww * xx - wx * wx;
    const double fixed = determinant > 0 ? (w * xx - x * wx) / determinant : 0;
    return fitRate(points, std::max(0.0, fixed));
}

Result<GemmFit> fitGemm(std::span<const Point> points, double kernel)
{
    const auto line = fitLine(points);
    if (!line)
        return Error(line.error());
    const double half = (line->fixed - kernel) * line->rate;
    if (half >= 0)
        return GemmFit{.rate = line->rate, .half = half, .residual = line->residual};
    const auto through = fitRate(points, kernel);
    if (!through)
        return Error(through.error());
    return GemmFit{.rate = through->rate, .half = 0, .residual = through->residual};
}

Result<ElementwiseFit> fitElementwise(std::span<const Point> points, double empty)
{
    std::vector<Point> large;
    std::ranges::copy_if(points, std::back_inserter(large),
                         [empty](const Point& point) { return point.seconds >= 2 * empty; });
    const auto line = fitLine(large);
    if (!line)
        return Error(line.error());
    ElementwiseFit fit{.kernel = line->fixed, .shortest = 0, .bandwidth = line->rate, .residual = line->residual};
    if (fit.kernel > empty) {
        const auto through = fitRate(large, empty);
        if (!through)
            return Error(through.error());
        fit = {.kernel = empty, .shortest = 0, .bandwidth = through->rate, .residual = through->residual};
    }
    fit.shortest = empty - fit.kernel;
    return fit;
}

Result<CacheFit> fitCache(std::span<const Point> points, double fixed)
{
    std::vector<Point> sorted(points.begin(), points.end());
    std::ranges::sort(sorted, {}, &Point::amount);
    const auto plain = fitRate(sorted, fixed);
    if (Status status = check(sorted, 2); !status)
        return std::move(status).error();
    if (!plain)
        return Error(plain.error());
    CacheFit best{.border = 0, .inside = plain->rate, .outside = plain->rate, .residual = plain->residual};
    const auto count = static_cast<double>(sorted.size());
    for (std::size_t cut = 1; cut < sorted.size(); ++cut) {
        const auto inside = fitRate(std::span(sorted).first(cut), fixed);
        const auto outside = fitRate(std::span(sorted).subspan(cut), fixed);
        if (!inside || !outside || inside->rate < 1.2 * outside->rate)
            continue;
        const double squares = inside->residual * inside->residual * static_cast<double>(cut) +
                               outside->residual * outside->residual * (count - static_cast<double>(cut));
        if (std::sqrt(squares / count) < best.residual)
            best = {.border = std::sqrt(sorted[cut - 1].amount * sorted[cut].amount),
                    .inside = inside->rate,
                    .outside = outside->rate,
                    .residual = std::sqrt(squares / count)};
    }
    return best;
}

Result<double> shareOf(double ratio)
{
    if (!(ratio > 1.02 && ratio < 1.98))
        return unfit(message("calibrate.no-share", std::to_string(ratio)));
    return 1 / (3 - ratio);
}

}  // namespace engine::calibrate
