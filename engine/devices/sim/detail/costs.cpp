#include "engine/devices/sim/detail/costs.h"

#include "engine/ops/sharing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace engine::devices::sim::detail {

namespace {

double pages(const device::HostModel& host, Bytes bytes)
{
    return std::ceil(static_cast<double>(bytes.value) / host.pageBytes);
}

double bytesOf(const ops::Cost& cost)
{
    return static_cast<double>(cost.read.value) + static_cast<double>(cost.written.value);
}

bool isMatrixProduct(ops::Operator op)
{
    return ops::familyOf(op) == ops::Family::Product || ops::familyOf(op) == ops::Family::Dense;
}

// FLOP/s that limits a product or convolution in addition to the memory bandwidth; 0: only the memory limits the
// operation.
double gpuRate(const device::GpuModel& gpu, ops::Operator op)
{
    using ops::Family;
    if (isMatrixProduct(op))
        return gpu.gemm;
    if (ops::familyOf(op) == Family::Convolution)
        return gpu.convolution > 0 ? gpu.convolution : gpu.gemm;
    return 0;
}

// Like gpuRate(), but for the CPU; in elements/s for random numbers and norms.
double hostRate(const device::HostModel& host, ops::Operator op)
{
    using ops::Family;
    using ops::Operator;
    const Family family = ops::familyOf(op);
    if (family == Family::Product)
        return host.gemm;
    if (family == Family::Dense)
        return host.dense > 0 ? host.dense : host.gemm;
    if (family == Family::Convolution)
        return host.convolution > 0 ? host.convolution : host.gemm;
    if (op == Operator::RandomUniform)
        return host.randomRate;
    if (op == Operator::RandomNormal)
        return host.normalRate > 0 ? host.normalRate : host.randomRate;
    return op == Operator::Norm ? host.normRate : 0;
}

bool isLayer(ops::Operator op)
{
    return ops::familyOf(op) == ops::Family::Dense || ops::familyOf(op) == ops::Family::Convolution;
}

double hostWorkOf(const ops::Operation& operation, const ops::Cost& cost)
{
    using ops::Operator;
    if (operation.op == Operator::RandomUniform || operation.op == Operator::RandomNormal)
        return static_cast<double>(operation.output.elements());
    if (operation.op == Operator::Norm)
        return static_cast<double>(operation.inputs.empty() ? 0 : operation.inputs[0].elements());
    return cost.flops;
}

// A compiled graph runs its steps one after the other; its fraction of the processors is that of the largest step.
KernelCost stepsOf(const ops::Segment& segment, auto costOfStep)
{
    KernelCost all{.ns = 0, .share = 0, .memory = 0};
    double transfer = 0;
    for (const ops::Segment::Step& step : segment.steps) {
        const KernelCost one = costOfStep(step.operation);
        all.ns += one.ns;
        all.share = std::max(all.share, one.share);
        transfer += one.memory * one.ns;
    }
    if (segment.steps.empty())
        all.share = 1;
    all.memory = all.ns > 0 ? transfer / all.ns : 0;
    return all;
}

}  // namespace

