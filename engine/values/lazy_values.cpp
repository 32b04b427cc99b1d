#include "engine/values/lazy_values.h"

#include "engine/base/expect.h"

#include <algorithm>
#include <bit>
#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine::values {

namespace {

using device::ValueEngine;
using device::ValueId;

constexpr int kMaxDepth = 512;
constexpr std::int64_t kMaxCachedElements = 4096;
constexpr std::size_t kMaxCachedResults = 512;

/// The identity of a cached result: a 128-bit digest of everything that determines its elements. Each list is preceded
/// by its length, so that different computations never add the same sequence of words.
struct Key {
    std::uint64_t a = 0x6a09e667f3bcc908U;
    std::uint64_t b = 0xbb67ae8584caa73bU;

    void add(std::uint64_t value)
    {
        a = std::rotl((a ^ value) * 0x9e3779b97f4a7c15U, 29) + b;
        b = std::rotl((b + value) * 0xc2b2ae3d27d4eb4fU, 31) ^ a;
    }
    bool operator==(const Key&) const = default;
};

struct KeyHash {
    std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.a ^ (key.b << 1U)); }
};

using Numbers = std::shared_ptr<const std::vector<float>>;

}  // namespace

struct ValueCache::State {
    struct Entry {
        Key key;
        Numbers numbers;
    };

    Numbers find(const Key& key)
    {
        const std::lock_guard lock(mutex);
        const auto found = byKey.find(key);
        if (found == byKey.end())
            return nullptr;
        entries.splice(entries.begin(), entries, found->second);
        return found->second->numbers;
    }

    void keep(const Key& key, Numbers numbers)
    {
        const std::lock_guard lock(mutex);
        if (byKey.contains(key))
            return;
        entries.push_front({key, std::move(numbers)});
        byKey[key] = entries.begin();
        if (entries.size() > kMaxCachedResults) {
            byKey.erase(entries.back().key);
            entries.pop_back();
        }
    }

    std::mutex mutex;  ///< guards all other members
    std::list<Entry> entries;
    std::unordered_map<Key, std::list<Entry>::iterator, KeyHash> byKey;
};

ValueCache::ValueCache() : m_state(std::make_unique<State>()) {}
ValueCache::~ValueCache() = default;

namespace {

struct Work;

/// The elements that a ValueId denotes between two writes, computed or not yet computed.
struct Node {
    ops::Shape shape;
    Key key;
    std::shared_ptr<Work> work;                       ///< computes this node; null after it was submitted
    std::size_t index = 0;                            ///< index of this node in the results of `work`
    std::shared_ptr<const std::vector<float>> given;  ///< elements written by the program
    ValueEngine* engine = nullptr;                    ///< engine that owns `computed`; null: not submitted
    ValueId computed;
    Numbers remembered;

    Node() = default;
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    ~Node()
    {
        if (engine != nullptr)
            engine->release(computed);
    }
};

using NodePtr = std::shared_ptr<Node>;

/// A recorded operation whose results nobody has read so far. The results own the operation, and not vice versa, so
/// that a result that is released before it is computed needs no memory.
struct Work {
    ops::Operation operation;
    std::vector<NodePtr> inputs;
    std::vector<std::weak_ptr<Node>> results;
    int depth = 0;
};

using WorkPtr = std::shared_ptr<Work>;

void addShape(Key& key, const ops::Shape& shape)
{
    key.add(shape.rank());
    for (const std::int64_t extent : shape.extents())
        key.add(static_cast<std::uint64_t>(extent));
}

void addAttributes(Key& key, const ops::Operation& operation)
{
    for (const double scalar : operation.scalars)
        key.add(std::bit_cast<std::uint64_t>(scalar));
    key.add(operation.seed);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        key.add(static_cast<std::uint64_t>(operation.window.kernel[axis]));
        key.add(static_cast<std::uint64_t>(operation.window.stride[axis]));
        key.add(static_cast<std::uint64_t>(operation.window.padding[axis]));
    }
    key.add(operation.axes);
    key.add(operation.wanted);
    key.add((operation.isTraining ? 1U : 0U) + (operation.keepsAxes ? 2U : 0U));
    for (const std::int64_t offset : operation.offsets)
        key.add(static_cast<std::uint64_t>(offset));
    key.add(operation.epilogue.size());
    for (const ops::Epilogue& epilogue : operation.epilogue) {
        key.add(static_cast<std::uint64_t>(epilogue.op));
        key.add(std::bit_cast<std::uint64_t>(epilogue.scalar));
    }
}

