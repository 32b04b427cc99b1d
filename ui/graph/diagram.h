#pragma once

#include "engine/trace/trace.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <optional>
#include <vector>

namespace ui::graph {

enum class NodeShape : std::uint8_t {
    Input,     ///< a tensor created before the scope and read inside it
    Op,        ///< one operation
    Matrix,    ///< many similar operations, one cell each
    Fold,      ///< many operations in one box
    Layer,     ///< a layer of a net on one device, or the operations that join several devices
    Frame,     ///< frame around the parts of an opened layer
    Weights,   ///< the parameters of a layer
    Cell,      ///< the state of a layer, without text
    Result,    ///< the array that a copy creates on the CPU
    Wait,      ///< the program waits here
    Header,    ///< text above a column
    Ellipsis,  ///< stands for rows that are left out
};

/// A placed node. Sizes are in units of the diagram: pixels at a scale of 100 %.
struct Node {
    NodeShape shape = NodeShape::Op;
    QRectF rect;
    QString title;
    QString subtitle;
    std::vector<engine::OpId> ops;  ///< operations that the node represents, in program order
    engine::trace::Kind kind = engine::trace::Kind::Compute;
    engine::DeviceId device;
    int line = 0;
    int wait = -1;               ///< index into Trace::waits()
    engine::Nanoseconds time{};  ///< sum of the run times of the node's operations
    QString extent;  ///< shape of one operation's result, as "4000 × 4000"; its bytes if the shape is unknown
    bool isCritical = false;
    QString steps;       ///< step numbers of the node on the critical path, as "3" or "3–7"; empty: none
    int columns = 0;     ///< Matrix: cells per row
    QSizeF cell;         ///< Matrix: size of one cell
    QSizeF pitch;        ///< Matrix: distance between cells
    QPointF firstCell;   ///< Matrix: position relative to the node's top left corner
    int opsPerCell = 1;  ///< Matrix: above 1 if there are too many operations for one cell each
    // -- for Layer, Frame, Weights, Cell
    QString key;           ///< key of the layer; if not empty, a double click opens or closes the Layer or Frame
    QString id;            ///< identifies the box in every diagram of the net
    QString note;          ///< text at the right end of the title: "4.6 %", "×8"
    QString tip;           ///< full description, for the tooltip and the side column
    double bar = 0;        ///< time of the node as a fraction of the longest Layer's time
    bool hasFork = false;  ///< the node contains a residual connection
};

enum class EdgeStyle : std::uint8_t {
    ReadAfterWrite,
    WriteAfterRead,
    WriteAfterWrite,
    Stream,
    Wait,
    // -- edges between the layers of a net, for read-after-write dependencies
    Data,      ///< passes the result of a layer to the next one
    Residual,  ///< passes the result of a layer around others
    Saved,     ///< passes a result of the forward pass to the backward pass
    Gradient,  ///< passes a gradient to its sum over the devices, or to the update
};

struct Edge {
    int from = 0;
    int to = 0;
    EdgeStyle style = EdgeStyle::ReadAfterWrite;
    int count = 1;  ///< number of dependencies that the edge represents
    bool isCritical = false;
    bool hasHead = true;
    std::vector<QPointF> points;  ///< polyline, from the border of `from` to the border of `to`
};

struct EdgeCounts {
    std::size_t raw = 0, war = 0, waw = 0, stream = 0;
};

/// The nodes of one device between two waits; drawn as one item at low zoom.
struct Cluster {
    QRectF rect;
    QString name;
    std::size_t operations = 0;
    engine::Nanoseconds time{};
};

/// How far a net is opened.
enum class Depth : std::uint8_t {
    Auto,    ///< Layers or Blocks if the number of rows is readable, otherwise Stages
    Net,     ///< the net is one box
    Stages,  ///< each stage, which consists of blocks, is one box
    Blocks,  ///< each block, which consists of layers, is one box
    Layers,
    Operations,
};

/// A laid out graph, ready for painting.
struct Diagram {
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<Cluster> clusters;
    QSizeF size;
    EdgeCounts counts;
    QString caption;
    bool isCollapsed = false;    ///< similar operations were merged
    bool isNet = false;          ///< the diagram shows the layers of a net, which open in place
    Depth depth = Depth::Auto;   ///< how far the net is opened
    std::size_t operations = 0;  ///< number of operations in scope
};

/// Which operations are merged into one node.
enum class Grouping : std::uint8_t {
    Alike,   ///< similar operations, if there are too many to draw individually; a staircase for results that are
             ///< copied to the CPU, as in the book
    Layer,   ///< a network layer with its backward pass and update; a statement of the listing if there are no layers
    Phase,   ///< a phase (forward, …); without phases, a function of the listing; without both, computing or copying
    Device,  ///< all operations of one device between two waits
    None,    ///< no merging, up to kMaxDrawn operations
};

/// Options of the layout of a diagram: limits, room, and the nodes that the user has opened.
struct DiagramLimits {
    static constexpr std::size_t kMaxDrawn = 1000;  // single operations; the layout of more takes too long

