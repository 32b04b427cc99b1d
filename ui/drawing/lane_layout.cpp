#include "ui/drawing/lane_layout.h"

#include "engine/analysis/scope.h"
#include "engine/ranks/overview.h"
#include "engine/trace/imported.h"
#include "ui/drawing/bracket.h"
#include "ui/drawing/lane_choice.h"
#include "ui/drawing/lane_growth.h"
#include "ui/drawing/ranks/rank_layout.h"
#include "ui/look/languages.h"
#include "ui/model/lane_names.h"

#include <QCoreApplication>
#include <algorithm>

namespace ui::drawing {

using engine::DeviceId;
using engine::LaneId;
using engine::trace::DeviceRecord;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;

namespace {

// Heights at 100 % and normal density.
constexpr int kAxis = 26;
constexpr int kBenchmarks = 50;
constexpr int kFrontend = 46;
constexpr int kWork = 28;
constexpr int kCompute = 72;
constexpr int kCopy = 20;
constexpr int kCopyAlone = 42;
constexpr int kOverlap = 36;
constexpr int kLink = 19;
constexpr int kLinkUsed = 36;
constexpr int kFolded = 22;
constexpr int kOverview = 54;
constexpr int kKey = 26;
constexpr int kGhost = 18;
constexpr int kGap = 2;
/// Of the spare height, kEnough pixels are reserved for each stretching row. The lanes get the rest: they become at
/// most twice as tall, three times if there are no stretching rows, and four times in stage mode.
constexpr int kEnough = 110;
constexpr double kMaxGrowth = 1.0, kMaxGrowthAlone = 2.0, kMaxGrowthOfStage = 3.0;
/// Heights for a training: many lanes, two memory rows and the charts below share one screen.
namespace training {
constexpr int kBenchmarks = 28;
constexpr int kBatches = 30;
constexpr int kFrontend = 40;
constexpr int kCompute = 56;
constexpr int kComputeBars = 28;
constexpr int kCopy = 17;
constexpr int kOverlap = 22;
}  // namespace training
/// If more copy lanes than this are used, their rows are thin.
constexpr int kMaxTallCopies = 3;
/// If one device uses more streams than this, their rows are lower; above the second limit they have no statement
/// labels.
constexpr int kMaxTallStreams = 2;
constexpr int kMaxLabelledStreams = 4;
constexpr int kHeaderWidth = 136;

struct Tr {
    static QString tr(const char* text, int n = -1)
    {
        return QCoreApplication::translate("Timeline", text, nullptr, n);
    }
};

class Builder {
public:
    Builder(const Trace& trace, const LayoutOptions& options, UnusedLanes unused)
        : m_trace(trace),
          m_options(options),
          m_lanes(trace, options, unused),
          m_isTraining(m_lanes.isTraining()),
          m_copies(m_lanes.usedCopies())
    {
        m_layout.headerWidth = px(kHeaderWidth);
    }

    LaneLayout build()
    {
        addPinned(RowKind::Axis, kAxis);
        m_layout.pinnedTop = m_layout.rows.back().height;
        if (!m_trace.blocks().empty() || (m_trace.opCount() == 0 && !m_trace.rankPart().set))
            addBenchmarks();
        if (m_isTraining)
            addBatches();
        if (const engine::ranks::RunSet* set = engine::ranks::setOf(m_trace)) {
            const int below = m_options.hasOverview ? px(kOverview) + px(kKey) : 0;
            m_top = addRankRows(m_layout.rows, m_top, m_trace, *set, m_options, m_options.height - m_top - below);
        } else {
            addOneRun();
        }
        addExtra(m_isTraining);
        m_layout.height = m_top;
        return std::move(m_layout);
    }

private:
    void addOneRun()
    {
        addFrontend();
        for (const DeviceRecord& device : m_trace.devices())
            addDevice(device);
        flushFolded();
        addOverlap();
        // In a training the links repeat what the copy lanes show; the space is used for memory rows.
        if (!m_isTraining)
            addLinks();
        if (!m_lanes.isTight() && !m_idle.empty()) {
            Row& row = add(RowKind::Folded, dense(kFolded));
            row.title = Tr::tr("Idle lanes");
            row.startsGroup = true;
            row.folded = std::move(m_idle);
        }
    }

