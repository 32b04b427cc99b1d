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
    Input,     ///< made outside the scope and read inside it
    Op,        ///< one operation
    Matrix,    ///< many alike operations, a cell each
    Fold,      ///< many operations, one box
    Part,      ///< a part of a training step on one device: forward, backward, update
    Result,    ///< what a copy leaves on the CPU
    Wait,      ///< the program waits here
    Header,    ///< text above a column
    Ellipsis,  ///< rows left out
};

/// A node that has its place. Sizes are pixels at 100 %.
struct Node {
    NodeShape shape = NodeShape::Op;
    QRectF rect;
    QString title;
    QString subtitle;
    std::vector<engine::OpId> ops;  ///< what it stands for, in program order
    engine::trace::Kind kind = engine::trace::Kind::Compute;
    engine::DeviceId device;
    int line = 0;
    int wait = -1;               ///< index into Trace::waits()
    engine::Nanoseconds time{};  ///< that its operations ran, one after another added up
    QString extent;              ///< of what one of them makes, "4000 × 4000"; bytes where the shape is not known
    bool isCritical = false;
    int columns = 0;     ///< Matrix: cells a row
    QSizeF cell;         ///< Matrix: of one cell
    QSizeF pitch;        ///< Matrix: from cell to cell
    QPointF firstCell;   ///< Matrix: from the node's corner
    int opsPerCell = 1;  ///< Matrix: more than one when there are too many to draw
};

enum class EdgeStyle : std::uint8_t { ReadAfterWrite, WriteAfterRead, WriteAfterWrite, Stream, Wait };

struct Edge {
    int from = 0;
    int to = 0;
    EdgeStyle style = EdgeStyle::ReadAfterWrite;
    int count = 1;  ///< dependencies that it stands for
    bool isCritical = false;
    bool hasHead = true;
    std::vector<QPointF> points;  ///< polyline, from the border of `from` to the border of `to`
};

struct EdgeCounts {
    std::size_t raw = 0, war = 0, waw = 0, stream = 0;
};

/// The nodes of one device between two waits, told as one from far away.
struct Cluster {
    QRectF rect;
    QString name;
    std::size_t operations = 0;
    engine::Nanoseconds time{};
};

/// A graph with everything in its place, ready to be drawn.
struct Picture {
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<Cluster> clusters;
    QSizeF size;
    EdgeCounts counts;
    QString caption;
    bool isCollapsed = false;    ///< alike operations were put together
    std::size_t operations = 0;  ///< in scope
};

/// What is put into one node.
enum class Grouping : std::uint8_t {
    Alike,   ///< alike operations, where there is no room for one by one; the chapter's own pictures where it has one
    Layer,   ///< a layer of the network with its backward and update; without layers a statement of the listing
    Phase,   ///< forward, backward, update, …; a function of the listing; else computing and copying
    Device,  ///< all that one device does between two waits
    None,    ///< nothing, up to kMostDrawn operations
};

/// How much of a graph is drawn one by one.
struct PictureLimits {
    static constexpr std::size_t kMostDrawn = 1000;

    Grouping grouping = Grouping::Alike;
    std::vector<engine::OpId> opened;  ///< nodes with one of these are taken apart, while there is room

    std::size_t visibleNodes = 150;  ///< more than this: operations are put together
    int stairRows = 6;               ///< rows of the copy staircase before the ellipsis
    double width = 276;              ///< that a picture tries to fit
    bool hasInputs = true;           ///< what is read from before the scope is drawn
};

/// The picture of a block (index into Trace::blocks()) or of the whole run (-1). `focus` is kept visible where rows
/// are left out. Cost: linear in the scope's operations and edges.
[[nodiscard]] Picture makePicture(const engine::trace::Trace& trace, int block, engine::OpId focus = {},
                                  const PictureLimits& limits = {});

/// Two timed blocks that run the same statement with other operations: a net before and after it was compiled.
struct Pair {
    int before = -1, after = -1;                     ///< indices into Trace::blocks()
    engine::Nanoseconds beforeBegin{}, beforeEnd{};  ///< one execution of the statement in each
    engine::Nanoseconds afterBegin{}, afterEnd{};
};

/// The last such pair of neighbouring blocks; none if there is none. Cost: the executions of lines in two blocks.
[[nodiscard]] std::optional<Pair> pairOf(const engine::trace::Trace& trace);

/// Both executions side by side.
[[nodiscard]] Picture makePairPicture(const engine::trace::Trace& trace, const Pair& pair,
                                      const PictureLimits& limits = {});

/// The picture of what was issued in [begin, end).
[[nodiscard]] Picture makePicture(const engine::trace::Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end,
                                  const PictureLimits& limits = {});

/// The picture of one batch of a training, by layer: a column per device, forward above backward above update, with
/// how many operations each stands for; what joins the devices lies across. `begin` to `end` are the batch's. Cost:
/// linear in its operations and edges.
[[nodiscard]] Picture makeBatchPicture(const engine::trace::Trace& trace, engine::Nanoseconds begin,
                                       engine::Nanoseconds end, const PictureLimits& limits = {});

}  // namespace ui::graph
