#include "engine/devices/cpu/executor.h"
#include "engine/devices/cpu/host_memory.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/messages/messages.h"
#include "engine/ops/shape_rules.h"
#include "engine/schedule/engine.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

namespace engine::devices::cpu {

namespace {

using device::ValueId;

struct Value {
    Tensor tensor;
    VariableId variable;
};
using ValuePtr = std::shared_ptr<Value>;

struct Task {
    ops::Operation operation;
    std::vector<ValuePtr> values;  ///< inputs, then outputs
};

class CpuValueEngine final : public device::ValueEngine {
public:
    CpuValueEngine(int threads, const Host& host)
        : m_threads(threads),
          m_team(threads - 1),
          m_storage(HostMemory::limitOf(host), {}, HostMemory::sourceOf(host)),
          m_executor(m_storage, m_team),
          m_engine(engineOptions())
    {
        m_status = addWorkers(threads);
    }
    ~CpuValueEngine() override { m_engine.shutdown(schedule::Engine::Ending::Cancel); }

    [[nodiscard]] const Status& status() const { return m_status; }

    ValueId create(const ops::Shape& shape) override
    {
        auto value = std::make_shared<Value>();
        value->tensor.shape = shape;
        value->variable = m_engine.newVariable();
        if (m_free.empty()) {
            m_values.push_back(std::move(value));
            return ValueId(m_values.size() - 1);
        }
        const ValueId id = m_free.back();
        m_free.pop_back();
        m_values[id.index] = std::move(value);
        return id;
    }

    void release(ValueId id) override
    {
        if (ValuePtr value = find(id)) {
            m_engine.release(value->variable);
            m_values[id.index].reset();
            m_free.push_back(id);
        }
    }

    Status write(ValueId id, std::span<const float> numbers) override
    {
        const ValuePtr value = find(id);
        if (!value)
            return unknown();
        if (static_cast<std::int64_t>(numbers.size()) != value->tensor.shape.elements())
            return untranslatedError(ErrorCode::InvalidArgument, std::to_string(numbers.size()) +
                                                                     " numbers do not fill a tensor of " +
                                                                     toText(value->tensor.shape) + ".");
        const std::array writes{value->variable};
        return pushed(m_engine.push({}, writes, [this, value, copy = std::vector(numbers.begin(), numbers.end())] {
            return store(value->tensor, copy);
        }));
    }

    Status submit(const ops::Operation& operation, std::span<const ValueId> reads,
                  std::span<const ValueId> writes) override
    {
        if (Status status = ops::validate(operation); !status)
            return status;
        if (reads.size() != operation.inputs.size() || writes.size() != operation.outputCount())
            return unknown();
        auto task = std::make_unique<Task>();
        task->operation = operation;
        std::vector<VariableId> variables;
        for (std::size_t i = 0; i < reads.size() + writes.size(); ++i) {
            const bool isRead = i < reads.size();
            const ValuePtr value = find(isRead ? reads[i] : writes[i - reads.size()]);
            const ops::Shape& shape = isRead ? operation.inputs[i] : operation.outputAt(i - reads.size());
            if (!value || value->tensor.shape.elements() != shape.elements())
                return unknown();
            variables.push_back(value->variable);
            task->values.push_back(value);
        }
        if (isTwice(writes))
            return untranslatedError(ErrorCode::InvalidArgument, std::string(ops::nameOf(operation.op)) +
                                                                     " cannot write two results to one tensor.");
        const std::span all(variables);
        return pushed(m_engine.push(
            all.first(reads.size()), all.subspan(reads.size()),
            [this, task = std::move(task)](const schedule::RunningBody& running) { return run(*task, running.op); }));
    }

    Result<std::span<const float>> read(ValueId id) override
    {
        const ValuePtr value = find(id);
        if (!value)
            return unknown();
        if (Status status = m_engine.waitToRead(value->variable); !status)
            return status.error();
        const Block& block = value->tensor.block;
        if (!block)
            return untranslatedError(ErrorCode::Unavailable, "This tensor has no values yet: nothing has written it.");
        return std::span<const float>(block.data(), static_cast<std::size_t>(value->tensor.shape.elements()));
    }

    Status waitAll() override { return m_engine.waitAll(); }

    void cancel() override
    {
        m_executor.cancel();
        m_engine.cancel();
    }

private:
    static schedule::EngineOptions engineOptions()
    {
        schedule::EngineOptions options;
        options.maxPending = 0;  // unlimited: the simulator runs ahead of the values only until the program waits
        return options;
    }

    Status addWorkers(int threads)
    {
        schedule::GroupOptions group;
        group.name = "values";
        group.workers = threads;
        const auto added = m_engine.addGroup(std::move(group));
        return added ? Status() : Status(added.error());
    }

    static Error unknown()
    {
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "A value does not exist, or its shape is not the operation's.");
    }

    static bool isTwice(std::span<const ValueId> ids)
    {
        for (std::size_t i = 1; i < ids.size(); ++i)
            if (std::ranges::find(ids.first(i), ids[i]) != ids.begin() + static_cast<std::ptrdiff_t>(i))
                return true;
        return false;
    }

    static Status pushed(Result<OpId> result) { return result ? Status() : Status(std::move(result).error()); }

    [[nodiscard]] ValuePtr find(ValueId id) const
    {
        return id.isValid() && id.index < m_values.size() ? m_values[id.index] : nullptr;
    }

    Status store(Tensor& tensor, std::span<const float> numbers)
    {
        if (!tensor.block) {
            Result<Block> block = m_storage.allocate(tensor.shape.bytes());
            if (!block)
                return std::move(block).error();
            tensor.block = *std::move(block);
        }
        std::ranges::copy(numbers, tensor.block.data());
        return {};
    }

    Status run(Task& task, OpId op)
    {
        std::vector<Tensor*> tensors;
        for (const ValuePtr& value : task.values)
            tensors.push_back(&value->tensor);
        const std::span<Tensor* const> all(tensors);
        const std::size_t inputs = task.operation.inputs.size();
        // Training is a sequential chain most of the time, so a long operation gets all threads.
        const Executor::Share share{Executor::isLong(task.operation) ? m_threads : 1, {}};
        Status status = m_executor.execute(task.operation, all.first(inputs), all.subspan(inputs), op, share);
        // Frees released values here, so that a thread that waits for this operation finds their memory free.
        task.values.clear();
        return status;
    }

    const int m_threads;
    Team m_team;
    Storage m_storage;
    Executor m_executor;
    std::vector<ValuePtr> m_values;
    std::vector<ValueId> m_free;
    schedule::Engine m_engine;  ///< declared last, because its operations use the members above
    Status m_status;
};

}  // namespace

Result<std::unique_ptr<device::ValueEngine>> makeValueEngine(int threads)
{
    constexpr int kMaxThreads = 256;
    if (threads < 1 || threads > kMaxThreads)
        return makeError(ErrorCode::InvalidArgument, message("run.value-threads", threads));
    auto engine = std::make_unique<CpuValueEngine>(threads, readHost());
    if (!engine->status())
        return engine->status().error();
    return std::unique_ptr<device::ValueEngine>(std::move(engine));
}

}  // namespace engine::devices::cpu
