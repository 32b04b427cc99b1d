#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

/// Graphs captured by running a program once with symbols instead of tensors.
namespace engine::symbol {

class Node;

/// An output of a node; replaces a tensor while a graph is captured. Immutable; graphs share nodes.
struct Symbol {
    std::shared_ptr<const Node> node;
    std::size_t output = 0;
    bool operator==(const Symbol&) const = default;
};

/// An operator with its attributes and inputs, or a variable. The attributes are those of ops::Operation without
/// shapes. The output shape of a Reshape may contain 0 (the input's extent) and -1 (the remaining elements); a pooling
/// window of 0 covers the whole input.
class Node {
public:
    /// Creates a variable.
    explicit Node(std::string name) : m_name(std::move(name)), m_isVariable(true) {}
    Node(std::string name, ops::Operation operation, std::vector<Symbol> inputs);
    /// Destroys chains of any length without recursion.
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
    bool m_isVariable = false;
};

/// Creates a variable. Each call creates another one, even if the name is in use.
[[nodiscard]] Symbol variable(std::string name);

/// Applies an operator to symbols. Errors: InvalidArgument if the number of inputs is wrong.
[[nodiscard]] Result<Symbol> apply(ops::Operation operation, std::vector<Symbol> inputs, std::string name);

/// Returns the nodes that `outputs` depend on, each after its inputs, in depth-first order.
[[nodiscard]] std::vector<const Node*> nodesOf(const std::vector<Symbol>& outputs);

/// Returns the names of the variables in nodesOf(), in that order.
[[nodiscard]] std::vector<std::string> argumentsOf(const std::vector<Symbol>& outputs);

/// Writes the graph in MXNet's format (`-symbol.json`): nodes with MXNet's operator names, arg_nodes, heads. `shapes`
/// of variables, if given, determine num_hidden and num_filter.
/// Errors: Unsupported for an operator without a counterpart in MXNet.
[[nodiscard]] Result<std::string> toJson(const std::vector<Symbol>& outputs,
                                         const std::map<std::string, ops::Shape>& shapes = {});

/// Reads a graph in MXNet's format. Errors: BadFile, naming the problem and, if a node is wrong, the node.
[[nodiscard]] Result<std::vector<Symbol>> fromJson(const std::string& json);

}  // namespace engine::symbol
