#include "engine/frontend/detail/gradient_buckets.h"

#include "engine/device/ranks.h"
#include "engine/frontend/detail/native.h"
#include "engine/trace/bucket_label.h"

#include <algorithm>
#include <numeric>

namespace engine::frontend {

Status GradientBuckets::begin(std::vector<Parameter> parameters, bool isSyncing)
{
    if (m_isSyncing && !m_computed.empty() && m_next < m_buckets.size())
        return untranslatedError(
            ErrorCode::OperationFailed,
            "Expected to have finished reduction in the prior iteration before starting a new one. Parameters that "
            "took no part in the loss got no gradient, so their buckets were not averaged: give "
            "DistributedDataParallel find_unused_parameters=True, or use all outputs of forward(). Parameter indices "
            "which did not receive grad: " +
                unused() + ".");
    m_parameters = std::move(parameters);
    m_isSyncing = isSyncing;
    m_gradients.assign(m_parameters.size(), nullptr);
    m_byLeaf.clear();
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        m_byLeaf[m_parameters[i].entry.node.get()] = i;
    if (m_bucketOf.size() != m_parameters.size()) {
        std::vector<std::size_t> order(m_parameters.size());
        std::iota(order.rbegin(), order.rend(), std::size_t{0});
        build(order);
        m_isRebuilt = false;
    } else if (!m_isRebuilt && m_computed.size() == m_parameters.size()) {
        build(m_computed);
        m_isRebuilt = true;
    }
    for (Bucket& bucket : m_buckets)
        bucket.missing = bucket.parameters.size();
    m_computed.clear();
    m_next = 0;
    return {};
}

std::string GradientBuckets::unused() const
{
    std::string text;
    for (std::size_t i = 0; i < m_gradients.size(); ++i)
        if (m_gradients[i] == nullptr)
            text.append(text.empty() ? "" : " ").append(std::to_string(i));
    return text;
}

void GradientBuckets::build(const std::vector<std::size_t>& order)
{
    m_buckets.clear();
    m_bucketOf.assign(m_parameters.size(), 0);
    Bytes size;
    for (const std::size_t parameter : order) {
        const Bytes limit = m_buckets.size() <= 1 ? m_options.first : m_options.cap;
        if (m_buckets.empty() || size.value >= limit.value) {
            m_buckets.emplace_back();
            size = Bytes{0};
        }
        m_bucketOf[parameter] = m_buckets.size() - 1;
        m_buckets.back().parameters.push_back(parameter);
        size += m_parameters[parameter].bytes;
    }
}

Status GradientBuckets::add(const autograd::Node& leaf, const autograd::StoragePtr& gradient)
{
    const auto found = m_byLeaf.find(&leaf);
    if (!m_isSyncing || found == m_byLeaf.end() || m_gradients[found->second] != nullptr)
        return {};
    m_gradients[found->second] = gradient;
    m_computed.push_back(found->second);
    --m_buckets[m_bucketOf[found->second]].missing;
    return m_options.isOverlapped ? launchReady() : Status{};
}

Status GradientBuckets::launchReady()
{
    for (; m_next < m_buckets.size() && m_buckets[m_next].missing == 0; ++m_next)
        if (Status status = launch(m_buckets[m_next]); !status)
            return status;
    return {};
}

Status GradientBuckets::end()
{
    if (!m_isSyncing)
        return {};
    if (m_options.findsUnused)
        for (Bucket& bucket : m_buckets)
            bucket.missing = 0;
    return launchReady();
}

Status GradientBuckets::launch(const Bucket& bucket)
{
    std::vector<VariableId> variables;
    device::CollectiveRequest request;
    for (const std::size_t parameter : bucket.parameters)
        if (const autograd::StoragePtr& gradient = m_gradients[parameter]) {
            variables.push_back(gradient->variable);
            request.device = gradient->device;
        }
    if (variables.empty())
        return {};
    request.kind = trace::CollectiveKind::AllReduce;
    request.op = trace::ReduceOp::Average;
    request.group = m_options.group;
    request.reads = request.writes = variables;
    request.name = m_run.sink().intern("all_reduce");
    request.label = request.text =
        m_run.texts().intern(trace::bucketLabel(static_cast<std::size_t>(&bucket - m_buckets.data())));
    request.phase = m_run.phases.current();
    request.line = m_run.statements().line();
    const Result<OpId> op = withoutGil([&] { return m_run.platform().ranks()->collective(request); });
    if (!op)
        return op.error();
    for (const std::size_t parameter : bucket.parameters)
        if (const autograd::StoragePtr& gradient = m_gradients[parameter])
            ++gradient->version;
    return {};
}

}  // namespace engine::frontend
