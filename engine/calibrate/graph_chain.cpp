#include "engine/calibrate/graph_chain.h"

#include <memory>

namespace engine::calibrate {

ops::Operation graphChain(int steps, std::int64_t elements)
{
    const tensor::Shape shape{elements};
    ops::Segment graph;
    graph.inputs = 1;
    graph.values.push_back({shape});
    graph.blocks = {shape.bytes(), shape.bytes()};
    for (int i = 0; i < steps; ++i) {
        graph.values.push_back({shape, i + 1 < steps ? i % 2 : -1});
        graph.steps.push_back({{ops::Operator::AddScalar, {shape}, shape, {1, 0, 0}}, {i}, {i + 1}});
    }
    graph.outputs = {steps};
    ops::Operation operation;
    operation.op = ops::Operator::Segment;
    operation.inputs = {shape};
    operation.output = shape;
    operation.segment = std::make_shared<const ops::Segment>(std::move(graph));
    return operation;
}

}  // namespace engine::calibrate
