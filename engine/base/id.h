#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace engine {

/// A dense index of one kind of object. Indices of different kinds are different types.
template <typename Tag>
struct Id {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t index = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t i) : index(i) {}
    constexpr explicit Id(std::size_t i) : index(static_cast<std::uint32_t>(i)) {}
    constexpr explicit Id(int i) : index(static_cast<std::uint32_t>(i)) {}

    [[nodiscard]] constexpr bool isValid() const { return index != kNone; }
    constexpr auto operator<=>(const Id&) const = default;
};

using OpId = Id<struct OpTag>;              ///< an issued operation of a run, numbered in program order from 0
using VariableId = Id<struct VariableTag>;  ///< a variable of the engine: dependencies are tracked per variable
using DeviceId = Id<struct DeviceTag>;      ///< a device of a platform; 0 is the CPU
using StreamId = Id<struct StreamTag>;      ///< an ordered queue of a device, unique within a platform
using EventId = Id<struct EventTag>;        ///< an event of a stream: marks the operations issued so far
using LaneId = Id<struct LaneTag>;          ///< a row of the timeline
using GroupId = Id<struct GroupTag>;        ///< a group of ranks that communicate; 0: all ranks of a run
using NameId = Id<struct NameTag>;          ///< an interned string of a trace

}  // namespace engine

template <typename Tag>
struct std::hash<engine::Id<Tag>> {
    std::size_t operator()(engine::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.index); }
};
