#include "ui/figure/detail/plan.h"
#include "ui/look/format.h"

#include <algorithm>

namespace ui::figure {

namespace {

/// Ends of operations within the range, in time order.
std::vector<Nanoseconds> endsOf(const Trace& trace, const model::TimeRange& range)
{
    std::vector<Nanoseconds> ends;
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const engine::trace::Op& op = trace.op(engine::OpId(i));
        if (op.lane.isValid() && op.finished > range.begin && op.finished <= range.end)
            ends.push_back(op.finished);
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

}  // namespace

std::vector<Page> replayPages(const engine::trace::TracePtr& trace, const FigureOptions& options, int most)
{
    FigureOptions each = options;
    each.range = detail::rangeOf(*trace, options);
    each.showMagnified = false;
    const std::vector<Nanoseconds> ends = endsOf(*trace, *each.range);
    const std::size_t count = std::min<std::size_t>(ends.size(), static_cast<std::size_t>(std::max(1, most)));
    std::vector<Page> pages;
    for (std::size_t i = 1; i < count; ++i) {
        each.until = ends[i * ends.size() / count];
        each.subtitle = ui::tr("step %1 of %2: the first %3")
                            .arg(i)
                            .arg(count)
                            .arg(look::clockText(*each.until - each.range->begin));
        pages.push_back({trace, each});
    }
    each.until.reset();
    each.subtitle = options.subtitle;
    pages.push_back({trace, each});
    return pages;
}

std::vector<Page> flipPages(const engine::trace::TracePtr& trace, const FigureOptions& options)
{
    if (!options.before)
        return {{trace, options}};
    const auto titles = detail::comparisonTitles(*trace, options);
    FigureOptions after = options, before = options, both = options;
    both.what = FigureKind::Compare;
    after.what = before.what = FigureKind::Timeline;
    after.showMagnified = before.showMagnified = false;
    // The pages of the two runs have the same scale, so that the faster run is shorter on paper, too.
    const model::TimeRange was = detail::scopeOfBefore(options), is = detail::scopeOf(*trace, options);
    const Nanoseconds length = std::max(was.length(), is.length());
    before.range = model::TimeRange{was.begin, was.begin + length};
    after.range = model::TimeRange{is.begin, is.begin + length};
    before.context = options.beforeContext;
    before.listing = options.beforeListing;
    before.notes.clear();  // the notes belong to the current run
    before.before.reset();
    after.before.reset();
    before.subtitle = titles.first;
    after.subtitle = titles.second;
    return {{options.before, before}, {trace, after}, {trace, both}};
}

}  // namespace ui::figure
