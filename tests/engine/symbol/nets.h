#pragma once

#include "engine/symbol/cached_graph.h"

#include <QTest>

#include <string>
#include <vector>

/// Graphs used by several tests.
namespace nets {

using namespace engine;
using ops::Operation;
using ops::Operator;
using ops::Shape;
using symbol::Symbol;

inline Symbol node(Operation operation, std::vector<Symbol> inputs, const std::string& name)
{
    auto made = symbol::apply(std::move(operation), std::move(inputs), name);
    if (!made)
        qFatal("%s", made.error().english().c_str());
    return *made;
}

inline Symbol node(Operator op, std::vector<Symbol> inputs, const std::string& name, double scalar = 0)
{
    Operation operation;
    operation.op = op;
    operation.scalars[0] = scalar;
    return node(std::move(operation), std::move(inputs), name);
}

inline Symbol constant(double value, const std::string& name, const Shape& shape = Shape{})
{
    Operation fill;
    fill.op = Operator::Fill;
    fill.output = shape;
    fill.scalars[0] = value;
    return node(std::move(fill), {}, name);
}

inline Symbol dense(const Symbol& x, const std::string& name)
{
    return node(Operator::FullyConnected, {x, symbol::variable(name + "_weight"), symbol::variable(name + "_bias")},
                name + "_fwd");
}

/// The network of the book's hybridize benchmark: 512-256-128-2.
inline Symbol w7()
{
    const Symbol first = node(Operator::Relu, {dense(symbol::variable("data"), "dense0")}, "dense0_relu_fwd");
    const Symbol second = node(Operator::Relu, {dense(first, "dense1")}, "dense1_relu_fwd");
    return dense(second, "dense2");
}

inline std::vector<Shape> w7Shapes(std::int64_t batch)
{
    return {Shape{batch, 512}, Shape{256, 512}, Shape{256}, Shape{128, 256}, Shape{128}, Shape{2, 128}, Shape{2}};
}

inline symbol::CachedGraph graphOf(const std::vector<Symbol>& outputs)
{
    auto graph = symbol::CachedGraph::create(outputs, symbol::argumentsOf(outputs));
    if (!graph)
        qFatal("%s", graph.error().english().c_str());
    return *std::move(graph);
}

/// Compiles a graph for `shapes`, the shapes of its inputs in the order of argumentsOf().
inline symbol::CompiledGraph& compiled(symbol::CachedGraph& graph, const std::vector<Shape>& shapes,
                                       symbol::Mode mode = symbol::Mode::Inference,
                                       const autograd::InputSet& wanted = {})
{
    auto made = graph.compiled(shapes, mode, wanted);
    if (!made)
        qFatal("%s", made.error().english().c_str());
    return **made;
}

}  // namespace nets
