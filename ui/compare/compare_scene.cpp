#include "ui/compare/compare_scene.h"

#include "engine/analysis/op_match.h"
#include "engine/trace/imported.h"
#include "ui/compare/labels.h"

#include <algorithm>
#include <set>

namespace ui::compare {

using drawing::Row;
using drawing::RowKind;
using engine::LaneId;
using engine::analysis::Side;

namespace {

constexpr double kAxis = 26;
constexpr double kTitle = 28;
constexpr double kCurveTitle = 36;
constexpr double kCurve = 260;
constexpr double kSmallestCurve = 90;
constexpr double kBandGap = 12;
constexpr double kMemoryKey = 24, kMemory = 52, kCompactMemory = 40;

model::TimeRange rangeOf(Nanoseconds length)
{
    return {-length / 48, length + length / 11};
}

bool isBusyWithin(const Side& side, LaneId lane)
{
    return lane.isValid() && side.trace->index(lane).busy(side.scope.begin, side.scope.end).count() > 0;
}

/// Returns the lanes of `own` that are used in the scope of at least one drawn side.
std::set<std::uint32_t> lanesShown(const CompareScene& scene, const Side& own)
{
    const std::vector<DrawnSide> sides = sidesOf(scene);
    std::set<std::uint32_t> lanes;
    for (const auto& lane : own.trace->lanes())
        if (isBusyWithin(own, lane.id) || std::any_of(sides.begin(), sides.end(), [&](const DrawnSide& drawn) {
                const Side& other = drawn.side();
                return isBusyWithin(other, engine::analysis::matchingLane(*own.trace, lane.id, *other.trace));
            }))
            lanes.insert(lane.id.index);
    return lanes;
}

/// Returns the other side of the pair, to be painted behind `which`.
drawing::Ghost ghostOf(const ComparedPair& pair, Which which)
{
    const Side& side = pair.side(which);
    const Which behind = which == Which::A ? Which::B : Which::A;
    const Side& other = pair.side(behind);
    drawing::Ghost ghost = drawing::makeGhost({other.trace, pair.of(behind).context}, *side.trace);
    ghost.shift = side.scope.begin - other.scope.begin;
    ghost.only = model::TimeRange{other.scope.begin, other.scope.end};
    return ghost;
}

drawing::MemoryTrack trackOf(const Side& side, engine::DeviceId device)
{
    drawing::MemoryTrack track(side.trace->devices()[device.index]);
    track.extend(*side.trace);
    return track;
}

/// Returns true if the peak memory of the two runs differs, or if in one of them memory changes in the compared part or
/// was insufficient.
bool tellsSomething(const ComparedMemory& memory, const Side& a, const Side& b)
{
    const auto changes = [](const std::optional<drawing::MemoryTrack>& track, const Side& side) {
        return track && (track->refused >= 0 || !track->isFlat({side.scope.begin, side.scope.end}));
    };
    const auto highest = [](const std::optional<drawing::MemoryTrack>& track) {
        return track ? track->curve.highest() : 0;
    };
    return highest(memory.a) != highest(memory.b) || changes(memory.a, a) || changes(memory.b, b);
}

/// Returns the memory of the GPUs of both runs, or of the CPU if no GPU has memory records. Leaves out devices whose
/// memory shows nothing (tellsSomething()).
std::vector<ComparedMemory> memoryOf(const Side& a, const Side& b)
{
    std::vector<ComparedMemory> all;
    const auto hasTrackOf = [&](const engine::trace::DeviceRecord& device) { return isGpu(device) || all.empty(); };
    for (const engine::trace::DeviceRecord* device : drawing::devicesWithMemory(*a.trace)) {
        if (!hasTrackOf(*device))
            continue;
        ComparedMemory& memory = all.emplace_back();
        memory.a = trackOf(a, device->id);
        const engine::DeviceId other = engine::analysis::matchingDevice(*a.trace, device->id, *b.trace);
        if (other.isValid() && !b.trace->memory(other).empty())
            memory.b = trackOf(b, other);
    }
    for (const engine::trace::DeviceRecord* device : drawing::devicesWithMemory(*b.trace))
        if (hasTrackOf(*device) && std::none_of(all.begin(), all.end(), [&](const ComparedMemory& memory) {
                return memory.b && memory.b->device.id == device->id;
            }))
            all.emplace_back().b = trackOf(b, device->id);
    std::erase_if(all, [&](const ComparedMemory& memory) { return !tellsSomething(memory, a, b); });
    for (ComparedMemory& memory : all)
        if (memory.a && memory.b)
            (memory.a->scale.top < memory.b->scale.top ? memory.a : memory.b)->scale =
                (memory.a->scale.top < memory.b->scale.top ? memory.b : memory.a)->scale;
    return all;
}

/// Adds the rows of memory below the lanes. Only the first band has a heading above these rows.
void addMemory(const CompareScene& scene, const DrawnSide& drawn, drawing::Density density, drawing::LaneLayout& layout)
{
    const auto& all = drawn.pair->memory();
    const auto add = [&](int extra, double height) {
        Row& row = layout.rows.emplace_back();
        row.kind = RowKind::Extra;
        row.extra = extra;
        row.top = layout.height;
        row.height = scene.theme->px(height);
        layout.height = row.bottom();
    };
    const int first = scene.arrangement == Arrangement::Overlaid ? 1 : 0;
    if (!all.empty() && drawn.number == first)
        add(-1, kMemoryKey);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].of(drawn.which))
            add(static_cast<int>(i), density == drawing::Density::Compact ? kCompactMemory : kMemory);
}