void addValues(Key& key, std::span<const std::int32_t> values)
{
    key.add(values.size());
    for (const std::int32_t value : values)
        key.add(static_cast<std::uint64_t>(value));
}

/// Adds the operator, its attributes and all shapes to the key.
void addOperation(Key& key, const ops::Operation& operation)
{
    key.add(static_cast<std::uint64_t>(operation.op));
    key.add(operation.inputs.size());
    for (const ops::Shape& shape : operation.inputs)
        addShape(key, shape);
    key.add(operation.outputCount());
    for (std::size_t i = 0; i < operation.outputCount(); ++i)
        addShape(key, operation.outputAt(i));
    addAttributes(key, operation);
    key.add(operation.segment ? 1 : 0);
    if (!operation.segment)
        return;
    key.add(operation.segment->steps.size());
    for (const ops::Segment::Step& step : operation.segment->steps) {
        addOperation(key, step.operation);
        addValues(key, step.reads);
        addValues(key, step.writes);
    }
    addValues(key, operation.segment->outputs);
}

Key keyOf(const Work& work)
{
    Key key;
    addOperation(key, work.operation);
    for (const NodePtr& input : work.inputs) {
        key.add(input->key.a);
        key.add(input->key.b);
    }
    return key;
}

Key keyOf(const ops::Shape& shape, std::span<const float> numbers)
{
    Key key;
    addShape(key, shape);
    for (const float number : numbers)
        key.add(std::bit_cast<std::uint32_t>(number));
    return key;
}

}  // namespace

class LazyValues final : public ValueEngine {
public:
    LazyValues(std::unique_ptr<ValueEngine> inner, std::shared_ptr<ValueCache> cache)
        : m_inner(std::move(inner)), m_cache(std::move(cache))
    {
    }

    ValueId create(const ops::Shape& shape) override
    {
        if (m_free.empty()) {
            m_values.push_back({shape, nullptr});
            return ValueId{m_values.size() - 1};
        }
        const ValueId value = m_free.back();
        m_free.pop_back();
        m_values[value.index] = {shape, nullptr};
        return value;
    }

    void release(ValueId value) override
    {
        at(value).node.reset();
        m_free.push_back(value);
    }

    Status write(ValueId value, std::span<const float> numbers) override
    {
        Value& it = at(value);
        if (static_cast<std::int64_t>(numbers.size()) != it.shape.elements())
            return untranslatedError(ErrorCode::InvalidArgument, std::to_string(numbers.size()) +
                                                                     " numbers do not fill a tensor of " +
                                                                     std::to_string(it.shape.elements()) + ".");
        auto node = std::make_shared<Node>();
        node->shape = it.shape;
        node->given = std::make_shared<const std::vector<float>>(numbers.begin(), numbers.end());
        node->key = keyOf(it.shape, numbers);
        it.node = std::move(node);
        return {};
    }

    /// Records an operation. An output that is also an input becomes a new node; earlier readers keep the old node.
    Status submit(const ops::Operation& operation, std::span<const ValueId> reads,
                  std::span<const ValueId> writes) override
    {
        if (writes.empty())
            return {};
        if (writes.size() != operation.outputCount() || reads.size() != operation.inputs.size())
            return untranslatedError(ErrorCode::InvalidArgument,
                                     std::string(ops::nameOf(operation.op)) + " got the wrong number of values.");
        auto work = std::make_shared<Work>();
        work->operation = operation;
        work->inputs.reserve(reads.size());
        for (const ValueId read : reads) {
            const NodePtr& input = at(read).node;
            if (!input)
                return untranslatedError(ErrorCode::Unavailable,
                                         "An operation reads numbers that nothing has written.");
            work->inputs.push_back(input);
            if (input->work)
                work->depth = std::max(work->depth, input->work->depth + 1);
        }
        const Key key = keyOf(*work);
        for (std::size_t i = 0; i < writes.size(); ++i) {
            auto node = std::make_shared<Node>();
            node->shape = operation.outputAt(i);
            node->key = key;
            node->key.add(i);
            node->work = work;
            node->index = i;
            work->results.emplace_back(node);
            at(writes[i]).node = std::move(node);
        }
        return work->depth > kMaxDepth ? compute(work) : Status{};
    }

