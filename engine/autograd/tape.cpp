#include "engine/autograd/tape.h"

#include "engine/autograd/detail/node.h"
#include "engine/base/expect.h"

#include <algorithm>

namespace engine::autograd {

namespace {

bool isNeeded(std::uint32_t bits, std::size_t i)
{
    return i < 32 && (bits >> i & 1U) != 0;
}

void saveInput(Node& node, Shares& shares, std::size_t i)
{
    node.saved[i].storage = shares.ofInput(i);
    node.saved[i].version = node.saved[i].storage->version;
}

void saveOutput(Node& node, Shares& shares, std::size_t i)
{
    Node::SavedTensor& saved = node.saved[node.operation.inputs.size() + i];
    saved.storage = shares.ofOutput(i);
    saved.version = saved.storage->version;
}

/// The retained gradient of a result; null if it is not retained.
Node::RetainedGradient* retainedBy(const Entry& entry)
{
    if (!entry.exists())
        return nullptr;
    const auto kept = std::ranges::find(entry.node->retained, entry.output, &Node::RetainedGradient::output);
    return kept == entry.node->retained.end() ? nullptr : &*kept;
}

}  // namespace

Node::~Node()
{
    std::vector<std::shared_ptr<Node>> alone;
    const auto take = [&](std::vector<Entry>& entries) {
        for (Entry& entry : entries)
            if (entry.node.use_count() == 1)
                alone.push_back(std::move(entry.node));
        entries.clear();
    };
    take(inputs);
    while (!alone.empty()) {
        const std::shared_ptr<Node> node = std::move(alone.back());
        alone.pop_back();
        take(node->inputs);
    }
}

Entry Tape::leaf(Tensor gradient, Requirement requirement)
{
    ENGINE_EXPECT(gradient.storage != nullptr);
    auto node = std::make_shared<Node>(m_next++);
    node->isLeaf = true;
    node->requirement = requirement;
    node->device = gradient.storage->device;
    node->gradient = std::move(gradient);
    return {std::move(node), 0};
}

Entry Tape::leaf(const ops::Shape& shape, DeviceId device)
{
    auto node = std::make_shared<Node>(m_next++);
    node->isLeaf = true;
    node->requirement = Requirement::Keep;
    node->device = device;
    node->gradient.shape = shape;
    return {std::move(node), 0};
}

Tensor Tape::gradientOf(const Entry& entry)
{
    if (isLeaf(entry))
        return entry.node->gradient;
    const Node::RetainedGradient* kept = retainedBy(entry);
    return kept != nullptr ? kept->gradient : Tensor{};
}

void Tape::setGradient(const Entry& entry, Tensor gradient)
{
    if (isLeaf(entry) && entry.node->requirement == Requirement::Keep)
        entry.node->gradient.storage = std::move(gradient.storage);
    else if (Node::RetainedGradient* kept = retainedBy(entry); kept != nullptr)
        kept->gradient = std::move(gradient);
}

void Tape::retain(const Entry& entry)
{
    if (entry.exists() && !isLeaf(entry) && retainedBy(entry) == nullptr)
        entry.node->retained.push_back({entry.output, {}});
}

void Tape::markReplaced(const Entry& entry)
{
    if (isLeaf(entry))
        entry.node->isReplaced = true;
}

bool Tape::isLeaf(const Entry& entry)
{
    return entry.exists() && entry.node->isLeaf;
}

ops::Operator Tape::operatorOf(const Entry& entry)
{
    return entry.exists() && !entry.node->isLeaf ? entry.node->operation.op : ops::Operator::Marker;
}

std::shared_ptr<Node> Tape::record(const ops::Operation& operation, std::span<const Entry* const> inputs,
                                   DeviceId device, Shares& shares, std::shared_ptr<const SegmentGradient> segment,
                                   Origin origin)
{
    InputSet wanted;
    for (std::size_t i = 0; i < std::min(inputs.size(), kMaxInputs); ++i)
        wanted[i] = inputs[i]->exists();
    if (wanted.none() || !isDifferentiable(operation.op))
        return nullptr;
    ENGINE_EXPECT(inputs.size() == operation.inputs.size());
    ENGINE_EXPECT(segment == nullptr || operation.op == ops::Operator::Segment);
    auto node = std::make_shared<Node>(m_next++);
    node->operation = operation;
    node->device = device;
    node->origin = origin;
    node->inputs.reserve(inputs.size());
    for (const Entry* entry : inputs)
        node->inputs.push_back(*entry);
    const Needs needs = needsOf(operation, wanted);
    if (segment != nullptr || needs.inputs != 0 || needs.outputs != 0)
        node->saved.resize(inputs.size() + operation.outputCount());
    if (segment != nullptr) {
        for (const SegmentGradient::Source& source : segment->values)
            (source.isOutput ? saveOutput : saveInput)(*node, shares, static_cast<std::size_t>(source.index));
        node->segment = std::move(segment);
        return node;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (isNeeded(needs.inputs, i))
            saveInput(*node, shares, i);
    for (std::size_t i = 0; i < operation.outputCount(); ++i)
        if (isNeeded(needs.outputs, i))
            saveOutput(*node, shares, i);
    return node;
}

}  // namespace engine::autograd