drawing::LaneLayout rowsOf(const CompareScene& scene, const DrawnSide& drawn, drawing::Density density)
{
    const Side& side = drawn.side();
    const auto shown = lanesShown(scene, side);
    drawing::LayoutOptions options;
    options.scale = scene.theme->scale();
    options.density = density;
    options.hasOverview = false;
    for (const std::uint32_t lane : shown)
        options.alsoUsed.emplace_back(lane);
    if (scene.arrangement == Arrangement::Overlaid)
        options.ghost = drawing::rowsOf(ghostOf(*drawn.pair, drawn.which));
    drawing::LaneLayout whole = drawing::layOut(*side.trace, options);
    drawing::LaneLayout layout;
    layout.headerWidth = whole.headerWidth;
    QString device;
    int top = 0;
    int before = 0;
    for (Row& row : whole.rows) {
        const bool isLane = row.lane.isValid() && row.kind != RowKind::Frontend;
        const bool isOfRanks = row.kind == RowKind::Node || row.kind == RowKind::Rank || row.kind == RowKind::Band;
        const bool isKept = row.kind == RowKind::Benchmarks || row.kind == RowKind::Frontend || isOfRanks ||
                            (isLane && row.kind != RowKind::Link && shown.contains(row.lane.index));
        if (row.startsGroup)
            device = row.title;
        const int gap = std::max(0, row.top - before);
        before = row.bottom();
        if (!isKept)
            continue;
        // If the first lane of a device is left out, its next lane shows the device's name.
        if (isLane && !row.startsGroup && (layout.rows.empty() || layout.rows.back().device != row.device)) {
            row.startsGroup = true;
            row.title = device;
            row.icon = QStringLiteral("chip");
        }
        row.top = top + (layout.rows.empty() ? 0 : gap);
        top = row.bottom();
        layout.rows.push_back(row);
    }
    layout.height = top;
    addMemory(scene, drawn, density, layout);
    return layout;
}

CompareLayout layOutWith(const CompareScene& scene, drawing::Density density)
{
    const auto px = [&](double at100) { return scene.theme->px(at100); };
    CompareLayout layout;
    layout.axisHeight = px(kAxis);
    int top = layout.axisHeight;
    for (DrawnSide& drawn : sidesOf(scene)) {
        if (drawn.which == Which::A && scene.arrangement == Arrangement::Overlaid)
            continue;
        CompareLayout::Band band;
        band.top = top;
        band.titleHeight = px(kTitle);
        band.rows = rowsOf(scene, drawn, density);
        band.drawn = std::move(drawn);
        top = band.bottom() + px(kBandGap);
        layout.headerWidth = band.rows.headerWidth;
        layout.bands.push_back(std::move(band));
    }
    layout.curveTop = top - px(kBandGap);
    layout.curveTitleHeight = px(kCurveTitle);
    layout.curveHeight = px(kSmallestCurve);
    layout.height = layout.curveTop + layout.curveTitleHeight + layout.curveHeight;
    return layout;
}

/// Returns statistics of a side's duration: of its repeated measurements, or of a single sample. A single sample is
/// returned for a run without repetitions, for several blocks, and for a block whose work ended after the program had
/// stopped its clock. For a virtual machine the spread is 0.
engine::Statistics statisticsOf(const ComparedRun& compared)
{
    const engine::analysis::Side& side = compared.side;
    const double seconds = engine::toSeconds(side.scope.length());
    const bool isExact = !engine::trace::isMeasured(side.trace->run());
    const engine::Statistics one{
        .samples = isExact ? 2 : 1, .minimum = seconds, .lower = seconds, .median = seconds, .upper = seconds};
    if (isExact || !compared.context.repeats)
        return one;
    if (!side.last)
        return compared.context.repeats->makespan;
    const auto& blocks = side.trace->blocks();
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (blocks[i].begin == side.scope.begin && blocks[i].end == side.scope.end)
            if (const engine::Statistics* times = compared.context.timesOf(i))
                return *times;
    return one;
}

}  // namespace

