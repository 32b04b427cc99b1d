#include "ui/graph/detail/net_boxes.h"
#include "ui/graph/detail/net_texts.h"
#include "ui/model/lane_names.h"

#include <algorithm>

namespace ui::graph {

using detail::Net;
using detail::NetColumns;
using detail::NetLayer;
using detail::NetMeasures;
using detail::Scope;
using engine::trace::Kind;

namespace {

constexpr NetMeasures kWide{92, 214, 176, 212, 128, 152, 34, 20, 11, 8, 28, 9, 14, 34};
constexpr NetMeasures kNarrow{0, 122, 122, 10, 0, 0, 20, 20, 5, 4, 20, 4, 10, 8};
constexpr double kWideMiddle = 324;  // width of the middle column if it also contains copies of parameters
constexpr double kBranched = 324;    // width of a pass in which two layers are beside each other
constexpr double kHeader = 13;       // height of a device's name
constexpr double kFolded = 12;       // height of a box without text, in a narrow diagram in which another box is open

class NetDiagram {
public:
    NetDiagram(const Trace& trace, const Scope& scope, const DiagramLimits& limits)
        : m_trace(trace),
          m_scope(scope),
          m_limits(limits),
          m_net(detail::netOf(trace, scope)),
          m_open(m_net, limits),
          m_size(measures()),
          m_columns(columns()),
          m_boxes({m_trace, m_scope, m_net, m_open, m_limits, m_size, m_columns}, m_diagram, m_places)
    {
    }

    Diagram make()
    {
        m_diagram.isNet = true;
        m_diagram.depth = m_open.depth();
        double y = addHeaders();
        y = m_boxes.addBand(m_net.before, y, m_net.hasSeveralDevices() ? ui::tr("scatter") : ui::tr("input"),
                            Kind::CopyIn);
        if (m_open.isOpen(0))
            y = placeParts(0, y, 0, OtherDevices::Shown) + m_size.gap;
        else
            y = addRow(0, y, 0, OtherDevices::Shown) + m_size.gap;
        y = m_boxes.addBand(m_net.after, y, afterTitle(), Kind::Elementwise);
        if (m_limits.isNarrow && m_net.hasSeveralDevices())
            y = addCells(y);
        addBars();
        y = m_boxes.addWait(y);
        m_places.at.resize(m_diagram.nodes.size());
        m_diagram.size = QSizeF(m_columns.width, y);
        detail::addNetEdges(m_trace, m_scope, m_places, m_diagram);
        describe();
        return std::move(m_diagram);
    }

private:
    using Column = detail::NetBoxes::Column;

    [[nodiscard]] const NetLayer& layer(int index) const { return m_net.layers[static_cast<std::size_t>(index)]; }

    /// The columns of the forward and the backward pass are wider if a layer with branches is open, so that boxes
    /// beside each other have room for their names.
    [[nodiscard]] NetMeasures measures() const
    {
        NetMeasures size = m_limits.isNarrow ? kNarrow : kWide;
        const auto isShownOpen = [this](int index) {
            for (int at = index; at >= 0; at = layer(at).parent)
                if (!m_open.isOpen(at))
                    return false;
            return true;
        };
        for (int index = 0; index < static_cast<int>(m_net.layers.size()); ++index)
            if (isShownOpen(index) && branchOf(layer(index).parts) >= 0)
                size.forward = size.backward = kBranched;
        return size;
    }

    // -- columns

    [[nodiscard]] NetColumns columns() const
    {
        NetColumns at;
        double x = m_size.side;
        const auto add = [&](double width) {
            const double left = x;
            x += width > 0 ? width + m_size.between : 0;
            return left;
        };
        at.weightsWidth = layer(0).parameters > 0 ? m_size.weights : 0;
        at.weights = add(at.weightsWidth);
        at.forward = add(m_size.forward);
        at.backward = add(m_size.backward);
        const bool hasMiddle = !layer(0).exchange.empty() || !layer(0).broadcast.empty();
        at.middleWidth = m_limits.isNarrow             ? m_size.middle
                         : !layer(0).broadcast.empty() ? kWideMiddle
                         : hasMiddle                   ? m_size.middle
                                                       : 70;
        at.middle = add(at.middleWidth);
        for (std::size_t device = 1; device < m_net.devices.size() && m_size.otherForward > 0; ++device) {
            const double backward = add(m_size.otherBackward);
            at.others.push_back({backward, add(m_size.otherForward)});
        }
        at.width = x - m_size.between + m_size.side;
        return at;
    }