    [[nodiscard]] int px(double at100) const { return static_cast<int>(at100 * m_options.scale + 0.5); }
    [[nodiscard]] int dense(double at100) const
    {
        return px(m_options.density == Density::Compact ? at100 * 0.8 : at100);
    }

    /// Enlarges `row`, which must be the last one, by a thin row of the previous run.
    void addGhost(Row& row)
    {
        row.ghostHeight = px(kGhost);
        row.height += row.ghostHeight;
        m_top += row.ghostHeight;
    }

    Row& add(RowKind kind, int height)
    {
        Row row;
        row.kind = kind;
        row.top = m_top;
        row.height = height;
        row.barHeight = height;
        m_top += height;
        m_layout.rows.push_back(row);
        return m_layout.rows.back();
    }

    void addPinned(RowKind kind, int at100) { add(kind, px(at100)); }

    void addBenchmarks()
    {
        Row& row = add(RowKind::Benchmarks, dense(m_isTraining ? training::kBenchmarks : kBenchmarks));
        if (!m_isTraining) {
            const int more = px(kTailLevel) * (std::max(1, m_options.tails) - 1);
            row.height += more;  // barHeight is unchanged, so that the brackets do not move
            m_top += more;
        }
        row.title = Tr::tr("Benchmarks");
        row.icon = QStringLiteral("clock");
        row.startsGroup = true;
        if (m_options.ghost.hasBlocks)
            addGhost(row);
        m_top += px(kGap);
    }

    void addBatches()
    {
        Row& row = add(RowKind::Batches, dense(training::kBatches));
        row.title = engine::trace::isImported(m_trace.run()) ? Tr::tr("Steps") : Tr::tr("Batches");
        row.icon = QStringLiteral("layers");
        row.startsGroup = true;
    }

    void addFrontend()
    {
        Row& row = add(RowKind::Frontend, dense(m_isTraining ? training::kFrontend : kFrontend));
        row.barTop = dense(11);
        row.barHeight = dense(m_isTraining ? 24 : 28);
        row.title = Tr::tr("Frontend");
        row.subtitle = engine::trace::isImported(m_trace.run()) ? Tr::tr("launches, waits") : Tr::tr("Python");
        row.icon = QStringLiteral("python");
        row.startsGroup = true;
        row.isUsed = true;
        for (const LaneRecord& lane : m_trace.lanes())
            if (lane.role == LaneRole::Frontend)
                row.lane = lane.id;
        if (m_options.ghost.hasWaits)
            addGhost(row);
    }

    void addDevice(const DeviceRecord& device)
    {
        const auto lanes = m_lanes.lanesOf(device.id);
        const bool used = std::ranges::any_of(lanes, [&](const LaneRecord* lane) { return m_lanes.isInUse(lane->id); });
        if (!used && m_options.isStage && !m_trace.isLive())
            return;
        if (isGpu(device) && !used) {
            m_folded.push_back(&device);
            return;
        }
        if (!used && !lanes.empty() && m_lanes.foldsIdleLanes()) {
            m_idle.push_back(lanes.front()->id);
            return;
        }
        flushFolded();
        bool isFirst = true;
        const std::vector<const LaneRecord*> idle = m_lanes.foldedOf(device, lanes);
        const LaneRecord* spare = m_lanes.spareStreamOf(device, lanes);
        m_streams = static_cast<int>(std::ranges::count_if(lanes, [&](const LaneRecord* lane) {
            return lane->role == LaneRole::Compute && lane != spare && m_lanes.isInUse(lane->id);
        }));
        for (const LaneRecord* lane : lanes) {
            if (lane == spare)
                continue;
            if (spare != nullptr && lane->role != LaneRole::Compute)
                addFoldedStream(device, *std::exchange(spare, nullptr));
            if (!idle.empty() && lane == idle.front())
                addFoldedLanes(device, idle);
            if (std::ranges::find(idle, lane) == idle.end() && (isFirst || m_lanes.isShown(*lane)))
                addLane(device, *lane, std::exchange(isFirst, false), used);
            else if (m_lanes.isIdleCopy(*lane) && m_lanes.foldsIdleLanes())
                m_idle.push_back(lane->id);
        }
        if (spare != nullptr)
            addFoldedStream(device, *spare);
        if (lanes.empty()) {
            Row& row = add(RowKind::Work, dense(kWork));
            name(row, device);
        }
        if (isGpu(device))
            m_top += px(kGap);
    }

