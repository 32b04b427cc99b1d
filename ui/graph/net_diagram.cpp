#include "ui/graph/detail/facts.h"
#include "ui/graph/detail/net.h"
#include "ui/graph/detail/net_edges.h"
#include "ui/graph/detail/net_texts.h"
#include "ui/graph/detail/open_layers.h"
#include "ui/graph/diagram.h"
#include "ui/look/format.h"
#include "ui/model/lane_names.h"

#include <algorithm>
#include <cmath>

namespace ui::graph {

using detail::Net;
using detail::NetLayer;
using detail::Scope;
using engine::DeviceId;
using engine::OpId;
using engine::trace::Kind;
using engine::trace::Trace;

namespace {

/// Widths and heights of one form of the diagram.
struct Measures {
    double weights, forward, backward, middle, otherBackward, otherForward;  // widths of columns; 0: not shown
    double box, operation;                                                   // heights
    double gap, innerGap, head, pad;                                         // between boxes; of an open box
    double side, between;  // left of the first column; between columns
};

constexpr Measures kWide{92, 214, 176, 212, 128, 152, 34, 20, 11, 8, 28, 9, 14, 34};
constexpr Measures kNarrow{0, 122, 122, 10, 0, 0, 20, 20, 5, 4, 20, 4, 10, 8};
constexpr double kWideMiddle = 324;  // of the middle column if it also has copies of parameters
constexpr double kBranched = 324;    // of a pass in which two layers are beside each other
constexpr double kFolded = 12;       // height of a box without text, in a narrow diagram in which another one is open

Kind kindOf(const Trace& trace, const std::vector<OpId>& ops)
{
    const bool isElementwise =
        std::all_of(ops.begin(), ops.end(), [&](OpId op) { return trace.op(op).kind == Kind::Elementwise; });
    return isElementwise ? Kind::Elementwise : Kind::Compute;
}

class NetDiagram {
public:
    NetDiagram(const Trace& trace, const Scope& scope, const DiagramLimits& limits)
        : m_trace(trace),
          m_scope(scope),
          m_limits(limits),
          m_net(detail::netOf(trace, scope)),
          m_open(m_net, limits),
          m_size(measures())
    {
    }

    Diagram make()
    {
        m_diagram.isNet = true;
        m_diagram.depth = m_open.depth();
        m_places.nodeOf.assign(m_scope.operations(), -1);
        findTimes();
        placeColumns();
        double y = addHeaders();
        y = addBand(m_net.before, y, hasSeveral() ? ui::tr("scatter") : ui::tr("input"), Kind::CopyIn);
        if (m_open.isOpen(0))
            y = placeParts(0, y, 0, true) + m_size.gap;
        else
            y = addRow(0, y, 0, true) + m_size.gap;
        y = addBand(m_net.after, y, afterTitle(), Kind::Elementwise);
        if (m_limits.isNarrow && hasSeveral())
            y = addCells(y);
        addBars();
        y = addWait(y);
        m_places.at.resize(m_diagram.nodes.size());
        m_diagram.size = QSizeF(m_width, y);
        detail::addNetEdges(m_trace, m_scope, m_places, m_diagram);
        describe();
        return std::move(m_diagram);
    }

private:
    using Column = detail::NetPlaces::Column;

    [[nodiscard]] const NetLayer& layer(int index) const { return m_net.layers[static_cast<std::size_t>(index)]; }

