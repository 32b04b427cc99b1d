#include "engine/analysis/part_names.h"
#include "engine/analysis/training.h"
#include "engine/trace/imported.h"
#include "ui/graph/detail/blocks.h"
#include "ui/graph/detail/facts.h"
#include "ui/graph/detail/layer_words.h"
#include "ui/graph/detail/scope.h"
#include "ui/graph/picture.h"
#include "ui/look/languages.h"
#include "ui/model/lane_names.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace ui::graph {

using detail::Scope;
using engine::DeviceId;
using engine::OpId;
using engine::analysis::Part;
using engine::trace::DependencyKind;
using engine::trace::Kind;
using engine::trace::Op;
using engine::trace::Trace;

namespace {

constexpr double kNodeHeight = 22;
constexpr double kRowGap = 20;
constexpr double kHeader = 16;
constexpr double kMinColumn = 84;
constexpr double kGap = 22;
constexpr double kMargin = 14;

using detail::LayerWord;
using detail::Stage;

const LayerWord* wordOf(const Trace& trace, const Op& op)
{
    return detail::layerWordOf(detail::text(trace, op.name));
}

/// Row numbers. Forward has one row for each block of the network, then one for the layers after the blocks.
constexpr int kForward = 1000;
constexpr int kLate = 2000;
/// With more rows than this, rows are placed closer together.
constexpr std::size_t kMaxWideRows = 8;

/// The row of a part of the training step.
int rowOf(Part part)
{
    switch (part) {
        case Part::Read:
            return 0;
        case Part::Forward:
        case Part::Evaluate:
            return kForward;
        case Part::Backward:
            return 3000;
        case Part::Exchange:
            return 4000;
        case Part::Update:
            return 5000;
        case Part::Wait:
            break;
    }
    return 6000;
}

class BatchPicture {
public:
    BatchPicture(const Trace& trace, const Scope& scope, const PictureLimits& limits)
        : m_trace(trace), m_scope(scope), m_limits(limits)
    {
    }

    Picture make()
    {
        group();
        place();
        addWait();
        addEdges();
        markCritical();
        addTitles();
        describe();
        return std::move(m_picture);
    }

private:
    /// Row, then device. A part that joins all devices spans the columns and has device kNone.
    using Key = std::pair<int, std::uint32_t>;

    [[nodiscard]] Key keyOf(const Op& op)
    {
        const Part part = engine::analysis::partOf(m_trace, op);
        const int row = rowOf(part);
        if (part == Part::Read || part == Part::Exchange)
            return {row, DeviceId::kNone};
        if (part != Part::Forward && part != Part::Evaluate)
            return {row, op.device.index};
        if (const auto& blocks = m_blocks[op.device.index]; !blocks.empty()) {
            const auto found = blocks.find(op.id.index);
            return {found != blocks.end() ? kForward + found->second : kLate, op.device.index};
        }
        // The second stage of forward starts with the first dense layer or loss and lasts until the end of the batch.
        bool& isLate = m_isLate[op.device.index];
        const LayerWord* word = wordOf(m_trace, op);
        isLate = isLate || (word != nullptr && (word->stage == Stage::Dense || word->stage == Stage::Loss));
        return {isLate ? kLate : row, op.device.index};
    }

    void findBlocks()
    {
        std::map<std::uint32_t, std::vector<OpId>> forward;
        for (std::size_t i = m_scope.first; i < m_scope.last; ++i) {
            const Op& op = m_trace.op(OpId(i));
            if (op.device.isValid() && engine::analysis::partOf(m_trace, op) == Part::Forward)
                forward[op.device.index].push_back(op.id);
        }
        for (const auto& [device, ops] : forward)
            m_blocks[device] = detail::blocksOf(m_trace, ops);
    }