    void addFoldedStream(const DeviceRecord& device, const LaneRecord& lane)
    {
        if (!m_lanes.isInUse(lane.id))
            return;
        Row& row = add(RowKind::Folded, dense(kFolded));
        row.barTop = px(3);
        row.barHeight = row.height - 2 * row.barTop;
        row.device = device.id;
        row.role = roleText(lane);
        row.folded.push_back(lane.id);
    }

    void addFoldedLanes(const DeviceRecord& device, const std::vector<const LaneRecord*>& lanes)
    {
        Row& row = add(RowKind::Folded, dense(kFolded));
        row.barTop = px(3);
        row.barHeight = row.height - 2 * row.barTop;
        row.device = device.id;
        row.role = Tr::tr("%n workers", static_cast<int>(lanes.size()));
        for (const LaneRecord* lane : lanes)
            row.folded.push_back(lane->id);
    }

    void name(Row& row, const DeviceRecord& device)
    {
        row.title = QString::fromStdString(device.name);
        row.icon = QStringLiteral("chip");
        row.startsGroup = true;
        row.device = device.id;
    }

    void addLane(const DeviceRecord& device, const LaneRecord& lane, bool isFirst, bool isDeviceUsed)
    {
        if (!isFirst && isGpu(device) && !m_isTraining)
            m_top += px(kGap);
        const bool used = m_lanes.isInUse(lane.id);
        Row& row = addBars(lane, used, isFirst);
        row.lane = lane.id;
        row.device = device.id;
        row.isUsed = used;
        row.role = roleText(lane);
        if (m_lanes.hasGhost(lane.id))
            addGhost(row);
        if (!isFirst)
            return;
        name(row, device);
        if (isGpu(device))
            row.subtitle = look::machineText(m_trace.run().machine, device.model);
        row.isUsed = isDeviceUsed;
    }

    Row& addBars(const LaneRecord& lane, bool used, bool isFirst)
    {
        switch (lane.role) {
            case LaneRole::Compute:
                if (m_isTraining || m_streams > kMaxTallStreams)
                    return m_streams > kMaxLabelledStreams && !isFirst
                               ? addPlain(RowKind::Compute, kWork, 3)
                               : addLabelled(RowKind::Compute, training::kCompute, training::kComputeBars);
                return addLabelled(RowKind::Compute, kCompute, 42);
            case LaneRole::CpuWorker:
                // A barely used CPU gets a thin row; a CPU that computes gets nearly the height of a stream.
                if (!used || isBarelyUsed(m_trace, lane.id, m_isTraining ? 10 : 100))
                    return addPlain(RowKind::Work, kWork, 5);
                return m_isTraining ? addLabelled(RowKind::Work, training::kCompute - 4, training::kComputeBars)
                                    : addLabelled(RowKind::Work, kCompute - 6, 36);
            case LaneRole::CopyIn:
            case LaneRole::CopyOut:
            case LaneRole::CopyPeer:
            case LaneRole::Communication:
                if (m_isTraining)
                    return addPlain(RowKind::Copy, training::kCopy, 2);
                return addPlain(RowKind::Copy, used && m_copies <= kMaxTallCopies ? kCopyAlone : kCopy, 2);
            default:
                return addPlain(RowKind::Copy, kCopy, 2);
        }
    }

    Row& addLabelled(RowKind kind, int height, int bars)
    {
        Row& row = add(kind, dense(height));
        row.labelTop = dense(4);
        row.labelHeight = px(16);
        row.barTop = row.labelTop + row.labelHeight + px(3);
        row.barHeight = std::max(px(8), dense(bars));
        row.height = std::max(row.height, row.barTop + row.barHeight + px(5));
        m_top = row.top + row.height;
        return row;
    }