    /// Both passes are wider if a layer with branches is open, so that boxes beside each other have room for their
    /// names.
    [[nodiscard]] Measures measures() const
    {
        Measures size = m_limits.isNarrow ? kNarrow : kWide;
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

    [[nodiscard]] bool hasWeights() const { return m_size.weights > 0 && layer(0).parameters > 0; }
    [[nodiscard]] bool hasSeveral() const { return m_net.devices.size() > 1; }

    // -- times

    [[nodiscard]] engine::Nanoseconds timeOf(const std::vector<OpId>& ops) const
    {
        engine::Nanoseconds time{};
        for (const OpId op : ops)
            time += m_scope.ran[op.index - m_scope.first];
        return time;
    }

    void findTimes()
    {
        for (const NetLayer::Passes& on : layer(0).on)
            m_busy.push_back(timeOf(on.forward) + timeOf(on.backward));
    }

    [[nodiscard]] QString shareOf(engine::Nanoseconds time, std::size_t device) const
    {
        return detail::percentText(time, m_busy[device]);
    }

    // -- columns

    void placeColumns()
    {
        double x = m_size.side;
        const auto add = [&](double width) {
            const double left = x;
            x += width > 0 ? width + m_size.between : 0;
            return left;
        };
        m_weightsX = add(hasWeights() ? m_size.weights : 0);
        m_forwardX = add(m_size.forward);
        m_backwardX = add(m_size.backward);
        const bool hasMiddle = !layer(0).exchange.empty() || !layer(0).broadcast.empty();
        m_middleWidth = m_limits.isNarrow             ? m_size.middle
                        : !layer(0).broadcast.empty() ? kWideMiddle
                        : hasMiddle                   ? m_size.middle
                                                      : 70;
        m_middleX = add(m_middleWidth);
        for (std::size_t device = 1; device < m_net.devices.size() && m_size.otherForward > 0; ++device) {
            const double backward = add(m_size.otherBackward);
            m_others.push_back({backward, add(m_size.otherForward)});
        }
        m_width = x - m_size.between + m_size.side;
    }

    struct Other {
        double backward, forward;
    };

    double addHeaders()
    {
        const auto add = [&](double left, double right, double top, const QString& title, const QString& subtitle) {
            Node node;
            node.shape = NodeShape::Header;
            node.title = title;
            node.subtitle = subtitle;
            node.rect = QRectF(left, top, right - left, 13);
            m_diagram.nodes.push_back(std::move(node));
        };
        double y = 6;
        if (m_net.devices.empty())
            return y;
        const auto name = [&](std::size_t device) { return model::deviceName(m_trace, m_net.devices[device]); };
        add(m_forwardX, m_backwardX + m_size.backward, y, name(0), {});
        for (std::size_t i = 0; i < m_others.size(); ++i)
            add(m_others[i].backward, m_others[i].forward + m_size.otherForward, y, name(i + 1), {});
        y += 18;
        if (m_limits.isNarrow)
            return y;
        const auto caption = [&](double left, double width, const QString& text) {
            if (width > 0)
                add(left, left + width, y, {}, text);
        };
        caption(m_weightsX, hasWeights() ? m_size.weights : 0, ui::tr("weights"));
        caption(m_forwardX, m_size.forward, ui::tr("forward"));
        caption(m_backwardX, m_size.backward, ui::tr("backward"));
        for (const Other& other : m_others) {
            caption(other.backward, m_size.otherBackward, ui::tr("backward"));
            caption(other.forward, m_size.otherForward, ui::tr("forward"));
        }
        return y + 22;
    }

    // -- rows

    /// Places the parts of an open layer from `y` on, and returns the bottom of the last one.
    double placeParts(int index, double y, int depth, bool hasOthers)
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
            if (form == RowForm::Branch) {  // beside the part before it; its sums and updates are one row lower
                addRow(part, topBefore, depth, false, form);
                addBeside(layer(part), y, m_size.operation);
                continue;
            }
            topBefore = y;
            if (m_open.isOpen(part) && layer(part).height > 1 && !m_open.isToggled(part)) {
                // A stage that the depth opens has no frame: its blocks are placed directly in the column.
                bottom = placeParts(part, y, depth, hasOthers);
                y = bottom + (depth == 0 ? m_size.gap : m_size.innerGap);
                continue;
            }
            bottom =
                m_open.isOpen(part) ? placeOpen(part, y, depth, hasOthers) : addRow(part, y, depth, hasOthers, form);
            y = bottom + (depth == 0 ? m_size.gap : m_size.innerGap);
        }
        return bottom;
    }

