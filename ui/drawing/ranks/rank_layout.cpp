#include "ui/drawing/ranks/rank_layout.h"

#include "engine/analysis/scope.h"
#include "ui/model/lane_names.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace ui::drawing {

using engine::ranks::Member;
using engine::ranks::RunSet;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;

namespace {

// Heights at 100 % and normal density.
constexpr int kNode = 22, kLowNode = 17;
constexpr int kLabel = 15;
constexpr int kOperations = 34, kLowOperations = 18;
constexpr int kOtherLane = 17, kLowLane = 13;
constexpr int kCommunication = 40, kLowCommunication = 26;
constexpr int kShape = 32;
constexpr int kOpenedOperations = 26;
constexpr int kFoldedRank = 19;
constexpr int kLeastFoldedRank = 5;
constexpr int kTallestFoldedRank = 38;
constexpr int kLeastBand = 240;
constexpr int kLeastPart = 20;  ///< minimum height of each part of a band that late ranks divide
constexpr int kLateRank = 46;
/// Minimum distance between the names of ranks in low rows.
constexpr int kName = 14;
/// Maximum fraction of the height for rows of nodes.
constexpr double kMaxNodes = 0.3;

/// The rows in which the lanes of a rank are shown. From Lanes to Folded, each form needs less height than the previous
/// one. Opened is not one of these steps.
enum class Form : std::uint8_t {
    Lanes,   ///< each lane has a row
    Brief,   ///< all lanes except the first and those of communication share a low row
    Low,     ///< as Brief, with low bars
    Folded,  ///< the rank has one row
    Opened,  ///< for an opened rank: as Low, without labels above the bars
};

/// The names of the ranks of a set, and of their lanes and devices.
class RankNames {
public:
    RankNames(const Trace& trace, const RunSet& set) : m_trace(trace), m_set(set) {}

    static QString tr(const char* text, int n = -1)
    {
        return QCoreApplication::translate("Timeline", text, nullptr, n);
    }
    [[nodiscard]] bool areRanksNodes() const
    {
        return m_set.nodeCount() > 1 && m_set.nodeCount() == m_set.members().size();
    }
    [[nodiscard]] QString rankName(std::uint32_t member) const
    {
        return tr("Rank %1").arg(m_set.members()[member].info.rank);
    }
    /// Names a rank and its node: "Rank 3 · node1"; only the rank if all are on one node.
    [[nodiscard]] QString rankAndNode(std::uint32_t member) const
    {
        return m_set.nodeCount() > 1 ? rankName(member) + QStringLiteral(" · ") + nodeName(member) : rankName(member);
    }
    [[nodiscard]] QString nodeName(std::uint32_t member) const
    {
        const auto& info = m_set.members()[member].info;
        return info.host.empty() ? tr("Node %1").arg(info.node) : QString::fromStdString(info.host);
    }

    /// The name of the lane's device within its rank.
    [[nodiscard]] QString deviceOf(const LaneRecord& lane) const
    {
        return QString::fromStdString(m_trace.devices()[lane.device.index].name).section(QStringLiteral(" · "), 1);
    }

    /// Returns the name of a lane whose row is below the row of the rank's first lane.
    [[nodiscard]] QString roleOf(const LaneRecord& lane, const LaneRecord& first) const
    {
        // If the rank also has GPUs, laneName() would return the same name for a CPU lane as for the GPU's lane.
        const bool isOfCpu = lane.role == LaneRole::CpuWorker && lane.device != first.device;
        return isOfCpu ? deviceOf(lane) : model::laneName(m_trace, lane);
    }

private:
    const Trace& m_trace;
    const RunSet& m_set;
};

class RankRows {
public:
    RankRows(std::vector<Row>& rows, int top, const Trace& trace, const RunSet& set, const LayoutOptions& options)
        : m_rows(rows), m_top(top), m_trace(trace), m_set(set), m_names(trace, set), m_options(options)
    {
    }

