#include "engine/devices/sim/detail/costs.h"

#include <algorithm>
#include <cmath>

namespace engine::devices::sim::detail {

namespace {

double pages(const device::HostModel& host, Bytes bytes)
{
    return std::ceil(static_cast<double>(bytes.value) / host.pageBytes);
}

}  // namespace

KernelCost gpuKernel(const device::GpuModel& gpu, const ops::Operation& operation)
{
    const ops::Cost cost = ops::costOf(operation);
    const double bytes = static_cast<double>(cost.read.value) + static_cast<double>(cost.written.value);
    const double transfer = bytes / gpu.dramRate * 1e9;
    double compute = 0;
    if (operation.op == ops::Operator::MatMul && cost.flops > 0)
        compute = (cost.flops + gpu.gemmHalf) / gpu.gemm * 1e9;
    const double body = std::max({compute, transfer, gpu.kernelMin});
    KernelCost result;
    result.ns = gpu.kernelNs + body;
    result.share =
        std::min(1.0, static_cast<double>(cost.blocks) / (gpu.multiprocessors * gpu.blocksPerMultiprocessor));
    result.memory = std::min(1.0, transfer / result.ns);
    return result;
}

KernelCost hostKernel(const device::HostModel& host, const ops::Operation& operation)
{
    const ops::Cost cost = ops::costOf(operation);
    const double bytes = static_cast<double>(cost.read.value) + static_cast<double>(cost.written.value);
    const auto outputs = static_cast<double>(operation.output.elements());
    double compute = 0;
    double transfer = bytes / host.bandwidth * 1e9;
    switch (operation.op) {
        case ops::Operator::MatMul:
            compute = cost.flops / host.gemm * 1e9;
            break;
        case ops::Operator::RandomUniform:
        case ops::Operator::RandomNormal:
            compute = outputs / host.randomRate * 1e9;
            break;
        case ops::Operator::Norm:
            compute = static_cast<double>(operation.inputs.empty() ? 0 : operation.inputs[0].elements()) /
                      host.normRate * 1e9;
            break;
        case ops::Operator::Copy:
            transfer = static_cast<double>(cost.written.value) / host.memcpyRate * 1e9;
            break;
        default:
            break;
    }
    KernelCost result;
    result.ns = host.opNs + std::max(compute, transfer);
    result.memory = result.ns > 0 ? std::min(1.0, transfer / result.ns) : 0;
    return result;
}

double faultNs(const device::HostModel& host, Bytes bytes)
{
    return pages(host, bytes) * host.faultNs;
}

double pinNs(const device::HostModel& host, Bytes bytes)
{
    return pages(host, bytes) * host.pinNs;
}

double unmapNs(const device::HostModel& host, Bytes bytes)
{
    return pages(host, bytes) * host.unmapNs;
}

double DispatchCost::next(device::DispatchClass dispatch, ops::Operator op, bool isOnGpu)
{
    using device::DispatchClass;
    if (dispatch == DispatchClass::Free)
        return 0;
    double ns = dispatch == DispatchClass::Layer         ? m_model.layerNs
                : dispatch == DispatchClass::CachedGraph ? m_model.cachedGraphNs
                                                         : m_model.operatorNs;
    bool& isUsed = m_isUsed[static_cast<std::size_t>(op) % m_isUsed.size()];
    if (dispatch == DispatchClass::Operator && !isUsed)
        ns = std::max(ns, m_model.firstUseNs);
    isUsed = true;
    if (op == ops::Operator::MatMul && isOnGpu && !m_hasGpuProduct) {
        ns += m_model.firstGemmNs;
        m_hasGpuProduct = true;
    }
    return ns;
}

}  // namespace engine::devices::sim::detail