    Row& addPlain(RowKind kind, int height, int margin)
    {
        Row& row = add(kind, dense(height));
        row.barTop = px(margin);
        row.barHeight = row.height - 2 * row.barTop;
        return row;
    }

    [[nodiscard]] QString roleText(const LaneRecord& lane) const { return model::laneName(m_trace, lane); }

    void flushFolded()
    {
        if (m_folded.empty())
            return;
        Row& row = add(RowKind::Folded, dense(kFolded));
        name(row, *m_folded.front());
        if (m_folded.size() > 1) {
            const QString last = QString::fromStdString(m_folded.back()->name);
            row.title += QStringLiteral("–") + last.mid(last.lastIndexOf(QLatin1Char(' ')) + 1);
        }
        m_folded.clear();
    }

    /// Adds the concurrency band if at least two lanes work.
    void addOverlap()
    {
        const auto works = [&](const LaneRecord& lane) {
            return engine::analysis::isWorkLane(lane) && isUsed(m_trace, lane.id);
        };
        if (!m_options.hasOverlap || std::ranges::count_if(m_trace.lanes(), works) < 2)
            return;
        Row& row = add(RowKind::Overlap, dense(m_isTraining ? training::kOverlap : kOverlap));
        row.barTop = px(4);
        row.barHeight = row.height - 2 * row.barTop;
        row.title = Tr::tr("Concurrency");
        row.icon = QStringLiteral("layers");
        row.startsGroup = true;
        row.isUsed = true;
        m_top += px(kGap);
    }

    void addLinks()
    {
        std::vector<const LaneRecord*> links;
        for (const LaneRecord& lane : m_trace.lanes())
            if (lane.role == LaneRole::Link)
                links.push_back(&lane);
        constexpr std::size_t kIdleLinksShown = 2;
        const bool showIdle = !m_lanes.isTight() && !m_lanes.foldsIdleLanes() && links.size() <= kIdleLinksShown;
        const auto atWork =
            std::ranges::count_if(links, [&](const LaneRecord* lane) { return isUsed(m_trace, lane->id); });
        // If more links than this work, their rows are low, so that the memory rows below stay visible.
        constexpr std::ptrdiff_t kMaxTallLinks = 2;
        const bool isTall = atWork <= kMaxTallLinks;
        bool isFirst = true;
        QString technology;
        for (const LaneRecord* lane : links) {
            const bool used = isUsed(m_trace, lane->id);
            if (!used && m_lanes.foldsIdleLanes())
                m_idle.push_back(lane->id);
            if (!used && !showIdle)
                continue;
            Row& row = add(RowKind::Link, dense(used && (isTall || isFirst) ? kLinkUsed : kLink));
            // The rate of a link is drawn as a height. Without recorded rates, a low bar shows when the link is busy.
            row.barHeight = m_trace.rates(lane->id).empty() ? px(4) : row.height - px(8) - px(3);
            row.barTop = row.height - row.barHeight - px(3);
            row.lane = lane->id;
            row.isUsed = used;
            model::LinkName name = model::linkName(QString::fromStdString(lane->name));
            // A header has no room for the technology and two GPUs on one line.
            row.role = name.ends.startsWith(QLatin1String("GPU")) ? name.ends.remove(QLatin1String("GPU ")) : name.ends;
            if (name.technology != technology)
                row.subtitle = technology = std::move(name.technology);
            if (std::exchange(isFirst, false)) {
                row.startsGroup = true;
                row.title = links.size() == 1 ? Tr::tr("Link") : Tr::tr("Links");
                row.icon = QStringLiteral("link");
            }
        }
        if (!isFirst)
            m_top += px(kGap);
    }

    [[nodiscard]] double mostGrowth(bool othersStretch) const
    {
        return m_options.isStage ? kMaxGrowthOfStage : othersStretch ? kMaxGrowth : kMaxGrowthAlone;
    }

