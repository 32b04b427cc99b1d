#include "ui/drawing/rank_layout.h"

#include "engine/analysis/scope.h"
#include "ui/model/lane_names.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace ui::drawing {

using engine::ranks::Member;
using engine::ranks::RunSet;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;
using engine::trace::Trace;

namespace {

// Heights at 100 % and normal density.
constexpr int kNode = 22;
constexpr int kLabel = 15;
constexpr int kOperations = 34;
constexpr int kOtherLane = 17;
constexpr int kCommunication = 40;
constexpr int kShape = 32;
constexpr int kFoldedRank = 19;
constexpr int kTallestFoldedRank = 38;
constexpr int kLeastBand = 240;

class RankRows {
public:
    RankRows(std::vector<Row>& rows, int top, const Trace& trace, const RunSet& set, const LayoutOptions& options)
        : m_rows(rows), m_top(top), m_trace(trace), m_set(set), m_options(options)
    {
    }

    int add(int spare)
    {
        if (m_trace.lanes().empty()) {
            addBand(spare);
            return m_top;
        }
        const auto members = m_set.members();
        const int nodes = m_options.rankOrder.size() == members.size() ? 0 : static_cast<int>(m_set.nodeCount());
        m_foldedHeight = std::clamp((spare - nodes * px(kNode)) / static_cast<int>(members.size()), px(kFoldedRank),
                                    px(kTallestFoldedRank));
        for (std::uint32_t i = 0; i < members.size(); ++i) {
            // Ranks are below a row of their node only in rank order: in another order, the ranks of a node are not
            // adjacent.
            const bool isByRank = m_options.rankOrder.size() != members.size();
            if (isByRank && (i == 0 || members[i].info.node != members[i - 1].info.node))
                addNode(i);
            const std::uint32_t member = isByRank ? i : m_options.rankOrder[i];
            if (members.size() <= kMaxUnfoldedRanks)
                addRank(member);
            else
                addFoldedRank(member);
        }
        return m_top;
    }

private:
    static QString tr(const char* text, int n = -1)
    {
        return QCoreApplication::translate("Timeline", text, nullptr, n);
    }
    [[nodiscard]] int px(double at100) const { return static_cast<int>(at100 * m_options.scale + 0.5); }
    [[nodiscard]] int dense(double at100) const
    {
        return px(m_options.density == Density::Compact ? at100 * 0.8 : at100);
    }

    Row& addRow(RowKind kind, int height, std::uint32_t member)
    {
        Row row;
        row.kind = kind;
        row.top = m_top;
        row.height = height;
        row.barHeight = height;
        row.member = static_cast<int>(member);
        row.isUsed = true;
        m_top += height;
        m_rows.push_back(row);
        return m_rows.back();
    }

    void addNode(std::uint32_t first)
    {
        const Member& member = m_set.members()[first];
        Row& row = addRow(RowKind::Node, px(kNode), first);
        row.title = tr("Node %1").arg(member.info.node);
        row.role = QString::fromStdString(member.info.host);
        row.startsGroup = true;
    }

    [[nodiscard]] std::vector<const LaneRecord*> lanesOf(std::uint32_t member) const
    {
        std::vector<const LaneRecord*> lanes;
        for (const LaneRecord& lane : m_trace.lanes())
            if (engine::analysis::isWorkLane(lane) && lane.device.index < m_trace.devices().size() &&
                m_trace.devices()[lane.device.index].member == member)
                lanes.push_back(&lane);
        // Leaves out a nearly idle CPU of a rank that computes on GPUs.
        const auto isIdle = [&](const LaneRecord* lane) {
            return lane->role == LaneRole::CpuWorker && isBarelyUsed(m_trace, lane->id);
        };
        if (std::ranges::any_of(lanes, [](const LaneRecord* lane) { return lane->role == LaneRole::Compute; }))
            std::erase_if(lanes, isIdle);
        // Computing first, that of GPUs before that of the CPU, then copies, then communication.
        std::ranges::stable_sort(lanes, [](const LaneRecord* a, const LaneRecord* b) {
            const auto placeOf = [](const LaneRecord* lane) {
                return lane->role == LaneRole::Compute ? 0 : lane->role == LaneRole::CpuWorker ? 1 : 2;
            };
            return std::tuple(placeOf(a), a->role, a->index) < std::tuple(placeOf(b), b->role, b->index);
        });
        return lanes;
    }

