#include "engine/symbol/detail/json_operators.h"
#include "engine/symbol/symbol.h"

#include <nlohmann/json.hpp>

#include <unordered_map>

/// Reads and writes MXNet's `-symbol.json` files.
namespace engine::symbol {

using Json = nlohmann::ordered_json;

namespace {

const ops::Shape* shapeOf(const std::map<std::string, ops::Shape>& shapes, const std::string& name)
{
    const auto found = shapes.find(name);
    return found == shapes.end() ? nullptr : &found->second;
}

Json textOf(const std::map<std::string, std::string>& attributes)
{
    Json object = Json::object();
    for (const auto& [name, value] : attributes)
        object[name] = value;
    return object;
}

Result<Json> written(const Node& node, const std::unordered_map<const Node*, std::size_t>& numbers,
                     const std::map<std::string, ops::Shape>& shapes)
{
    Json entry = {{"op", "null"}, {"name", node.name()}};
    Json inputs = Json::array();
    for (const Symbol& input : node.inputs())
        inputs.push_back({numbers.at(input.node.get()), input.output, 0});
    if (node.isVariable()) {
        if (const ops::Shape* shape = shapeOf(shapes, node.name())) {
            std::string text;
            for (const std::int64_t extent : shape->extents())
                text += (text.empty() ? "" : ", ") + std::to_string(extent);
            entry["attrs"] = {{"__shape__", "(" + text + (shape->rank() == 1 ? ",)" : ")")}};
        }
    } else {
        const ops::Shape* weight = node.inputs().size() > 1 ? shapeOf(shapes, node.inputs()[1].node->name()) : nullptr;
        const auto op = detail::toMxnet(node.operation(), node.inputs().size(), weight);
        if (!op)
            return untranslatedError(op.error().code, "Node " + node.name() + ": " + op.error().english());
        entry["op"] = op->name;
        if (!op->attributes.empty())
            entry["attrs"] = textOf(op->attributes);
    }
    entry["inputs"] = std::move(inputs);
    return entry;
}

Error broken(const std::string& what)
{
    return untranslatedError(ErrorCode::BadFile, "This graph cannot be read: " + what + ".");
}

/// Reads the nodes in order; a node may only refer to earlier nodes.
class Reader {
public:
    Status read(const Json& node)
    {
        const std::string where = "node " + std::to_string(m_nodes.size());
        if (!node.is_object() || !node.contains("op") || !node["op"].is_string() || !node.contains("name") ||
            !node["name"].is_string())
            return broken(where + " has no operator or no name");
        const std::string name = node["name"];
        if (node["op"] == Json("null")) {
            m_nodes.push_back(variable(name).node);
            return {};
        }
        detail::MxnetOperator known{node["op"], {}};
        for (const char* key : {"attrs", "attr", "param"})
            if (node.contains(key) && node[key].is_object())
                for (const auto& [attribute, value] : node[key].items())
                    if (value.is_string())
                        known.attributes[attribute] = value.get<std::string>();
        auto operation = detail::fromMxnet(known);
        if (!operation)
            return broken(where + " (" + name + "): " + operation.error().english());
        std::vector<Symbol> inputs;
        if (Status status = readInputs(node, where, inputs); !status)
            return status;
        auto applied = apply(*std::move(operation), std::move(inputs), name);
        if (!applied)
            return broken(applied.error().english());
        m_nodes.push_back(applied->node);
        return {};
    }

    Result<Symbol> reference(const Json& entry, const std::string& where) const
    {
        const bool isPair =
            entry.is_array() && entry.size() >= 2 && entry[0].is_number_unsigned() && entry[1].is_number_unsigned();
        if (!isPair || entry[0].get<std::uint64_t>() >= m_nodes.size())
            return broken(where + " names a node that does not come before it");
        const std::shared_ptr<const Node>& node = m_nodes[entry[0].get<std::size_t>()];
        const auto output = entry[1].get<std::size_t>();
        const bool isByProduct = output > 0 && (node->isVariable() || node->operation().op != ops::Operator::BatchNorm);
        if (isByProduct || output > 4)
            return broken(where + " reads result " + std::to_string(output) + " of " + node->name() +
                          ", which has fewer");
        return Symbol{node, output};
    }

private:
    Status readInputs(const Json& node, const std::string& where, std::vector<Symbol>& inputs) const
    {
        if (!node.contains("inputs") || !node["inputs"].is_array())
            return broken(where + " has no list of inputs");
        for (const Json& entry : node["inputs"]) {
            auto input = reference(entry, where);
            if (!input)
                return std::move(input).error();
            inputs.push_back(*std::move(input));
        }
        return {};
    }

    std::vector<std::shared_ptr<const Node>> m_nodes;
};

}  // namespace

Result<std::string> toJson(const std::vector<Symbol>& outputs, const std::map<std::string, ops::Shape>& shapes)
{
    std::unordered_map<const Node*, std::size_t> numbers;
    Json nodes = Json::array();
    Json arguments = Json::array();
    Json rows = Json::array({0});
    for (const Node* node : nodesOf(outputs)) {
        auto entry = written(*node, numbers, shapes);
        if (!entry)
            return std::move(entry).error();
        if (node->isVariable())
            arguments.push_back(nodes.size());
        numbers[node] = nodes.size();
        nodes.push_back(*std::move(entry));
        rows.push_back(nodes.size());
    }
    Json heads = Json::array();
    for (const Symbol& output : outputs)
        heads.push_back({numbers.at(output.node.get()), output.output, 0});
    const Json graph = {{"nodes", std::move(nodes)},
                        {"arg_nodes", std::move(arguments)},
                        {"node_row_ptr", std::move(rows)},
                        {"heads", std::move(heads)},
                        {"attrs", {{"mxnet_version", {"int", 10500}}}}};
    return graph.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::vector<Symbol>> fromJson(const std::string& json)
{
    const Json graph = Json::parse(json, nullptr, false);
    if (graph.is_discarded())
        return broken("it is not JSON, or it ends early");
    if (!graph.is_object() || !graph.contains("nodes") || !graph["nodes"].is_array() || !graph.contains("heads") ||
        !graph["heads"].is_array() || graph["heads"].empty())
        return broken("it has no nodes or no heads");
    Reader reader;
    for (const Json& node : graph["nodes"])
        if (Status status = reader.read(node); !status)
            return std::move(status).error();
    std::vector<Symbol> outputs;
    for (const Json& head : graph["heads"]) {
        auto output = reader.reference(head, "a head");
        if (!output)
            return std::move(output).error();
        outputs.push_back(*std::move(output));
    }
    return outputs;
}

}  // namespace engine::symbol
