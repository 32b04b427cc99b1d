#include "engine/io/detail/slice_rows.h"

#include "engine/base/expect.h"
#include "engine/io/detail/chrome_names.h"
#include "engine/io/detail/collective_names.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace engine::io::detail {

namespace {

/// Caches the kind of each pair of category and name, so that kindOf() scans a name once.
class Kinds {
public:
    explicit Kinds(const Texts& texts) : m_texts(texts) {}

    trace::Kind of(const ImportedSlice& slice)
    {
        const std::uint64_t key = (std::uint64_t{slice.category} << 32) | slice.name;
        const auto [at, isNew] = m_known.try_emplace(key, trace::Kind::Host);
        if (isNew)
            at->second = kindOf(slice.layer, m_texts[slice.category], m_texts[slice.name]);
        return at->second;
    }

private:
    const Texts& m_texts;
    std::unordered_map<std::uint64_t, trace::Kind> m_known;
};

class SlicePlacer {
public:
    explicit SlicePlacer(ImportedEvents& events)
        : m_events(events), m_kinds(events.texts), m_threads(events.threads.size())
    {
    }

    PlacedSlices run()
    {
        std::uint32_t i = 0;
        for (ImportedSlice& slice : m_events.slices) {
            place(slice);
            follow(slice, i++);
        }
        std::ranges::stable_sort(m_placed.launches, {}, &Launch::link);
        const auto twice = std::unique(m_placed.launches.begin(), m_placed.launches.end(),
                                       [](const Launch& a, const Launch& b) { return a.link == b.link; });
        m_placed.launches.erase(twice, m_placed.launches.end());
        return std::move(m_placed);
    }

private:
    struct FreeRow {
        std::int64_t from = 0;   ///< end of the row's last slice
        std::int64_t begin = 0;  ///< begin of the row's last slice
        std::uint32_t row = 0;
    };
    struct OuterSlice {
        std::int64_t end = 0;
        std::uint32_t text = 0;
        bool isBackward = false;
        /// Details of this slice if they state a process group, else of the innermost outer slice whose details do.
        std::uint32_t details = 0;
    };
    struct Thread {
        std::vector<FreeRow> calls;
        std::vector<FreeRow> annotations;
        std::vector<OuterSlice> ops;
        std::vector<OuterSlice> frames;
    };

    void place(ImportedSlice& slice)
    {
        slice.row = PlacedSlices::kNoRow;
        if (slice.layer == Layer::Python || slice.layer == Layer::Sync)
            return;
        const bool isAnnotation = slice.layer == Layer::Annotation;
        Thread& thread = m_threads[slice.thread];
        std::vector<FreeRow>& depths = isAnnotation ? thread.annotations : thread.calls;
        std::size_t depth = 0;
        while (depth < depths.size() && depths[depth].from > slice.begin)
            ++depth;
        if (depth == depths.size()) {
            if (depth >= kMaxDepth || m_placed.rows.size() >= kMaxRows) {
                ++m_events.leftOut;
                return;
            }
            depths.push_back(
                {std::numeric_limits<std::int64_t>::min(), 0, static_cast<std::uint32_t>(m_placed.rows.size())});
            m_placed.rows.push_back(
                {slice.thread, isAnnotation, static_cast<std::uint32_t>(depth), depth > 0, false, true, {}});
        }
        depths[depth].from = slice.end;
        depths[depth].begin = slice.begin;
        slice.row = depths[depth].row;
        SliceRow& row = m_placed.rows[slice.row];
        row.isNested = row.isNested && depth > 0 && depths[depth - 1].from >= slice.end;
        row.isGpu = row.isGpu || slice.layer == Layer::Gpu;
        row.isProgram = row.isProgram && slice.layer == Layer::Program;
        ++row.kinds[static_cast<std::size_t>(m_kinds.of(slice))];
    }

    static void leave(std::vector<OuterSlice>& stack, std::int64_t now)
    {
        while (!stack.empty() && stack.back().end <= now)
            stack.pop_back();
    }