    int add(int spare)
    {
        if (m_trace.lanes().empty()) {
            addBands(spare);
            return m_top;
        }
        const auto members = m_set.members();
        chooseFoldedHeight(spare);
        const int top = m_top;
        const std::size_t before = m_rows.size();
        m_form = members.size() <= kMaxUnfoldedRanks ? Form::Lanes : Form::Folded;
        addMembers();
        while (m_options.height > 0 && m_top - top > spare && m_form != Form::Folded) {
            m_rows.resize(before);
            m_top = top;
            m_form = static_cast<Form>(static_cast<int>(m_form) + 1);
            addMembers();
        }
        if (m_form == Form::Folded)
            nameRows(before);
        return m_top;
    }

private:
    /// Chooses the height of a rank in one row. If there is no room for rows of nodes, lines separate the nodes.
    void chooseFoldedHeight(int spare)
    {
        m_foldedHeight = px(kFoldedRank);
        if (m_options.height <= 0)
            return;
        int late = 0, opened = 0, openedHeight = 0;
        for (std::uint32_t i = 0; i < m_set.members().size(); ++i)
            if (openRank(i) != nullptr) {
                ++opened;
                openedHeight += heightOf(openedRows(i, m_trace, 0));
            } else if (isLate(i)) {
                ++late;
            }
        const int count = static_cast<int>(m_set.members().size()) - opened;
        if (count == 0)
            return;
        spare -= openedHeight;
        const auto heightIn = [&](int room) {
            const int equal = room / count;
            return equal >= px(kName) || late >= count ? equal : (room - late * px(kName)) / (count - late);
        };
        const int nodes = hasNodes() ? static_cast<int>(m_set.nodeCount()) * px(kLowNode) : 0;
        m_hasNodeRows = heightIn(spare - nodes) >= px(kLeastFoldedRank) && nodes <= kMaxNodes * spare;
        const int room = m_hasNodeRows ? spare - nodes : spare;
        m_foldedHeight = std::clamp(heightIn(room), px(kLeastFoldedRank), px(kTallestFoldedRank));
        m_lateHeight = std::max(m_foldedHeight, px(kName));
        if (late > 0)  // late ranks share the remaining height
            m_lateHeight = std::clamp((room - (count - late) * m_foldedHeight) / late, m_lateHeight,
                                      std::max(m_lateHeight, px(kLateRank)));
    }

    [[nodiscard]] bool isByRank() const { return m_options.rankOrder.size() != m_set.members().size(); }
    /// Whether nodes have rows above those of their ranks: only in rank order, because in another order the ranks of a
    /// node are not adjacent. If each node has one rank, the rank's row names the node.
    [[nodiscard]] bool hasNodes() const { return isByRank() && !m_names.areRanksNodes(); }
    /// Null: the rank is not opened.
    [[nodiscard]] const OpenRank* openRank(std::uint32_t member) const
    {
        const auto found = std::ranges::find(m_options.openRanks, member, &OpenRank::member);
        return found != m_options.openRanks.end() ? &*found : nullptr;
    }
    /// The rows of an opened rank whose lanes are in `trace`.
    [[nodiscard]] std::vector<Row> openedRows(std::uint32_t member, const Trace& trace, int top) const
    {
        std::vector<Row> rows;
        RankRows lanes(rows, top, trace, m_set, m_options);
        lanes.m_form = Form::Opened;
        lanes.addRank(member);
        return rows;
    }
    [[nodiscard]] static int heightOf(const std::vector<Row>& rows)
    {
        return rows.empty() ? 0 : rows.back().bottom() - rows.front().top;
    }
    [[nodiscard]] bool isLate(std::uint32_t member) const
    {
        return std::ranges::find(m_options.lateRanks, member) != m_options.lateRanks.end();
    }

