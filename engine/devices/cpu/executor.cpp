#include "engine/devices/cpu/executor.h"

#include "engine/devices/cpu/kernels/kernel.h"
#include "engine/messages/stopped.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/sharing.h"

#include <array>
#include <mutex>
#include <vector>

namespace engine::devices::cpu {

namespace {

/// An array of an operation's tensor pointers, without allocation for small sizes.
template <typename T>
class Pointers {
public:
    explicit Pointers(std::size_t size)
    {
        if (size > m_few.size())
            m_many.resize(size);
        m_all = size > m_few.size() ? std::span<T>(m_many) : std::span<T>(m_few.data(), size);
    }
    T& operator[](std::size_t i) { return m_all[i]; }
    [[nodiscard]] std::span<T> all() const { return m_all; }

private:
    std::array<T, 8> m_few{};
    std::vector<T> m_many;
    std::span<T> m_all;
};

/// Whether the result may be written to the current memory of output `index`.
bool canReuse(const ops::Operation& operation, std::span<Tensor* const> inputs, const Tensor& output, std::size_t index)
{
    if (!output.block || output.block.bytes() != operation.outputAt(index).bytes())
        return false;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i] == &output && !ops::canWorkInPlace(operation, i, index))
            return false;
    return true;
}

}  // namespace

Status Executor::execute(const ops::Operation& operation, std::span<Tensor* const> inputs,
                         std::span<Tensor* const> outputs, OpId op, const Share& share)
{
    if (outputs.empty())
        return {};
    Pointers<const float*> data(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i]->block)
            return untranslatedError(ErrorCode::Unavailable,
                                     std::string(ops::nameOf(operation.op)) +
                                         " reads a tensor that nothing has written yet; fill it first.");
        data[i] = inputs[i]->block.data();
    }
    Pointers<float*> targets(outputs.size());
    Pointers<Block> fresh(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!canReuse(operation, inputs, *outputs[i], i)) {
            Result<Block> block = m_storage.allocate(operation.outputAt(i).bytes(), {outputs[i]->id, op});
            if (!block)
                return std::move(block).error();
            fresh[i] = *std::move(block);
        }
        targets[i] = fresh[i] ? fresh[i].data() : outputs[i]->block.data();
    }
    if (Status status = compute(operation, data.all(), targets.all(), op, share); !status)
        return status;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (fresh[i])
            outputs[i]->block = std::move(fresh[i]);
        outputs[i]->block.setProducer(op);
    }
    return {};
}

bool Executor::isLong(const ops::Operation& operation)
{
    return ops::isSharedByCores(ops::costOf(operation));
}

Status Executor::compute(const ops::Operation& operation, std::span<const float* const> inputs,
                         std::span<float* const> outputs, OpId op, const Share& share)
{
    const std::unique_ptr<Kernel> kernel = makeKernel(operation, inputs, outputs, {m_storage, m_primitives, op});
    for (int stage = 0;; ++stage) {
        const Result<std::optional<std::int64_t>> pieces = kernel->begin(stage);
        if (!pieces)
            return pieces.error();
        if (!*pieces)
            return {};
        if (Status status = runStage(*kernel, **pieces, share); !status)
            return status;
    }
}

Status Executor::runStage(Kernel& kernel, std::int64_t pieces, const Share& share)
{
    std::mutex mutex;  // guards `first`
    Status first;
    const auto note = [&](Status status) {
        const std::lock_guard lock(mutex);
        if (first)
            first = std::move(status);
    };
    const auto runPiece = [&](std::int64_t piece) {
        if (m_isCancelled.load(std::memory_order_relaxed))
            return note(messages::runStopped());
        if (Status status = kernel.run(piece); !status)
            note(std::move(status));
    };
    if (pieces == 1)
        runPiece(0);
    else
        m_team.run(pieces, share.threads, runPiece, share.watch);
    return first;
}

}  // namespace engine::devices::cpu
