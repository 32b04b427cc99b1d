#include "engine/devices/cpu/executor.h"

#include "engine/devices/cpu/kernels/kernel.h"

#include <array>
#include <mutex>

namespace engine::devices::cpu {

namespace {

/// Whether the output's present memory may receive the result.
bool canReuse(const ops::Operation& operation, std::span<Tensor* const> inputs, const Tensor& output)
{
    if (!output.block || output.block.bytes() != operation.output.bytes())
        return false;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i] == &output && !Kernel::canWorkInPlace(operation, i))
            return false;
    return true;
}

}  // namespace

Status Executor::execute(const ops::Operation& operation, std::span<Tensor* const> inputs, Tensor* output, OpId op,
                         const Share& share)
{
    if (output == nullptr)
        return {};
    std::array<const float*, 2> data{};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i]->block)
            return makeError(ErrorCode::Unavailable,
                             std::string(ops::nameOf(operation.op)) +
                                 " reads a tensor that nothing has written yet; fill it first.");
        data[i] = inputs[i]->block.data();
    }
    Block fresh;
    const bool isReused = canReuse(operation, inputs, *output);
    if (!isReused) {
        Result<Block> block = m_storage.allocate(operation.output.bytes(), {output->id, op});
        if (!block)
            return std::move(block).error();
        fresh = *std::move(block);
    }
    float* target = isReused ? output->block.data() : fresh.data();
    if (Status status = compute(operation, {data.data(), inputs.size()}, target, share); !status)
        return status;
    if (!isReused)
        output->block = std::move(fresh);
    output->block.hold(op);
    return {};
}

Status Executor::compute(const ops::Operation& operation, std::span<const float* const> inputs, float* output,
                         const Share& share)
{
    Kernel kernel(operation, inputs, output);
    std::mutex mutex;  // guards `first`
    Status first;
    const auto note = [&](Status status) {
        const std::lock_guard lock(mutex);
        if (first)
            first = std::move(status);
    };
    const auto runPiece = [&](std::int64_t piece) {
        if (m_isCancelled.load(std::memory_order_relaxed))
            return note(makeError(ErrorCode::Cancelled, "The run was stopped."));
        if (Status status = kernel.run(piece); !status)
            note(std::move(status));
    };
    if (kernel.pieces() == 1)
        runPiece(0);
    else
        m_team.run(kernel.pieces(), share.threads, runPiece, share.watch);
    if (first)
        kernel.finish();
    return first;
}

}  // namespace engine::devices::cpu