    void addMembers()
    {
        const auto members = m_set.members();
        for (std::uint32_t i = 0; i < members.size(); ++i) {
            const bool startsNode = hasNodes() && (i == 0 || members[i].info.node != members[i - 1].info.node);
            const bool hasNodeRow = m_hasNodeRows || m_form != Form::Folded;
            if (startsNode && hasNodeRow)
                addNode(i);
            const std::size_t first = m_rows.size();
            const std::uint32_t member = isByRank() ? i : m_options.rankOrder[i];
            if (m_form != Form::Folded)
                addRank(member);
            else if (openRank(member) != nullptr)
                addOpened(member);
            else
                addFoldedRank(member);
            if (startsNode && !hasNodeRow)
                m_rows[first].startsGroup = true;
        }
    }

    /// In rows lower than a name, shows the names of late ranks, and of others where there is room. If a node has no
    /// row, the first name that is shown among its ranks includes the node's name.
    void nameRows(std::size_t first)
    {
        const auto middleOf = [](const Row& row) { return row.top + row.height / 2; };
        std::vector<int> taken;
        for (std::size_t i = first; i < m_rows.size(); ++i)  // the row of a node would cover a name that overlaps it
            if (m_rows[i].kind == RowKind::Node)
                taken.push_back(m_rows[i].top + px(kName) / 2);
        const auto isFree = [&](const Row& row) {
            const auto crosses = [&](const Row& other) {  // the name would cross the line above a node's first rank
                return other.startsGroup && std::abs(other.top - middleOf(row)) < px(kName) / 2;
            };
            if (middleOf(row) + px(kName) / 2 > m_top)  // the name would extend below the last row
                return false;
            return std::ranges::none_of(m_rows.begin() + static_cast<std::ptrdiff_t>(first), m_rows.end(), crosses) &&
                   std::ranges::none_of(taken, [&](int other) { return std::abs(other - middleOf(row)) < px(kName); });
        };
        for (const bool areLate : {true, false})
            for (std::size_t i = first; i < m_rows.size(); ++i) {
                Row& row = m_rows[i];
                if (row.kind != RowKind::Rank || row.title.isEmpty() ||
                    isLate(static_cast<std::uint32_t>(row.member)) != areLate)
                    continue;
                row.isNamed = row.height >= px(kName) || areLate || isFree(row);
                if (row.isNamed)
                    taken.push_back(middleOf(row));
            }
        if (!hasNodes() || m_hasNodeRows)
            return;
        std::set<std::uint32_t> nodes;
        for (std::size_t i = first; i < m_rows.size(); ++i) {
            Row& row = m_rows[i];
            const auto member = static_cast<std::uint32_t>(row.member);
            if (row.kind == RowKind::Rank && row.isNamed && !row.title.isEmpty() &&
                nodes.insert(m_set.members()[member].info.node).second)
                row.title = m_names.rankAndNode(member);
        }
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
        Row& row = addRow(RowKind::Node, px(m_form == Form::Folded ? kLowNode : kNode), first);
        row.title = RankNames::tr("Node %1").arg(member.info.node);
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
        // The order is: computing on GPUs, computing on the CPU, copies, communication.
        std::ranges::stable_sort(lanes, [](const LaneRecord* a, const LaneRecord* b) {
            const auto placeOf = [](const LaneRecord* lane) {
                return lane->role == LaneRole::Compute ? 0 : lane->role == LaneRole::CpuWorker ? 1 : 2;
            };
            return std::tuple(placeOf(a), a->role, a->index) < std::tuple(placeOf(b), b->role, b->index);
        });
        return lanes;
    }

    /// Adds one low row for lanes that have no row of their own.
    void addShared(std::uint32_t member, const LaneRecord& first, const std::vector<const LaneRecord*>& lanes)
    {
        Row& row = addRow(RowKind::Rank, px(kLowLane), member);
        row.barTop = px(1);
        row.barHeight = row.height - px(2);
        QStringList names;
        for (const LaneRecord* lane : lanes) {
            row.folded.push_back(lane->id);
            names << m_names.roleOf(*lane, first);
        }
        names.removeDuplicates();
        row.role = names.size() <= 2 ? names.join(QStringLiteral(" · "))
                                     : RankNames::tr("%Ln lanes", static_cast<int>(lanes.size()));
    }