    double addHeaders()
    {
        double y = 6;
        if (m_net.devices.empty())
            return y;
        const auto add = [&](double left, double right, std::size_t device) {
            m_boxes.addHeader(QRectF(left, y, right - left, kHeader),
                              model::deviceName(m_trace, m_net.devices[device]));
        };
        add(m_columns.forward, m_columns.backward + m_size.backward, 0);
        for (std::size_t i = 0; i < m_columns.others.size(); ++i)
            add(m_columns.others[i].backward, m_columns.others[i].forward + m_size.otherForward, i + 1);
        y += 18;
        if (m_limits.isNarrow)
            return y;
        const auto caption = [&](double left, double width, const QString& text) {
            if (width > 0)
                m_boxes.addHeader(QRectF(left, y, width, kHeader), {}, text);
        };
        caption(m_columns.weights, m_columns.weightsWidth, ui::tr("weights"));
        caption(m_columns.forward, m_size.forward, ui::tr("forward"));
        caption(m_columns.backward, m_size.backward, ui::tr("backward"));
        for (const NetColumns::DeviceColumns& other : m_columns.others) {
            caption(other.backward, m_size.otherBackward, ui::tr("backward"));
            caption(other.forward, m_size.otherForward, ui::tr("forward"));
        }
        return y + 22;
    }

    // -- rows

    /// Whether the rows of a layer include its passes on the other devices.
    enum class OtherDevices : std::uint8_t { LeftOut, Shown };

    /// Places the parts of an open layer below `y`. Returns the bottom of the last one.
    double placeParts(int index, double y, int depth, OtherDevices others)
    {
        const std::vector<int>& parts = layer(index).parts;
        const bool hasOpened = m_limits.isNarrow && std::any_of(parts.begin(), parts.end(), [this](int part) {
                                   return m_open.isOpen(part) && m_open.isToggled(part);
                               });
        const int branch = branchOf(parts);
        double bottom = y, topBefore = y;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const int part = parts[i];
            const RowForm form = hasOpened && !m_open.isOpen(part) ? RowForm::Folded
                                 : branch < 0                      ? RowForm::Whole
                                 : static_cast<int>(i) == branch   ? RowForm::Branch
                                                                   : RowForm::Main;
            if (form == RowForm::Branch) {  // placed beside the previous part; its sums and updates are one row lower
                addRow(part, topBefore, depth, OtherDevices::LeftOut, form);
                m_boxes.addBeside(layer(part), y, m_size.operation);
                continue;
            }
            topBefore = y;
            if (m_open.isOpen(part) && layer(part).height > 1 && !m_open.isToggled(part)) {
                // A stage that the depth opens has no frame: its blocks are placed directly in the column.
                bottom = placeParts(part, y, depth, others);
                y = bottom + (depth == 0 ? m_size.gap : m_size.innerGap);
                continue;
            }
            bottom = m_open.isOpen(part) ? placeOpen(part, y, depth, others) : addRow(part, y, depth, others, form);
            y = bottom + (depth == 0 ? m_size.gap : m_size.innerGap);
        }
        return bottom;
    }

    /// Which part of its columns a row occupies.
    enum class RowForm : std::uint8_t {
        Whole,
        Main,    ///< leaves room for a branch beside it
        Branch,  ///< the row is at the right in the forward pass, at the left in the backward pass
        Folded,  ///< the row is a line without text
    };

