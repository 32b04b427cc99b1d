#pragma once

#include "engine/ops/arithmetic.h"

#include <bit>
#include <concepts>
#include <cstdint>

/// The distribution of work over threads, and the divisions that convert indices to places in tensors. Kernels and
/// tests, which run loops on the CPU, use the same functions.
namespace engine::devices::cuda::plugin {

/// An index in a kernel. On a GPU, 64-bit arithmetic takes 2 to 4 times as many instructions as 32-bit arithmetic, so
/// kernels use 32 bits if their tensors and scratch memory have fewer than 2^31 elements.
template <typename T>
concept ElementIndex = std::same_as<T, std::uint32_t> || std::same_as<T, std::int64_t>;
constexpr std::int64_t kNarrowLimit = std::int64_t{1} << 31;
enum class IndexWidth : std::uint8_t { Narrow, Wide };

/// Calls `run` with a zero of the index type of this width.
template <typename Run>
void withIndex(IndexWidth width, const Run& run)
{
    if (width == IndexWidth::Narrow)
        run(std::uint32_t{0});
    else
        run(std::int64_t{0});
}

/// A divisor of indices. A 64-bit division takes about 40 instructions on a GPU, so numbers below 2^31 are divided by a
/// multiplication. Source: Granlund, Montgomery, "Division by Invariant Integers using Multiplication", PLDI 1994,
/// section 4.
class Divisor {
public:
    Divisor() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): extents are assigned to it
    Divisor(std::int64_t value) : m_value(value), m_isSmall(value > 0 && value < kNarrowLimit)
    {
        if (!m_isSmall)
            return;
        m_shift = static_cast<std::int32_t>(std::bit_width(static_cast<std::uint32_t>(value - 1)));
        const std::uint64_t above = (std::uint64_t{1} << m_shift) - static_cast<std::uint64_t>(value);
        m_factor = static_cast<std::uint32_t>((above << 32) / static_cast<std::uint64_t>(value) + 1);
    }

    [[nodiscard]] OVERLAP_HOST_DEVICE std::int64_t value() const { return m_value; }

    template <ElementIndex Index>
    struct Parts {
        Index quotient;
        Index rest;
    };
    /// `index` and value() must be less than 2^31.
    [[nodiscard]] OVERLAP_HOST_DEVICE Parts<std::uint32_t> divide(std::uint32_t index) const
    {
        const auto high = static_cast<std::uint32_t>((std::uint64_t{index} * m_factor) >> 32);
        const std::uint32_t quotient = (high + index) >> m_shift;
        return {quotient, index - quotient * static_cast<std::uint32_t>(m_value)};
    }
    /// `index` must not be negative.
    [[nodiscard]] OVERLAP_HOST_DEVICE Parts<std::int64_t> divide(std::int64_t index) const
    {
        if (m_isSmall && index < kNarrowLimit) {
            const Parts<std::uint32_t> parts = divide(static_cast<std::uint32_t>(index));
            return {parts.quotient, parts.rest};
        }
        return {index / m_value, index % m_value};
    }
    template <ElementIndex Index>
    [[nodiscard]] OVERLAP_HOST_DEVICE Index quotient(Index index) const
    {
        return divide(index).quotient;
    }
    template <ElementIndex Index>
    [[nodiscard]] OVERLAP_HOST_DEVICE Index rest(Index index) const
    {
        return divide(index).rest;
    }

private:
    std::int64_t m_value = 1;
    std::uint32_t m_factor = 1;
    std::int32_t m_shift = 0;
    bool m_isSmall = true;
};

/// Four neighbouring elements, which a thread reads and writes with one instruction.
struct alignas(16) Quad {
    float at[4];
};
constexpr int kQuad = 4;

template <ElementIndex Index>
[[nodiscard]] OVERLAP_HOST_DEVICE inline const Quad& quadAt(const float* from, Index quad)
{
    return reinterpret_cast<const Quad*>(from)[quad];
}
template <ElementIndex Index>
OVERLAP_HOST_DEVICE inline Quad& quadAt(float* to, Index quad)
{
    return reinterpret_cast<Quad*>(to)[quad];
}

/// Whether all tensors are aligned for access in quads; a null pointer counts as aligned.
template <typename... Tensor>
[[nodiscard]] bool areAligned(const Tensor*... tensors)
{
    return ((reinterpret_cast<std::uintptr_t>(tensors) % sizeof(Quad) == 0) && ...);
}

/// A functor with `quad(q)`, which computes elements 4q to 4q + 3, and `hasQuads()`, which returns whether its tensors
/// allow that.
template <typename F>
concept QuadFunctor = requires(const F& f, std::int64_t q)
{
    f.quad(q);
    {f.hasQuads()};
};

/// The threads of an elementwise kernel: one for each quad and one for each remaining element; without quads, one for
/// each element.
struct ElementThreads {
    std::int64_t quads = 0;
    std::int64_t singles = 0;

    template <typename F>
    static ElementThreads of(std::int64_t elements, const F& f)
    {
        if constexpr (QuadFunctor<F>)
            if (f.hasQuads())
                return {elements / kQuad, elements % kQuad};
        return {0, elements};
    }
    [[nodiscard]] OVERLAP_HOST_DEVICE std::int64_t count() const { return quads + singles; }