    Grouping grouping = Grouping::Alike;
    std::vector<engine::OpId> opened;  ///< nodes that contain one of these operations are expanded while there is room

    std::size_t visibleNodes = 150;  ///< maximum number of nodes; with more, operations are merged
    int stairRows = 6;               ///< number of rows of copies that are drawn before the ellipsis
    double width = 276;              ///< width that the layout tries to fit
    bool hasInputs = true;           ///< draw tensors that were created before the scope and are read in it
    int cellsPerRow = 10;            ///< cells per row of a matrix of up to 60 cells

    // -- for the diagram of a net
    Depth depth = Depth::Auto;
    std::vector<QString> toggled;  ///< keys of layers that are open or closed contrary to `depth`
    bool isNarrow = true;  ///< boxes of one line, without weights; each device after the first one is shown as cells
};

/// Lays out the graph of a block (index into Trace::blocks()) or of the run without its warm-up (-1). Where rows
/// are left out, the row of `focus` stays visible. Cost: linear in the scope's operations and edges.
[[nodiscard]] Diagram makeDiagram(const engine::trace::Trace& trace, int block, engine::OpId focus = {},
                                  const DiagramLimits& limits = {});

enum class StepNumbers : std::uint8_t { Hidden, Shown };
/// Marks the nodes and edges of a path, and no others, as critical. `path`: operations of `trace`, in order of time.
void markPath(Diagram& diagram, const engine::trace::Trace& trace, const std::vector<engine::OpId>& path,
              StepNumbers numbers = StepNumbers::Hidden);

/// Two timed blocks that run the same statement with different operations: a neural net before and after it was
/// compiled.
struct Pair {
    int before = -1, after = -1;                     ///< indices into Trace::blocks()
    engine::Nanoseconds beforeBegin{}, beforeEnd{};  ///< one execution of the statement in each block
    engine::Nanoseconds afterBegin{}, afterEnd{};
};

/// Returns the last two consecutive blocks that form a Pair, if any. Cost: linear in the recorded line executions of
/// both blocks.
[[nodiscard]] std::optional<Pair> pairOf(const engine::trace::Trace& trace);

/// Lays out both executions of a pair side by side.
[[nodiscard]] Diagram makePairDiagram(const engine::trace::Trace& trace, const Pair& pair,
                                      const DiagramLimits& limits = {});

/// Where the critical path of the operations issued in [begin, end) ends.
enum class PathEnd : std::uint8_t {
    Range,  ///< the path ends at `end`
    Work,   ///< the path ends when the last of these operations completes, but not before `end`
};

/// Lays out the operations issued in [begin, end).
[[nodiscard]] Diagram makeDiagram(const engine::trace::Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end,
                                  const DiagramLimits& limits = {}, PathEnd pathEnd = PathEnd::Range);

/// Lays out one batch of a training by layer. A row is a layer. The columns are the weights, the forward pass, the
/// backward pass, the operations that join the devices (sums of gradients, updates), and the passes of the other
/// devices. The batch lasts from `begin` to `end`. Cost: linear in the batch's operations and edges.
[[nodiscard]] Diagram makeNetDiagram(const engine::trace::Trace& trace, engine::Nanoseconds begin,
                                     engine::Nanoseconds end, const DiagramLimits& limits = {});

}  // namespace ui::graph