namespace {

// FLOP that productTime() adds to a product, because the product does not reach the full rate.
double lossOf(const device::GpuModel& gpu, const ops::Operation& operation)
{
    if (ops::familyOf(operation.op) != ops::Family::Convolution || gpu.convolutionHalf <= 0)
        return gpu.gemmHalf;
    // A backward operator computes one or two products of the size of the forward product.
    const auto products = std::popcount(static_cast<unsigned>(operation.wanted & (ops::kData | ops::kWeight)));
    return gpu.convolutionHalf * static_cast<double>(operation.inputs[0][0]) * std::max(1, products);
}

// Seconds for the arithmetic of a product with `numbers` results. One multiprocessor computes each tile of 128 x 128
// results, so a small product uses only a fraction of the multiprocessors. Returns the larger of two durations:
// that of `flops` on the used multiprocessors; and the used fraction multiplied by the duration of `flops` + `loss`
// (see lossOf()) on all multiprocessors.
double productTime(const device::GpuModel& gpu, double rate, double flops, double loss, double numbers)
{
    constexpr double kTile = 128 * 128;
    const double filled = std::min(1.0, std::max(1.0, numbers / kTile) / gpu.multiprocessors);
    return std::max(flops / (rate * filled), filled * (flops + loss) / rate);
}

// The resources of a GPU that a kernel needs.
struct Demand {
    double seconds = 0;  // time of the arithmetic
    double full = 0;     // time of the same arithmetic at the full rate
    double blocks = 1;
    double bytes = 0;
};

Demand demandOf(const device::GpuModel& gpu, const ops::Operation& operation)
{
    const ops::Cost cost = ops::costOf(operation);
    const double rate = gpuRate(gpu, operation.op);
    Demand demand{.blocks = static_cast<double>(cost.blocks), .bytes = bytesOf(cost)};
    if (rate > 0 && cost.flops > 0) {
        demand.full = cost.flops / rate;
        demand.seconds = productTime(gpu, rate, cost.flops, lossOf(gpu, operation),
                                     static_cast<double>(operation.output.elements()));
    }
    return demand;
}

// Overload for one kernel that computes a whole segment: its products are computed together, and its intermediate
// values stay on the chip.
Demand demandOf(const device::GpuModel& gpu, const ops::Segment& segment)
{
    Demand all{.bytes = static_cast<double>(segment.kernelBytes.value)};
    double flops = 0, numbers = 0, tiles = 0;
    for (const ops::Segment::Step& step : segment.steps) {
        if (isMatrixProduct(step.operation.op)) {
            const ops::Cost cost = ops::costOf(step.operation);
            flops += cost.flops;
            tiles += static_cast<double>(cost.blocks);
            numbers += static_cast<double>(step.operation.output.elements());
            continue;
        }
        const Demand one = demandOf(gpu, step.operation);
        all.seconds += one.seconds;
        all.full += one.full;
        all.blocks = std::max(all.blocks, one.blocks);
    }
    if (flops > 0) {
        all.seconds += productTime(gpu, gpu.gemm, flops, gpu.gemmHalf, numbers);
        all.full += flops / gpu.gemm;
        all.blocks = std::max(all.blocks, tiles);
    }
    return all;
}

KernelCost gpuCost(const device::GpuModel& gpu, const Demand& demand, double fixedNs)
{
    const double transfer = demand.bytes / gpu.dramRate * 1e9;
    const double body = std::max({demand.seconds * 1e9, transfer, gpu.kernelMin});
    KernelCost result;
    result.ns = fixedNs + body;
    // The share is at least the fraction of the GPU's full arithmetic rate that the kernel uses. Otherwise concurrent
    // kernels could together exceed the full rate.
    const double taken = demand.full * 1e9 / body;
    result.share = std::min(1.0, std::max(demand.blocks / (gpu.multiprocessors * gpu.blocksPerMultiprocessor), taken));
    result.memory = std::min(1.0, transfer / result.ns);
    return result;
}

// Time of the arithmetic on the CPU, in ns.
double hostArithmetic(const device::HostModel& host, const ops::Operation& operation, const ops::Cost& cost,
                      bool isShared)
{
    const double rate = hostRate(host, operation.op) * (isShared ? 1 : host.soloShare);
    const double lead = isShared && operation.op == ops::Operator::MatMul ? host.gemmHalf : 0;
    return rate > 0 ? (hostWorkOf(operation, cost) + lead) / rate * 1e9 : 0;
}

// Overload for one kernel that computes a whole segment: its products are computed together.
double hostArithmetic(const device::HostModel& host, const ops::Segment& segment, bool isShared)
{
    double ns = 0;
    bool hasProduct = false;
    for (const ops::Segment::Step& step : segment.steps) {
        const bool isFurther = step.operation.op == ops::Operator::MatMul && std::exchange(hasProduct, true);
        ns += hostArithmetic(host, step.operation, ops::costOf(step.operation), isShared);
        if (isFurther && isShared)
            ns -= host.gemmHalf / host.gemm * 1e9;
    }
    return ns;
}

}  // namespace

KernelCost gpuKernel(const device::GpuModel& gpu, const ops::Operation& operation)
{
    if (!operation.segment)
        return gpuCost(gpu, demandOf(gpu, operation), gpu.kernelNs);
    if (operation.segment->kernelBytes.value > 0)
        return gpuCost(gpu, demandOf(gpu, *operation.segment), gpu.kernelNs);
    // A compiled graph of one step is launched as an ordinary kernel.
    const bool isGraph = operation.segment->steps.size() > 1;
    const double fixed = isGraph ? gpu.graphNodeNs.value_or(gpu.kernelNs) : gpu.kernelNs;
    KernelCost all = stepsOf(*operation.segment, [&gpu, fixed](const ops::Operation& step) {
        return gpuCost(gpu, demandOf(gpu, step), fixed);
    });
    if (isGraph && gpu.graphNs > 0) {
        all.memory *= all.ns / (all.ns + gpu.graphNs);
        all.ns += gpu.graphNs;
    }
    return all;
}