    template <ElementIndex Index, typename F>
    OVERLAP_HOST_DEVICE void run(Index thread, const F& f) const
    {
        const auto inQuads = static_cast<Index>(quads);
        if constexpr (QuadFunctor<F>)
            if (thread < inQuads)
                return f.quad(thread);
        f(thread - inQuads + inQuads * kQuad);
    }
};

/// The blocks of threads that fold rows. Long rows are split into parts, whose results are folded again. A block of
/// threads folds one part of one row, or of 32 neighbouring rows if elements with the same index are adjacent: 32
/// threads then read 128 contiguous bytes. The order of a fold depends only on the sizes.
struct FoldGrid {
    std::int64_t rows = 0;
    std::int64_t length = 0;
    Divisor parts;              ///< number of parts of a row
    std::int64_t partSize = 0;  ///< number of elements of a part
    std::int32_t side = 1;      ///< number of rows that a block of threads folds
    std::int32_t threads = 0;   ///< number of threads in a block

    static constexpr std::int32_t kThreads = 256;
    static constexpr std::int32_t kWarp = 32;

    /// Which elements are adjacent in memory: those of a row, or the elements of neighbouring rows with the same index.
    enum class Adjacent : std::uint8_t { Elements, Rows };

    static FoldGrid of(std::int64_t rows, std::int64_t length, Adjacent adjacent)
    {
        const bool isAcross = adjacent == Adjacent::Rows;
        FoldGrid grid{rows, length, partsOf(rows, length, adjacent), 0, isAcross ? kWarp : 1, kThreads};
        grid.partSize = (length + grid.parts.value() - 1) / grid.parts.value();
        if (!isAcross && length <= 2 * kWarp)
            grid.threads = kWarp;
        return grid;
    }
    /// The grid that folds the results of the parts of each row.
    [[nodiscard]] FoldGrid merging() const { return {rows, parts.value(), 1, parts.value(), 1, kThreads}; }

    [[nodiscard]] OVERLAP_HOST_DEVICE std::int64_t blocks() const { return (rows + side - 1) / side * parts.value(); }
    /// Number of partial results, one for each part of each row; 0 if rows are not split.
    [[nodiscard]] std::int64_t results() const { return parts.value() == 1 ? 0 : rows * parts.value(); }

    /// The elements that one thread processes.
    struct Share {
        std::int64_t row;  ///< may be beyond the last row
        std::int64_t part;
        std::int64_t begin;
        std::int64_t end;
        std::int32_t step;
    };
    [[nodiscard]] OVERLAP_HOST_DEVICE Share shareOf(std::int64_t block, std::int32_t thread) const
    {
        const auto place = parts.divide(block);
        const std::int64_t row = side == 1 ? place.quotient : place.quotient * side + thread % side;
        const std::int64_t first = place.rest * partSize;
        const std::int64_t behind = first + partSize;
        return {row, place.rest, first + thread / side, row < rows ? (behind < length ? behind : length) : 0,
                threads / side};
    }

private:
    static std::int64_t partsOf(std::int64_t rows, std::int64_t length, Adjacent adjacent)
    {
        const bool isAcross = adjacent == Adjacent::Rows;
        constexpr std::int64_t kMaxBlocks = 2048;
        constexpr std::int64_t kEnoughBlocks = 512;  // enough to fill a GPU
        const std::int64_t partSize = isAcross ? 256 : 8192;
        const std::int64_t blocks = isAcross ? (rows + kWarp - 1) / kWarp : rows;
        if (blocks == 0 || blocks >= kEnoughBlocks || length <= partSize)
            return 1;
        const std::int64_t parts = (length + partSize - 1) / partSize;
        return parts < kMaxBlocks / blocks ? parts : kMaxBlocks / blocks;
    }
};

/// Folds all elements of a thread and returns the thread's accumulator.
template <ElementIndex Index, typename Fold>
[[nodiscard]] OVERLAP_HOST_DEVICE typename Fold::Lane laneOf(const Fold& fold, const FoldGrid::Share& share)
{
    typename Fold::Lane lane = fold.start();
    if (share.begin >= share.end)
        return lane;
    const auto row = fold.open(share.row);
    for (auto i = static_cast<Index>(share.begin); i < static_cast<Index>(share.end);
         i += static_cast<Index>(share.step))
        lane = fold.accumulate(lane, row, i);
    return lane;
}

/// Finishes a folded row, or stores the result of one of its parts.
template <typename Fold>
OVERLAP_HOST_DEVICE void storeShare(const Fold& fold, const FoldGrid& grid, const FoldGrid::Share& share,
                                    const typename Fold::Lane& lane, typename Fold::Lane* results)
{
    if constexpr (requires { fold.finish(share.row, lane); })
        if (grid.parts.value() == 1)
            return fold.finish(share.row, lane);
    results[share.row * grid.parts.value() + share.part] = lane;
}

/// Computes the elements of a thread from the result of the folded row.
template <ElementIndex Index, typename Fold>
OVERLAP_HOST_DEVICE void mapShare(const Fold& fold, const FoldGrid::Share& share, const typename Fold::Lane& lane)
{
    if (share.begin >= share.end)
        return;
    const auto row = fold.open(share.row);
    const auto total = fold.total(lane);
    for (auto i = static_cast<Index>(share.begin); i < static_cast<Index>(share.end);
         i += static_cast<Index>(share.step))
        fold.write(row, i, total);
}

}  // namespace engine::devices::cuda::plugin