    /// Grows the rows with work by up to `spare` pixels if the window is larger than the run needs. Returns the pixels
    /// used.
    int grow(int spare, double most)
    {
        const int grown = growLanes(m_layout.rows, spare, most, m_options);
        m_top += grown;
        return grown;
    }

    /// If the pinned rows at the bottom, which begin at `fold`, would cover a part of a row of another view, moves that
    /// row down to `fold`: a curve that is cut off looks like a low one.
    void keepExtraWhole(int fold)
    {
        int top = m_top;
        for (const ExtraRow& extra : m_options.extra) {
            const int bottom = top + extra.minimumHeight;
            if (top < fold && fold < bottom) {
                m_top += fold - top - grow(fold - top, kMaxGrowthAlone);
                return;
            }
            top = bottom;
        }
    }

    void addExtra(bool hasLinksBelow)
    {
        const int overview = m_options.hasOverview && !m_options.isStage ? px(kOverview) : 0;
        const int key =
            m_options.hasOverview && (!m_options.ghost.isEmpty() || m_trace.opCount() > 0 || m_trace.rankPart().set)
                ? px(kKey)
                : 0;
        int needed = 0;
        int stretching = 0;
        for (const ExtraRow& extra : m_options.extra) {
            needed += extra.minimumHeight;
            stretching += extra.stretches ? 1 : 0;
        }
        int spare = std::max(0, m_options.height - m_top - needed - key - overview);
        // In a training, charts and memory rows get all the spare height.
        if (!m_isTraining)
            spare -= grow(spare - stretching * px(kEnough), mostGrowth(stretching > 0));
        if (spare == 0 && m_options.height > 0)
            keepExtraWhole(m_options.height - key - overview);
        for (std::size_t i = 0; i < m_options.extra.size(); ++i) {
            const ExtraRow& extra = m_options.extra[i];
            int height = extra.minimumHeight;
            if (extra.stretches) {
                const int share = spare / stretching--;
                spare -= share;
                height += share;
            }
            add(RowKind::Extra, height).extra = static_cast<int>(i);
        }
        if (hasLinksBelow && !engine::ranks::setOf(m_trace))
            addLinks();
        if (overview + key == 0)
            return;
        m_top = std::max(m_top, m_options.height - overview - key);
        if (key > 0) {
            Row& row = add(RowKind::Key, key);
            row.title = Tr::tr("Key");
            row.startsGroup = true;
        }
        if (overview > 0) {
            addPinned(RowKind::Overview, kOverview);
            m_layout.rows.back().title = Tr::tr("Overview");
            m_layout.rows.back().icon = QStringLiteral("layers");
        }
        m_layout.pinnedBottom = key + overview;
        m_layout.overviewHeight = overview;
    }

    const Trace& m_trace;
    const LayoutOptions& m_options;
    const LaneChoice m_lanes;
    const bool m_isTraining;
    const int m_copies;  ///< used copy lanes
    LaneLayout m_layout;
    std::vector<const DeviceRecord*> m_folded;
    std::vector<LaneId> m_idle;  ///< lanes of the row "Idle lanes"
    int m_streams = 0;           ///< used streams of the device being added
    int m_top = 0;
};

}  // namespace

bool isUsed(const Trace& trace, LaneId lane)
{
    return !trace.spans(lane).empty() || trace.running(lane).has_value();
}

bool isBarelyUsed(const Trace& trace, LaneId lane, std::int64_t share)
{
    const engine::Nanoseconds extent = trace.extent();
    return !trace.isLive() && trace.index(lane).busy(engine::Nanoseconds{0}, extent) * share < extent;
}

LaneLayout layOut(const Trace& trace, const LayoutOptions& options)
{
    LaneLayout layout = Builder(trace, options, UnusedLanes::Shown).build();
    // If memory rows would be below the visible area, lays out again without unused lanes. This matters most on
    // projectors.
    if (options.height <= 0 || options.extra.empty() || layout.height <= options.height)
        return layout;
    return Builder(trace, options, UnusedLanes::LeftOut).build();
}

}  // namespace ui::drawing