    [[nodiscard]] QString rankName(std::uint32_t member) const
    {
        return tr("Rank %1").arg(m_set.members()[member].info.rank);
    }

    /// The name of the lane's device within its rank.
    [[nodiscard]] QString deviceOf(const LaneRecord& lane) const
    {
        return QString::fromStdString(m_trace.devices()[lane.device.index].name).section(QStringLiteral(" · "), 1);
    }

    void addRank(std::uint32_t member)
    {
        bool isFirst = true;
        for (const LaneRecord* lane : lanesOf(member)) {
            Row& row = lane->role == LaneRole::Communication ? addCommunication(member)
                       : isFirst                             ? addOperations(member)
                                                             : addPlain(member);
            row.lane = lane->id;
            row.device = lane->device;
            // On the CPU of a rank with GPUs, the lane's name would be that of the GPU's lane.
            row.role =
                lane->role == LaneRole::CpuWorker && !isFirst ? deviceOf(*lane) : model::laneName(m_trace, *lane);
            if (std::exchange(isFirst, false)) {
                row.startsGroup = true;
                row.title = rankName(member);
                row.subtitle = deviceOf(*lane);
                row.icon = QStringLiteral("chip");
            }
        }
    }

    Row& addOperations(std::uint32_t member)
    {
        Row& row = addRow(RowKind::Compute, 0, member);
        row.labelTop = px(3);
        row.labelHeight = px(kLabel);
        row.barTop = row.labelTop + row.labelHeight + px(2);
        row.barHeight = dense(kOperations);
        row.height = row.barTop + row.barHeight + px(6);
        m_top = row.top + row.height;
        return row;
    }

    Row& addPlain(std::uint32_t member)
    {
        Row& row = addRow(RowKind::Copy, dense(kOtherLane), member);
        row.barTop = px(2);
        row.barHeight = row.height - 2 * row.barTop;
        return row;
    }

    Row& addCommunication(std::uint32_t member)
    {
        Row& row = addRow(RowKind::Communication, dense(kCommunication), member);
        row.barHeight = std::min(row.height, dense(kShape));
        row.barTop = (row.height - row.barHeight) / 2;
        return row;
    }

    void addFoldedRank(std::uint32_t member)
    {
        Row& row = addRow(RowKind::Rank, m_foldedHeight, member);
        row.barTop = px(1);
        row.barHeight = row.height - px(2);
        row.title = rankName(member);
        for (const LaneRecord* lane : lanesOf(member))
            row.folded.push_back(lane->id);
    }

    void addBand(int spare)
    {
        Row& row = addRow(RowKind::Band, std::max(px(kLeastBand), spare), 0);
        row.startsGroup = true;
        row.icon = QStringLiteral("layers");
        row.title = tr("%Ln ranks", static_cast<int>(m_set.rankCount()));
        row.subtitle = tr("%Ln nodes", static_cast<int>(m_set.nodeCount()));
    }

    std::vector<Row>& m_rows;
    int m_top;
    const Trace& m_trace;
    const RunSet& m_set;
    const LayoutOptions& m_options;
    int m_foldedHeight = 0;  ///< of a rank in one row
};

}  // namespace

int addRankRows(std::vector<Row>& rows, int top, const Trace& trace, const RunSet& set, const LayoutOptions& options,
                int spare)
{
    return RankRows(rows, top, trace, set, options).add(spare);
}

}  // namespace ui::drawing