    void group()
    {
        findBlocks();
        std::map<Key, std::vector<OpId>> groups;
        for (std::size_t i = m_scope.first; i < m_scope.last; ++i)
            groups[keyOf(m_trace.op(OpId(i)))].push_back(OpId(i));
        m_nodeOf.assign(m_scope.operations(), -1);
        std::set<std::uint32_t> devices;
        for (auto& [key, ops] : groups) {
            Node node;
            node.shape = NodeShape::Part;
            const Op& first = m_trace.op(ops.front());
            const Part part = engine::analysis::partOf(m_trace, first);
            node.kind = engine::analysis::kindOf(part, Kind::CopyIn);
            node.device = DeviceId(key.second);
            node.line = first.line;
            const int block = key.first - kForward;
            node.title = block > 0 && block < kLate - kForward ? ui::tr("block %1").arg(block) : titleOf(part, ops);
            for (const OpId op : ops)
                m_nodeOf[op.index - m_scope.first] = static_cast<int>(m_picture.nodes.size());
            node.ops = std::move(ops);
            if (node.device.isValid())
                devices.insert(key.second);
            m_rows.push_back(key.first);
            m_picture.nodes.push_back(std::move(node));
        }
        m_devices.assign(devices.begin(), devices.end());
    }

    [[nodiscard]] QString titleOf(Part part, const std::vector<OpId>& ops) const
    {
        const Op& first = m_trace.op(ops.front());
        if (part == Part::Forward || part == Part::Evaluate) {
            QStringList words;
            for (const OpId op : ops)
                if (const LayerWord* word = wordOf(m_trace, m_trace.op(op)); word != nullptr && *word->shown != '\0')
                    if (const QString shown = tr(word->shown); !words.contains(shown))
                        words << shown;
            constexpr int kMaxWords = 2;
            if (words.size() > kMaxWords)
                words = {words.first(), words.last()};
            if (!words.isEmpty())
                return words.join(QStringLiteral(", "));
        }
        const QString phase = detail::text(m_trace, first.phase);
        const bool isNamed = part == Part::Read || part == Part::Exchange || part == Part::Update;
        return isNamed && !phase.isEmpty() ? phase : look::messageText(engine::analysis::nameOf(m_trace, part));
    }

    [[nodiscard]] double columnWidth() const
    {
        const auto columns = static_cast<double>(std::max<std::size_t>(m_devices.size(), 1));
        return std::clamp((m_limits.width - 2 * kMargin - kGap * (columns - 1)) / columns, kMinColumn, 132.0);
    }

    void place()
    {
        const auto columns = static_cast<double>(std::max<std::size_t>(m_devices.size(), 1));
        m_width = std::max(m_limits.width, columns * columnWidth() + (columns - 1) * kGap + 2 * kMargin);
        m_left = (m_width - columns * columnWidth() - (columns - 1) * kGap) / 2;
        std::map<int, double> tops;
        for (const int row : m_rows)
            tops[row] = 0;
        m_rowCount = tops.size();
        const bool isDense = tops.size() > kMaxWideRows;
        const double nodeHeight = isDense ? kNodeHeight - 3 : kNodeHeight;
        const double rowGap = isDense ? kRowGap / 2 : kRowGap;
        double y = 8;
        const int firstOfDevices = m_devices.empty() ? -1 : 1;
        bool hasTitles = false;
        for (auto& [row, top] : tops) {
            if (row >= firstOfDevices && !std::exchange(hasTitles, true)) {
                m_titleTop = y - (y > 8 ? rowGap - 4 : 0);
                y = m_titleTop + kHeader;
            }
            top = y;
            y += nodeHeight + rowGap;
        }
        m_bottom = y - rowGap;
        for (std::size_t v = 0; v < m_picture.nodes.size(); ++v) {
            Node& node = m_picture.nodes[v];
            const double top = tops[m_rows[v]];
            if (node.device.isValid()) {
                const auto at = static_cast<double>(
                    std::lower_bound(m_devices.begin(), m_devices.end(), node.device.index) - m_devices.begin());
                node.rect = QRectF(m_left + at * (columnWidth() + kGap), top, columnWidth(), nodeHeight);
            } else {
                const double width = std::min(m_width - 2 * kMargin, std::max(150.0, m_width * 0.7));
                node.rect = QRectF((m_width - width) / 2, top, width, nodeHeight);
            }
        }
        m_picture.size = QSizeF(m_width, m_bottom + 10);
    }

