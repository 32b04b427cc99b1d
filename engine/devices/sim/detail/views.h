#pragma once

#include "engine/device/values.h"
#include "engine/devices/sim/detail/state.h"

#include <compare>
#include <cstdint>
#include <initializer_list>
#include <unordered_map>
#include <vector>

namespace engine::devices::sim::detail {

/// Tensor views of a virtual machine: they show the memory of another tensor, their root. A view takes no time and no
/// memory; Regions orders operations on it. Its values are a separate copy, because a value engine supports only whole
/// tensors; the copy is updated when an operation needs it.
class Views {
public:
    Views(State& state, device::ValueEngine* values) : m_state(state), m_values(values) {}

    /// Elements of the root's memory: from the first element that a view shows to the last one.
    struct Range {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        auto operator<=>(const Range&) const = default;
    };
    [[nodiscard]] Range rangeOf(VariableId id) const;

    /// Makes the new variable `view` a view of `base` by `toView`: a Reshape, a Transpose or a Slice.
    void add(VariableId view, VariableId base, const ops::Operation& toView);
    /// Call before an operation that reads the values of `id` is submitted.
    void refresh(VariableId id);
    /// Call after an operation that writes the values of `id` was submitted.
    void written(VariableId id);
    /// Call when the variable is erased. Returns its base; invalid if the variable is no view.
    VariableId forget(VariableId id);

private:
    /// The part of the root's memory that a view shows.
    struct ShownPart {
        Range range;
        std::vector<std::int64_t> strides;  ///< in elements, by axis; empty: a Reshape of a base that is not contiguous
        bool isReshape = false;
    };
    /// How the values of a view are computed from those of its base.
    struct Link {
        ops::Operation toView;
        std::uint32_t seen = 0;  ///< version of the root that the values show; 0: they were not computed yet
    };

    [[nodiscard]] ShownPart shownBy(VariableId base, const ops::Operation& toView) const;
    void submit(const ops::Operation& operation, std::initializer_list<VariableId> reads, VariableId write);

    State& m_state;
    device::ValueEngine* m_values;
    std::unordered_map<std::uint32_t, ShownPart> m_shown;  ///< by view; never iterated: its order varies
    std::unordered_map<std::uint32_t, Link> m_links;  ///< by view; never iterated; empty unless values are computed
    std::vector<VariableId> m_outdated;               ///< temporary, see refresh()
};

}  // namespace engine::devices::sim::detail
