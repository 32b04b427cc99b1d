#include "engine/autograd/detail/node.h"
#include "engine/autograd/detail/tape_builder.h"
#include "engine/base/expect.h"
#include "engine/base/invalid.h"

#include <algorithm>
#include <string>
#include <utility>

namespace engine::autograd {

using ops::Operation;
using ops::Operator;

namespace {

/// Whether the storage has more than `owners` owners, or is a view of a storage that has other owners.
bool isShared(const StoragePtr& storage, long owners)
{
    bool isShared = storage.use_count() > owners;
    for (const StoragePtr* base = &storage->base; *base != nullptr; base = &(*base)->base)
        isShared = isShared || base->use_count() > 1;
    return isShared;
}

/// One traversal, in the reverse order of recording, of the nodes that the heads depend on: of all these nodes, or only
/// of those on a path to `targets`.
class Walk {
public:
    Walk(AfterBackward after, Issuer& issuer, std::span<const Entry> targets = {})
        : m_after(after), m_issuer(issuer), m_builder(issuer), m_targets(targets), m_found(targets.size())
    {
    }
    ~Walk();
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    Status run(std::span<const Head> heads);
    /// Returns the gradients of the targets.
    [[nodiscard]] std::vector<Tensor> found() { return std::move(m_found); }

private:
    Status collect(std::span<const Head> heads);
    Status choose();
    void find(const Node& node);
    Status retain(Node& node);
    Status start(const Head& head);
    Status pass(Node& node);
    Status addSaved(const Node& node, std::vector<Value>& values);
    Status arrive(const Entry& entry, Tensor gradient);
    Status addTo(Node& node, Tensor& sum, const Tensor& gradient);
    Status finishLeaf(Node& leaf);
    Status storeGradient(Node& leaf);
    Status keep(Node& leaf, const Tensor& sum);
    Status issue(Operator op, std::initializer_list<Tensor> reads, const Tensor& write);
    [[nodiscard]] StoragePtr targetOf(const Entry& entry) const;
    [[nodiscard]] bool isForAll() const { return m_targets.empty(); }