    void addTitles()
    {
        if (m_devices.empty())
            return;
        for (std::size_t i = 0; i < m_devices.size(); ++i) {
            Node title;
            title.shape = NodeShape::Header;
            title.title = model::deviceName(m_trace, DeviceId(m_devices[i]));
            // The title must not cover the arrows in the middle: columns of the right half have it at their right end.
            const double left = m_left + static_cast<double>(i) * (columnWidth() + kGap);
            constexpr double kTitle = 40;
            const bool isRight = m_devices.size() > 1 && 2 * i >= m_devices.size();
            title.rect = QRectF(isRight ? left + columnWidth() - kTitle : left, m_titleTop, kTitle, 13);
            m_picture.nodes.push_back(std::move(title));
        }
    }

    void addWait()
    {
        if (m_scope.waits.empty())
            return;
        const std::size_t index = m_scope.waits.back();
        const auto& wait = m_trace.waits()[index];
        Node node;
        node.shape = NodeShape::Wait;
        node.wait = static_cast<int>(index);
        node.line = wait.line;
        node.title = detail::text(m_trace, wait.call);
        node.subtitle = wait.line > 0 ? ui::tr("line %1").arg(wait.line) : QString();
        node.rect = QRectF(6, m_bottom + kRowGap, m_width - 12, 26);
        const int last = m_rows.empty() ? -1 : *std::max_element(m_rows.begin(), m_rows.end());
        const auto to = static_cast<int>(m_picture.nodes.size());
        for (std::size_t v = 0; v < m_rows.size(); ++v)
            if (m_rows[v] == last)
                addEdge(static_cast<int>(v), to, node.rect, EdgeStyle::Wait, 1);
        m_picture.nodes.push_back(std::move(node));
        m_picture.size.setHeight(m_bottom + kRowGap + 26 + 10);
    }

    void addEdges()
    {
        std::map<std::tuple<int, int, EdgeStyle>, int> counts;
        m_picture.counts = m_scope.edges.counts;
        m_scope.forEachEdge(m_trace, [&](const engine::trace::Edge& edge) {
            if (edge.kind == DependencyKind::Stream || !m_scope.contains(edge.from))
                return;
            const int from = nodeOf(edge.from), to = nodeOf(edge.to);
            // An edge that points up belongs to an operation in another row than its neighbours; it is only counted.
            if (from < 0 || to < 0 || rowAt(from) >= rowAt(to))
                return;
            const EdgeStyle style = edge.kind == DependencyKind::ReadAfterWrite   ? EdgeStyle::ReadAfterWrite
                                    : edge.kind == DependencyKind::WriteAfterRead ? EdgeStyle::WriteAfterRead
                                                                                  : EdgeStyle::WriteAfterWrite;
            ++counts[{from, to, style}];
        });
        for (const auto& [key, count] : counts) {
            const auto [from, to, style] = key;
            // A dependency that follows from other edges would draw a second line over the same path.
            if (style != EdgeStyle::ReadAfterWrite && counts.count({from, to, EdgeStyle::ReadAfterWrite}) > 0)
                continue;
            if (style == EdgeStyle::ReadAfterWrite && isFar(from, to) && isReachable(counts, from, to))
                continue;
            // The update overwrites the weights of every block: a dozen lines along the side would all show the same
            // fact.
            if (style != EdgeStyle::ReadAfterWrite && isFar(from, to) && m_rowCount > kMaxWideRows)
                continue;
            addEdge(from, to, m_picture.nodes[static_cast<std::size_t>(to)].rect, style, count);
        }
    }

    [[nodiscard]] int nodeOf(OpId op) const { return m_nodeOf[op.index - m_scope.first]; }
    [[nodiscard]] int rowAt(int node) const { return m_rows[static_cast<std::size_t>(node)]; }

    /// Whether there are other rows between the two.
    [[nodiscard]] bool isFar(int from, int to) const
    {
        return std::any_of(m_rows.begin(), m_rows.end(), [&](int row) { return row > rowAt(from) && row < rowAt(to); });
    }