    Result<std::span<const float>> read(ValueId value) override
    {
        const NodePtr node = at(value).node;
        if (!node)
            return untranslatedError(ErrorCode::Unavailable, "No operation has written this tensor.");
        if (node->given)
            return std::span<const float>(*node->given);
        if (!node->remembered && m_cache)
            node->remembered = m_cache->m_state->find(node->key);
        if (node->remembered)
            return std::span<const float>(*node->remembered);
        if (node->work)
            if (Status status = compute(node->work); !status)
                return std::move(status).error();
        auto numbers = m_inner->read(node->computed);
        if (numbers && m_cache && static_cast<std::int64_t>(numbers->size()) <= kMaxCachedElements)
            m_cache->m_state->keep(node->key,
                                   std::make_shared<const std::vector<float>>(numbers->begin(), numbers->end()));
        return numbers;
    }

    /// Waits only for operations that were submitted to `inner`; operations that are only recorded do not run.
    Status waitAll() override { return m_inner->waitAll(); }

    void cancel() override { m_inner->cancel(); }

private:
    struct Value {
        ops::Shape shape;
        NodePtr node;
    };

    [[nodiscard]] Value& at(ValueId value)
    {
        ENGINE_EXPECT(value.index < m_values.size());
        return m_values[value.index];
    }

    /// Submits `wanted` and the operations that it depends on to `inner`, producers first.
    Status compute(const WorkPtr& wanted)
    {
        std::vector<std::pair<WorkPtr, std::size_t>> path{{wanted, 0}};
        while (!path.empty()) {
            auto& [work, next] = path.back();
            if (next < work->inputs.size()) {
                if (WorkPtr before = work->inputs[next++]->work)
                    path.emplace_back(std::move(before), 0);
            } else {
                const WorkPtr complete = std::move(work);
                path.pop_back();
                // skips an operation that was submitted through another path
                if (!complete->results.empty())
                    if (Status status = begin(*complete); !status)
                        return status;
            }
        }
        return {};
    }

    Status begin(Work& work)
    {
        std::vector<ValueId> reads;
        for (const NodePtr& input : work.inputs) {
            if (input->engine == nullptr)
                if (Status status = hand(*input); !status)
                    return status;
            reads.push_back(input->computed);
        }
        std::vector<ValueId> writes;
        std::vector<ValueId> dropped;
        for (std::size_t i = 0; i < work.results.size(); ++i) {
            writes.push_back(m_inner->create(work.operation.outputAt(i)));
            if (const NodePtr result = work.results[i].lock()) {
                result->engine = m_inner.get();
                result->computed = writes.back();
                result->work.reset();
            } else {
                dropped.push_back(writes.back());
            }
        }
        work.results.clear();
        Status status = m_inner->submit(work.operation, reads, writes);
        for (const ValueId value : dropped)
            m_inner->release(value);
        work.inputs.clear();
        return status;
    }

    /// Passes to `inner` the values that the program wrote.
    Status hand(Node& node)
    {
        node.computed = m_inner->create(node.shape);
        node.engine = m_inner.get();
        return m_inner->write(node.computed, *node.given);
    }

    std::unique_ptr<ValueEngine> m_inner;  ///< declared first, because it must outlive the nodes
    std::shared_ptr<ValueCache> m_cache;
    std::vector<Value> m_values;
    std::vector<ValueId> m_free;
};

std::unique_ptr<device::ValueEngine> makeLazyValues(std::unique_ptr<device::ValueEngine> inner,
                                                    std::shared_ptr<ValueCache> cache)
{
    ENGINE_EXPECT(inner != nullptr);
    return std::make_unique<LazyValues>(std::move(inner), std::move(cache));
}

}  // namespace engine::values