    AfterBackward m_after;
    Issuer& m_issuer;
    detail::TapeBuilder m_builder;
    std::span<const Entry> m_targets;
    std::vector<Tensor> m_found;
    std::vector<std::shared_ptr<Node>> m_nodes;  ///< nodes in the reverse order of recording
};

Walk::~Walk()
{
    for (const std::shared_ptr<Node>& node : m_nodes) {
        if (node == nullptr)
            continue;
        node->isReached = false;
        node->isWanted = true;
        node->expected = node->arrived = 0;
        node->gradients.clear();
    }
}

Status Walk::run(std::span<const Head> heads)
{
    if (Status status = collect(heads); !status)
        return status;
    for (const Head& head : heads)
        if (Status status = start(head); !status)
            return status;
    for (std::shared_ptr<Node>& node : m_nodes) {
        find(*node);
        Status status = node->isLeaf || !node->isWanted ? Status{} : pass(*node);
        if (!status)
            return status;
        // A segment that saves no values, such as a recorded split(), is not freed, so that backward() may pass through
        // each of its results separately.
        const bool isSplit = node->segment != nullptr && node->segment->values.empty();
        if (node->isLeaf || !node->isWanted || isSplit || m_after == AfterBackward::Retain)
            continue;
        node->isFreed = true;
        node->saved.clear();
        node->inputs.clear();
    }
    return {};
}

Status Walk::collect(std::span<const Head> heads)
{
    const auto reach = [&](const Entry& entry) {
        ++entry.node->expected;
        if (entry.node->isReached)
            return;
        entry.node->isReached = true;
        m_nodes.push_back(entry.node);
    };
    for (const Head& head : heads) {
        if (!head.entry.exists())
            return invalid(
                "There is nothing to go backward through: this tensor was not computed from one with attach_grad() "
                "while autograd.record() was on. Compute the loss inside of `with autograd.record():`.");
        reach(head.entry);
    }
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node& node = *m_nodes[i];
        if (node.isFreed)
            return invalid("backward() went through " + std::string(ops::nameOf(node.operation.op)) +
                           " before and has let go of what its gradient needs. Give the first backward() "
                           "retain_graph=True, or compute the loss again.");
        for (const Entry& entry : node.inputs)
            if (entry.exists())
                reach(entry);
    }
    std::ranges::sort(m_nodes, std::ranges::greater{}, [](const auto& node) { return node->sequence; });
    for (const std::shared_ptr<Node>& node : m_nodes)
        node->gradients.resize(node->isLeaf ? 1 : node->operation.outputCount());
    return choose();
}

/// Marks the nodes on a path to a target, in the order of recording, so that inputs are visited before results.
Status Walk::choose()
{
    const auto isTarget = [this](const Node& node) {
        return isForAll() || std::ranges::any_of(m_targets, [&](const Entry& e) { return e.node.get() == &node; });
    };
    const auto isWanted = [](const Entry& entry) { return entry.exists() && entry.node->isWanted; };
    for (auto node = m_nodes.rbegin(); node != m_nodes.rend(); ++node) {
        (*node)->isWanted = isTarget(**node) || std::ranges::any_of((*node)->inputs, isWanted);
        if ((*node)->isReplaced && (*node)->isWanted)
            return invalid(
                "backward() leads to a parameter that was moved or replaced after it was used (net.cuda(), "
                "net.to(), w.data = ...): the gradient is of what it was before, and would not be on its "
                "device or not of its size. Move the net before its forward pass, or compute the loss "
                "again.");
    }
    return {};
}

/// Stores the gradients of those targets that `node` computes. They are complete when the walk visits `node`.
void Walk::find(const Node& node)
{
    for (std::size_t i = 0; i < m_targets.size(); ++i)
        if (m_targets[i].node.get() == &node)
            m_found[i] = node.gradients[m_targets[i].output];
}

/// Stores or accumulates the retained gradients of results.
Status Walk::retain(Node& node)
{
    for (Node::RetainedGradient& kept : node.retained) {
        const Tensor& gradient = node.gradients[kept.output];
        if (gradient.storage == nullptr)
            continue;
        if (kept.gradient.storage == nullptr) {
            kept.gradient = gradient;
            continue;
        }
        auto sum = m_issuer.create(gradient.shape, gradient.storage->device);
        if (!sum)
            return std::move(sum).error();
        const Tensor before = std::exchange(kept.gradient, {*std::move(sum), gradient.shape});
        if (Status status = issue(Operator::Add, {before, gradient}, kept.gradient); !status)
            return status;
    }
    return {};
}

Status Walk::issue(Operator op, std::initializer_list<Tensor> reads, const Tensor& write)
{
    Operation operation;
    operation.op = op;
    operation.output = write.shape;
    operation.scalars[0] = op == Operator::Fill ? 1 : 0;
    std::vector<StoragePtr> storages;
    for (const Tensor& read : reads) {
        operation.inputs.push_back(read.shape);
        storages.push_back(read.storage);
    }
    ++write.storage->version;
    return m_issuer.issue(operation, storages, std::span(&write.storage, 1));
}

Status Walk::start(const Head& head)
{
    if (head.gradient != nullptr)
        return arrive(head.entry, {head.gradient, head.shape});
    auto ones = m_issuer.create(head.shape, head.device);
    if (!ones)
        return std::move(ones).error();
    Tensor gradient{*std::move(ones), head.shape};
    if (Status status = issue(Operator::Fill, {}, gradient); !status)
        return status;
    return arrive(head.entry, std::move(gradient));
}

/// Returns the storage of a leaf's gradient if the gradient can be computed directly into it: if the leaf receives only
/// one gradient, with Requirement::Write. Else returns null.
StoragePtr Walk::targetOf(const Entry& entry) const
{
    const bool isDirect = isForAll() && entry.exists() && entry.node->isLeaf && entry.node->expected == 1 &&
                          entry.node->requirement == Requirement::Write;
    return isDirect ? entry.node->gradient.storage : nullptr;
}

Status Walk::addSaved(const Node& node, std::vector<Value>& values)
{
    const Operation& operation = node.operation;
    values.resize(node.saved.empty() ? operation.inputs.size() + operation.outputCount() : 0);
    for (std::size_t i = 0; i < node.saved.size(); ++i) {
        const Node::SavedTensor& saved = node.saved[i];
        values.emplace_back();
        if (saved.storage == nullptr)
            continue;
        if (saved.storage->version != saved.version)
            return invalid("The gradient of " + std::string(ops::nameOf(operation.op)) +
                           " needs a tensor that was changed in place after it was used (+=, x[:] = ..., an update "
                           "of a parameter). Call backward() before the change, or make a new tensor (y = y + x).");
        const bool isInput = i < operation.inputs.size();
        values.back() = m_builder.addTensor(
            {saved.storage, isInput ? operation.inputs[i] : operation.outputAt(i - operation.inputs.size())});
    }
    return {};
}

Status Walk::pass(Node& node)
{
    m_issuer.enter(node.origin);
    std::vector<Tensor> results(node.inputs.size());
    const bool isMet = std::ranges::any_of(node.gradients, [](const Tensor& t) { return t.storage != nullptr; });
    const auto leads = [](const Entry& entry) { return entry.exists() && entry.node->isWanted; };
    if (isForAll())
        if (Status status = retain(node); !status)
            return status;
    if (isMet && std::ranges::any_of(node.inputs, leads)) {
        InputSet wanted;
        std::vector<StoragePtr> targets;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            wanted[i] = leads(node.inputs[i]);
            targets.push_back(targetOf(node.inputs[i]));
        }
        m_builder.restart(node.device, std::move(targets));
        std::vector<Value> saved;
        if (Status status = addSaved(node, saved); !status)
            return status;
        std::vector<Value> given;
        for (Tensor& gradient : node.gradients)
            given.push_back(gradient.storage == nullptr ? Value{} : m_builder.addTensor(std::move(gradient)));
        node.gradients.clear();
        const std::span<const Value> all(saved);
        const std::size_t count = node.operation.inputs.size();
        const Forward forward{&node.operation, all.first(count), all.subspan(count), node.segment.get()};
        std::vector<Value> gradients(node.inputs.size());
        if (Status status = differentiate(forward, given, wanted, m_builder, gradients); !status)
            return status;
        for (std::size_t i = 0; i < gradients.size(); ++i)
            if (gradients[i].exists())
                results[i] = m_builder.tensor(gradients[i]);
        m_builder.restart(node.device, {});
    }
    for (std::size_t i = 0; i < results.size(); ++i)
        if (leads(node.inputs[i]))
            if (Status status = arrive(node.inputs[i], std::move(results[i])); !status)
                return status;
    return {};
}

