#pragma once

#include "ui/graph/detail/net.h"
#include "ui/graph/detail/net_edges.h"
#include "ui/graph/detail/open_layers.h"
#include "ui/graph/diagram.h"

namespace ui::graph::detail {

/// Widths and heights in the diagram of a net; a narrow diagram has smaller ones.
struct NetMeasures {
    double weights, forward, backward, middle, otherBackward, otherForward;  // widths of columns; 0: not shown
    double box, operation;                                                   // heights of a box and of an operation
    double gap, innerGap, head, pad;  // gaps between boxes; title and padding of an open box
    double side, between;             // margin left of the first column; gap between columns
};

/// The left edges of the columns of a net, and some widths.
struct NetColumns {
    struct DeviceColumns {
        double backward, forward;
    };
    double weights = 0, forward = 0, backward = 0, middle = 0;
    std::vector<DeviceColumns> others;  ///< columns of the second device and those after it
    double weightsWidth = 0, middleWidth = 0;
    double width = 0;  ///< width of all columns
};

/// Adds the boxes of a net to its diagram, with their texts and times, and records their places in NetPlaces.
class NetBoxes {
public:
    using Column = NetPlaces::Column;

    struct Source {
        const engine::trace::Trace& trace;
        const Scope& scope;
        const Net& net;
        const OpenLayers& open;
        const DiagramLimits& limits;
        const NetMeasures& size;
        const NetColumns& columns;
    };
    /// The objects to which the arguments refer must outlive this object.
    NetBoxes(const Source& source, Diagram& diagram, NetPlaces& places);

    void addHeader(const QRectF& rect, const QString& title, const QString& subtitle = {});
    /// Adds the box of one pass through a layer; adds nothing if the device has no operations of the pass.
    void addPass(const NetLayer& of, const QRectF& rect, std::size_t device, Column column);
    /// Adds the `row`-th operation in an open layer, on the first device.
    void addOperation(const NetLayer& of, engine::OpId op, const QRectF& rect, std::size_t row, Column column);
    /// Adds the cell that shows the state of a pass in a narrow diagram.
    void addCell(const NetLayer& of, const QRectF& rect, std::size_t device, Column column);
    /// Adds the frame of an open layer; returns its index.
    std::size_t addFrame(const NetLayer& of, const QRectF& rect, Column column);
    /// Adds the boxes beside the passes: parameters, their copies, sums of gradients and updates.
    void addBeside(const NetLayer& of, double y, double height);
    /// Adds a box for the operations that join the devices, above or below the net; returns the top of the next box.
    double addBand(const std::vector<engine::OpId>& ops, double y, const QString& title, engine::trace::Kind kind);
    /// Adds the last wait of the batch; returns the top of the next box.
    double addWait(double y);

private:
    [[nodiscard]] engine::Nanoseconds timeOf(const std::vector<engine::OpId>& ops) const;
    [[nodiscard]] QString shareOf(engine::Nanoseconds time, std::size_t device) const;
    [[nodiscard]] Node boxOf(std::vector<engine::OpId> ops, engine::trace::Kind kind, engine::DeviceId device) const;
    void addBox(Node node, Column column, std::size_t device, const NetLayer& of);
    void addMiddle(const NetLayer& of, double y, double height);
    void addWeights(const NetLayer& of, double y, double height);

    Source m_from;
    Diagram& m_diagram;
    NetPlaces& m_places;
    std::vector<engine::Nanoseconds> m_busy;  ///< time of both passes of each device
};

}  // namespace ui::graph::detail