    void addRank(std::uint32_t member)
    {
        std::vector<const LaneRecord*> lanes = lanesOf(member), shared;
        const auto isShared = [&](const LaneRecord* lane) {
            return m_form != Form::Lanes && lane != lanes.front() && lane->role != LaneRole::Communication;
        };
        std::ranges::copy_if(lanes, std::back_inserter(shared), isShared);
        bool isFirst = true;
        for (const LaneRecord* lane : lanes) {
            if (isShared(lane)) {
                if (lane == shared.front())
                    addShared(member, *lanes.front(), shared);
                continue;
            }
            Row& row = lane->role == LaneRole::Communication ? addCommunication(member)
                       : isFirst                             ? addOperations(member)
                                                             : addPlain(member);
            row.lane = lane->id;
            row.device = lane->device;
            row.role = m_names.roleOf(*lane, *lanes.front());
            if (std::exchange(isFirst, false)) {
                // In a low row, the name of the rank needs the space of the role.
                if (m_form == Form::Opened)
                    row.role.clear();
                row.startsGroup = true;
                row.title = m_names.rankName(member);
                row.subtitle = m_names.deviceOf(*lane);
                // An opened rank may be far from the row of its node, so its subtitle names the node too.
                if (m_names.areRanksNodes() || (m_form == Form::Opened && m_set.nodeCount() > 1))
                    row.subtitle.prepend(m_names.nodeName(member) +
                                         (row.subtitle.isEmpty() ? QString() : QStringLiteral(" · ")));
                row.icon = QStringLiteral("chip");
            }
        }
    }

    Row& addOperations(std::uint32_t member)
    {
        Row& row = addRow(RowKind::Compute, 0, member);
        const bool hasLabels = m_form != Form::Opened;
        row.labelTop = hasLabels ? px(3) : 0;
        row.labelHeight = hasLabels ? px(kLabel) : 0;
        row.barTop = row.labelTop + row.labelHeight + px(hasLabels ? 2 : 5);
        row.barHeight = dense(m_form == Form::Opened ? kOpenedOperations
                              : m_form == Form::Low  ? kLowOperations
                                                     : kOperations);
        row.height = row.barTop + row.barHeight + px(hasLabels ? 6 : 4);
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
        Row& row =
            addRow(RowKind::Communication, dense(m_form >= Form::Low ? kLowCommunication : kCommunication), member);
        row.barHeight = std::min(row.height - px(2), dense(kShape));
        row.barTop = (row.height - row.barHeight) / 2;
        return row;
    }

    void addFoldedRank(std::uint32_t member)
    {
        const int height = isLate(member) ? std::max(m_foldedHeight, m_lateHeight) : m_foldedHeight;
        Row& row = addRow(RowKind::Rank, height, member);
        row.barTop = row.height >= px(kName) ? px(1) : 0;
        row.barHeight = row.height - row.barTop - px(1);
        row.title = m_names.areRanksNodes() ? m_names.rankAndNode(member) : m_names.rankName(member);
        for (const LaneRecord* lane : lanesOf(member))
            row.folded.push_back(lane->id);
    }

    void addBands(int spare)
    {
        std::vector<std::uint32_t> alone = m_options.lateRanks;
        for (const OpenRank& rank : m_options.openRanks)
            if (!isLate(rank.member))
                alone.push_back(rank.member);
        const auto isAlone = [&](std::uint32_t member) { return std::ranges::count(alone, member) > 0; };
        const auto all = partsOf(m_set, m_options.rankOrder, alone);
        int room = std::max(px(kLeastBand), spare);
        int left = 0;  // number of ranks in bands that are not added yet
        for (const std::vector<std::uint32_t>& part : all) {
            const OpenRank* opened = openRank(part.front());
            room -= opened != nullptr && opened->trace ? heightOf(openedRows(part.front(), *opened->trace, 0))
                    : isAlone(part.front())            ? px(kLateRank)
                                                       : px(kLeastPart);
            left += isAlone(part.front()) ? 0 : rankCount(m_set, part);
        }
        room = std::max(room, 0);
        for (const std::vector<std::uint32_t>& part : all) {
            if (isAlone(part.front())) {
                addAlone(part.front());
                continue;
            }
            const int count = rankCount(m_set, part);
            const int more = room * count / left;
            room -= more;
            left -= count;
            addBand(part, px(kLeastPart) + more, all.size() == 1);
        }
    }

