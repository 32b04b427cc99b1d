#include "engine/base/expect.h"
#include "engine/ops/shape_rules.h"
#include "engine/symbol/detail/passes.h"

#include <algorithm>
#include <unordered_set>

namespace engine::symbol::detail {

namespace {

/// Allocates scratch blocks: the smallest free block that is large enough; else the largest free block, which is
/// enlarged; else a new block.
class Blocks {
public:
    std::int32_t allocate(Bytes bytes)
    {
        const auto fits = std::ranges::find_if(m_free, [&](std::int32_t b) { return sizeOf(b) >= bytes; });
        auto chosen = fits;
        if (fits == m_free.end() && !m_free.empty())
            chosen = std::prev(m_free.end());
        if (chosen == m_free.end()) {
            m_sizes.push_back(bytes);
            return static_cast<std::int32_t>(m_sizes.size()) - 1;
        }
        const std::int32_t block = *chosen;
        m_free.erase(chosen);
        m_sizes[static_cast<std::size_t>(block)] = std::max(sizeOf(block), bytes);
        return block;
    }

    void free(std::int32_t block)
    {
        const auto place =
            std::ranges::find_if(m_free, [&](std::int32_t other) { return sizeOf(other) > sizeOf(block); });
        m_free.insert(place, block);
    }

    [[nodiscard]] Bytes sizeOf(std::int32_t block) const { return m_sizes[static_cast<std::size_t>(block)]; }
    [[nodiscard]] std::vector<Bytes> sizes() const { return m_sizes; }

private:
    std::vector<Bytes> m_sizes;
    std::vector<std::int32_t> m_free;  ///< sorted by size
};

class Planner {
public:
    explicit Planner(ops::Segment& segment)
        : m_segment(segment),
          m_outputs(segment.outputs.begin(), segment.outputs.end()),
          m_lastRead(segment.values.size(), 0)
    {
        for (std::size_t number = 0; number < segment.steps.size(); ++number)
            for (const std::int32_t read : segment.steps[number].reads)
                m_lastRead[static_cast<std::size_t>(read)] = number;
    }

    void run()
    {
        for (std::size_t number = 0; number < m_segment.steps.size(); ++number) {
            const ops::Segment::Step& step = m_segment.steps[number];
            std::unordered_set<std::int32_t> reused;
            for (std::size_t k = 0; k < step.writes.size(); ++k)
                place(step, number, k, reused);
            std::unordered_set<std::int32_t> ended(step.reads.begin(), step.reads.end());
            for (const std::int32_t write : step.writes)
                ended.insert(write);  // also frees results that no step reads
            for (const std::int32_t value : ended)
                if (lives(value) && endsAt(value, number) && !reused.contains(value))
                    m_blocks.free(blockOf(value));
        }
        m_segment.blocks = m_blocks.sizes();
    }

private:
    [[nodiscard]] bool lives(std::int32_t value) const
    {
        return value >= m_segment.inputs && !m_outputs.contains(value);
    }
    [[nodiscard]] std::int32_t& blockOf(std::int32_t value)
    {
        return m_segment.values[static_cast<std::size_t>(value)].block;
    }
    [[nodiscard]] bool endsAt(std::int32_t value, std::size_t number) const
    {
        return m_lastRead[static_cast<std::size_t>(value)] <= number;
    }

    void place(const ops::Segment::Step& step, std::size_t number, std::size_t k,
               std::unordered_set<std::int32_t>& reused)
    {
        const std::int32_t write = step.writes[k];
        if (!lives(write))
            return;
        const Bytes bytes = m_segment.values[static_cast<std::size_t>(write)].shape.bytes();
        for (std::size_t i = 0; i < step.reads.size(); ++i) {
            const std::int32_t read = step.reads[i];
            const bool isFree = lives(read) && endsAt(read, number) && !reused.contains(read) && canReplace(step, i, k);
            if (!isFree || m_blocks.sizeOf(blockOf(read)) < bytes)
                continue;
            blockOf(write) = blockOf(read);
            reused.insert(read);
            return;
        }
        blockOf(write) = m_blocks.allocate(bytes);
    }

    /// Whether output k may overwrite input i. If the step reads that value several times, each read must allow it.
    [[nodiscard]] static bool canReplace(const ops::Segment::Step& step, std::size_t i, std::size_t k)
    {
        for (std::size_t other = 0; other < step.reads.size(); ++other)
            if (step.reads[other] == step.reads[i] && !ops::canWorkInPlace(step.operation, other, k))
                return false;
        return true;
    }

    ops::Segment& m_segment;
    std::unordered_set<std::int32_t> m_outputs;
    std::vector<std::size_t> m_lastRead;
    Blocks m_blocks;
};

}  // namespace

void plan(ops::Segment& segment, Compilation& compilation)
{
    ENGINE_EXPECT(isUnplanned(segment));
    Planner(segment).run();
    for (const Bytes& block : segment.blocks)
        compilation.scratch += block;
    for (const ops::Segment::Step& step : segment.steps)
        for (const std::int32_t write : step.writes)
            if (segment.values[static_cast<std::size_t>(write)].block >= 0)
                compilation.scratchWithoutReuse += segment.values[static_cast<std::size_t>(write)].shape.bytes();
    compilation.steps = segment.steps.size();
}

}  // namespace engine::symbol::detail
