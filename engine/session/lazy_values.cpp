#include "engine/session/lazy_values.h"

#include <algorithm>
#include <bit>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine::session {

namespace {

using device::ValueEngine;
using device::ValueId;

constexpr int kMaxDepth = 512;
constexpr std::int64_t kMaxCachedElements = 4096;
constexpr std::size_t kMaxCachedResults = 512;

/// 128 bits, so that two computations do not meet by chance.
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

    std::mutex mutex;  ///< guards the rest
    std::list<Entry> entries;
    std::unordered_map<Key, std::list<Entry>::iterator, KeyHash> byKey;
};

ValueCache::ValueCache() : m_state(std::make_unique<State>()) {}
ValueCache::~ValueCache() = default;

namespace {

/// One computed, or not yet computed, set of numbers: a variable's content between two writes.
struct Node {
    ops::Operation operation;
    std::vector<std::shared_ptr<Node>> inputs;
    std::optional<std::vector<float>> given;  ///< written by the program, not computed
    Key key;
    int depth = 0;
    ValueEngine* engine = nullptr;  ///< where `computed` is
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

void addShape(Key& key, const tensor::Shape& shape)
{
    key.add(shape.rank());
    for (const std::int64_t extent : shape.extents())
        key.add(static_cast<std::uint64_t>(extent));
}

Key keyOf(const Node& node)
{
    Key key;
    key.add(static_cast<std::uint64_t>(node.operation.op));
    addShape(key, node.operation.output);
    for (const double scalar : node.operation.scalars)
        key.add(std::bit_cast<std::uint64_t>(scalar));
    key.add(node.operation.seed);
    for (const NodePtr& input : node.inputs) {
        addShape(key, input->operation.output);
        key.add(input->key.a);
        key.add(input->key.b);
    }
    if (node.given)
        for (const float number : *node.given)
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

    ValueId create(const tensor::Shape& shape) override
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
        m_values[value.index].node.reset();
        m_free.push_back(value);
    }

    Status write(ValueId value, std::span<const float> numbers) override
    {
        Value& it = m_values[value.index];
        if (static_cast<std::int64_t>(numbers.size()) != it.shape.elements())
            return makeError(ErrorCode::InvalidArgument, std::to_string(numbers.size()) +
                                                             " numbers do not fill a tensor of " +
                                                             std::to_string(it.shape.elements()) + ".");
        auto node = std::make_shared<Node>();
        node->operation.output = it.shape;
        node->given.emplace(numbers.begin(), numbers.end());
        node->key = keyOf(*node);
        it.node = std::move(node);
        return {};
    }

    Status submit(const ops::Operation& operation, std::span<const ValueId> reads,
                  std::span<const ValueId> writes) override
    {
        if (writes.empty())
            return {};
        auto node = std::make_shared<Node>();
        node->operation = operation;
        for (const ValueId read : reads) {
            const NodePtr& input = m_values[read.index].node;
            if (!input)
                return makeError(ErrorCode::Unavailable, "An operation reads numbers that nothing has written.");
            node->inputs.push_back(input);
            node->depth = std::max(node->depth, input->depth + 1);
        }
        node->key = keyOf(*node);
        m_values[writes[0].index].node = node;
        return node->depth > kMaxDepth ? compute(node) : Status{};
    }

    Result<std::span<const float>> read(ValueId value) override
    {
        const NodePtr node = m_values[value.index].node;
        if (!node)
            return makeError(ErrorCode::Unavailable, "Nothing was ever written to this tensor.");
        if (node->given)
            return std::span<const float>(*node->given);
        if (!node->remembered && m_cache)
            node->remembered = m_cache->m_state->find(node->key);
        if (node->remembered)
            return std::span<const float>(*node->remembered);
        if (Status status = compute(node); !status)
            return std::move(status).error();
        auto numbers = m_inner->read(node->computed);
        if (numbers && m_cache && static_cast<std::int64_t>(numbers->size()) <= kMaxCachedElements)
            m_cache->m_state->keep(node->key,
                                   std::make_shared<const std::vector<float>>(numbers->begin(), numbers->end()));
        return numbers;
    }

    /// What nobody reads is never computed, so there is only what was begun.
    Status waitAll() override { return m_inner->waitAll(); }

    void cancel() override { m_inner->cancel(); }

private:
    struct Value {
        tensor::Shape shape;
        NodePtr node;
    };

    /// Hands `node` and what it depends on to the inner engine, producers first.
    Status compute(const NodePtr& node)
    {
        std::vector<std::pair<NodePtr, std::size_t>> path{{node, 0}};
        while (!path.empty()) {
            auto& [current, next] = path.back();
            if (current->engine != nullptr) {
                path.pop_back();
            } else if (next < current->inputs.size()) {
                const NodePtr input = current->inputs[next++];
                path.emplace_back(input, 0);
            } else {
                if (Status status = begin(*current); !status)
                    return status;
                path.pop_back();
            }
        }
        return {};
    }

    Status begin(Node& node)
    {
        const ValueId value = m_inner->create(node.operation.output);
        node.engine = m_inner.get();
        node.computed = value;
        if (node.given)
            return m_inner->write(value, *node.given);
        std::vector<ValueId> reads;
        for (const NodePtr& input : node.inputs)
            reads.push_back(input->computed);
        Status status = m_inner->submit(node.operation, reads, std::span(&value, 1));
        node.inputs.clear();
        node.depth = 0;
        return status;
    }

    std::unique_ptr<ValueEngine> m_inner;  ///< outlives the nodes below
    std::shared_ptr<ValueCache> m_cache;
    std::vector<Value> m_values;
    std::vector<ValueId> m_free;
};

std::unique_ptr<device::ValueEngine> makeLazyValues(std::unique_ptr<device::ValueEngine> inner,
                                                    std::shared_ptr<ValueCache> cache)
{
    return std::make_unique<LazyValues>(std::move(inner), std::move(cache));
}

}  // namespace engine::session