    /// Adds the rows of an opened rank among ranks in one row.
    void addOpened(std::uint32_t member)
    {
        std::vector<Row> rows = openedRows(member, m_trace, m_top);
        if (rows.empty())
            return addFoldedRank(member);
        m_top = rows.back().bottom();
        std::ranges::move(rows, std::back_inserter(m_rows));
    }

    /// Adds the row of a rank between bands. If the rank is opened and loaded, the row contains the rows of its lanes.
    void addAlone(std::uint32_t member)
    {
        const OpenRank* opened = openRank(member);
        const int top = m_top;
        addFoldedRank(member);
        Row& row = m_rows.back();
        row.startsGroup = true;
        row.title = m_names.rankAndNode(member);
        if (opened == nullptr)
            return;
        row.subtitle = opened->note;
        if (!opened->trace)
            return;
        std::vector<Row> lanes = openedRows(member, *opened->trace, top);
        if (lanes.empty())
            return;
        row.opened = opened->trace;
        row.lanes = std::move(lanes);
        row.height = heightOf(row.lanes);
        row.barHeight = row.height - row.barTop - px(1);
        m_top = top + row.height;
    }

    void addBand(const std::vector<std::uint32_t>& part, int height, bool isOnly)
    {
        Row& row = addRow(RowKind::Band, height, part.front());
        row.ranks = part;
        row.startsGroup = true;
        row.icon = QStringLiteral("layers");
        row.title = RankNames::tr("%Ln ranks", rankCount(m_set, part));
        const Member& last = m_set.members()[part.back()];
        if (isOnly)
            row.subtitle = RankNames::tr("%Ln nodes", static_cast<int>(m_set.nodeCount()));
        else if (isByRank() && part.size() > 1)
            row.subtitle = RankNames::tr("Ranks %1 to %2")
                               .arg(QString::number(m_set.members()[part.front()].info.rank),
                                    QString::number(last.info.rank + last.count - 1));
    }

    std::vector<Row>& m_rows;
    int m_top;
    const Trace& m_trace;
    const RunSet& m_set;
    RankNames m_names;
    const LayoutOptions& m_options;
    Form m_form = Form::Folded;
    bool m_hasNodeRows = true;
    int m_foldedHeight = px(kLateRank);  ///< height of a rank in one row
    int m_lateHeight = 0;                ///< height of a late rank in one row, if it is larger than m_foldedHeight
};

}  // namespace

std::vector<std::vector<std::uint32_t>> partsOf(const RunSet& set, std::vector<std::uint32_t> order,
                                                const std::vector<std::uint32_t>& alone)
{
    if (order.size() != set.members().size()) {
        order.resize(set.members().size());
        std::iota(order.begin(), order.end(), 0U);
    }
    std::vector<std::vector<std::uint32_t>> parts;
    bool isAfterCut = true;
    for (const std::uint32_t member : order) {
        const bool isAlone = std::ranges::count(alone, member) > 0;
        if (isAlone || isAfterCut)
            parts.emplace_back();
        parts.back().push_back(member);
        isAfterCut = isAlone;
    }
    return parts;
}

int rankCount(const RunSet& set, const std::vector<std::uint32_t>& members)
{
    return std::accumulate(members.begin(), members.end(), 0, [&](int count, std::uint32_t member) {
        return count + static_cast<int>(set.members()[member].count);
    });
}

int addRankRows(std::vector<Row>& rows, int top, const Trace& trace, const RunSet& set, const LayoutOptions& options,
                int spare)
{
    return RankRows(rows, top, trace, set, options).add(spare);
}

}  // namespace ui::drawing