    /// Updates the context of later slices. If this slice launched work, stores the context of the launch.
    void follow(const ImportedSlice& slice, std::uint32_t index)
    {
        Thread& thread = m_threads[slice.thread];
        switch (slice.layer) {
            case Layer::HostOp: {
                leave(thread.ops, slice.begin);
                const std::string& name = m_events.texts[slice.name];
                const bool isBackward = (!thread.ops.empty() && thread.ops.back().isBackward) ||
                                        name.starts_with("autograd::engine::evaluate_function") ||
                                        contains(name, "Backward");
                const std::uint32_t outer = thread.ops.empty() ? 0 : thread.ops.back().details;
                const SliceDetails& own = m_events.details[slice.details];
                if (thread.ops.size() < kMaxDepth)
                    thread.ops.push_back({slice.end, slice.name, isBackward, own.isCall() ? slice.details : outer});
                return;
            }
            case Layer::Python:
                leave(thread.frames, slice.begin);
                if (thread.frames.size() < kMaxDepth)
                    thread.frames.push_back({slice.end, slice.name});
                return;
            case Layer::Annotation:
                leave(m_ranges, slice.begin);
                if (m_ranges.size() < kMaxDepth && !m_events.texts[slice.name].starts_with("ProfilerStep#"))
                    m_ranges.push_back({slice.end, slice.name});
                return;
            case Layer::HostCall: {
                if (slice.link == 0)
                    return;
                leave(thread.ops, slice.begin);
                leave(thread.frames, slice.begin);
                leave(m_ranges, slice.begin);
                Launch launch{.link = slice.link, .slice = index};
                if (!thread.ops.empty()) {
                    launch.op = thread.ops.back().text;
                    launch.isBackward = thread.ops.back().isBackward;
                    launch.details = thread.ops.back().details;
                }
                launch.frame = thread.frames.empty() ? 0 : thread.frames.back().text;
                launch.phase = m_ranges.empty() ? 0 : m_ranges.back().text;
                m_placed.launches.push_back(launch);
                return;
            }
            default:
                return;
        }
    }

    ImportedEvents& m_events;
    Kinds m_kinds;
    std::vector<Thread> m_threads;
    std::vector<OuterSlice> m_ranges;
    PlacedSlices m_placed;
};

}  // namespace

trace::Kind kindOf(Layer layer, std::string_view category, std::string_view name)
{
    if (layer != Layer::HostCall && isCollective(name))
        return trace::Kind::Collective;
    if (layer == Layer::HostCall || layer == Layer::Annotation)
        return trace::Kind::Host;
    if (contains(name, "HtoD"))
        return trace::Kind::CopyIn;
    if (contains(name, "DtoH"))
        return trace::Kind::CopyOut;
    if (contains(name, "PtoP"))
        return trace::Kind::CopyPeer;
    if (contains(name, "DtoD"))
        return trace::Kind::Elementwise;  // a copy within one device
    const auto* const ours = std::ranges::find(kKindWords, category);
    trace::Kind kind = ours != kKindWords.end()   ? static_cast<trace::Kind>(ours - kKindWords.begin())
                       : category == "gpu_memset" ? trace::Kind::Elementwise
                       : category == "kernel" || category == "cpu_op" ? trace::Kind::Compute
                       : layer == Layer::Gpu                          ? trace::Kind::Compute
                       : layer == Layer::HostOp                       ? trace::Kind::Compute
                                                                      : trace::Kind::Host;
    if (layer == Layer::Gpu && (contains(name, "elementwise") || contains(name, "multi_tensor_apply") ||
                                contains(name, "Memset") || contains(name, "vectorized")))
        kind = trace::Kind::Elementwise;
    if (kind == trace::Kind::Compute && (contains(name, "Backward") || contains(name, "backward")))
        kind = trace::Kind::Backward;
    return kind;
}

trace::DependencyKind dependencyOf(std::string_view category)
{
    if (category == "WAR")
        return trace::DependencyKind::WriteAfterRead;
    if (category == "WAW")
        return trace::DependencyKind::WriteAfterWrite;
    // A flow "ac2g" leads from a launch to its kernel: the kernel follows the launch, but receives no data from it.
    return category == "stream" || category == "ac2g" ? trace::DependencyKind::Stream
                                                      : trace::DependencyKind::ReadAfterWrite;
}

PlacedSlices placeSlices(ImportedEvents& events)
{
    ENGINE_EXPECT(std::ranges::is_sorted(events.slices, {}, &ImportedSlice::begin));
    return SlicePlacer(events).run();
}

}  // namespace engine::io::detail