    /// Index of the part that computes a second branch: this part does not read the previous one, and the operation
    /// after it reads both parts. -1: there is none, or no room for it.
    [[nodiscard]] int branchOf(const std::vector<int>& parts) const
    {
        if (m_limits.isNarrow)
            return -1;
        for (std::size_t i = 1; i + 1 < parts.size(); ++i)
            if (!m_open.isOpen(parts[i]) && !m_open.isOpen(parts[i - 1]) && !layer(parts[i]).isOperation() &&
                layer(parts[i + 1]).isOperation() && !detail::reads(m_trace, layer(parts[i]), layer(parts[i - 1])) &&
                detail::reads(m_trace, layer(parts[i + 1]), layer(parts[i])) &&
                detail::reads(m_trace, layer(parts[i + 1]), layer(parts[i - 1])))
                return static_cast<int>(i);
        return -1;
    }

    double placeOpen(int index, double y, int depth, OtherDevices others)
    {
        const NetLayer& of = layer(index);
        const double inset = m_size.pad * depth;
        const std::size_t forward = m_boxes.addFrame(
            of, QRectF(m_columns.forward + inset, y, m_size.forward - 2 * inset, m_size.head), Column::Forward);
        const std::size_t backward = m_boxes.addFrame(
            of, QRectF(m_columns.backward + inset, y, m_size.backward - 2 * inset, m_size.head), Column::Backward);
        // The columns of the other devices show a block of layers as one box.
        const bool isOneThere = others == OtherDevices::Shown && of.height <= 1;
        const double top = y + m_size.head;
        double bottom = of.parts.empty()
                            ? placeOperations(of, top, depth + 1)
                            : placeParts(index, top, depth + 1, isOneThere ? OtherDevices::LeftOut : others);
        bottom += m_size.pad;
        for (const std::size_t frame : {forward, backward})
            m_diagram.nodes[frame].rect.setHeight(bottom - y);
        const double middle = (y + bottom - m_size.box) / 2;
        if (of.parts.empty())
            m_boxes.addBeside(of, middle, m_size.box);
        if (isOneThere)
            addOthers(of, middle, m_size.box);
        return bottom;
    }

    /// Places the operations of a layer: those of the forward pass from the top, those of the backward pass from the
    /// bottom.
    double placeOperations(const NetLayer& of, double y, int depth)
    {
        const NetLayer::Passes& on = of.on[0];
        const std::size_t rows = std::max(on.forward.size(), on.backward.size());
        const double inset = m_size.pad * depth, pitch = m_size.operation + m_size.innerGap;
        const auto add = [&](OpId op, double x, double width, std::size_t row, Column column) {
            m_boxes.addOperation(
                of, op, QRectF(x + inset, y + static_cast<double>(row) * pitch, width - 2 * inset, m_size.operation),
                row, column);
        };
        for (std::size_t i = 0; i < on.forward.size(); ++i)
            add(on.forward[i], m_columns.forward, m_size.forward, i, Column::Forward);
        for (std::size_t i = 0; i < on.backward.size(); ++i)
            add(on.backward[i], m_columns.backward, m_size.backward, rows - 1 - i, Column::Backward);
        return y + static_cast<double>(rows) * pitch - m_size.innerGap;
    }

    double addRow(int index, double y, int depth, OtherDevices others, RowForm form = RowForm::Whole)
    {
        constexpr double kMain = 0.48, kBranch = 0.42;
        const NetLayer& of = layer(index);
        const double inset = m_size.pad * depth;
        const double height = form == RowForm::Folded ? kFolded : of.isOperation() ? m_size.operation : m_size.box;
        const double share = form == RowForm::Main ? kMain : form == RowForm::Branch ? kBranch : 1;
        const double forward = m_size.forward - 2 * inset, backward = m_size.backward - 2 * inset;
        const bool isBranch = form == RowForm::Branch;
        const std::size_t first = m_diagram.nodes.size();
        const double forwardX = m_columns.forward + inset + (isBranch ? forward * (1 - share) : 0);
        const double backwardX = m_columns.backward + inset + (isBranch ? 0 : backward * (1 - share));
        m_boxes.addPass(of, QRectF(forwardX, y, forward * share, height), 0, Column::Forward);
        m_boxes.addPass(of, QRectF(backwardX, y, backward * share, height), 0, Column::Backward);
        for (std::size_t node = first; node < m_diagram.nodes.size(); ++node)
            m_places.at[node].isBranch = isBranch;
        if (!isBranch)
            m_boxes.addBeside(of, y, height);
        if (others == OtherDevices::Shown)
            addOthers(of, y, height);
        return y + height;
    }