    /// The part of its columns that a row occupies.
    enum class RowForm : std::uint8_t {
        Whole,
        Main,    ///< leaves room for a branch beside it
        Branch,  ///< at the right in the forward pass, at the left in the backward pass
        Folded,  ///< a line without text
    };

    /// The part that computes a second branch: it does not read the part before it, and the operation after it reads
    /// both. -1: there is none, or no room for it.
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

    double placeOpen(int index, double y, int depth, bool hasOthers)
    {
        const NetLayer& of = layer(index);
        const double inset = m_size.pad * depth;
        const std::size_t forward = addFrame(of, m_forwardX + inset, m_size.forward - 2 * inset, y, Column::Forward);
        const std::size_t backward =
            addFrame(of, m_backwardX + inset, m_size.backward - 2 * inset, y, Column::Backward);
        // The other devices show a block as one box.
        const bool isOneThere = hasOthers && of.height <= 1;
        const double top = y + m_size.head;
        double bottom = of.parts.empty() ? placeOperations(of, top, depth + 1)
                                         : placeParts(index, top, depth + 1, hasOthers && !isOneThere);
        bottom += m_size.pad;
        for (const std::size_t frame : {forward, backward})
            m_diagram.nodes[frame].rect.setHeight(bottom - y);
        const double middle = (y + bottom - m_size.box) / 2;
        if (of.parts.empty())
            addBeside(of, middle, m_size.box);
        if (isOneThere)
            addOthers(of, middle, m_size.box);
        return bottom;
    }

    /// The operations of a layer: forward from the top, backward from the bottom.
    double placeOperations(const NetLayer& of, double y, int depth)
    {
        const NetLayer::Passes& on = of.on[0];
        const std::size_t rows = std::max(on.forward.size(), on.backward.size());
        const double inset = m_size.pad * depth, pitch = m_size.operation + m_size.innerGap;
        const auto add = [&](OpId op, double x, double width, std::size_t row, Column column) {
            const engine::trace::Op operation = m_trace.op(op);
            Node node = boxOf({op}, operation.kind, m_net.devices[0]);
            node.title = detail::text(m_trace, operation.name);
            node.note = shareOf(node.time, 0);
            node.rect = QRectF(x + inset, y + static_cast<double>(row) * pitch, width - 2 * inset, m_size.operation);
            addBox(std::move(node), column, 0, of);
            m_diagram.nodes.back().id += QStringLiteral("|%1").arg(row);
        };
        for (std::size_t i = 0; i < on.forward.size(); ++i)
            add(on.forward[i], m_forwardX, m_size.forward, i, Column::Forward);
        for (std::size_t i = 0; i < on.backward.size(); ++i)
            add(on.backward[i], m_backwardX, m_size.backward, rows - 1 - i, Column::Backward);
        return y + static_cast<double>(rows) * pitch - m_size.innerGap;
    }

    std::size_t addFrame(const NetLayer& of, double x, double width, double y, Column column)
    {
        const NetLayer::Passes& on = of.on[0];
        Node frame;
        frame.shape = NodeShape::Frame;
        frame.key = of.key;
        frame.title = of.brief.isEmpty() ? of.title : of.brief;  // edges enter in the middle
        frame.id = idOf(of, column, 0);
        frame.note = shareOf(timeOf(column == Column::Forward ? on.forward : on.backward), 0);
        frame.tip = detail::tipOf(m_trace, of);
        frame.rect = QRectF(x, y, width, m_size.head);
        m_diagram.nodes.push_back(std::move(frame));
        return m_diagram.nodes.size() - 1;
    }

