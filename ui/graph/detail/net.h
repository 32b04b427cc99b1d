#pragma once

#include "ui/graph/detail/scope.h"

#include <QStringList>
#include <vector>

namespace ui::graph::detail {

/// A layer of a net, a row of adjacent small layers, or one operation of a layer.
struct NetLayer {
    QString key;                  ///< identifies the layer in every batch: "Sequential/3/0/conv1"
    QString title;                ///< title of its box: "Residual 3.0", "Conv2d 3×3"
    QString brief;                ///< title for small boxes: "stem"; empty: `title` is short
    QString path;                 ///< name in the program, such as "3.0.conv1"; empty: the program has no name for it
    QStringList weights;          ///< shapes of its own parameters: "64×64×3×3"
    std::int64_t parameters = 0;  ///< number of values in all arrays of this layer and of its inner layers
    int arrays = 0;               ///< number of parameter arrays of the layer and its inner layers
    int parent = -1;
    int height = 0;  ///< -1: an operation; 0: a layer without inner layers; 1: a block of layers; 2: a block of blocks
    std::vector<int> parts;  ///< the layer's inner layers and operations, in the order of the forward pass

    struct Passes {
        std::vector<engine::OpId> forward, backward;
    };
    std::vector<Passes> on;               ///< passes by device, including the passes of its parts
    std::vector<engine::OpId> broadcast;  ///< copies of its parameters to other devices
    std::vector<engine::OpId> exchange;   ///< sums of its gradients over the devices
    std::vector<engine::OpId> update;

    [[nodiscard]] bool isOperation() const { return height < 0; }
};

/// One batch of a training as a tree of layers. Every operation of the scope is in `layers[0]`, `before` or `after`.
struct Net {
    std::vector<NetLayer> layers;           ///< the first one is the whole net
    std::vector<engine::DeviceId> devices;  ///< the devices that compute, ascending
    std::vector<engine::OpId> before;       ///< operations that distribute the batch over the devices
    std::vector<engine::OpId> after;        ///< operations that collect the results, or belong to no layer
    QString loss;              ///< name of the loss if only one of several devices computes it; it is then in `after`
    std::vector<int> layerOf;  ///< the innermost layer of each operation in scope; -1: none

    [[nodiscard]] const NetLayer& root() const { return layers.front(); }
    [[nodiscard]] bool hasSeveralDevices() const { return devices.size() > 1; }
    [[nodiscard]] int find(const QString& key) const;
};

/// Builds the tree from the layers that the trace records. Without recorded layers, derives them from the names of
/// operators; a sum of two branches then ends a block. Cost: linear in the scope's operations and edges.
[[nodiscard]] Net netOf(const engine::trace::Trace& trace, const Scope& scope);

}  // namespace ui::graph::detail