ComparedPair::ComparedPair(ComparedRun a, ComparedRun b)
    : m_a(std::move(a)),
      m_b(std::move(b)),
      m_comparison(engine::analysis::compareRuns(m_a.side, m_b.side)),
      m_curveA(m_comparison.busyA, m_comparison.lengthA()),
      m_curveB(m_comparison.busyB, m_comparison.lengthB()),
      m_memory(memoryOf(m_comparison.a, m_comparison.b))
{
    for (engine::analysis::Finding& finding : m_comparison.findings)
        if (const QString name = QString::fromStdString(finding.name);
            finding.what == engine::analysis::Finding::Subject::Parameter && m_b.parameterLabels.contains(name))
            finding.name = m_b.parameterLabels.value(name).toStdString();
    if (m_comparison.measured)
        m_comparison.measured = engine::differenceOf(statisticsOf(m_a), statisticsOf(m_b));
    m_digestA.update(*m_a.side.trace, m_a.context, drawing::Continuity::NewRun);
    m_digestB.update(*m_b.side.trace, m_b.context, drawing::Continuity::NewRun);
    const SideTitles titles = titlesOf(m_comparison);
    if (m_a.title.isEmpty())
        m_a.title = titles.a;
    if (m_b.title.isEmpty())
        m_b.title = titles.b;
}

Nanoseconds ComparedPair::length() const
{
    return std::max({m_comparison.lengthA(), m_comparison.lengthB(), Nanoseconds{1}});
}

std::vector<DrawnSide> sidesOf(const CompareScene& scene)
{
    std::vector<DrawnSide> sides{{scene.pair, Which::A, 0}, {scene.pair, Which::B, 1}};
    for (const PairPtr& pair : scene.more)
        sides.push_back({pair, Which::B, static_cast<int>(sides.size())});
    return sides;
}

Nanoseconds lengthOf(const CompareScene& scene)
{
    Nanoseconds length = scene.pair->length();
    for (const PairPtr& pair : scene.more)
        length = std::max(length, pair->length());
    return length;
}

model::TimeRange wholeRange(const ComparedPair& pair)
{
    return rangeOf(pair.length());
}

model::TimeRange wholeRange(const CompareScene& scene)
{
    return rangeOf(lengthOf(scene));
}

CompareLayout layOut(const CompareScene& scene)
{
    CompareLayout layout = layOutWith(scene, drawing::Density::Normal);
    if (layout.height > scene.size.height())
        layout = layOutWith(scene, drawing::Density::Compact);
    // The curves get up to kCurve pixels of the remaining height.
    const int spare = std::max(0, scene.size.height() - layout.height);
    layout.curveHeight += std::min(spare, scene.theme->px(kCurve));
    layout.height += std::min(spare, scene.theme->px(kCurve));
    return layout;
}

drawing::Scene axisOf(const CompareScene& scene, const CompareLayout& layout)
{
    drawing::Scene axis;
    axis.theme = scene.theme;
    axis.labels = scene.labels;
    axis.size = scene.size;
    axis.devicePixelRatio = scene.devicePixelRatio;
    axis.range = scene.range;
    axis.layout.headerWidth = layout.headerWidth;
    axis.layout.pinnedTop = layout.axisHeight;
    axis.playhead.time = scene.moment.value_or(Nanoseconds{});
    return axis;
}

drawing::Scene sceneOf(const CompareScene& scene, const CompareLayout::Band& band, drawing::Ghost& ghost)
{
    const ComparedPair& pair = *band.drawn.pair;
    const Which which = band.drawn.which;
    const Side& side = pair.side(which);
    drawing::Scene result;
    result.trace = side.trace;
    result.context = &pair.of(which).context;
    result.theme = scene.theme;
    result.digest = &pair.digest(which);
    result.layout = band.rows;
    result.size = QSize(scene.size.width(), band.rows.height);
    result.devicePixelRatio = scene.devicePixelRatio;
    result.range = {side.scope.begin + scene.range.begin, side.scope.begin + scene.range.end};
    result.extent = {side.scope.begin, side.scope.end};
    result.chosen.only = result.extent;
    result.origin = side.scope.begin;
    result.playhead.isShown = false;
    result.selection.arrows = drawing::ArrowMode::None;
    result.labels = scene.labels;
    // In the bands of B and C, the bracket of the compared block is highlighted.
    const auto& blocks = side.trace->blocks();
    for (std::size_t i = 0; which == Which::B && i < blocks.size(); ++i)
        if (blocks[i].begin == side.program().begin && blocks[i].end == side.program().end)
            result.chosen.block = static_cast<int>(i);
    if (scene.arrangement == Arrangement::Overlaid) {
        ghost = ghostOf(pair, which);
        result.before.ghost = &ghost;
    }
    return result;
}

std::optional<drawing::MemoryScene> memoryOf(const CompareScene& scene, const ComparedPair& pair, Which which,
                                             const ComparedMemory& memory)
{
    const std::optional<drawing::MemoryTrack>& track = memory.of(which);
    if (!track)
        return std::nullopt;
    const engine::analysis::Scope& scope = pair.side(which).scope;
    return drawing::MemoryScene{
        *track,
        *scene.theme,
        {scope.begin + std::max(Nanoseconds{}, scene.range.begin), scope.begin + scene.range.end},
        scope.end,
        drawing::PaintPath::Screen,
        scene.devicePixelRatio,
        {},
        scene.labels};
}

}  // namespace ui::compare
