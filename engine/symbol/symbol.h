#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

/// Graphs of a program that was run once with symbols instead of tensors.
namespace engine::symbol {

class Node;

/// Result `output` of a node: what stands for a tensor while a graph is captured. Immutable; graphs share nodes.
struct Symbol {
    std::shared_ptr<const Node> node;
    std::size_t output = 0;
    bool operator==(const Symbol&) const = default;
};

/// An operator with its attributes and inputs, or a variable. Attributes are those of ops::Operation, whose shapes are
/// not known yet; a wanted shape may have 0 (the input's extent) and -1 (what is left), a window of pooling 0 (all).
class Node {
public:
    Node(std::string name, ops::Operation operation, std::vector<Symbol> inputs, bool isVariable);
    /// Chains of any length go without recursion.
    ~Node();
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] bool isVariable() const { return m_isVariable; }
    [[nodiscard]] const ops::Operation& operation() const { return m_operation; }
    [[nodiscard]] const std::vector<Symbol>& inputs() const { return m_inputs; }

private:
    std::string m_name;
    ops::Operation m_operation;
    std::vector<Symbol> m_inputs;
    bool m_isVariable;
};

[[nodiscard]] Symbol variable(std::string name);

/// Errors: InvalidArgument if the operator does not take so many inputs.
[[nodiscard]] Result<Symbol> apply(ops::Operation operation, std::vector<Symbol> inputs, std::string name);

/// Every node that `outputs` depend on, each after its inputs, in the order of a depth-first walk.
[[nodiscard]] std::vector<const Node*> nodesOf(const std::vector<Symbol>& outputs);

/// The variables among them, in that order.
[[nodiscard]] std::vector<std::string> argumentsOf(const std::vector<Symbol>& outputs);

/// The graph in MXNet's format (`-symbol.json`): nodes with MXNet's operator names, arg_nodes, heads. `shapes` of
/// variables, as far as they are known, give num_hidden and num_filter.
/// Errors: Unsupported, a sentence, for an operator that MXNet has no name for.
[[nodiscard]] Result<std::string> toJson(const std::vector<Symbol>& outputs,
                                         const std::map<std::string, tensor::Shape>& shapes = {});

/// Errors: BadFile, a sentence with node and problem.
[[nodiscard]] Result<std::vector<Symbol>> fromJson(const std::string& json);

}  // namespace engine::symbol