    double addRow(int index, double y, int depth, bool hasOthers, RowForm form = RowForm::Whole)
    {
        constexpr double kMain = 0.48, kBranch = 0.42;
        const NetLayer& of = layer(index);
        const double inset = m_size.pad * depth;
        const double height = form == RowForm::Folded ? kFolded : of.isOperation() ? m_size.operation : m_size.box;
        const double share = form == RowForm::Main ? kMain : form == RowForm::Branch ? kBranch : 1;
        const double forward = m_size.forward - 2 * inset, backward = m_size.backward - 2 * inset;
        const bool isBranch = form == RowForm::Branch;
        const std::size_t first = m_diagram.nodes.size();
        addPass(of, m_forwardX + inset + (isBranch ? forward * (1 - share) : 0), forward * share, y, height, 0,
                Column::Forward);
        addPass(of, m_backwardX + inset + (isBranch ? 0 : backward * (1 - share)), backward * share, y, height, 0,
                Column::Backward);
        for (std::size_t node = first; node < m_diagram.nodes.size(); ++node)
            m_places.at[node].isBranch = isBranch;
        if (!isBranch)
            addBeside(of, y, height);
        if (hasOthers)
            addOthers(of, y, height);
        return y + height;
    }

    void addBeside(const NetLayer& of, double y, double height)
    {
        addMiddle(of, y, height);
        addWeights(of, y, height);
    }

    void addOthers(const NetLayer& of, double y, double height)
    {
        for (std::size_t i = 0; i < m_others.size(); ++i) {
            addPass(of, m_others[i].backward, m_size.otherBackward, y, height, i + 1, Column::Backward);
            addPass(of, m_others[i].forward, m_size.otherForward, y, height, i + 1, Column::Forward);
        }
    }

    [[nodiscard]] Node boxOf(std::vector<OpId> ops, Kind kind, DeviceId device) const
    {
        Node node;
        node.shape = NodeShape::Layer;
        node.kind = kind;
        node.device = device;
        node.time = timeOf(ops);
        if (!ops.empty())
            node.line = m_trace.op(ops.front()).line;
        node.ops = std::move(ops);
        return node;
    }

    void addBox(Node node, Column column, std::size_t device, const NetLayer& of)
    {
        for (const OpId op : node.ops)
            m_places.nodeOf[op.index - m_scope.first] = static_cast<int>(m_diagram.nodes.size());
        if (node.tip.isEmpty())
            node.tip = detail::tipOf(m_trace, of);
        node.id = idOf(of, column, device) +
                  (column == Column::Forward || column == Column::Backward ? QString() : node.title);
        m_places.at.resize(m_diagram.nodes.size() + 1);
        m_places.at.back() = {column, device, of.key, false};
        m_diagram.nodes.push_back(std::move(node));
    }

    void addPass(const NetLayer& of, double x, double width, double y, double height, std::size_t device, Column column)
    {
        const bool isForward = column == Column::Forward;
        const std::vector<OpId>& ops = isForward ? of.on[device].forward : of.on[device].backward;
        if (ops.empty())
            return;
        Node node = boxOf(ops, isForward ? kindOf(m_trace, ops) : Kind::Backward, m_net.devices[device]);
        node.key = m_open.canOpen(indexOf(of)) ? of.key : QString();
        constexpr qsizetype kLongTitle = 26;  // characters; a wide box of the forward pass has room for as many
        const bool isBrief = m_limits.isNarrow || !isForward || device > 0 || of.title.size() > kLongTitle;
        node.title = isBrief && !of.brief.isEmpty() ? of.brief : of.title;
        node.note = shareOf(node.time, device);
        node.rect = QRectF(x, y, width, height);
        node.hasFork = isForward && detail::hasFork(m_trace, m_scope, m_net, ops);
        if (isForward) {
            const QString shape = detail::text(m_trace, m_trace.op(ops.back()).shape);
            node.extent = detail::shapeText(shape);
            const QString parameters = of.parameters > 0 && device == 0 ? detail::countText(of.parameters) : QString();
            constexpr double kShapeAndCount = 140;
            node.subtitle = parameters.isEmpty() ? node.extent
                            : width < kShapeAndCount && !m_limits.isNarrow
                                ? parameters  // beside a box of the same shape
                                : QStringLiteral("%1 · %2").arg(node.extent, parameters);
        }
        if (node.subtitle.isEmpty() && node.time.count() > 0)
            node.subtitle = look::durationText(node.time);
        addBox(std::move(node), column, device, of);
    }

