#include "engine/symbol/symbol.h"

#include "engine/base/expect.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <unordered_set>

namespace engine::symbol {

Node::Node(std::string name, ops::Operation operation, std::vector<Symbol> inputs)
    : m_name(std::move(name)), m_operation(std::move(operation)), m_inputs(std::move(inputs))
{
    ENGINE_EXPECT(std::ranges::all_of(m_inputs, [](const Symbol& input) { return input.node != nullptr; }));
}

Node::~Node()
{
    // The inputs of a node are const, but the only owner of a node may move them, because no other owner can observe
    // it.
    std::vector<std::shared_ptr<const Node>> alone;
    const auto take = [&](std::vector<Symbol>& inputs) {
        for (Symbol& input : inputs)
            if (input.node.use_count() == 1)
                alone.push_back(std::move(input.node));
    };
    take(m_inputs);
    while (!alone.empty()) {
        const auto node = std::const_pointer_cast<Node>(std::move(alone.back()));
        alone.pop_back();
        take(node->m_inputs);
    }
}

Symbol variable(std::string name)
{
    return {std::make_shared<const Node>(std::move(name)), 0};
}

Result<Symbol> apply(ops::Operation operation, std::vector<Symbol> inputs, std::string name)
{
    const ops::InputCount limits = ops::rowOf(operation.op).inputs;
    if (inputs.size() < limits.least || inputs.size() > limits.most)
        return untranslatedError(ErrorCode::InvalidArgument, std::string(ops::nameOf(operation.op)) + " (" + name +
                                                                 ") takes " + std::to_string(limits.least) +
                                                                 " inputs, but got " + std::to_string(inputs.size()) +
                                                                 ".");
    return Symbol{std::make_shared<const Node>(std::move(name), std::move(operation), std::move(inputs)), 0};
}

std::vector<const Node*> nodesOf(const std::vector<Symbol>& outputs)
{
    std::vector<const Node*> order;
    std::unordered_set<const Node*> met;
    struct Visit {
        const Node* node;
        std::size_t next;
    };
    std::vector<Visit> path;
    for (const Symbol& output : outputs) {
        if (met.insert(output.node.get()).second)
            path.push_back({output.node.get(), 0});
        while (!path.empty()) {
            Visit& visit = path.back();
            if (visit.next < visit.node->inputs().size()) {
                const Node* input = visit.node->inputs()[visit.next++].node.get();
                if (met.insert(input).second)
                    path.push_back({input, 0});
            } else {
                order.push_back(visit.node);
                path.pop_back();
            }
        }
    }
    return order;
}

std::vector<std::string> argumentsOf(const std::vector<Symbol>& outputs)
{
    std::vector<std::string> names;
    for (const Node* node : nodesOf(outputs))
        if (node->isVariable())
            names.push_back(node->name());
    return names;
}

}  // namespace engine::symbol