    /// Whether there is a path from one to the other through one node in between.
    [[nodiscard]] bool isReachable(const std::map<std::tuple<int, int, EdgeStyle>, int>& counts, int from, int to) const
    {
        for (std::size_t v = 0; v < m_rows.size(); ++v) {
            const int via = static_cast<int>(v);
            if (counts.count({from, via, EdgeStyle::ReadAfterWrite}) > 0 &&
                counts.count({via, to, EdgeStyle::ReadAfterWrite}) > 0)
                return true;
        }
        return false;
    }

    /// Draws the edge from border to border. If there are other rows in between, it runs along the outer side of the
    /// column.
    void addEdge(int from, int to, const QRectF& target, EdgeStyle style, int count)
    {
        const Node& source = m_picture.nodes[static_cast<std::size_t>(from)];
        Edge edge;
        edge.from = from;
        edge.to = to;
        edge.style = style;
        edge.count = count;
        edge.hasHead = style != EdgeStyle::Wait;
        const bool isTargetWide = target.width() > columnWidth() + 1;
        const bool isSourceWide = !source.device.isValid();
        const QPointF start(isSourceWide
                                ? std::clamp(target.center().x(), source.rect.left() + 12, source.rect.right() - 12)
                                : source.rect.center().x(),
                            source.rect.bottom());
        const QPointF end(
            isTargetWide ? std::clamp(start.x(), target.left() + 12, target.right() - 12) : target.center().x(),
            target.top());
        const bool passes = style != EdgeStyle::Wait && isFar(from, to);
        if (!passes) {
            edge.points = {start, end};
        } else {
            const bool isLeft = source.rect.center().x() <= m_width / 2;
            const double side = isLeft ? std::min(source.rect.left(), target.left()) - 9
                                       : std::max(source.rect.right(), target.right()) + 9;
            edge.points = {QPointF(isLeft ? source.rect.left() : source.rect.right(), source.rect.center().y()),
                           QPointF(side, source.rect.bottom() + 6), QPointF(side, target.top() - 6),
                           QPointF(isLeft ? target.left() : target.right(), target.center().y())};
        }
        m_picture.edges.push_back(std::move(edge));
    }

    void markCritical()
    {
        const std::vector<OpId> path = detail::criticalPath(m_trace, m_scope);
        std::set<std::pair<int, int>> passed;
        for (std::size_t i = 0; i + 1 < path.size(); ++i)
            passed.insert({nodeOf(path[i]), nodeOf(path[i + 1])});
        const int last = path.empty() ? -1 : nodeOf(path.back());
        for (Edge& edge : m_picture.edges)
            edge.isCritical =
                passed.count({edge.from, edge.to}) > 0 || (edge.style == EdgeStyle::Wait && edge.from == last);
    }

    void describe()
    {
        m_picture.operations = m_scope.operations();
        m_picture.isCollapsed = m_picture.operations > m_rows.size();
        const int count = static_cast<int>(m_picture.operations);
        if (m_devices.size() > 1 && m_scope.edges.joinsDevices)
            m_picture.caption =
                QCoreApplication::translate("ui::graph", "%n operation(s); gradients join the devices", nullptr, count);
        else if (engine::trace::isImported(m_trace.run()))
            m_picture.caption = QCoreApplication::translate("ui::graph", "%n operation(s) of one step", nullptr, count);
        else
            m_picture.caption =
                QCoreApplication::translate("ui::graph", "%n operation(s) of one batch", nullptr, count);
    }

    const Trace& m_trace;
    const Scope& m_scope;
    const PictureLimits& m_limits;
    Picture m_picture;
    std::vector<int> m_rows;    ///< row of each operation node
    std::vector<int> m_nodeOf;  ///< node of each operation in scope
    std::vector<std::uint32_t> m_devices;
    std::map<std::uint32_t, bool> m_isLate;
    std::map<std::uint32_t, detail::Blocks> m_blocks;
    std::size_t m_rowCount = 0;
    double m_width = 0, m_left = 0, m_bottom = 0, m_titleTop = 0;
};

}  // namespace

Picture makeBatchPicture(const Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end,
                         const PictureLimits& limits)
{
    const Scope scope = detail::scopeOf(trace, begin, end);
    Picture picture = BatchPicture(trace, scope, limits).make();
    detail::addFacts(trace, scope, picture);
    return picture;
}

}  // namespace ui::graph