    [[nodiscard]] static QString idOf(const NetLayer& of, Column column, std::size_t device)
    {
        return QStringLiteral("%1|%2|%3")
            .arg(of.key, QString::number(static_cast<int>(column)), QString::number(device));
    }

    [[nodiscard]] int indexOf(const NetLayer& of) const { return static_cast<int>(&of - m_net.layers.data()); }
    // -- beside the passes

    /// Copies of parameters, sums of gradients and updates.
    void addMiddle(const NetLayer& of, double y, double height)
    {
        struct Item {
            const std::vector<OpId>& ops;
            QString title;
            Kind kind;
            double part;  // relative width
        };
        const Item items[] = {{of.broadcast, ui::tr("broadcast"), Kind::CopyPeer, 1.25},
                              {of.exchange, detail::exchangeName(m_trace, of.exchange), Kind::CopyPeer, 1.95},
                              {of.update, detail::updateName(m_trace, of.update), Kind::Elementwise, 0.9}};
        double whole = 0;
        for (const Item& item : items)
            whole += item.ops.empty() ? 0 : item.part;
        if (whole <= 0)
            return;
        const double gap = m_limits.isNarrow ? 0 : 8;
        const auto count = static_cast<double>(
            std::count_if(std::begin(items), std::end(items), [](const Item& item) { return !item.ops.empty(); }));
        double x = m_middleX;
        for (const Item& item : items) {
            if (item.ops.empty())
                continue;
            const double width = (m_middleWidth - gap * (count - 1)) * item.part / whole;
            Node node = boxOf(item.ops, item.kind, DeviceId{});
            node.title = item.title;
            node.tip =
                item.title + QStringLiteral(" · ") + of.title + QLatin1Char('\n') + detail::factsOf(m_trace, node);
            node.rect = QRectF(x, y, width, height);
            node.shape = m_limits.isNarrow ? NodeShape::Cell : NodeShape::Layer;
            constexpr double kWithNote = 120;  // bytes and time fit
            const engine::Bytes copied = detail::copiedBytes(m_trace, item.ops);
            if (height < m_size.box && copied.value > 0) {  // a single line
                node.note = detail::briefBytes(copied);
            } else if (width > kWithNote) {
                node.note = QStringLiteral("×%1").arg(item.ops.size());
                node.subtitle = detail::factsOf(m_trace, node);
            } else {
                node.subtitle = QStringLiteral("×%1").arg(item.ops.size());
            }
            x += width + gap;
            addBox(std::move(node), Column::Middle, 0, of);
        }
    }
    void addWeights(const NetLayer& of, double y, double height)
    {
        if (!hasWeights() || of.parameters <= 0)
            return;
        Node node;
        node.shape = NodeShape::Weights;
        detail::describeWeights(of, node);
        node.rect = QRectF(m_weightsX, y + (height - 18) / 2, m_size.weights, 18);
        node.id = idOf(of, Column::Weights, 0);
        m_places.at.resize(m_diagram.nodes.size() + 1);
        m_places.at.back() = {Column::Weights, 0, of.key, false};
        m_diagram.nodes.push_back(std::move(node));
    }

    [[nodiscard]] QString afterTitle() const
    {
        const QString title = hasSeveral() ? ui::tr("gather") : detail::namesOf(m_trace, m_net.after);
        return m_net.loss.isEmpty() ? title : title + QStringLiteral(", ") + m_net.loss;
    }