    void addOthers(const NetLayer& of, double y, double height)
    {
        for (std::size_t i = 0; i < m_columns.others.size(); ++i) {
            const auto& [backward, forward] = m_columns.others[i];
            m_boxes.addPass(of, QRectF(backward, y, m_size.otherBackward, height), i + 1, Column::Backward);
            m_boxes.addPass(of, QRectF(forward, y, m_size.otherForward, height), i + 1, Column::Forward);
        }
    }

    [[nodiscard]] QString afterTitle() const
    {
        const QString title = m_net.hasSeveralDevices() ? ui::tr("gather") : detail::namesOf(m_trace, m_net.after);
        return m_net.loss.isEmpty() ? title : title + QStringLiteral(", ") + m_net.loss;
    }

    /// Adds the states of the other devices to a narrow diagram: for each device, a row of cells for each pass.
    double addCells(double y)
    {
        std::vector<int> shown = layer(0).parts;
        for (std::size_t i = 0; i < shown.size();) {
            if (layer(shown[i]).height <= 1) {
                ++i;
                continue;
            }
            const std::vector<int> inner = layer(shown[i]).parts;
            shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(i));
            shown.insert(shown.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
        }
        constexpr double kName = 44, kCell = 10, kRow = 13;  // kRow: distance from the forward row to the backward row
        const double pitch =
            (m_columns.width - 2 * m_size.side - kName) / static_cast<double>(std::max<std::size_t>(shown.size(), 1));
        for (std::size_t device = 1; device < m_net.devices.size(); ++device) {
            m_boxes.addHeader(QRectF(m_size.side, y + 4, kName - 4, kHeader),
                              model::deviceName(m_trace, m_net.devices[device]));
            for (std::size_t i = 0; i < shown.size(); ++i) {
                const double x = m_size.side + kName + static_cast<double>(i) * pitch;
                const double width = std::max(2.0, pitch - 2);
                m_boxes.addCell(layer(shown[i]), QRectF(x, y, width, kCell), device, Column::Forward);
                m_boxes.addCell(layer(shown[i]), QRectF(x, y + kRow, width, kCell), device, Column::Backward);
            }
            y += 2 * kCell + 12;
        }
        return y;
    }

    /// Makes the length of each box's bar proportional to its time, on one scale for the diagram.
    void addBars()
    {
        engine::Nanoseconds longest{1};
        for (const Node& node : m_diagram.nodes)
            if (node.shape == NodeShape::Layer)
                longest = std::max(longest, node.time);
        for (Node& node : m_diagram.nodes)
            node.bar = static_cast<double>(node.time.count()) / static_cast<double>(longest.count());
    }

    void describe()
    {
        m_diagram.operations = m_scope.operations();
        m_diagram.counts = m_scope.edges.counts;
        m_diagram.isCollapsed = m_diagram.operations > m_diagram.nodes.size();
        m_diagram.caption =
            detail::netCaption(m_trace, m_diagram.operations, m_net.hasSeveralDevices() && m_scope.edges.joinsDevices);
    }

    const Trace& m_trace;
    const Scope& m_scope;
    const DiagramLimits& m_limits;
    const Net m_net;
    const detail::OpenLayers m_open;
    const NetMeasures m_size;
    const NetColumns m_columns;
    Diagram m_diagram;
    detail::NetPlaces m_places;
    detail::NetBoxes m_boxes;
};

}  // namespace

Diagram makeNetDiagram(const Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end,
                       const DiagramLimits& limits)
{
    const Scope scope = detail::scopeOf(trace, begin, end);
    return NetDiagram(trace, scope, limits).make();
}

}  // namespace ui::graph