Status Walk::arrive(const Entry& entry, Tensor gradient)
{
    Node& node = *entry.node;
    ++node.arrived;
    ENGINE_EXPECT(node.arrived <= node.expected && entry.output < node.gradients.size());
    Tensor& sum = node.gradients[entry.output];
    if (gradient.storage != nullptr) {
        if (sum.storage == nullptr)
            sum = std::move(gradient);
        else if (Status status = addTo(node, sum, gradient); !status)
            return status;
    }
    return isForAll() && node.isLeaf && node.arrived == node.expected ? finishLeaf(node) : Status{};
}

Status Walk::addTo(Node& node, Tensor& sum, const Tensor& gradient)
{
    const bool isLast =
        isForAll() && node.isLeaf && node.arrived == node.expected && node.requirement == Requirement::Write;
    Tensor result = sum;
    if (isLast) {
        result.storage = node.gradient.storage;
    } else if (isShared(sum.storage, 2)) {  // has owners other than `sum` and `result`
        auto storage = m_issuer.create(sum.shape, sum.storage->device);
        if (!storage)
            return std::move(storage).error();
        result.storage = *std::move(storage);
    }
    if (Status status = issue(Operator::Add, {sum, gradient}, result); !status)
        return status;
    sum = std::move(result);
    return {};
}

/// Stores the first gradient of a leaf without a copy, unless its memory has other owners; adds later gradients to it.
Status Walk::keep(Node& leaf, const Tensor& sum)
{
    if (sum.storage == nullptr)
        return {};
    if (leaf.gradient.storage != nullptr)
        return issue(Operator::Add, {leaf.gradient, sum}, leaf.gradient);
    if (!isShared(sum.storage, 1)) {
        leaf.gradient = sum;
        return {};
    }
    auto storage = m_issuer.create(sum.shape, leaf.device);
    if (!storage)
        return std::move(storage).error();
    leaf.gradient = {*std::move(storage), sum.shape};
    return issue(Operator::Copy, {sum}, leaf.gradient);
}

Status Walk::finishLeaf(Node& leaf)
{
    Status status = storeGradient(leaf);
    return status && leaf.gradient.storage != nullptr ? m_issuer.leafDone(leaf, leaf.gradient.storage)
                                                      : std::move(status);
}

Status Walk::storeGradient(Node& leaf)
{
    const Tensor sum = std::exchange(leaf.gradients[0], {});
    if (leaf.requirement == Requirement::Keep)
        return keep(leaf, sum);
    if (leaf.requirement == Requirement::Add)
        return sum.storage == nullptr ? Status{} : issue(Operator::Add, {leaf.gradient, sum}, leaf.gradient);
    if (sum.storage == leaf.gradient.storage)
        return {};
    if (sum.storage != nullptr)
        return issue(Operator::Copy, {sum}, leaf.gradient);
    Operation zeros;
    zeros.op = Operator::Fill;
    zeros.output = leaf.gradient.shape;
    ++leaf.gradient.storage->version;
    return m_issuer.issue(zeros, {}, std::span(&leaf.gradient.storage, 1));
}

}  // namespace

Status backward(std::span<const Head> heads, AfterBackward after, Issuer& issuer)
{
    return Walk(after, issuer).run(heads);
}

Result<std::vector<Tensor>> gradientsOf(std::span<const Entry> targets, std::span<const Head> heads,
                                        AfterBackward after, Issuer& issuer)
{
    if (targets.empty())
        return std::vector<Tensor>{};
    Walk walk(after, issuer, targets);
    if (Status status = walk.run(heads); !status)
        return std::move(status).error();
    return walk.found();
}

}  // namespace engine::autograd