    /// Adds the box of operations that join the devices, above or below the net.
    double addBand(const std::vector<OpId>& ops, double y, const QString& title, Kind kind)
    {
        if (ops.empty())
            return y;
        Node node = boxOf(ops, kind, DeviceId{});
        node.title = title;
        node.subtitle = node.time.count() > 0 ? look::durationText(node.time) : QString();
        node.note = QStringLiteral("×%1").arg(ops.size());
        node.tip = title + QLatin1Char('\n') + detail::namesOf(m_trace, ops);
        const bool isBetween = hasSeveral() && !m_limits.isNarrow;
        // A narrow column has no room for the name.
        const double own = m_limits.isNarrow ? m_backwardX + m_size.backward - m_forwardX : m_size.forward;
        node.rect = QRectF(isBetween ? m_middleX : m_forwardX, y, isBetween ? m_middleWidth : own, m_size.box);
        NetLayer none;
        addBox(std::move(node), y < 60 ? Column::Before : Column::After, 0, none);
        return y + m_size.box + m_size.gap;
    }

    /// The states of the other devices in a narrow diagram: a row of cells for each pass.
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
        constexpr double kName = 44, kCell = 10;
        const double pitch =
            (m_width - 2 * m_size.side - kName) / static_cast<double>(std::max<std::size_t>(shown.size(), 1));
        for (std::size_t device = 1; device < m_net.devices.size(); ++device) {
            Node header;
            header.shape = NodeShape::Header;
            header.title = model::deviceName(m_trace, m_net.devices[device]);
            header.rect = QRectF(m_size.side, y + 4, kName - 4, 13);
            m_diagram.nodes.push_back(std::move(header));
            for (std::size_t i = 0; i < shown.size(); ++i) {
                const NetLayer& of = layer(shown[i]);
                for (const Column column : {Column::Forward, Column::Backward}) {
                    const bool isForward = column == Column::Forward;
                    const auto& ops = isForward ? of.on[device].forward : of.on[device].backward;
                    if (ops.empty())
                        continue;
                    Node node = boxOf(ops, isForward ? Kind::Compute : Kind::Backward, m_net.devices[device]);
                    node.shape = NodeShape::Cell;
                    node.title = of.title;
                    node.rect = QRectF(m_size.side + kName + static_cast<double>(i) * pitch, y + (isForward ? 0 : 13),
                                       std::max(2.0, pitch - 2), kCell);
                    addBox(std::move(node), Column::None, device, of);
                    m_diagram.nodes.back().id += isForward ? QStringLiteral("|f") : QStringLiteral("|b");
                }
            }
            y += 2 * kCell + 12;
        }
        return y;
    }

    /// The last wait of the batch.
    double addWait(double y)
    {
        if (m_scope.waits.empty())
            return y;
        const std::size_t index = m_scope.waits.back();
        const engine::trace::WaitRecord& wait = m_trace.waits()[index];
        Node node;
        node.shape = NodeShape::Wait;
        node.wait = static_cast<int>(index);
        node.line = wait.line;
        node.title = detail::callOf(m_trace, wait);
        node.subtitle = wait.line > 0 ? ui::tr("line %1").arg(wait.line) : QString();
        node.rect = QRectF(m_size.side, y, m_width - 2 * m_size.side, 26);
        m_diagram.nodes.push_back(std::move(node));
        return y + 26 + m_size.gap;
    }

    /// The length of a box's bar is its time, on one scale for the diagram.
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
            detail::netCaption(m_trace, m_diagram.operations, hasSeveral() && m_scope.edges.joinsDevices);
    }

    const Trace& m_trace;
    const Scope& m_scope;
    const DiagramLimits& m_limits;
    const Net m_net;
    const detail::OpenLayers m_open;
    const Measures m_size;
    Diagram m_diagram;
    detail::NetPlaces m_places;
    std::vector<engine::Nanoseconds> m_busy;  ///< by device: time of both passes
    std::vector<Other> m_others;
    double m_weightsX = 0, m_forwardX = 0, m_backwardX = 0, m_middleX = 0, m_middleWidth = 0, m_width = 0;
};

}  // namespace

Diagram makeNetDiagram(const Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end,
                       const DiagramLimits& limits)
{
    const Scope scope = detail::scopeOf(trace, begin, end);
    return NetDiagram(trace, scope, limits).make();
}

}  // namespace ui::graph
