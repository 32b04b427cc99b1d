#include "ui/graph/detail/blocks.h"

#include <algorithm>
#include <set>

namespace ui::graph::detail {

using engine::trace::DependencyKind;
using engine::trace::Edge;

namespace {

/// The search for a common ancestor gives up after this many steps. Real blocks have fewer operations.
constexpr int kMaxInBlock = 200;

class Finder {
public:
    Finder(const Trace& trace, const std::vector<OpId>& forward) : m_trace(trace), m_forward(forward) {}

    Blocks find()
    {
        Blocks blocks;
        int block = 0;
        std::size_t next = 0;  // first operation that has no block yet
        for (std::size_t i = 0; i < m_forward.size(); ++i) {
            const OpId source = forkOf(m_forward[i]);
            if (!source.isValid())
                continue;
            // Operations up to the fork belong to the part before the first block, or are the activation that ends the
            // previous block.
            for (; next < i && m_forward[next].index <= source.index; ++next)
                blocks[m_forward[next].index] = block;
            ++block;
            for (; next <= i; ++next)
                blocks[m_forward[next].index] = block;
        }
        // The activation after the last sum belongs to that sum's block.
        if (block > 0 && next < m_forward.size() && reads(m_forward[next], m_forward[next - 1]) &&
            producersOf(m_forward[next]).size() == 1 && isActivation(m_forward[next]))
            blocks[m_forward[next].index] = block;
        return blocks;
    }

private:
    [[nodiscard]] bool isActivation(OpId op) const
    {
        const QString name = operatorOf(m_trace, op).toLower();
        return name.contains(QLatin1String("relu")) || name.contains(QLatin1String("activation"));
    }

    [[nodiscard]] bool isForward(OpId op) const { return std::binary_search(m_forward.begin(), m_forward.end(), op); }

    /// The operations of the same forward pass whose results `op` reads.
    [[nodiscard]] std::set<OpId> producersOf(OpId op) const
    {
        std::set<OpId> from;
        for (const Edge& edge : m_trace.edges().into(op))
            if (edge.kind == DependencyKind::ReadAfterWrite && isForward(edge.from))
                from.insert(edge.from);
        return from;
    }

    [[nodiscard]] bool reads(OpId op, OpId from) const { return producersOf(op).count(from) > 0; }

    /// The last common ancestor of the summands of `sum`; invalid if `sum` is not an addition of two branches.
    [[nodiscard]] OpId forkOf(OpId sum) const
    {
        const QString name = operatorOf(m_trace, sum).toLower();
        if (!name.contains(QLatin1String("add")) && !name.contains(QLatin1String("plus")))
            return {};
        std::set<OpId> open = producersOf(sum);
        if (open.size() < 2)
            return {};
        for (int steps = 0; open.size() > 1 && steps < kMaxInBlock; ++steps) {
            const OpId last = *open.rbegin();
            const std::set<OpId> before = producersOf(last);
            if (before.empty())
                return {};
            open.erase(last);
            open.insert(before.begin(), before.end());
        }
        return open.size() == 1 ? *open.begin() : OpId{};
    }

    const Trace& m_trace;
    const std::vector<OpId>& m_forward;
};

}  // namespace

Blocks blocksOf(const Trace& trace, const std::vector<OpId>& forward)
{
    return Finder(trace, forward).find();
}

}  // namespace ui::graph::detail
