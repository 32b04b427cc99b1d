#pragma once

#include "engine/base/units.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace engine::ops {

enum class DataType : std::uint8_t { Float32, Int64, Bool };

[[nodiscard]] constexpr std::int64_t sizeOf(DataType type)
{
    return type == DataType::Int64 ? 8 : type == DataType::Bool ? 1 : 4;
}
/// Returns the name of the type, "float32", which is the same in both dialects.
[[nodiscard]] constexpr const char* nameOf(DataType type)
{
    return type == DataType::Float32 ? "float32" : type == DataType::Int64 ? "int64" : "bool";
}

/// Sizes of the axes of a dense row-major tensor, at most six; a scalar has none.
class Shape {
public:
    static constexpr std::size_t kMaxRank = 6;

    constexpr Shape() = default;
    constexpr Shape(std::initializer_list<std::int64_t> extents) : Shape(std::span(extents.begin(), extents.size())) {}
    constexpr explicit Shape(std::span<const std::int64_t> extents)
    {
        for (std::int64_t extent : extents)
            if (m_rank < kMaxRank)
                m_extents[m_rank++] = extent;
    }

    [[nodiscard]] constexpr std::size_t rank() const { return m_rank; }
    [[nodiscard]] constexpr std::int64_t operator[](std::size_t axis) const { return m_extents[axis]; }
    [[nodiscard]] constexpr std::span<const std::int64_t> extents() const { return {m_extents.data(), m_rank}; }
    [[nodiscard]] constexpr std::int64_t elements() const
    {
        std::int64_t n = 1;
        for (std::int64_t extent : extents())
            n *= extent;
        return n;
    }
    [[nodiscard]] constexpr Bytes bytes(DataType type = DataType::Float32) const
    {
        return Bytes{elements() * sizeOf(type)};
    }
    constexpr bool operator==(const Shape&) const = default;

private:
    std::array<std::int64_t, kMaxRank> m_extents{};
    std::size_t m_rank = 0;
};

/// Returns the shape as text: "4000 × 4000"; "scalar" for rank 0.
[[nodiscard]] std::string toText(const Shape& shape);

}  // namespace engine::ops