KernelCost hostKernel(const device::HostModel& host, const ops::Operation& operation,
                      std::optional<device::HostMemoryMode> output)
{
    if (operation.segment && operation.segment->kernelBytes.value == 0)
        return stepsOf(*operation.segment, [&host](const ops::Operation& step) { return hostKernel(host, step); });
    const ops::Cost cost = ops::costOf(operation);
    const bool isCached = host.cacheRate > 0 && bytesOf(cost) <= host.cacheBytes;
    double transfer = bytesOf(cost) / (isCached ? host.cacheRate : host.bandwidth) * 1e9;
    if (operation.op == ops::Operator::Copy) {
        // The rate of staging limits a copy to page-locked memory: one thread makes the copy, as in the driver's
        // copy of pageable memory.
        const bool isStaging = output == device::HostMemoryMode::Pinned && host.stagingRate > 0;
        const double rate = isStaging ? std::min(host.memcpyRate, host.stagingRate) : host.memcpyRate;
        transfer = static_cast<double>(cost.written.value) / rate * 1e9;
    }
    const double compute = operation.segment ? hostArithmetic(host, *operation.segment, ops::isSharedByCores(cost))
                                             : hostArithmetic(host, operation, cost, ops::isSharedByCores(cost));
    KernelCost result;
    // In the computation graphs of the frameworks, each operation of our fused epilogue is a separate node.
    const auto nodes = static_cast<double>(1 + operation.epilogue.size());
    result.ns = nodes * host.opNs + (isLayer(operation.op) ? host.layerNs : 0) + std::max(compute, transfer);
    if (!isCached)
        result.memory = result.ns > 0 ? std::min(1.0, transfer / result.ns) : 0;
    return result;
}

double pageTouchNs(const device::HostModel& host, const ops::Operation& operation)
{
    return ops::isSharedByCores(ops::costOf(operation)) ? host.sharedTouchNs : host.touchNs;
}

double touchNs(const device::HostModel& host, double pageNs, Bytes bytes)
{
    return pages(host, bytes) * pageNs;
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

namespace {

double nsOf(const device::FrontEndModel& model, device::DispatchClass dispatch)
{
    using device::DispatchClass;
    switch (dispatch) {
        case DispatchClass::Operator:
            return model.operatorNs;
        case DispatchClass::Layer:
            return model.layerNs;
        case DispatchClass::CachedGraph:
            return model.cachedGraphNs;
        case DispatchClass::Backward:
            return model.backwardNs;
        case DispatchClass::Update:
            return model.updateNs;
        case DispatchClass::Free:
            break;
    }
    return 0;
}

}  // namespace

double jitter(double noise, std::uint64_t seed, OpId op, Varying what)
{
    if (noise <= 0)
        return 1;
    // Hashes the arguments with splitmix64.
    std::uint64_t bits = seed * 0x9e3779b97f4a7c15U + op.index * 4U + static_cast<std::uint64_t>(what) + 1;
    bits *= 0x9e3779b97f4a7c15U;
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    bits ^= bits >> 31U;
    const double unit = static_cast<double>(bits >> 11U) * 0x1p-53;  // [0, 1)
    return 1 + noise * (2 * unit - 1);
}

double DispatchCost::next(device::DispatchClass dispatch, const ops::Operation& operation, trace::DeviceKind kind)
{
    using device::DispatchClass;
    if (dispatch == DispatchClass::Free)
        return 0;
    double ns = nsOf(m_model, dispatch);
    bool& isUsed = m_isUsed[static_cast<std::size_t>(operation.op) % m_isUsed.size()];
    if (dispatch == DispatchClass::Operator && !isUsed)
        ns = std::max(ns, m_model.firstUseNs);
    isUsed = true;
    if (kind == trace::DeviceKind::Cpu)
        return ns;
    // One call issues a cached graph (MXNet's hybridize()) and launches the kernel of each step.
    const bool isGraph =
        dispatch == DispatchClass::CachedGraph && operation.segment && operation.segment->kernelBytes.value == 0;
    ns += m_model.launchNs * (isGraph ? static_cast<double>(operation.segment->steps.size()) : 1);
    if (operation.op == ops::Operator::MatMul && !m_hasGpuProduct) {
        ns += m_model.firstGemmNs;
        m_hasGpuProduct = true;
    }
    return ns;
}

double DispatchCost::ofView(device::DispatchClass dispatch) const
{
    return dispatch == device::DispatchClass::Free ? 0 : nsOf(m_model, dispatch);
}

double TuneCost::next(std::size_t gpu, double ns, const ops::Operation& operation)
{
    if (ns <= 0)
        return 0;
    if (operation.segment) {
        double sum = 0;
        for (const ops::Segment::Step& step : operation.segment->steps)
            sum += next(gpu, ns, step.operation);
        return sum;
    }
    if (operation.op != ops::Operator::Convolution || operation.inputs.size() < 2)
        return 0;
    Form form{gpu, {}, operation.window.stride, operation.window.padding};
    for (std::size_t axis = 0; axis < 4; ++axis) {
        form.sizes[axis] = axis < operation.inputs[0].rank() ? operation.inputs[0][axis] : 0;
        form.sizes[4 + axis] = axis < operation.inputs[1].rank() ? operation.inputs[1][axis] : 0;
    }
    return m_forms.insert(form).second ? ns : 0;
}

}  // namespace engine::devices::sim::detail
